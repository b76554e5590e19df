"""Solves 6 N (r N) = C for N by bisection with 50 decimal digits: no square root, no solved formula."""

from decimal import Decimal, localcontext
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    with localcontext() as context:
        context.prec = 50
        budget = Decimal(str(parameters["compute"]))
        ratio = Decimal(str(parameters.get("tokens_per_parameter", 20)))

        def cost(size: Decimal) -> Decimal:
            return 6 * size * (ratio * size)

        low, high = Decimal(1), Decimal(1)
        while cost(low) > budget:
            low /= 10
        while cost(high) < budget:
            high *= 10
        while high - low > high * Decimal("1e-40"):
            middle = (low + high) / 2
            low, high = (middle, high) if cost(middle) < budget else (low, middle)
        return {"parameters": float(high), "tokens": float(ratio * high)}
