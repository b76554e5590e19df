"""The picture of an open layer: the stream before it, attention with one head's arcs, the MLP, the stream after."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.whole_model.smollm2 import layout, strips
from app.whole_model.smollm2.layout import (
    ACROSS,
    CELL,
    GAPS,
    GAPS_OF_TOP,
    GAPS_RECORDED,
    GUEST,
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
from engine.whole_model.smollm2.numbers import differ
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
    """A token that attention looks at: left, top and size, and the share that the chosen head takes from it; ``lit``
    where the opened number is made of that."""

    token: int
    x: float
    y: float
    width: float
    height: float
    share: float
    lit: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Arc:
    """The arc for what the chosen head takes from a token; ``lit`` where the opened number is made of that."""

    path: str
    width: float
    lit: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Guest:
    """A number of another token that the opened one is made of, before that token's tile: left, top, size, shade."""

    cell: Cell
    x: float
    y: float
    width: float
    height: float
    shade: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """The layer, lying or upright, in a view box of this size."""

    upright: bool
    strips: tuple[Strip, ...]
    tiles: tuple[Tile, ...]
    guests: tuple[Guest, ...]
    arcs: tuple[Arc, ...]
    size: tuple[float, float]


def picture(
    state: State,
    shown: Shown,
    token: int,
    operands: Collection[Cell] = (),
    hidden: Cell | None = None,
    *,
    upright: bool,
) -> Picture:
    """Draws the open layer for a token, without its cells: those are the same, lying and upright. ``operands`` of the
    opened number light up, whichever token they are of; a ``hidden`` weight has no arc, for its width would tell it."""
    places, ends = layout.along(_gaps(state, shown), upright=upright)
    lit = {_looked_at(one, len(shown.tokens)) for one in operands}
    return Picture(
        upright=upright,
        strips=tuple(
            Strip(
                station=name, place=layout.place(name, begins, upright=upright), columns=layout.columns(name)
            )
            for name, begins in places.items()
            if name != TILES
        ),
        tiles=tuple(_tiles(state, shown, token, places, upright, lit)),
        guests=tuple(_guests(shown, token, operands, places, upright)) if TILES in places else (),
        arcs=tuple(_arcs(state, shown, token, places, upright, lit, hidden)),
        size=(ACROSS, ends) if upright else (ends, ACROSS),
    )


def cells(
    state: State,
    shown: Shown,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    hidden: Cell | None = None,
) -> Mapping[str, Cells]:
    """The cells of each strip; empty where a layer cannot be opened. A ``hidden`` number has no shade."""
    found = {}
    for name in (name for name, _ in _gaps(state, shown) if name != TILES):
        numbers = stations.row(shown.opened, name, token) if shown.opened else None
        unseen = hidden.place if hidden and (hidden.station, hidden.token) == (name, token) else None
        lit = [one.place for one in operands if one.station == name and one.token == token]
        found[name] = Cells(
            shades=() if numbers is None else tuple(strips.shades(numbers, unseen)),
            changed=strips.outlines(changed(shown, name, token)),
            lit=strips.around(lit),
            opened=strips.around([opened.place])
            if opened and (opened.station, opened.token) == (name, token)
            else "",
            head=_column(name, state.head),
        )
    return found


def changed(shown: Shown, station: str, token: int) -> list[int]:
    """The places of a token's numbers that the switches changed, as they are shown."""
    if shown.opened is None or shown.trained is None or shown.opened is shown.trained:
        return []
    now, before = (stations.row(one, station, token) for one in (shown.opened, shown.trained))
    return np.flatnonzero(differ(now, before)).tolist()


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
    state: State,
    shown: Shown,
    token: int,
    places: Mapping[str, float],
    upright: bool,
    lit: Collection[int | None],
) -> Iterator[Tile]:
    if TILES not in places:
        return
    tokens = len(shown.tokens)
    thick = _thick(tokens)
    for n in range(tokens):
        middle, begins, wide = layout.across(n, tokens), places[TILES], TILE[upright]
        x, y, width, height = (
            (middle - thick / 2, begins, thick, wide)
            if upright
            else (begins, middle - thick / 2, wide, thick)
        )
        yield Tile(
            token=n, x=round(x, 1), y=round(y, 1), width=round(width, 1), height=round(height, 1),
            share=float(shown.weights[state.head, token, n]), lit=n in lit,
        )  # fmt: skip


def _thick(tokens: int) -> float:
    """The height of a tile, across."""
    return min(20.0, layout.across(1, tokens) - layout.across(0, tokens) - 1)


def _looked_at(operand: Cell, tokens: int) -> int | None:
    """The token that attention looks at where an operand comes from it, None for operands of a token's own way."""
    if operand.station in ("key-turned", "value"):
        return operand.token
    return operand.place % tokens if operand.station in ("score", "weight") else None


def _guests(
    shown: Shown, token: int, operands: Collection[Cell], places: Mapping[str, float], upright: bool
) -> Iterator[Guest]:
    """Keys or values that the opened number is made of, each before its token's tile; none if all are of this token."""
    every = [one for one in operands if one.station in ("key-turned", "value")]
    if shown.opened is None or all(one.token == token for one in every):
        return
    tokens, begins = len(shown.tokens), places[TILES] - GUEST - 6
    for of in sorted({one.token for one in every}):
        own = sorted((one for one in every if one.token == of), key=lambda one: one.place)
        side = min(GUEST, _thick(tokens)) if len(own) == 1 else GUEST
        first = layout.across(of, tokens) - side * len(own) / 2
        first = min(max(first, 2.0), ACROSS - side * len(own) - 2)
        for n, one in enumerate(own):
            at = round(first + side * n, 1)
            x, y, width, height = (at, begins, side, GUEST) if upright else (begins, at, GUEST, side)
            numbers = stations.row(shown.opened, one.station, of)
            yield Guest(
                cell=one, x=x, y=y, width=width, height=height, shade=strips.shade(numbers, one.place)
            )


def _arcs(
    state: State,
    shown: Shown,
    token: int,
    places: Mapping[str, float],
    upright: bool,
    lit: Collection[int | None],
    hidden: Cell | None,
) -> Iterator[Arc]:
    """From each tile to the column of the chosen head in the mix, unless that is out."""
    if TILES not in places or state.head in state.switches.without:
        return
    begins, ends = places["mix"] - REACH, places["mix"] + CELL * state.head
    top = (ACROSS - CELL * layout.ROWS) / 2
    for n, share in enumerate(shown.weights[state.head, token].tolist()):
        if share < LEAST or hidden == Cell("weight", token, state.head * len(shown.tokens) + n):
            continue
        from_, to = layout.across(n, len(shown.tokens)), top + CELL * layout.ROWS / 2
        half = (begins + ends) / 2
        points = [(begins, from_), (half, from_), (half, to), (ends, to)]
        start, *others = (
            f"{round(y if upright else x, 1):g} {round(x if upright else y, 1):g}" for x, y in points
        )
        yield Arc(path=f"M{start}C{' '.join(others)}", width=round(0.6 + 7 * share, 2), lit=n in lit)
