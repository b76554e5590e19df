"""How some shares are spread: mean, quartiles and standard deviation, exact where that is possible."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Distribution:
    """The figures of at least one value; ``deviation`` is the standard deviation of these people, who are all there
    are: the sum of squares is divided by their number."""

    values: tuple[Fraction, ...]
    mean: Fraction
    low: Fraction
    first_quartile: Fraction
    median: Fraction
    third_quartile: Fraction
    high: Fraction
    deviation: float


def distribution(values: Iterable[Fraction]) -> Distribution | None:
    """Returns None without values. Quartiles lie between neighbours on a straight line (type 7 of Hyndman and Fan, the
    usual one of spreadsheets)."""
    ordered = tuple(sorted(values))
    if not ordered:
        return None
    mean = sum(ordered, Fraction(0)) / len(ordered)
    variance = sum(((one - mean) ** 2 for one in ordered), Fraction(0)) / len(ordered)
    low, first, middle, third, high = (_quantile(ordered, Fraction(n, 4)) for n in range(5))
    return Distribution(
        values=ordered,
        mean=mean,
        low=low,
        first_quartile=first,
        median=middle,
        third_quartile=third,
        high=high,
        deviation=math.sqrt(variance),
    )


def _quantile(ordered: Sequence[Fraction], share: Fraction) -> Fraction:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
