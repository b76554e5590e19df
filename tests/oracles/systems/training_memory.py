"""Lays the training state out as a NumPy record, one field per number, and reads sizes and offsets from its layout.

A field of a fraction of a byte, or of three bytes, is as good as any other: fields are counted in bits.
"""

from fractions import Fraction
from typing import Any

import numpy as np

FIELDS = {"weight": 2, "gradient": 2, "master": 4, "m": 4, "v": 4}
ANSWERS = {
    "weight": "weights_gb",
    "gradient": "gradients_gb",
    "master": "master_gb",
    "m": "m_gb",
    "v": "v_gb",
}


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    bits = {name: 8 * Fraction(str(parameters.get(f"{name}_bytes", usual))) for name, usual in FIELDS.items()}
    scale = np.lcm.reduce([size.denominator for size in bits.values()])
    record = np.dtype([(name, "V1", (int(size * scale),)) for name, size in bits.items()])
    gigabytes = Fraction(parameters["parameters"]) / 8 / int(scale) / 10**9
    found = {answer: float(record[name].itemsize * gigabytes) for name, answer in ANSWERS.items()}
    return found | {"total_gb": float(record.itemsize * gigabytes)}
