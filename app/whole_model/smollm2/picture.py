"""The picture of an open layer: the stream before it, attention with one head's arcs, the MLP, the stream after."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.whole_model.smollm2 import layout, strips
from app.whole_model.smollm2.layout import (
    ACROSS,
    CELL,
    GAPS,
    GAPS_OF_TOP,
    GAPS_RECORDED,
    REACH,
    TILE,
    TILES,
    Place,
)
from app.whole_model.smollm2.shown import Shown
from app.whole_model.smollm2.state import TOP, State
from app.whole_model.smollm2.strips import Cells
from engine.demos.smollm2.settings import HEADS, KV_HEADS
from engine.whole_model.smollm2 import stations
from engine.whole_model.stations import Cell

LEAST = 0.01  # a weight that is drawn


@dataclass(frozen=True, kw_only=True, slots=True)
class Strip:
    """A station and where it lies."""

    station: str
    place: Place
    columns: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A token that attention looks at: left, top and size, and the share that the chosen head takes from it."""

    token: int
    x: float
    y: float
    width: float
    height: float
    share: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """The layer, lying or upright, in a view box of this size; arcs are paths with their widths."""

    upright: bool
    strips: tuple[Strip, ...]
    tiles: tuple[Tile, ...]
    arcs: tuple[tuple[str, float], ...]
    size: tuple[float, float]


def picture(state: State, shown: Shown, token: int, *, upright: bool) -> Picture:
    """Draws the open layer for a token, without its cells: those are the same, lying and upright."""
    places, ends = layout.along(_gaps(state, shown), upright=upright)
    return Picture(
        upright=upright,
        strips=tuple(
            Strip(
                station=name, place=layout.place(name, begins, upright=upright), columns=layout.columns(name)
            )
            for name, begins in places.items()
            if name != TILES
        ),
        tiles=tuple(_tiles(state, shown, token, places, upright)),
        arcs=tuple(_arcs(state, shown, token, places, upright)),
        size=(ACROSS, ends) if upright else (ends, ACROSS),
    )


def cells(
    state: State, shown: Shown, token: int, opened: Cell | None, operands: Collection[Cell]
) -> Mapping[str, Cells]:
    """The cells of each strip; empty where a layer cannot be opened."""
    found = {}
    for name in (name for name, _ in _gaps(state, shown) if name != TILES):
        numbers = stations.row(shown.opened, name, token) if shown.opened else None
        lit = [one.place for one in operands if one.station == name and one.token == token]
        found[name] = Cells(
            shades=() if numbers is None else tuple(strips.shades(numbers)),
            lit=strips.around(lit),
            opened=strips.around([opened.place])
            if opened and (opened.station, opened.token) == (name, token)
            else "",
            head=_column(name, state.head),
        )
    return found


def _gaps(state: State, shown: Shown) -> Sequence[tuple[str, float]]:
    """The gaps before the strips drawn of the open layer: all of it that is known."""
    if state.layer == TOP:
        return GAPS_OF_TOP
    return GAPS if shown.opened else GAPS_RECORDED


def _column(station: str, head: int) -> str:
    if station in ("query", "query-turned", "mix"):
        return strips.column(head)
    return strips.column(head * KV_HEADS // HEADS) if station in ("key", "value", "key-turned") else ""


def _tiles(
    state: State, shown: Shown, token: int, places: Mapping[str, float], upright: bool
) -> Iterator[Tile]:
    if TILES not in places:
        return
    tokens = len(shown.tokens)
    thick = min(20.0, layout.across(1, tokens) - layout.across(0, tokens) - 1)
    for n in range(tokens):
        middle, begins, wide = layout.across(n, tokens), places[TILES], TILE[upright]
        x, y, width, height = (
            (middle - thick / 2, begins, thick, wide)
            if upright
            else (begins, middle - thick / 2, wide, thick)
        )
        share = float(shown.weights[state.head, token, n]) if n <= token else 0.0
        yield Tile(
            token=n, x=round(x, 1), y=round(y, 1), width=round(width, 1), height=round(height, 1), share=share
        )


def _arcs(
    state: State, shown: Shown, token: int, places: Mapping[str, float], upright: bool
) -> Iterator[tuple[str, float]]:
    """From each tile to the column of the chosen head in the mix."""
    if TILES not in places:
        return
    begins, ends = places["mix"] - REACH, places["mix"] + CELL * state.head
    top = (ACROSS - CELL * layout.ROWS) / 2
    for n, share in enumerate(shown.weights[state.head, token, : token + 1].tolist()):
        if share < LEAST:
            continue
        from_, to = layout.across(n, len(shown.tokens)), top + CELL * layout.ROWS / 2
        half = (begins + ends) / 2
        points = [(begins, from_), (half, from_), (half, to), (ends, to)]
        start, *others = (
            f"{round(y if upright else x, 1):g} {round(x if upright else y, 1):g}" for x, y in points
        )
        yield f"M{start}C{' '.join(others)}", round(0.6 + 7 * share, 2)
