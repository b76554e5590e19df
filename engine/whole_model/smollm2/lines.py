"""The line of arithmetic behind each number of an open layer, with the numbers as they are shown."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log

import numpy as np

from engine.demos.smollm2.shape import Shape
from engine.mathematics.activations import sigmoid
from engine.parameters import Array
from engine.whole_model.arithmetic import Line
from engine.whole_model.smollm2 import block
from engine.whole_model.smollm2.attention_lines import mix, score, turned, weight
from engine.whole_model.smollm2.block import Block
from engine.whole_model.smollm2.numbers import exponent, factor, products, read, shown
from engine.whole_model.smollm2.stations import SOURCES, TENSORS, Kind, Opened, kinds, row, value
from engine.whole_model.stations import Cell


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """The parameters behind what is open: a ``row`` of a matrix, or a whole ``vector``, by the file's names.
    ``layer`` counts from 1; 0 for the head."""

    row: Callable[[str, int], Array]
    vector: Callable[[str], Array]
    shape: Shape
    layer: int


def line(opened: Opened, cell: Cell, weights: Weights) -> Line:
    """The arithmetic of a cell that what is open has."""
    match kinds(opened)[cell.station]:
        case Kind.BEFORE:
            return _before(opened, cell, weights)
        case Kind.NORM:
            return _norm(opened, cell, weights)
        case Kind.PRODUCT:
            return _product(opened, cell, weights)
        case Kind.SUM:
            return _sum(opened, cell)
        case Kind.PROBABILITY:
            return _probability(opened, cell)
        case of_block:
            assert isinstance(opened, Block)
            match of_block:
                case Kind.TURNED:
                    return turned(opened, cell, weights.shape)
                case Kind.SCORE:
                    return score(opened, cell, weights.shape)
                case Kind.WEIGHT:
                    return weight(opened, cell)
                case Kind.MIX:
                    return mix(opened, cell, weights.shape)
                case _:
                    return _active(opened, cell)


def _before(opened: Opened, cell: Cell, weights: Weights) -> Line:
    own = value(opened, cell)
    words = "What the table holds for this token: a parameter, learned and not computed"
    if not isinstance(opened, Block):
        words = "The stream after the last layer: open that layer to see how this number came about"
    elif weights.layer > 1:
        words = (
            f"The stream after layer {weights.layer - 1}: open that layer to see how this number came about"
        )
    return Line(cell=cell, words=words, numbers=shown(own), value=own, by_hand=read(own), operands=())


def _norm(opened: Opened, cell: Cell, weights: Weights) -> Line:
    source = SOURCES[cell.station]
    x = row(opened, source, cell.token)
    root = float(block.root_mean_square(x, weights.shape.epsilon))
    scale, own = float(weights.vector(TENSORS[cell.station])[cell.place]), float(x[cell.place])
    return Line(
        cell=cell,
        words=f"Divided by the root mean square of all {len(x)} numbers, times a learned scale",
        numbers=rf"\frac{{{shown(own)}}}{{{shown(root)}}} \cdot {factor(scale)}",
        value=own / root * scale,
        by_hand=read(own) / read(root) * read(scale),
        operands=(Cell(source, cell.token, cell.place),),
    )


def _product(opened: Opened, cell: Cell, weights: Weights) -> Line:
    """A row of parameters times the numbers of the token at the station before."""
    source = SOURCES[cell.station]
    found = products(row(opened, source, cell.token), weights.row(TENSORS[cell.station], cell.place))
    return Line(
        cell=cell,
        words=f"Row {cell.place + 1} of the matrix times this token's numbers: {found.words}",
        numbers=found.latex,
        value=found.total,
        by_hand=found.by_hand,
        operands=tuple(Cell(source, cell.token, place) for place in found.places),
    )


def _sum(opened: Opened, cell: Cell) -> Line:
    held, added = ("before", "out") if cell.station == "between" else ("between", "down")
    cells = Cell(held, cell.token, cell.place), Cell(added, cell.token, cell.place)
    one, other = (value(opened, at) for at in cells)
    return Line(
        cell=cell,
        words="The stream plus what was added",
        numbers=f"{shown(one)} + {factor(other)}",
        value=one + other,
        by_hand=read(one) + read(other),
        operands=cells,
    )


def _active(opened: Block, cell: Cell) -> Line:
    cells = Cell("gate", cell.token, cell.place), Cell("up", cell.token, cell.place)
    gate, up = (value(opened, at) for at in cells)
    passed = float(sigmoid(np.array(gate)))
    return Line(
        cell=cell,
        words=f"SwiGLU: the gate opens to {shown(passed)}, its logistic function, times the gate, times the up number",
        numbers=rf"{factor(gate)} \cdot {shown(passed)} \cdot {factor(up)}",
        value=gate * passed * up,
        by_hand=read(gate) * read(passed) * read(up),
        operands=cells,
    )


def _probability(opened: Opened, cell: Cell) -> Line:
    logits = row(opened, "logit", cell.token)
    top, own = float(logits.max()), float(logits[cell.place])
    total = top + log(float(np.exp(logits - top).sum()))  # its logarithm
    return Line(
        cell=cell,
        words=f"Softmax over {len(logits):,} tokens: the powers of e of all logits sum to e to the {exponent(total)}",
        numbers=rf"\frac{{e^{{{exponent(own)}}}}}{{e^{{{exponent(total)}}}}} = e^{{{exponent(own - total)}}}",
        value=exp(own - total),
        by_hand=exp(float(exponent(own)) - float(exponent(total))),
        operands=(Cell("logit", cell.token, cell.place),),
    )
