"""Honest people other than those who made the bands: how they fare with them, and how far the nearest mistake is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.answers import cells
from engine.rounding.bands import Band
from engine.rounding.chains import everybody
from engine.rounding.people import Crowd
from engine.rounding.people import everybody as people
from engine.variants import Variant

OTHERS = Crowd(people(), seed=1)


def right_by_style(variant: Variant, right: Counter[str], tried: Counter[str]) -> None:
    """Counts people by style: all who can go on to the end, and those whose whole sheet lies within the bands."""
    reached = everybody(variant.exact, [asked.name for asked in variant.asked], crowd=OTHERS)
    fine, lost = np.ones(OTHERS.size, dtype=bool), np.zeros(OTHERS.size, dtype=bool)
    for asked in variant.asked:
        for band, numbers in zip(asked.bands, reached[asked.name], strict=True):
            if band is not None and numbers is not None and np.isfinite(band.exact):
                lost |= ~np.isfinite(numbers)
                typed = OTHERS.typed(numbers, asked.step.form)
                fine &= (band.low <= typed) & (typed <= band.high)
    for person, is_right, is_lost in zip(OTHERS.people, fine, lost, strict=True):
        if not is_lost:
            tried[person.style] += 1
            right[person.style] += bool(is_right)


def distance(variant: Variant, made: Sequence[Sequence[Any] | None]) -> float:
    """The distance of a mistake from the key where it shows most, as a multiple of how far honest people come; infinite
    where it gives something else than numbers or does not reach a part. ``made`` are the cells of each asked part."""
    farthest = 0.0
    for asked, mine in zip(variant.asked, made, strict=True):
        keys = cells.cells(asked.key)
        if mine is None or len(mine) != len(keys):
            return np.inf
        for x, key, band in zip(mine, keys, asked.bands, strict=True):
            farthest = max(farthest, _times(x, key, band))
    return farthest


def _times(x: Any, key: Any, band: Band | None) -> float:
    if band is None or not np.isfinite(band.exact) or not np.isfinite(x):
        return 0.0 if x == key else float(np.inf)
    return abs(float(x) - band.exact) / (band.high - band.exact)


def shares(right: Mapping[str, int], tried: Mapping[str, int]) -> dict[str, float]:
    """The share of right sheets for each style."""
    return {style: right[style] / count for style, count in tried.items()}
