"""Training as three forward passes (the backward pass costs two), inference as one, in exact fractions.

A forward pass is one multiplication and one addition per parameter and token.
"""

from fractions import Fraction
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    size, read, used = (
        Fraction(str(parameters[name])) for name in ("parameters", "training_tokens", "inference_tokens")
    )
    forward = 1 + 1  # per parameter and token
    passes = 3 * read + used
    return {
        "training": float(size * 3 * read * forward),
        "inference": float(size * used * forward),
        "total": float(size * passes * forward),
        "inference_share": float(used / passes),
    }
