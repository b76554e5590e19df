"""Lays a million weights out bit by bit, one boolean cell per bit, and asks PyTorch for the size (meta device)."""

from fractions import Fraction
from typing import Any

import torch

MILLION = 10**6


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    bits = Fraction(str(parameters["bits"]))
    cells = torch.empty(MILLION, bits.numerator, dtype=torch.bool, device="meta")
    million = Fraction(cells.nbytes, 8 * bits.denominator)
    return {"gb": float(Fraction(parameters["parameters"]) / MILLION * million / 10**9)}
