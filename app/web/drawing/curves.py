"""The layout of lines over an axis, and of the names of points on them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from app.web.drawing.axes import BOTTOM, HEIGHT, LEFT, LETTER, RIGHT, TOP, WIDTH, Axis, step_of
from app.web.drawing.labels import Box, Room
from engine.solutions.columns import column
from engine.solutions.pictures import Curve

EVERY = 5.0  # the step along a line at which it is kept free of names
LEVEL = 1e-9  # a curve that rises by less than this share of its height is flat


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A curve to draw: for each mark its name, its place, and the place of the name with its anchor."""

    x: Axis
    y: Axis
    paths: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, float, float, tuple[float, float, str]], ...]


def curve(picture: Curve) -> DrawnCurve:
    """Lays out a curve: axes around all points, from zero where the scale is not logarithmic; lines as SVG points."""
    points = [point for line in picture.lines for point in line.points]
    xs, ys = zip(*points, *((x, y) for _, x, y in picture.marks), strict=True)
    of_steps, of_counts = (
        all(number == round(number) for number in side) for side in zip(*points, strict=True)
    )
    across = Axis(min(xs), max(xs), LEFT, end=WIDTH - RIGHT, log=picture.log_x, whole=of_steps)
    up = _up((*ys, *picture.spans), picture.log_y, of_counts)
    places = [[(across.at(x), up.at(y)) for x, y in line.points] for line in picture.lines]
    paths = tuple(
        (line.name, " ".join(f"{x},{y}" for x, y in found))
        for line, found in zip(picture.lines, places, strict=True)
    )
    marks = [(name, across.at(x), up.at(y)) for name, x, y in picture.marks]
    covered = (
        [_around(x, y, 3) for x, y in found] if line.style == "dots" else _along(found)
        for line, found in zip(picture.lines, places, strict=True)
        if line.style != "faint"
    )
    room = Room([_around(x, y, 5) for _, x, y in marks], [box for boxes in covered for box in boxes])
    room.taken.append((60, 0, 64 + 1.2 * LETTER * len(picture.y), 15))  # as on a phone, where letters grow
    return DrawnCurve(
        across, up, paths, tuple((*mark, room.free(mark[1], mark[2], mark[0])) for mark in marks)
    )


def as_text(picture: Curve) -> list[tuple[list[str], list[str]]]:
    """The x and the y values of each line, in words: those of all lines have equally many decimals."""
    points = [point for line in picture.lines for point in line.points]
    xs, ys = (iter(column(side)) for side in zip(*points, strict=True))
    return [
        (list(islice(xs, len(line.points))), list(islice(ys, len(line.points)))) for line in picture.lines
    ]


def pad(last: float, low: float, high: float) -> tuple[Axis, Axis]:
    """The axes of a curve that is still to be drawn, from 0 to ``last``."""
    return Axis(0, last, LEFT, end=WIDTH - RIGHT, log=False), Axis(
        low, high, HEIGHT - BOTTOM, end=TOP, log=False
    )


def _up(ys: Sequence[float], log: bool, whole: bool) -> Axis:
    """The y axis: from 0 where the values are not far away from it, up to a tick."""
    low, high = min(ys), max(ys)
    if log:
        return Axis(low, high, HEIGHT - BOTTOM, end=TOP, log=log)
    low = low if low > 0.5 * high else min(0.0, low)
    if high - low <= LEVEL * abs(high):  # all on one level
        high += max(1.0, 0.1 * abs(high))
    step = step_of(low, high, whole)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return Axis(first * step, last * step, HEIGHT - BOTTOM, end=TOP, log=log, whole=whole)


def _along(places: Sequence[tuple[float, float]]) -> Iterator[Box]:
    """Small boxes along a line, to keep names off it."""
    for (x, y), (to_x, to_y) in pairwise(places):
        count = max(1, math.ceil(math.hypot(to_x - x, to_y - y) / EVERY))
        for n in range(count + 1):
            yield _around(x + (to_x - x) * n / count, y + (to_y - y) * n / count, 2)


def _around(x: float, y: float, size: float) -> Box:
    return x - size, y - size, x + size, y + size
