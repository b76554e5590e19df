"""Softmax with temperature by `scipy.special.softmax`; exponentials as powers in 50 digits, of what is left beneath the
largest where that is above 100."""

from decimal import Decimal, localcontext
from typing import Any

import numpy as np
from scipy.special import softmax  # type: ignore[import-untyped]


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    scaled = np.divide(parameters["logits"], parameters["temperature"])
    with localcontext() as context:
        context.prec = 50
        exact = [Decimal(str(z)) / Decimal(str(parameters["temperature"])) for z in parameters["logits"]]
        top = max(exact) if max(exact) > 100 else Decimal(0)
        exponentials = [float((s - top).exp()) for s in exact]
    return {
        "scaled": scaled.tolist(),
        "exponentials": exponentials,
        "probabilities": softmax(scaled).tolist(),
    }
