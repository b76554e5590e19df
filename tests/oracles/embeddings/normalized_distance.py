"""Distance between unit vectors as the chord of the angle between them: 2 sin(angle / 2).

The angle is atan2(sine, cosine), where both are roots of exact fractions: the sine's by Lagrange's identity
|u|^2 |v|^2 - (u.v)^2. Neither vector is ever normalised and no 2 - 2 cos is formed, so nothing cancels.
"""

from fractions import Fraction
from math import atan2, copysign, sin, sqrt
from typing import Any


def _product(left: list[Fraction], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    u = [Fraction(str(entry)) for entry in parameters["u"]]
    v = [Fraction(str(entry)) for entry in parameters["v"]]
    dot = _product(u, v)
    # A zero vector divides by zero here: the family has to refuse it.
    cosine_squared = dot**2 / (_product(u, u) * _product(v, v))
    sine = sqrt(1 - cosine_squared)
    cosine = copysign(sqrt(cosine_squared), dot) if dot else 0.0
    return {"cosine": cosine, "distance": 2 * sin(atan2(sine, cosine) / 2)}
