"""The law in decimal logarithms: each term is ten to the power lg A - alpha lg N, with 50 digits; nothing is raised and
then divided."""

from decimal import Decimal, localcontext
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    with localcontext() as context:
        context.prec = 50
        number = {name: Decimal(str(value)) for name, value in parameters.items()}

        def term(factor: str, exponent: str, of: str) -> Decimal:
            return Decimal(10) ** (number[factor].log10() - number[exponent] * number[of].log10())

        capacity, data = term("A", "alpha", "parameters"), term("B", "beta", "tokens")
        return {
            "capacity_term": float(capacity),
            "data_term": float(data),
            "loss": float(number["E"] + capacity + data),
        }
