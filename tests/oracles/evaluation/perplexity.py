"""Perplexity as the inverse geometric mean: an exact product, then its root by bisection.

No logarithm takes part in the perplexity; the cross-entropies are read off it afterwards, one logarithm
each, so that an average of logarithms is never formed.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import prod
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    inverses = [1 / Fraction(str(p)) if p else None for p in parameters["probabilities"]]
    finite = [inverse for inverse in inverses if inverse is not None]
    if len(finite) < len(inverses):  # one impossible token: the text is infinitely surprising
        return {"nats": "inf", "bits": "inf", "perplexity": "inf"}
    text = prod(finite, start=Fraction(1))  # one over the probability of the whole text
    with localcontext() as context:
        context.prec = 60
        target = Decimal(text.numerator) / Decimal(text.denominator)
        low = Decimal(min(finite).numerator) / Decimal(min(finite).denominator)
        high = Decimal(max(finite).numerator) / Decimal(max(finite).denominator)
        while high - low > high * Decimal("1e-45"):
            middle = (low + high) / 2
            low, high = (middle, high) if middle ** len(finite) < target else (low, middle)
        nats = high.ln()
        return {"nats": float(nats), "bits": float(nats / Decimal(2).ln()), "perplexity": float(high)}
