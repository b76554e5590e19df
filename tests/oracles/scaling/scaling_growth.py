"""The growth by roots: with exponents of at most two decimals, the factor's hundredth is a whole power of the compute.

k^0.73 is the x with x^100 = k^73, found by bisection with 60 digits.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    with localcontext() as context:
        context.prec = 60
        compute = Decimal(str(parameters["compute_factor"]))
        growth = {
            name: _power(compute, Fraction(str(parameters[f"{name}_exponent"])))
            for name in ("parameter", "token")
        }
        return {
            "parameter_factor": float(growth["parameter"]),
            "token_factor": float(growth["token"]),
            "ratio_factor": float(growth["token"] / growth["parameter"]),
        }


def _power(base: Decimal, exponent: Fraction) -> Decimal:
    target = base**exponent.numerator
    low, high = Decimal(0), max(Decimal(1), base) ** 2
    while high - low > high * Decimal("1e-40"):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**exponent.denominator < target else (low, middle)
    return high
