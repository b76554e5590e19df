"""The numbers of a token at each station, as a strip of cells."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.whole_model.layout import Box, box, lines_between, path
from engine.demos.gpt.forward import Pass
from engine.parameters import Array
from engine.whole_model.stations import HEADS, Cell, Kind, Station, by_id, values

SHADES = 4  # steps from 0 to the largest number of a station, on either side
CHANGED = 0.005  # what is seen in two decimals
OF_HEADS = (Kind.QUERY, Kind.KEY, Kind.VALUE, Kind.SCORE, Kind.WEIGHT, Kind.MIX)


@dataclass(frozen=True, kw_only=True, slots=True)
class Strip:
    """The ``count`` numbers of one token at a station from the ``first`` on: an SVG path for each shade that occurs,
    from "n4" (far below 0) to "p4", and "off" for what is masked; ``heads``: lines between heads; ``changed``: a path
    around cells that the switches changed, ``lit``: around operands of the opened cell, ``opened``: around this one."""

    station: Station
    first: Cell
    count: int
    box: Box
    paths: Sequence[tuple[str, str]]
    heads: str = ""
    changed: str = ""
    lit: str = ""
    opened: str = ""


def strips(
    through: Pass,
    trained: Pass,
    token: int,
    opened: Cell | None,
    operands: Collection[Cell],
    places: Mapping[str, float],
    hidden: Collection[Cell],
) -> Iterator[Strip]:
    """The strips of a token's way; what follows the logits is drawn as bars."""
    for id, along in places.items():
        station = by_id()[id]
        numbers, before = (values(one, station)[token] for one in (through, trained))
        count = len(numbers)
        lit = [one.place for one in operands if one.station == id and one.token == token]
        unseen = [one.place for one in hidden if _is_at(one, id, token)]
        here = [opened.place] if opened and _is_at(opened, id, token) else []
        yield Strip(
            station=station,
            first=Cell(id, token, 0),
            count=count,
            box=box(along, 0, count, count),
            paths=tuple((shade, path(there, count, along)) for shade, there in shades(numbers, unseen)),
            heads=lines_between(HEADS, count, along) if station.kind in OF_HEADS else "",
            changed=path(changed(numbers, before), count, along),
            lit=path(lit, count, along),
            opened=path(here, count, along),
        )


def guest(through: Pass, cells: Sequence[Cell], along: float, middle: float) -> Strip:
    """A few neighbouring cells of another token, which are operands: beside its tile."""
    first, count = cells[0], len(cells)
    station = by_id()[first.station]
    numbers = values(through, station)[first.token]
    held = range(first.place, first.place + count)
    return Strip(
        station=station,
        first=first,
        count=count,
        box=box(along, 0, count, count, middle),
        paths=tuple(
            (shade, path(inside, count, along, middle))
            for shade, there in shades(numbers)
            if (inside := [place - first.place for place in there if place in held])
        ),
        lit=path(range(count), count, along, middle),
    )


def _is_at(cell: Cell, station: str, token: int) -> bool:
    return cell.station == station and cell.token == token


def changed(numbers: Array, before: Array) -> list[int]:
    """The places at which a change can be seen; what is masked before and after is none."""
    same = numbers == before  # two infinities, too
    with np.errstate(invalid="ignore"):
        return np.flatnonzero(~same & ~(np.abs(numbers - before) < CHANGED)).tolist()


def shades(numbers: Array, hidden: Sequence[int] = ()) -> Iterator[tuple[str, list[int]]]:
    """The places of each shade that occurs, from "n4" (far below 0) to "p4", relative to the largest of the numbers
    that are finite; "off" for the others. A hidden number has none."""
    finite = np.isfinite(numbers)
    held = np.where(finite, numbers, 0.0)
    steps = np.rint(SHADES * held / (float(np.abs(held).max()) or 1.0)).astype(int)
    for place in hidden:
        steps[place], finite[place] = 0, True
    for step in range(-SHADES, SHADES + 1):
        there = np.flatnonzero(steps == step)
        if step and len(there):
            yield f"{'n' if step < 0 else 'p'}{abs(step)}", there.tolist()
    if not finite.all():
        yield "off", np.flatnonzero(~finite).tolist()
