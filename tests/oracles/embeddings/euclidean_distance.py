"""Distance by the law of cosines, |u|^2 + |v|^2 - 2 u.v, in whole numbers and with `math.isqrt`.

Both vectors are scaled to integers by their common denominator, so that everything before the integer root
is exact; no difference of coordinates is ever formed.
"""

from fractions import Fraction
from math import isqrt, lcm
from typing import Any

GUARD = 10**40  # forty decimal places are kept in the integer root


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    u = [Fraction(str(entry)) for entry in parameters["u"]]
    v = [Fraction(str(entry)) for entry in parameters["v"]]
    unit = lcm(*(entry.denominator for entry in u + v))
    whole_u, whole_v = [int(entry * unit) for entry in u], [int(entry * unit) for entry in v]
    square = sum(a * a for a in whole_u) + sum(b * b for b in whole_v)
    square -= 2 * sum(a * b for a, b in zip(whole_u, whole_v, strict=True))
    return {"distance": float(Fraction(isqrt(square * GUARD**2), GUARD * unit))}
