"""The line of arithmetic behind each number, with the numbers as they are shown, and the cells that it is made of.

A sum of more than eight products shows the largest and gives the sum of the others: nobody adds 128 products by hand.
"""

from math import exp

import numpy as np

from engine.demos.gpt import forward
from engine.demos.gpt.forward import AS_TRAINED, Pass, Switches
from engine.parameters import Array
from engine.whole_model.arithmetic import Line, before, factor, read, shown
from engine.whole_model.attention_lines import mix, score, weight
from engine.whole_model.stations import WIDTH, Cell, Kind, Station, by_id, stations, values, weights


def line(through: Pass, cell: Cell, switches: Switches = AS_TRAINED) -> Line:
    """The arithmetic of a cell that the pass has."""
    station = by_id()[cell.station]
    match station.kind:
        case Kind.EMBEDDING:
            return _embedding(through, cell)
        case Kind.NORM:
            return _norm(through, station, cell)
        case Kind.QUERY | Kind.KEY | Kind.VALUE:
            part = (Kind.QUERY, Kind.KEY, Kind.VALUE).index(station.kind)
            row = _weights(station, "attention.qkv")[part * WIDTH + cell.place]
            return _product(through, station, cell, row, f"{station.kind.capitalize()} of this token")
        case Kind.SCORE:
            return score(through, station, cell, switches)
        case Kind.WEIGHT:
            return weight(through, station, cell, switches)
        case Kind.MIX:
            return mix(through, station, cell, switches)
        case Kind.OUT:
            return _product(
                through, station, cell, _weights(station, "attention.out")[cell.place], "What attention adds"
            )
        case Kind.STREAM:
            return _sum(through, station, cell)
        case Kind.UP:
            return _product(
                through, station, cell, _weights(station, "up")[cell.place], "Into the wide layer"
            )
        case Kind.ACTIVE:
            return _active(through, station, cell)
        case Kind.DOWN:
            return _product(
                through, station, cell, _weights(station, "down")[cell.place], "What the MLP adds"
            )
        case Kind.LOGIT:
            return _product(
                through, station, cell, weights()["head.weight"][cell.place], "Logit of this letter"
            )
        case Kind.PROBABILITY:
            return _probability(through, station, cell)


def _weights(station: Station, name: str) -> Array:
    return weights()[f"blocks.{station.block}.{name}.weight"]


def _embedding(through: Pass, cell: Cell) -> Line:
    letter = float(weights()["token.weight"][through.tokens[cell.token], cell.place])
    position = float(weights()["position.weight"][cell.token, cell.place])
    return Line(
        cell=cell,
        words="Row of the letter plus row of its position",
        numbers=f"{shown(letter)} + {factor(position)}",
        value=letter + position,
        by_hand=read(letter) + read(position),
        operands=(),
    )


def _norm(through: Pass, station: Station, cell: Cell) -> Line:
    source = before(station)
    x = values(through, source)[cell.token]
    name = "last_norm" if station.block is None else f"blocks.{station.block}.{_NORMS[station.name]}"
    mean, spread = float(x.mean()), float(np.sqrt(x.var() + forward.EPSILON))
    scale, shift = (float(weights()[f"{name}.{part}"][cell.place]) for part in ("weight", "bias"))
    own = float(x[cell.place])
    return Line(
        cell=cell,
        words="Minus the mean, divided by the spread, times a learned scale, plus a learned shift",
        numbers=rf"\frac{{{shown(own)} - {factor(mean)}}}{{{shown(spread)}}} \cdot {factor(scale)}"
        f" + {factor(shift)}",
        value=(own - mean) / spread * scale + shift,
        by_hand=(read(own) - read(mean)) / read(spread) * read(scale) + read(shift),
        operands=(Cell(source.id, cell.token, cell.place),),
    )


_NORMS = {"norm": "before_attention", "norm-again": "before_mlp"}


def _product(through: Pass, station: Station, cell: Cell, row: Array, words: str) -> Line:
    """A row of parameters times the numbers of the token at the station before."""
    source = (
        before(station, "norm") if station.kind in (Kind.QUERY, Kind.KEY, Kind.VALUE) else before(station)
    )
    x = values(through, source)[cell.token]
    largest = int(np.argmax(np.abs(row * x)))
    rest = float(row @ x - row[largest] * x[largest])
    return Line(
        cell=cell,
        words=f"{words}: {len(row)} products, of which the largest is shown",
        numbers=rf"{shown(rest)} + {factor(float(x[largest]))} \cdot {factor(float(row[largest]))}",
        value=float(row @ x),
        by_hand=read(rest) + read(float(x[largest])) * read(float(row[largest])),
        operands=tuple(Cell(source.id, cell.token, n) for n in range(len(row))),
    )


def _sum(through: Pass, station: Station, cell: Cell) -> Line:
    added = before(station)
    if station.name == "after":
        held = before(station, "between")
    elif station.block:
        held = next(one for one in stations() if one.block == station.block - 1 and one.name == "after")
    else:
        held = stations()[0]
    one, other = (float(values(through, at)[cell.token, cell.place]) for at in (held, added))
    return Line(
        cell=cell,
        words="The stream plus what was added",
        numbers=f"{shown(one)} + {factor(other)}",
        value=one + other,
        by_hand=read(one) + read(other),
        operands=(Cell(held.id, cell.token, cell.place), Cell(added.id, cell.token, cell.place)),
    )


def _active(through: Pass, station: Station, cell: Cell) -> Line:
    x = float(values(through, before(station))[cell.token, cell.place])
    passed = float(forward.normal(np.array(x)))
    return Line(
        cell=cell,
        words=f"GELU: the share Φ({shown(x)}) = {shown(passed)} of the number passes",
        numbers=rf"{shown(x)} \cdot {shown(passed)}",
        value=x * passed,
        by_hand=read(x) * read(passed),
        operands=(Cell(before(station).id, cell.token, cell.place),),
    )


def _probability(through: Pass, station: Station, cell: Cell) -> Line:
    logits = values(through, before(station))[cell.token]
    total = float(np.exp(logits).sum())
    own = float(logits[cell.place])
    return Line(
        cell=cell,
        words=f"Softmax over {len(logits)} letters, whose powers of e sum to {shown(total)}",
        numbers=rf"\frac{{e^{{{shown(own)}}}}}{{{shown(total)}}}",
        value=exp(own) / total,
        by_hand=exp(read(own)) / read(total),
        operands=tuple(Cell(before(station).id, cell.token, n) for n in range(len(logits))),
    )
