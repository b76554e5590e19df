"""Admits requests until memory is full: a binary search for the largest number of caches that still fits.

One request's size comes from NumPy views that claim the cache's shape without owning memory. All in bits and
fractions of the typed decimals, so a cache that fits exactly is not lost to a float.
"""

from bisect import bisect_right
from fractions import Fraction
from typing import Any

import numpy as np

BITS = {"GiB": 8 << 30, "GB": 8 * 10**9}


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    unit = BITS[parameters.get("unit", "GiB")]
    memory, weights = (Fraction(str(parameters[name])) * unit for name in ("memory", "weights"))
    cache = ["layers", "context", "kv_heads", "d_head"]
    keys_and_values = np.broadcast_to(np.empty((), dtype=np.int8), [2, *(parameters[name] for name in cache)])
    request = keys_and_values.size * Fraction(str(parameters["bytes_per_value"])) * 8
    too_many = 1
    while weights + too_many * request <= memory:
        too_many *= 2
    fitting = bisect_right(range(too_many), memory, key=lambda admitted: weights + admitted * request)
    # `fitting` counts the case of no request at all; it is 0 when not even the weights fit.
    return {"per_request_gib": float(request / BITS["GiB"]), "requests": max(fitting - 1, 0)}
