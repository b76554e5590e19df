"""The numbers of a token at each station, as a strip of cells."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.whole_model.layout import Box, Turn, box, path
from engine.demos.gpt.forward import Pass
from engine.parameters import Array
from engine.whole_model.stations import Cell, Kind, Station, by_id, values

SHADES = 4  # steps from 0 to the largest number of a station, on either side
CHANGED = 0.005  # what is seen in two decimals


@dataclass(frozen=True, kw_only=True, slots=True)
class Strip:
    """The numbers of one token at a station: an SVG path for each shade that occurs, from "n4" (far below 0) to "p4";
    ``changed``: a path around cells that the switches changed, ``lit``: around operands of the opened cell."""

    station: Station
    box: Box
    paths: Sequence[tuple[str, str]]
    changed: str
    lit: str
    opened: str


def strips(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    places: Mapping[str, float],
    turn: Turn,
    hidden: Cell | None,
) -> Iterator[Strip]:
    """The strips of a token's way; scores and weights are drawn as arcs, what follows the logits as bars."""
    for id, along in places.items():
        station = by_id()[id]
        if station.kind is Kind.WEIGHT:
            continue
        numbers, before = (values(one, station)[token] for one in (through, trained))
        off = [one.place for one in operands if one.station == id and one.token == token]
        yield Strip(
            station=station,
            box=box(along, 0, len(numbers), len(numbers), turn),
            paths=tuple(
                _shaded(numbers, along, turn, hidden.place if hidden and _is_at(hidden, id, token) else None)
            ),
            changed=path(
                np.flatnonzero(np.abs(numbers - before) >= CHANGED).tolist(), len(numbers), along, turn
            ),
            lit=path(off, len(numbers), along, turn),
            opened=path([opened.place], len(numbers), along, turn)
            if opened and _is_at(opened, id, token)
            else "",
        )


def _is_at(cell: Cell, station: str, token: int) -> bool:
    return cell.station == station and cell.token == token


def _shaded(numbers: Array, along: float, turn: Turn, hidden: int | None) -> Iterator[tuple[str, str]]:
    """A path for each shade; a hidden number has none."""
    for shade, there in shades(numbers, hidden):
        yield shade, path(there, len(numbers), along, turn)


def shades(numbers: Array, hidden: int | None = None) -> Iterator[tuple[str, list[int]]]:
    """The places of each shade that occurs, from "n4" (far below 0) to "p4", relative to the largest of the numbers."""
    steps = np.rint(SHADES * numbers / (float(np.abs(numbers).max()) or 1.0)).astype(int)
    if hidden is not None:
        steps[hidden] = 0
    for step in range(-SHADES, SHADES + 1):
        there = np.flatnonzero(steps == step)
        if step and len(there):
            yield f"{'n' if step < 0 else 'p'}{abs(step)}", there.tolist()
