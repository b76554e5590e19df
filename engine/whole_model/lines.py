"""The line of arithmetic behind each number, with the numbers as they are shown, and the cells that it is made of.

A sum of more than eight products shows the largest and gives the sum of the others: nobody adds 128 products by hand.
"""

from dataclasses import dataclass
from math import exp, sqrt

import numpy as np

from engine.answers.forms import Fixed
from engine.demos.gpt import forward
from engine.demos.gpt.forward import Pass, Switches
from engine.parameters import Array
from engine.whole_model.stations import (
    SIZE,
    WIDTH,
    Cell,
    Kind,
    Station,
    by_id,
    stations,
    value,
    values,
    weights,
)

PLACES = 2  # decimals of every number on the page
FEW = 8  # products that are shown one by one


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """The arithmetic of a cell: ``words`` say what it is, ``numbers`` in LaTeX how, its ``value`` is the model's, and
    ``by_hand`` what the numbers come to as they are shown. ``operands``: the cells upstream; parameters are none."""

    cell: Cell
    words: str
    numbers: str
    value: float
    by_hand: float
    operands: tuple[Cell, ...]


def shown(x: float) -> str:
    """A number as the page shows it."""
    return Fixed(PLACES).show(x)


def read(x: float) -> float:
    """The number that one reads."""
    return float(shown(x))


def line(through: Pass, cell: Cell, switches: Switches = forward.AS_TRAINED) -> Line:
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
            return _score(through, station, cell, switches)
        case Kind.WEIGHT:
            return _weight(through, station, cell, switches)
        case Kind.MIX:
            return _mix(through, station, cell, switches)
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


def before(station: Station, name: str = "") -> Station:
    """The station just before, or the one of this name in its block."""
    if name:
        return next(one for one in stations() if one.block == station.block and one.name == name)
    return stations()[stations().index(station) - 1]


def _weights(station: Station, name: str) -> Array:
    return weights()[f"blocks.{station.block}.{name}.weight"]


def _embedding(through: Pass, cell: Cell) -> Line:
    letter = float(weights()["token.weight"][through.tokens[cell.token], cell.place])
    position = float(weights()["position.weight"][cell.token, cell.place])
    return Line(
        cell=cell,
        words="Row of the letter plus row of its position",
        numbers=f"{shown(letter)} + {_factor(position)}",
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
        numbers=rf"\frac{{{shown(own)} - {_factor(mean)}}}{{{shown(spread)}}} \cdot {_factor(scale)}"
        f" + {_factor(shift)}",
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
        numbers=rf"{shown(rest)} + {_factor(float(x[largest]))} \cdot {_factor(float(row[largest]))}",
        value=float(row @ x),
        by_hand=read(rest) + read(float(x[largest])) * read(float(row[largest])),
        operands=tuple(Cell(source.id, cell.token, n) for n in range(len(row))),
    )


def _score(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
    head, key = divmod(cell.place, len(through.tokens))
    places = range(head * SIZE, (head + 1) * SIZE)
    q = values(through, before(station, "query"))[cell.token][head * SIZE : (head + 1) * SIZE]
    k = values(through, before(station, "key"))[key][head * SIZE : (head + 1) * SIZE]
    products = " + ".join(
        rf"{_factor(float(a))} \cdot {_factor(float(b))}" for a, b in zip(q, k, strict=True)
    )
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


def _weight(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
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


def _mix(through: Pass, station: Station, cell: Cell, switches: Switches) -> Line:
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
        numbers=" + ".join(rf"{shown(share)} \cdot {_factor(number)}" for share, number in pairs),
        value=value(through, cell),
        by_hand=sum(read(share) * read(number) for share, number in pairs),
        operands=operands,
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
        numbers=f"{shown(one)} + {_factor(other)}",
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


def _factor(x: float) -> str:
    """A number inside a product or sum: in brackets if it is negative."""
    return f"({shown(x)})" if shown(x).startswith("-") else shown(x)
