"""Rotary scores from the distance alone: a pair is a complex number, and nothing is rotated before the product.

The score is the sum over the pairs of Re(q conj(k) e^(i (m - n) theta)).
"""

from cmath import exp
from math import fsum
from typing import Any


def pairs(vector: list[float]) -> list[complex]:
    """Column i of the first half belongs with column i of the second."""
    half = len(vector) // 2
    return [complex(x, y) for x, y in zip(vector[:half], vector[half:], strict=True)]


def expected(arguments: dict[str, Any]) -> Any:
    queries, keys = ([pairs(row) for row in arguments[name]] for name in "QK")
    count = len(queries[0])
    thetas = [arguments["base"] ** (-pair / count) for pair in range(count)]

    def score(query: list[complex], key: list[complex], distance: int) -> float:
        turned = zip(query, key, thetas, strict=True)
        return fsum((q * k.conjugate() * exp(1j * distance * theta)).real for q, k, theta in turned)

    apart = arguments["query_start"] - arguments["key_start"]
    return [[score(q, k, apart + m - n) for n, k in enumerate(keys)] for m, q in enumerate(queries)]
