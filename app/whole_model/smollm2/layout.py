"""The layout of the picture of an open layer.

Coordinates are (along, across), as in the picture of the small model: along is x on a wide page, y on a phone. A strip
is folded: 64 cells across, as many as a head has numbers, and a column for each 64: 9 for the 576 of the stream, 3 for
keys and values, 24 for the MLP. So no number is left out, and in queries and mixed values a column is a head.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.demos.smollm2.settings import HEAD_SIZE, HEADS, HIDDEN, KV_HEADS, WIDTH

CELL, ROWS = 4, HEAD_SIZE
ACROSS = 340
TILES = "tiles"  # the place of the tokens that attention looks at
TILE, TILE_ACROSS = {False: 96.0, True: 24.0}, 14.0  # along, upright or not; and at most across
REACH = 74.0  # of the arcs from the tiles to the mix
GUEST = 12.0  # the side of a number of another token, which stands before its tile
GAPS = (  # before each strip
    ("before", 6.0), ("norm", 20.0), ("query", 20.0), ("key", 8.0), ("value", 8.0), ("query-turned", 20.0),
    ("key-turned", 8.0), (TILES, 32.0), ("mix", REACH), ("out", 14.0), ("between", 20.0), ("norm-again", 16.0),
    ("gate", 20.0), ("up", 8.0), ("active", 14.0), ("down", 14.0), ("after", 20.0),
)  # fmt: skip
GAPS_OF_TOP = (("stream", 6.0), ("last-norm", 30.0))
GAPS_RECORDED = ((TILES, 6.0), ("mix", REACH))  # where attention is all that is known
COLUMNS: Mapping[str, int] = {
    "key": KV_HEADS, "value": KV_HEADS, "key-turned": KV_HEADS, "query": HEADS, "query-turned": HEADS, "mix": HEADS,
    **dict.fromkeys(("gate", "up", "active"), HIDDEN // ROWS),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A strip's left, top, width and height, and the transformation of its unit cells."""

    x: float
    y: float
    width: float
    height: float
    transform: str


def columns(station: str) -> int:
    return COLUMNS.get(station, WIDTH // ROWS)


def along(gaps: Sequence[tuple[str, float]], *, upright: bool) -> tuple[Mapping[str, float], float]:
    """The position at which each strip begins along the picture, and that at which the last one ends."""
    at, found = 0.0, {}
    for name, gap in gaps:
        at += gap
        found[name] = at
        at += TILE[upright] if name == TILES else CELL * columns(name)
    return found, at + 6


def place(station: str, begins: float, *, upright: bool) -> Place:
    """The place of a strip in the picture."""
    wide, tall, top = CELL * columns(station), CELL * ROWS, (ACROSS - CELL * ROWS) / 2
    if upright:
        return Place(top, begins, tall, wide, f"matrix(0 {CELL} {CELL} 0 {top:g} {begins:g})")
    return Place(begins, top, wide, tall, f"matrix({CELL} 0 0 {CELL} {begins:g} {top:g})")


def across(token: int, tokens: int) -> float:
    """The middle of a token's tile, across."""
    apart = min(TILE_ACROSS + 6, (ACROSS - 4) / tokens)
    return ACROSS / 2 + apart * (token - (tokens - 1) / 2)
