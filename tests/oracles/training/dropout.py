"""Inverted dropout in exact fractions: kept with probability 1 - p, the output has the old value as its mean."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    keep = 1 - Fraction(str(parameters["p"]))
    outputs = []
    for value, kept in zip(parameters["x"], parameters["mask"], strict=True):
        output = Fraction(str(value)) / keep
        assert keep * output + (1 - keep) * 0 == Fraction(str(value))
        outputs.append(float(output) if kept else 0.0)
    return {"output": outputs}
