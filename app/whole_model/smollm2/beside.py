"""The numbers beside the opened one, and what numbers are called.

Beside it are those of its column, which is its head's, of the tokens that a head looks at, or of the likeliest tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.whole_model.smollm2 import titles
from app.whole_model.smollm2.layout import ROWS
from app.whole_model.smollm2.shown import Shown
from engine.demos.smollm2.settings import HEAD_SIZE, HEADS, visible
from engine.parameters import Array
from engine.whole_model.smollm2 import stations
from engine.whole_model.smollm2.numbers import shown as written
from engine.whole_model.stations import Cell

OF_HEADS = ("query", "key", "value", "query-turned", "key-turned", "mix")
OF_TOKENS = ("score", "weight")
OF_VOCABULARY = ("logit", "probability")


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """A number of the opened station ("" where it is hidden), and what it is called there."""

    cell: Cell
    label: str
    text: str


def name(known: Shown, cell: Cell) -> str:
    """The name of a number at its station."""
    if cell.station in OF_VOCABULARY:
        return visible(likeliest(known).get(cell.place, f"token {cell.place + 1}"))
    if cell.station in OF_TOKENS:
        head, key = divmod(cell.place, len(known.tokens))
        return f"{head + 1}.{key + 1}"
    if cell.station in OF_HEADS:
        return f"{cell.place // HEAD_SIZE + 1}.{cell.place % HEAD_SIZE + 1}"
    return str(cell.place + 1)


def head_of(cell: Cell, tokens: int) -> int | None:
    """The query head that a number belongs to; None if it belongs to none, or to several."""
    if cell.station in OF_TOKENS:
        head = cell.place // tokens
    elif cell.station in ("query", "query-turned", "mix"):
        head = cell.place // HEAD_SIZE
    else:
        return None
    return head if head < HEADS else None


def likeliest(known: Shown) -> dict[int, str]:
    """The likeliest next tokens, by number."""
    return {id: text for id, text, _ in known.bars.get(len(known.tokens) - 1, ())}


def numbers(known: Shown, cell: Cell, hidden: Cell | None = None) -> Sequence[Number]:
    every = _every(known, cell)
    if cell.station in OF_VOCABULARY:
        places = list(likeliest(known))
    else:
        wide = len(known.tokens) if cell.station in OF_TOKENS else ROWS
        first = cell.place - cell.place % wide
        places = list(range(first, first + wide))
    return [_number(known, replace(cell, place=n), float(every[n]), hidden) for n in places]


def columns(known: Shown, cell: Cell) -> Sequence[tuple[str, Cell]]:
    """The first number of each column of a station, with the column's name; none where numbers are not folded."""
    if cell.station in (*OF_TOKENS, *OF_VOCABULARY):
        return ()
    return [
        (
            f"head {n // ROWS + 1}" if cell.station in OF_HEADS else f"{n + 1}–{n + ROWS}",
            replace(cell, place=n),
        )
        for n in range(0, _every(known, cell).size, ROWS)
    ]


def _every(known: Shown, cell: Cell) -> Array:
    assert known.opened is not None
    return stations.row(known.opened, cell.station, cell.token)


def _number(known: Shown, cell: Cell, x: float, hidden: Cell | None) -> Number:
    text = "" if cell == hidden else "−∞" if x == -np.inf else written(x).replace("-", "−")
    of_tokens = cell.station in OF_TOKENS
    label = titles.short(known.tokens[cell.place % len(known.tokens)]) if of_tokens else name(known, cell)
    return Number(cell=cell, label=label, text=text)
