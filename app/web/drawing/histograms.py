"""Histograms."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.web.drawing.axes import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Axis, nice
from engine.solutions.columns import written

MOST_BARS = 12


@dataclass(frozen=True, slots=True)
class Histogram:
    """A histogram: the bars as x, y, width and height; the rows as from, to and count."""

    bars: tuple[tuple[float, float, float, float], ...]
    rows: tuple[tuple[str, str, int], ...]
    x: Axis
    y: Axis


def histogram(numbers: Sequence[float]) -> Histogram:
    """Counts numbers in bars of equal width between round numbers; one bar where all numbers are the same."""
    low, high = min(numbers), max(numbers)
    width = nice((high - low) / MOST_BARS) if high > low else abs(low) or 1.0
    first = math.floor(low / width)
    places = [math.floor(number / width) - first for number in numbers]
    counts = [places.count(place) for place in range(max(places) + 1)]
    return bars([(first + place) * width for place in range(len(counts) + 1)], counts)


def bars(marks: Sequence[float], counts: Sequence[int]) -> Histogram:
    """A histogram of these counts, each between a mark and the next."""
    x = Axis(marks[0], marks[-1], LEFT, end=WIDTH - RIGHT, log=False)
    y = Axis(0.0, float(max(counts)), HEIGHT - BOTTOM, end=TOP, log=False)
    drawn = tuple(
        (x.at(start), y.at(count), round(x.at(end) - x.at(start), 2), round(y.at(0) - y.at(count), 2))
        for start, end, count in zip(marks, marks[1:], counts, strict=False)
    )
    ends = [written(round(mark, 10)) for mark in marks]
    return Histogram(drawn, tuple(zip(ends, ends[1:], counts, strict=False)), x, y)
