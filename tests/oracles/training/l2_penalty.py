"""The L2 penalty in exact fractions: each weight of however deep a nest is met one by one."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any


def _each(weights: Any) -> Iterator[Fraction]:
    if isinstance(weights, list):
        for item in weights:
            yield from _each(item)
    else:
        yield Fraction(str(weights))


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    strength, data_loss = (Fraction(str(parameters[name])) for name in ("strength", "data_loss"))
    penalty = strength * sum((weight * weight for weight in _each(parameters["weights"])), Fraction(0))
    return {"penalty": float(penalty), "total_loss": float(data_loss + penalty)}
