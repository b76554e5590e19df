"""Allocates the cache as PyTorch tensors on the meta device and asks them for `nbytes`: no product of six.

A value narrower than a byte, or of an odd width, is laid out bit by bit: one boolean cell per bit.
"""

from fractions import Fraction
from typing import Any

import torch

KEYS_AND_VALUES = 2
FORMATS = {1: torch.int8, 2: torch.bfloat16, 4: torch.float32, 8: torch.float64}


def _allocated(*shape: int, bytes_per_value: Fraction) -> Fraction:
    if bytes_per_value in FORMATS:
        whole = FORMATS[int(bytes_per_value)]
        return Fraction(torch.empty(KEYS_AND_VALUES, *shape, dtype=whole, device="meta").nbytes)
    bits = 8 * bytes_per_value
    cells = torch.empty(KEYS_AND_VALUES, *shape, bits.numerator, dtype=torch.bool, device="meta")
    return Fraction(cells.nbytes, 8 * bits.denominator)


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    layers, context, batch = parameters["layers"], parameters["context"], parameters.get("batch", 1)
    token = parameters["kv_heads"], parameters["d_head"]
    size = Fraction(str(parameters["bytes_per_value"]))
    total = _allocated(batch, layers, context, *token, bytes_per_value=size)
    return {
        "bytes_per_token_per_layer": _plain(_allocated(*token, bytes_per_value=size)),
        "bytes_per_token": _plain(_allocated(layers, *token, bytes_per_value=size)),
        "total_bytes": _plain(total),
        "total_gib": float(total / 2**30),
    }
