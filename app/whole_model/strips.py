"""The picture: one residual stream as strips of cells, from the letters at one end to the next letter at the other.

Coordinates are (along, across): along the way of the token, and across it, where a number's place in its vector lies.
On a wide page along is x; on a phone it is y.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.demos.gpt.forward import Pass
from engine.parameters import Array
from engine.whole_model.stations import (
    HEADS,
    LAYERS,
    SIZE,
    WIDTH,
    Cell,
    Kind,
    Station,
    by_id,
    stations,
    values,
)

CELL, THICK = 4.0, 13.0  # the side of a cell across and along
MIDDLE, ACROSS = 262.0, 524.0
STEPS = {  # how far along a strip lies behind the one before
    "embedding": 66.0, "norm": 40.0, "query": 26.0, "key": 15.0, "value": 15.0, "weight": 48.0, "mix": 74.0,
    "out": 22.0, "between": 26.0, "norm-again": 34.0, "up": 26.0, "active": 18.0, "down": 26.0, "after": 26.0,
}  # fmt: skip
SHADES = 4  # steps from 0 to the largest number of a station, on either side
CHANGED = 0.005  # what is seen in two decimals

Turn = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Strip:
    """The numbers of one token at a station: an SVG path for each shade that occurs, from "n4" (far below 0) to "p4";
    ``changed``: a path around cells that the switches changed, ``lit``: around operands of the opened cell."""

    station: Station
    box: tuple[float, float, float, float]
    paths: Sequence[tuple[str, str]]
    changed: str
    lit: str
    opened: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Arc:
    """How much one head takes from one token: from its tile to the part of the mix that is the head's."""

    path: str
    width: float
    head: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """A letter beside the stream; ``here`` is the token whose way is drawn, those after it are ``later``."""

    letter: str
    token: int
    at: tuple[float, float]
    here: bool
    later: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """Strips, arcs and tiles of a pass, as they lie in a view box of this size; ``stream`` is the band in which the
    residual stream flows, ``ends`` is where the bars begin."""

    strips: tuple[Strip, ...]
    arcs: tuple[Arc, ...]
    tiles: tuple[Tile, ...]
    stream: tuple[float, float, float, float]
    blocks: tuple[tuple[str, float, float], ...]
    ends: tuple[float, float]
    size: tuple[float, float]


def picture(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    letters: Sequence[str],
    *,
    upright: bool,
    hidden: Cell | None = None,
) -> Picture:
    """Draws the way of one token. ``trained`` is the pass with nothing switched off, which changes are seen against."""
    turn: Turn = (
        (lambda along, across: (across, along)) if upright else (lambda along, across: (along, across))
    )
    places = _places()
    end = max(places.values()) + 30
    return Picture(
        strips=tuple(_strips(through, trained, token, opened, operands, places, turn, hidden)),
        arcs=tuple(_arcs(through, token, places, turn)),
        tiles=tuple(_tiles(letters, token, turn, along=16.0))
        + tuple(
            tile
            for block in range(LAYERS)
            for tile in _tiles(letters, token, turn, along=places[f"{block + 1}-weight"])
        ),
        stream=_band(places, turn),
        blocks=tuple(
            (name, *turn(places[first] - 4, 12.0))
            for name, first in (
                ("table", "embedding"),
                *((f"block {block + 1}", f"{block + 1}-norm") for block in range(LAYERS)),
                ("head", "norm"),
            )
        ),
        ends=turn(end, MIDDLE),
        size=turn(end + (0 if upright else 4), ACROSS),
    )


def _band(places: dict[str, float], turn: Turn) -> tuple[float, float, float, float]:
    begins, ends = places["embedding"], places[f"{LAYERS}-after"]
    (left, top), (width, height) = turn(begins, MIDDLE - CELL * WIDTH / 2), turn(ends - begins, CELL * WIDTH)
    return left, top, width, height


def _places() -> dict[str, float]:
    """How far along each station lies, by its id; scores lie with the weights, probabilities are drawn as bars."""
    along, found = 0.0, {}
    for station in stations():
        if station.kind in (Kind.SCORE, Kind.LOGIT, Kind.PROBABILITY):
            continue
        along += STEPS[station.name]
        found[station.id] = along
    return found


def _strips(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    places: dict[str, float],
    turn: Turn,
    hidden: Cell | None,
) -> Iterator[Strip]:
    for id, along in places.items():
        station = by_id()[id]
        if station.kind is Kind.WEIGHT:
            continue
        numbers, before = (values(one, station)[token] for one in (through, trained))
        off = [one.place for one in operands if one.station == id and one.token == token]
        yield Strip(
            station=station,
            box=_box(along, 0, len(numbers), len(numbers), turn),
            paths=tuple(
                _shaded(numbers, along, turn, hidden.place if hidden and _is_at(hidden, id, token) else None)
            ),
            changed=_path(
                np.flatnonzero(np.abs(numbers - before) >= CHANGED).tolist(), len(numbers), along, turn
            ),
            lit=_path(off, len(numbers), along, turn),
            opened=_path([opened.place], len(numbers), along, turn)
            if opened and _is_at(opened, id, token)
            else "",
        )


def _is_at(cell: Cell, station: str, token: int) -> bool:
    return cell.station == station and cell.token == token


def _shaded(numbers: Array, along: float, turn: Turn, hidden: int | None) -> Iterator[tuple[str, str]]:
    """A path for each shade; a hidden number has none."""
    largest = float(np.abs(numbers).max()) or 1.0
    steps = np.rint(SHADES * numbers / largest).astype(int)
    if hidden is not None:
        steps[hidden] = 0
    for step in range(-SHADES, SHADES + 1):
        there = np.flatnonzero(steps == step)
        if step and len(there):
            yield f"{'n' if step < 0 else 'p'}{abs(step)}", _path(there.tolist(), len(numbers), along, turn)


def _path(places: Sequence[int], of: int, along: float, turn: Turn) -> str:
    """Squares around these cells; neighbours are drawn as one."""
    found, run = [], None
    for place in [*sorted(int(one) for one in places), None]:
        if run is not None and place == run[1]:
            run = (run[0], run[1] + 1)
            continue
        if run is not None:
            x, y, width, height = _box(along, run[0], run[1] - run[0], of, turn)
            found.append(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")
        run = None if place is None else (place, place + 1)
    return "".join(found)


def _box(along: float, first: int, count: int, of: int, turn: Turn) -> tuple[float, float, float, float]:
    """Left, top, width and height of some cells of a strip of so many."""
    across = MIDDLE - CELL * of / 2 + CELL * first
    (left, top), (width, height) = turn(along, across), turn(THICK, CELL * count)
    return left, top, width, height


def _tiles(letters: Sequence[str], token: int, turn: Turn, along: float) -> Iterator[Tile]:
    for n, letter in enumerate(letters):
        yield Tile(
            letter=letter, token=n, at=turn(along, _across(n, len(letters))), here=n == token, later=n > token
        )


def _across(token: int, tokens: int) -> float:
    apart = min(44.0, (ACROSS - 60) / max(1, tokens))
    return MIDDLE + apart * (token - (tokens - 1) / 2)


def _arcs(through: Pass, token: int, places: dict[str, float], turn: Turn) -> Iterator[Arc]:
    tokens = len(through.tokens)
    for block in range(LAYERS):
        begins, ends = places[f"{block + 1}-weight"] + 14, places[f"{block + 1}-mix"]
        weights, mixed = through.layers[block].weights[:, token], through.layers[block].attention.mixed[token]
        for head in range(HEADS):
            to = MIDDLE - CELL * WIDTH / 2 + CELL * SIZE * (head + 0.5)
            for n in range(tokens):
                share = float(weights[head, n])
                if (
                    share < 0.01 or not mixed[head * SIZE : (head + 1) * SIZE].any()
                ):  # nothing of a head that is out
                    continue
                points = [
                    turn(begins, _across(n, tokens)),
                    turn((begins + ends) / 2, _across(n, tokens)),
                    turn((begins + ends) / 2, to),
                    turn(ends, to),
                ]
                (a, b), *others = [(round(x, 1), round(y, 1)) for x, y in points]
                yield Arc(
                    path=f"M{a:g} {b:g}C" + " ".join(f"{x:g} {y:g}" for x, y in others),
                    width=round(0.6 + 6 * share, 2),
                    head=head,
                )
