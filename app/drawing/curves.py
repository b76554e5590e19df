"""Where lines over an axis go, and the names of the points on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.drawing.axes import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis
from engine.pictures import Curve

TEXT = 15.0  # from a line of text to the next
UNDER, OVER = 27.0, HEIGHT - BOTTOM - 7  # the name of the y axis, and the ticks of the other


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """Of each mark the name, its place, and the height of the name beside it."""

    x: Axis
    y: Axis
    paths: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, float, float, float], ...]


def curve(picture: Curve) -> DrawnCurve:
    """Axes around all points, from zero where the scale is not logarithmic; lines as SVG points."""
    points = [point for line in picture.lines for point in line.points]
    points += [(x, y) for _, x, y in picture.marks]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across = Axis(min(xs), max(xs), LEFT, WIDTH - RIGHT, picture.log_x)
    lowest = min(ys) if picture.log_y or min(ys) > 0.5 * max(ys) else min(0.0, *ys)
    highest = max(ys) if max(ys) > lowest else lowest + 1  # all on one level
    up = Axis(lowest, highest, HEIGHT - BOTTOM, TOP, picture.log_y)
    paths = tuple(
        (line.name, " ".join(f"{across.at(x)},{up.at(y)}" for x, y in line.points)) for line in picture.lines
    )
    marks = [(name, across.at(x), up.at(y)) for name, x, y in picture.marks]
    beside = [0.0] * len(marks)
    for column in {x for _, x, _ in marks}:
        here = [n for n, (_, x, _) in enumerate(marks) if x == column]
        top = UNDER if column < WIDTH / 2 else TOP
        for n, height in zip(here, apart([marks[n][2] for n in here], top), strict=True):
            beside[n] = height
    return DrawnCurve(
        across, up, paths, tuple((*mark, height) for mark, height in zip(marks, beside, strict=True))
    )


def pad(last: float, low: float, high: float) -> tuple[Axis, Axis]:
    """The axes of a curve that is still to be drawn, from 0 to ``last``."""
    return Axis(0, last, LEFT, WIDTH - RIGHT, False), Axis(low, high, HEIGHT - BOTTOM, TOP, False)


def apart(heights: Sequence[float], top: float) -> list[float]:
    """Where the names of points that stand over each other are written: below the ``top``, above the ticks, and with
    a line of text between two of them."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = [max(height, top) for height in heights]
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + TEXT)
    over = min((found[order[-1]] - heights[order[-1]]) / 2, found[order[0]] - top)
    over = max(over, found[order[-1]] - OVER)
    return [round(height - over, 2) for height in found]
