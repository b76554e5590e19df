"""Figures of item analysis, in the field's standard terms: how hard a question is, and whom it tells apart."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean

LEAST_PEOPLE = 10  # a correlation of fewer says nothing
MOST_IDLE = 30.0  # minutes


def facility(shares: Sequence[float]) -> float | None:
    """The facility index: the mean of what was earned of the question's points, 1 where everybody got all of them."""
    return fmean(shares) if shares else None


def discrimination(groups: Iterable[Sequence[tuple[float, float]]]) -> float | None:
    """The corrected item-total correlation: Pearson's r of the item score x and the rest score y of the same person,

        r = sum((x - mx)(y - my)) / sqrt(sum((x - mx)^2) sum((y - my)^2)),

    where y is the total without the item. Each group is a course; mx and my are its own means, so that an easier course
    does not pass for a difference between people. None below ten people, and where nobody differs in x or in y.
    """
    differences = []
    for group in groups:
        if group:
            mean_x, mean_y = fmean(x for x, _ in group), fmean(y for _, y in group)
            differences += [(x - mean_x, y - mean_y) for x, y in group]
    if len(differences) < LEAST_PEOPLE:
        return None
    spread_x, spread_y = (math.sqrt(math.fsum(one[k] ** 2 for one in differences)) for k in (0, 1))
    if spread_x < 1e-9 or spread_y < 1e-9:
        return None
    return math.fsum(x * y for x, y in differences) / (spread_x * spread_y)


def working_time(answered: Iterable[float]) -> float:
    """Minutes from the beginning of a sheet to the last first answer to a part; ``answered`` says after how many
    minutes each came. Of every wait between two of these moments at most thirty count: what is longer was not work."""
    moments = [0.0, *sorted(minute for minute in answered if minute > 0)]
    return sum(min(later - earlier, MOST_IDLE) for earlier, later in pairwise(moments))
