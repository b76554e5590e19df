"""Attention by PyTorch's fused `scaled_dot_product_attention` in float64.

The output is one call of it; the weights are what the same call returns for V = identity. So neither hangs
on the scores shown, which come from a broadcast product and `masked_fill`.
"""

from math import inf, sqrt
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention


def _rows(matrix: torch.Tensor) -> list[list[float | str]]:
    return [["-inf" if cell == -inf else cell for cell in row] for row in matrix.tolist()]


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    q = torch.tensor(parameters["Q"], dtype=torch.float64)  # (n_q, d_k)
    k = torch.tensor(parameters["K"], dtype=torch.float64)  # (n_k, d_k)
    v = torch.tensor(parameters["V"], dtype=torch.float64)  # (n_k, d_v)
    causal = bool(parameters.get("causal", False))
    divisor = sqrt(q.shape[1]) if parameters.get("scale", True) else 1.0
    if causal and len(q) != len(k):
        raise ValueError("causal attention needs as many queries as keys")

    raw = (q[:, None, :] * k[None, :, :]).sum(dim=2)  # (n_q, n_k)
    scaled = raw / divisor
    future = torch.ones_like(raw, dtype=torch.bool).triu(diagonal=1)
    masked = scaled.masked_fill(future, -inf) if causal else scaled

    def attend(values: torch.Tensor) -> torch.Tensor:
        batch = (q[None, None], k[None, None], values[None, None])  # (1, 1, n, d)
        return scaled_dot_product_attention(*batch, is_causal=causal, scale=1 / divisor)[0, 0]

    return {
        "raw_scores": _rows(raw),
        "scaled_scores": _rows(scaled),
        "masked_scores": _rows(masked),
        "weights": _rows(attend(torch.eye(len(k), dtype=torch.float64))),
        "output": _rows(attend(v)),
    }
