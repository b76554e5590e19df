"""pass@k by brute force: every set of k samples is looked at. Where there are too many sets, the samples are drawn one
after the other, in exact fractions; no binomial takes part."""

from fractions import Fraction
from itertools import combinations, islice
from typing import Any

FEW = 20_000


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    n, c, k = (parameters[name] for name in "nck")
    samples = [True] * c + [False] * (n - c)
    found = [any(draw) for draw in islice(combinations(samples, k), FEW + 1)]
    if len(found) <= FEW:
        return {"pass_at_k": found.count(True) / len(found)}
    all_wrong = Fraction(1)
    for drawn in range(k):
        all_wrong *= Fraction(max(n - c - drawn, 0), n - drawn)
    return {"pass_at_k": float(1 - all_wrong)}
