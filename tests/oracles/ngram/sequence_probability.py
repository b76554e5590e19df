"""An exact product of fractions; logarithm and root by `decimal` with fifty digits, the root without the logarithm."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import prod
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    factors = [Fraction(str(p)) for p in parameters["conditionals"]]
    product = prod(factors, start=Fraction(1))
    if not product:
        return {"probability": 0.0, "log_probability": "-inf", "perplexity": "inf"}
    with localcontext() as context:
        context.prec = 50
        decimal = Decimal(product.numerator) / Decimal(product.denominator)
        return {
            "probability": float(product),
            "log_probability": float(decimal.ln()),
            "perplexity": float(1 / decimal ** (1 / Decimal(len(factors)))),
        }
