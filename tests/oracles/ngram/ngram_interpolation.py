"""A mixture as a weighted mean of the standard library, in fractions: times the weights' sum, should that miss 1."""

from fractions import Fraction
from statistics import fmean, mean
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    weights = [Fraction(str(weight)) for weight in parameters["weights"]]
    probabilities = [Fraction(str(p)) for p in parameters["probabilities"]]
    return {"probability": fmean(probabilities, weights) * mean(weights) * len(weights)}
