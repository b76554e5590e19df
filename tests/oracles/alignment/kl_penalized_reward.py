"""The penalized reward in fractions of the typed decimals, with beta multiplied out: r + beta logp_ref - beta logp."""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    reward, logp, logp_ref, beta = (
        Fraction(str(parameters[name])) for name in ("reward", "logp", "logp_ref", "beta")
    )
    total = reward + beta * logp_ref - beta * logp
    return {"penalty": float(reward - total), "total": float(total)}
