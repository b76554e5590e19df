"""The layout of many small signs in lanes, in columns from left to right, with lines between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.web.drawing.links import Point, link

SIGN = 8.0  # from the middle of a sign to its edge
ACROSS, DOWN = (
    26.0,
    13.0,
)  # from one sign to the next of its cell: they zigzag, so that each has its way to the right
LABEL, GAP, PAD = 232.0, 50.0, 15.0


@dataclass(frozen=True, slots=True)
class Lanes:
    """The middle of each sign, the top and height of each lane, SVG paths, and the size of the view box."""

    places: Mapping[str, Point]
    lanes: tuple[tuple[float, float], ...]
    lines: tuple[str, ...]
    size: Point


def lanes(cells: Sequence[Sequence[Sequence[str]]], leads_to: Mapping[str, Sequence[str]]) -> Lanes:
    """Lays out the names in the ``cells`` of each lane, one cell per column."""
    starts = [LABEL]
    for column in zip(*cells, strict=True):
        starts.append(starts[-1] + ACROSS * min(2, max(map(len, column))) + GAP)
    places: dict[str, Point] = {}
    found: list[tuple[float, float]] = []
    top = 0.0
    for lane in cells:
        found.append((top, DOWN * (max(map(len, lane)) - 1) + 2 * PAD))
        middle = top + found[-1][1] / 2
        for start, cell in zip(starts, lane, strict=False):
            for place, name in enumerate(cell):
                x = start + ACROSS * (place % 2 + 0.5)
                places[name] = (x, middle + DOWN * (place - (len(cell) - 1) / 2))
        top += found[-1][1]
    lines = tuple(
        link((places[name][0] + SIGN, places[name][1]), (places[other][0] - SIGN, places[other][1]))
        for name, others in leads_to.items()
        for other in others
    )
    return Lanes(places, tuple(found), lines, (starts[-1], top))
