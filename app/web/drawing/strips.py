"""Box plots above one another on one scale, with a dot for each value."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from app.web.drawing.axes import Axis
from engine.marking.distribution import Distribution

WIDTH = 440.0
LEFT, RIGHT = 12.0, 20.0
FOOT = 28.0
LABEL = 20.0  # the height of a row's name
DOT = 2.6
LEAST_HALF, MOST_HALF = 16.0, 46.0  # of a row without its name: higher piles of dots are pressed together
LEAST_FOR_A_BOX = 5  # quartiles of fewer are no more than their values


@dataclass(frozen=True, slots=True)
class Box:
    """A box and its whiskers: the places of the lowest value, the quartiles with the median, and the highest one."""

    low: float
    first: float
    median: float
    third: float
    high: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A row: its name at ``top``, its middle, its dots, the place of the mean, and a box where there are enough."""

    name: str
    top: float
    middle: float
    dots: tuple[tuple[float, float], ...]
    mean: float
    box: Box | None


@dataclass(frozen=True, slots=True)
class Strips:
    """All rows in a view box of this height, above one scale in percent."""

    rows: tuple[Strip, ...]
    x: Axis
    height: float


def strips(groups: Sequence[tuple[str, Distribution]]) -> Strips:
    """Lays out one row for each group, whose values are shares; equal ones lie beside one another."""
    most = max([1.0, *(float(one.high) for _, one in groups)])
    x = Axis(0.0, 100 * most, LEFT, end=WIDTH - RIGHT, log=False)
    rows, top = [], 0.0
    for name, one in groups:
        places = [x.at(100 * float(share)) for share in one.values]
        piled = _apart(places)
        high = max(map(abs, piled))
        half = min(max(high + 2 * DOT, LEAST_HALF), MOST_HALF)
        press = min(1.0, (half - 2 * DOT) / high) if high else 1.0
        middle = top + LABEL + half
        dots = tuple(zip(places, (round(middle + press * by, 2) for by in piled), strict=True))
        rows.append(
            Strip(name, top + LABEL - 6, round(middle, 2), dots, x.at(100 * float(one.mean)), _box(one, x))
        )
        top += LABEL + 2 * half
    return Strips(tuple(rows), x, round(top + FOOT, 2))


def _box(one: Distribution, x: Axis) -> Box | None:
    if len(one.values) < LEAST_FOR_A_BOX:
        return None
    five = (one.low, one.first_quartile, one.median, one.third_quartile, one.high)
    return Box(*(x.at(100 * float(share)) for share in five))


def _apart(places: Sequence[float]) -> list[float]:
    """Returns how far below the middle each dot lies, so that none covers another: below and above it in turn. The
    places are in order."""
    found: list[float] = []
    for n, across in enumerate(places):
        near = [found[k] for k in range(n) if across - places[k] < 2 * DOT]
        steps = (side * step * 2 * DOT for step in count() for side in ((1, -1) if step else (1,)))
        found.append(next(by for by in steps if all(abs(by - other) >= 2 * DOT - 1e-9 for other in near)))
    return found
