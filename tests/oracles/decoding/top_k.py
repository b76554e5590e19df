"""Top-k by brute force: of all sets of k tokens the one with the greatest mass, in fractions of the typed decimals.

Equal masses: the set whose sorted places come first, which keeps the lower index of two equal tokens.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    shares = [Fraction(str(p)) for p in parameters["probabilities"]]
    sets = combinations(
        range(len(shares)), parameters["k"]
    )  # in lexicographic order, and max keeps the first
    best = max(sets, key=lambda places: sum(shares[place] for place in places))
    mass = sum((shares[place] for place in best), Fraction(0))
    return {
        "kept": sorted(best, key=lambda place: shares[place], reverse=True),
        "mass": float(mass),
        "renormalized": [float(p / mass) if place in best else 0.0 for place, p in enumerate(shares)],
    }
