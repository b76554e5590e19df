"""Nearest neighbour decided on exact fractions: rank by the signed square of the cosine and by the square of
the distance, so that a tie is a tie and no root takes part in the choice.

Roots are taken only for the numbers shown, once each, from an exact square.
"""

from fractions import Fraction
from math import copysign, sqrt
from typing import Any


def _product(left: list[Fraction], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    query = [Fraction(str(entry)) for entry in parameters["query"]]
    agreement: dict[str, Fraction] = {}  # sign(cosine) * cosine^2
    separation: dict[str, Fraction] = {}  # distance^2
    for name, vector in parameters["candidates"].items():
        candidate = [Fraction(str(entry)) for entry in vector]
        dot = _product(query, candidate)
        # A zero vector divides by zero here: the family has to refuse it.
        agreement[name] = dot * abs(dot) / (_product(query, query) * _product(candidate, candidate))
        gap = [a - b for a, b in zip(query, candidate, strict=True)]
        separation[name] = _product(gap, gap)
    # Both sorts are stable: the candidate given first wins a tie.
    return {
        "cosine": {name: copysign(sqrt(abs(s)), s) for name, s in agreement.items()},
        "euclidean": {name: sqrt(s) for name, s in separation.items()},
        "nearest_by_cosine": sorted(agreement, key=lambda name: -agreement[name])[0],
        "nearest_by_euclidean": sorted(separation, key=lambda name: separation[name])[0],
    }
