"""Hands the training state out to the GPUs, part by part, as DeepSpeed's stages do, in fractions of a byte.

Each part (16-bit weights, 16-bit gradients, FP32 master copy, m and v) is either dealt in equal shares or given to
everybody; then one GPU's holdings are added up.
"""

from fractions import Fraction
from typing import Any

# Each part: its bytes per parameter, and the first stage that deals it out.
PARTS = {"master copy": (4, 1), "m": (4, 1), "v": (4, 1), "gradients": (2, 2), "weights": (2, 3)}


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    size, gpus = Fraction(parameters["parameters"]), parameters["gpus"]
    holdings = [Fraction(0)] * min(gpus, 2)  # all GPUs hold the same, so two of them tell
    for width, dealt_from in PARTS.values():
        share = Fraction(1, gpus) if parameters["stage"] >= dealt_from else Fraction(1)
        holdings = [held + width * size * share for held in holdings]
    assert len(set(holdings)) == 1
    return {"per_gpu_gb": float(holdings[0] / 10**9)}
