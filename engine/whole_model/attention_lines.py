"""The lines of attention: scores, weights, and the values that are mixed by them."""

from math import exp, sqrt

import numpy as np

from engine.demos.gpt.forward import Pass, Switches
from engine.whole_model.arithmetic import Line, before, factor, read, shown
from engine.whole_model.stations import SIZE, Cell, Station, value, values


def score(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
    head, key = divmod(cell.place, len(through.tokens))
    places = range(head * SIZE, (head + 1) * SIZE)
    q = values(through, before(station, "query"))[cell.token][head * SIZE : (head + 1) * SIZE]
    k = values(through, before(station, "key"))[key][head * SIZE : (head + 1) * SIZE]
    products = " + ".join(rf"{factor(float(a))} \cdot {factor(float(b))}" for a, b in zip(q, k, strict=True))
    operands = (
        *(Cell(before(station, "query").id, cell.token, n) for n in places),
        *(Cell(before(station, "key").id, key, n) for n in places),
    )
    by_hand = sum(read(float(a)) * read(float(b)) for a, b in zip(q, k, strict=True))
    if switches.scale:
        products, by_hand = rf"\frac{{{products}}}{{\sqrt{{{SIZE}}}}}", by_hand / sqrt(SIZE)
    if switches.mask and key > cell.token:
        return Line(
            cell=cell, words="A later token: the mask sets the score to minus infinity", numbers=r"-\infty",
            value=-np.inf, by_hand=-np.inf, operands=operands,
        )  # fmt: skip
    return Line(
        cell=cell,
        words=f"Query of this token times key of token {key + 1}, in head {head + 1}",
        numbers=products,
        value=value(through, cell),
        by_hand=by_hand,
        operands=operands,
    )


def weight(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
    tokens = len(through.tokens)
    head, key = divmod(cell.place, tokens)
    seen = cell.token + 1 if switches.mask else tokens
    scores = values(through, before(station))[cell.token][head * tokens : head * tokens + seen]
    operands = tuple(Cell(before(station).id, cell.token, head * tokens + n) for n in range(seen))
    if key >= seen:
        return Line(
            cell=cell, words="A later token, which is masked: it has no weight", numbers=r"e^{-\infty}", value=0.0,
            by_hand=0.0, operands=operands,
        )  # fmt: skip
    powers = [exp(read(float(score))) for score in scores]
    below = " + ".join(f"e^{{{shown(float(score))}}}" for score in scores)
    return Line(
        cell=cell,
        words=f"Softmax over the scores of head {head + 1}: how much it takes from token {key + 1}",
        numbers=rf"\frac{{e^{{{shown(float(scores[key]))}}}}}{{{below}}}",
        value=value(through, cell),
        by_hand=powers[key] / sum(powers),
        operands=operands,
    )


def mix(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
    tokens, head = len(through.tokens), cell.place // SIZE
    seen = cell.token + 1 if switches.mask else tokens
    shares = values(through, before(station, "weight"))[cell.token][head * tokens : head * tokens + seen]
    offered = values(through, before(station, "value"))[:seen, cell.place]
    operands = (
        *(Cell(before(station, "weight").id, cell.token, head * tokens + n) for n in range(seen)),
        *(Cell(before(station, "value").id, n, cell.place) for n in range(seen)),
    )
    if station.block is not None and (station.block, head) in switches.without:
        return Line(
            cell=cell,
            words=f"Head {head + 1} is taken out",
            numbers="0",
            value=0.0,
            by_hand=0.0,
            operands=operands,
        )
    pairs = list(zip(shares.tolist(), offered.tolist(), strict=True))
    return Line(
        cell=cell,
        words=f"Values of the tokens, weighted by head {head + 1}",
        numbers=" + ".join(rf"{shown(share)} \cdot {factor(number)}" for share, number in pairs),
        value=value(through, cell),
        by_hand=sum(read(share) * read(number) for share, number in pairs),
        operands=operands,
    )
