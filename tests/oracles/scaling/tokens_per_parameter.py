"""Tokens per parameter as an exact fraction of the typed decimals, and what it is of 20 to 1."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    tokens, size = Fraction(str(parameters["tokens"])), Fraction(str(parameters["parameters"]))
    return {"ratio": float(tokens / size), "multiple": float(tokens / (20 * size))}
