"""The lines of attention: turned queries and keys, scores, weights, and the values that are mixed by them."""

from math import cos, exp, log, sin, sqrt

import numpy as np

from engine.demos.smollm2.shape import Shape
from engine.mathematics.transformer.rotation import angles_of
from engine.whole_model.arithmetic import Line
from engine.whole_model.smollm2.block import Block
from engine.whole_model.smollm2.numbers import LARGEST, exponent, factor, products, read, shown
from engine.whole_model.smollm2.stations import SOURCES, value
from engine.whole_model.stations import Cell

LEGIBLE = 9.0  # a logarithm, up to which a sum of powers is written out


def size_of(opened: Block, shape: Shape) -> int:
    """The numbers of a head."""
    return int(opened.query.shape[1]) // shape.heads


def group_of(head: int, shape: Shape) -> int:
    """The key-value head that a query head reads, both from 0."""
    return head // (shape.heads // shape.kv_heads)


def seen(opened: Block, token: int) -> int:
    """The number of tokens that a token looks at."""
    return token + 1 if opened.switches.mask else len(opened.before)


def turned(opened: Block, cell: Cell, shape: Shape) -> Line:
    size, source = size_of(opened, shape), SOURCES[cell.station]
    pair, odd = divmod(cell.place % size, 2)
    first = cell.place - odd
    cells = tuple(Cell(source, cell.token, first + n) for n in range(2))
    x, y = (value(opened, one) for one in cells)
    by = float(angles_of(cell.token, shape.base, size)[pair])
    parts = ((x, sin(by)), (y, cos(by))) if odd else ((x, cos(by)), (y, -sin(by)))
    (one, share), (other, part) = parts
    return Line(
        cell=cell,
        words=f"RoPE: this number and its neighbour are a point that is turned by {cell.token} · "
        f"{shape.base:g}^(−{2 * pair}/{size}) = {shown(by)}, by sine and cosine",
        numbers=rf"{factor(one)} \cdot {factor(share)} + {factor(other)} \cdot {factor(part)}",
        value=one * share + other * part,
        by_hand=read(one) * read(share) + read(other) * read(part),
        operands=cells,
    )


def score(opened: Block, cell: Cell, shape: Shape) -> Line:
    size = size_of(opened, shape)
    head, key = divmod(cell.place, len(opened.before))
    if key >= seen(opened, cell.token):
        return Line(
            cell=cell, words="A later token: the mask sets the score to minus infinity", numbers=r"-\infty",
            value=-np.inf, by_hand=-np.inf, operands=(),
        )  # fmt: skip
    group = group_of(head, shape)
    found = products(
        opened.query_turned[cell.token, head * size : (head + 1) * size],
        opened.key_turned[key, group * size : (group + 1) * size],
    )
    scale = sqrt(size) if opened.switches.scale else 1.0
    return Line(
        cell=cell,
        words=f"Query of this token, head {head + 1}, times key of token {key + 1}, key-value head {group + 1}: "
        f"{found.words}",
        numbers=rf"\frac{{{found.latex}}}{{\sqrt{{{size}}}}}" if opened.switches.scale else found.latex,
        value=found.total / scale,
        by_hand=found.by_hand / scale,
        operands=(
            *(Cell("query-turned", cell.token, head * size + place) for place in found.places),
            *(Cell("key-turned", key, group * size + place) for place in found.places),
        ),
    )


def weight(opened: Block, cell: Cell) -> Line:
    tokens = len(opened.before)
    head, key = divmod(cell.place, tokens)
    if key >= seen(opened, cell.token):
        return Line(
            cell=cell, words="A later token, which is masked: it has no weight", numbers=r"e^{-\infty}", value=0.0,
            by_hand=0.0, operands=(),
        )  # fmt: skip
    scores = opened.scores[head, cell.token, : seen(opened, cell.token)]
    top = float(scores.max())
    powers = np.exp(
        scores - top
    )  # all of them over e to the top: without the scale, some have a hundred digits
    best = np.argsort(-scores, kind="stable")[:LARGEST].tolist()
    rest, rest_over_top = _power(float(np.delete(powers, best).sum()), top)
    below = [f"e^{{{exponent(float(scores[n]))}}}" for n in best] + [rest] * (len(best) < len(scores))
    read_powers = {n: exp(float(exponent(float(scores[n]))) - top) for n in {key, *best}}
    return Line(
        cell=cell,
        words=f"Softmax over the scores of head {head + 1}: how much it takes from token {key + 1}",
        numbers=rf"\frac{{e^{{{exponent(float(scores[key]))}}}}}{{{' + '.join(below)}}}",
        value=float(powers[key] / powers.sum()),
        by_hand=read_powers[key] / (sum(read_powers[n] for n in best) + rest_over_top),
        operands=tuple(Cell("score", cell.token, head * tokens + n) for n in dict.fromkeys([key, *best])),
    )


def _power(over_top: float, top: float) -> tuple[str, float]:
    """A sum of powers of e, given over e to the top: as it is shown, and what that comes to, over e to the top."""
    if over_top == 0:
        return shown(0.0), 0.0
    if (logarithm := top + log(over_top)) < LEGIBLE:
        x = exp(logarithm)
        return shown(x), read(x) * exp(-top)
    power = exponent(logarithm)
    return f"e^{{{power}}}", exp(float(power) - top)


def mix(opened: Block, cell: Cell, shape: Shape) -> Line:
    size, tokens = size_of(opened, shape), len(opened.before)
    head, entry = divmod(cell.place, size)
    place = group_of(head, shape) * size + entry
    if head in opened.switches.without:
        return Line(
            cell=cell, words=f"Head {head + 1} is taken out: it adds nothing", numbers="0", value=0.0, by_hand=0.0,
            operands=(),
        )  # fmt: skip
    count = seen(opened, cell.token)
    found = products(opened.weights[head, cell.token, :count], opened.value[:count, place])
    return Line(
        cell=cell,
        words=f"Values of the tokens in key-value head {group_of(head, shape) + 1}, weighted by head {head + 1}: "
        f"{found.words}",
        numbers=found.latex,
        value=found.total,
        by_hand=found.by_hand,
        operands=(
            *(Cell("weight", cell.token, head * tokens + n) for n in found.places),
            *(Cell("value", n, place) for n in found.places),
        ),
    )
