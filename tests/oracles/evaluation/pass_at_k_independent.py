"""The first success comes at try 1, or 2, or ... k: the sum of these probabilities, in exact fractions."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    p = Fraction(str(parameters["p"]))
    total, still_trying = Fraction(0), Fraction(1)
    for _ in range(parameters["k"]):
        total += still_trying * p
        still_trying -= still_trying * p
    return {"pass_at_k": float(total)}
