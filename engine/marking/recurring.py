"""Wrong numbers beside their keys: how many share a ratio, or a difference."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.answers.reading import Number


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The ratio and the difference between an answer and its key, and how many of the answers share each, this one
    included. None where the key is 0, or where the cells do not agree on one."""

    ratio: float | None
    same_ratio: int
    difference: float | None
    same_difference: int


def recurring(answers: Sequence[tuple[Sequence[Number], Sequence[float]]]) -> list[Recurrence]:
    """The recurrence of each answer, given as its wrong cells and their keys; alike is what rounding can make so."""
    ratios = [_agreed(*_ratios(typed, keys)) for typed, keys in answers]
    differences = [_agreed(*_differences(typed, keys)) for typed, keys in answers]
    counts = zip(ratios, _counted(ratios), differences, _counted(differences), strict=True)
    return [Recurrence(ratio[0], same, off[0], as_far) for ratio, same, off, as_far in counts]


def _half(number: Number) -> float:
    """Half a last place of a number as it was typed."""
    exponent = number.value.as_tuple().exponent
    return 0.5 * 10.0 ** max(-12, exponent) if isinstance(exponent, int) else 0.0


def _ratios(typed: Sequence[Number], keys: Sequence[float]) -> tuple[list[float], list[float]]:
    if any(abs(key) < 1e-12 for key in keys):
        return [], []
    pairs = list(zip(typed, keys, strict=True))
    return [float(x.value) / key for x, key in pairs], [_half(x) / abs(key) for x, key in pairs]


def _differences(typed: Sequence[Number], keys: Sequence[float]) -> tuple[list[float], list[float]]:
    return [float(x.value) - key for x, key in zip(typed, keys, strict=True)], [_half(x) for x in typed]


def _agreed(values: list[float], widths: list[float]) -> tuple[float | None, float]:
    """The value that all cells allow, and how exactly it is known."""
    if not values or not np.isfinite(values).all():
        return None, 0.0
    low = max(x - width for x, width in zip(values, widths, strict=True))
    high = min(x + width for x, width in zip(values, widths, strict=True))
    best = min(range(len(values)), key=lambda n: widths[n])
    return (values[best], widths[best]) if low <= high + 1e-12 else (None, 0.0)


def _counted(found: Sequence[tuple[float | None, float]]) -> list[int]:
    values = np.array([np.nan if x is None else x for x, _ in found])
    widths = np.array([width for _, width in found])
    near = np.abs(values[:, None] - values) <= widths[:, None] + widths + 1e-9 * np.abs(values)
    return [int(row.sum()) for row in near]
