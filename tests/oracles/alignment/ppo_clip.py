"""The objective of PPO case by case, without a minimum and without a clip, in fractions of the typed decimals.

An advantage above zero earns no more beyond the upper limit; one below zero is held at the lower limit.
"""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    ratio, advantage, epsilon = (
        Fraction(str(parameters.get(name, "0.2"))) for name in ("ratio", "advantage", "epsilon")
    )
    high, low = ratio > 1 + epsilon, ratio < 1 - epsilon
    limited = 1 + epsilon if high else 1 - epsilon if low else ratio
    gains_nothing = (high and advantage > 0) or (low and advantage < 0)
    return {
        "unclipped": float(ratio * advantage),
        "clipped": float(limited * advantage),
        "objective": float((limited if gains_nothing else ratio) * advantage),
    }
