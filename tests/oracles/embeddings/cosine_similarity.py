"""Cosine from lengths alone, exact until one square root at 50 digits.

The dot product comes from the polarisation identity u.v = (|u+v|^2 - |u-v|^2) / 4 and the cosine as the
signed root of (u.v)^2 / (|u|^2 |v|^2), in fractions of the typed decimals: no product of two norms, no float.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any


def _squared_length(vector: list[Fraction]) -> Fraction:
    return sum((entry**2 for entry in vector), Fraction(0))


def _root(square: Fraction) -> float:
    with localcontext() as context:
        context.prec = 50
        return float((Decimal(square.numerator) / Decimal(square.denominator)).sqrt())


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    u = [Fraction(str(entry)) for entry in parameters["u"]]
    v = [Fraction(str(entry)) for entry in parameters["v"]]
    plus = _squared_length([a + b for a, b in zip(u, v, strict=True)])
    minus = _squared_length([a - b for a, b in zip(u, v, strict=True)])
    dot = (plus - minus) / 4
    # A zero vector divides by zero here: the family has to refuse it.
    cosine = _root(dot**2 / (_squared_length(u) * _squared_length(v)))
    return {
        "dot": float(dot),
        "norm_u": _root(_squared_length(u)),
        "norm_v": _root(_squared_length(v)),
        "cosine": -cosine if dot < 0 else cosine,
    }
