"""Reads bit patterns: positive numbers in order of their patterns are in order of size.

Where PyTorch has the format, `torch.finfo` gives the numbers, and the pattern of 1.0 the bias. Else every pattern is
decoded by the definition, in fractions, and the neighbours of infinity, of the subnormals and of 1 are looked at.
"""

from fractions import Fraction
from typing import Any

import torch

KNOWN = {
    (5, 10): (torch.float16, torch.int16),
    (8, 7): (torch.bfloat16, torch.int16),
    (8, 23): (torch.float32, torch.int32),
    (11, 52): (torch.float64, torch.int64),
}


def _asked_of_torch(exponent_bits: int, mantissa_bits: int) -> dict[str, Any]:
    kind, whole = KNOWN[exponent_bits, mantissa_bits]
    info = torch.finfo(kind)
    one = int(torch.ones((), dtype=kind).view(whole))
    return {
        "bits": info.bits,
        "bias": one >> mantissa_bits,
        "largest": info.max,
        "smallest_normal": info.smallest_normal,
        "epsilon": info.eps,
    }


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    exponent_bits, mantissa_bits = parameters["exponent_bits"], parameters["mantissa_bits"]
    if (exponent_bits, mantissa_bits) in KNOWN:
        return _asked_of_torch(exponent_bits, mantissa_bits)
    fields = 1 << exponent_bits  # field 0 is for subnormals, the last for infinity
    middle = (fields - 2) // 2  # as many fields from 1 to here as above: the exponent 0

    def value(pattern: int) -> Fraction:
        field, stored = divmod(pattern, 1 << mantissa_bits)
        power = Fraction(1 << field, 1 << middle)
        return (1 + Fraction(stored, 1 << mantissa_bits)) * power

    infinity, one = (fields - 1) << mantissa_bits, middle << mantissa_bits
    return {
        "bits": (2 * infinity + 2 * (1 << mantissa_bits)).bit_length() - 1,  # all patterns, of both signs
        "bias": middle,
        "largest": float(value(infinity - 1)),
        "smallest_normal": float(value(1 << mantissa_bits)),
        "epsilon": float(value(one + 1) - value(one)),
    }
