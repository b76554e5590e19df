"""Logarithms of probabilities: infinite surprise where a probability is 0, and no digit lost near 0 or near 1."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.mathematics import lone
from engine.parameters import Array

SURE = 0.999  # beyond, a float has lost digits of what a probability lacks to 1; on paper its loss is 0.00 anyway


def sigmoid(x: float) -> float:
    """1 / (1 + e^-x), however large or small x is."""
    small = math.exp(-abs(x))
    return (1.0 if x >= 0 else small) / (1 + small)


def softplus(x: float) -> float:
    """ln(1 + e^x): minus the logarithm of the sigmoid of -x."""
    return lone(np.logaddexp(0.0, x))


def minus_ln(probability: float) -> float:
    """Minus the natural logarithm; infinite for 0."""
    return -math.log(probability) + 0.0 if probability > 0 else math.inf


def minus_logs(probabilities: Array, logarithm: Callable[[Array], Any] = np.log) -> Array:
    """Minus the logarithm of each probability; infinite for 0."""
    possible = probabilities > 0
    if possible.all():
        return np.asarray(-logarithm(probabilities) + 0.0)
    return np.where(possible, -logarithm(np.where(possible, probabilities, 1.0)) + 0.0, math.inf)
