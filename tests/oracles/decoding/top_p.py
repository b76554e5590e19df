"""Top-p by brute force over all sets of tokens, in fractions of the typed decimals.

Of the sets with mass p or more the smallest, among these the one with the greatest mass, among these the one whose
sorted places come first. A list that never reaches p is kept whole.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    shares = [Fraction(str(p)) for p in parameters["probabilities"]]
    wanted = Fraction(str(parameters["p"]))

    def mass_of(places: tuple[int, ...]) -> Fraction:
        return sum((shares[place] for place in places), Fraction(0))

    best = tuple(range(len(shares)))
    for size in range(1, len(shares)):
        largest = max(combinations(range(len(shares)), size), key=mass_of)
        if mass_of(largest) >= wanted:
            best = largest
            break
    mass = mass_of(best)
    return {
        "kept": sorted(best, key=lambda place: shares[place], reverse=True),
        "mass": float(mass),
        "renormalized": [float(p / mass) if place in best else 0.0 for place, p in enumerate(shares)],
    }
