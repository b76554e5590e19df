"""ALiBi by repeated multiplication and a walk over the positions; the weights by PyTorch's fused attention.

The slopes are the powers of their first one, whose logarithm to base 2 is -8 / heads. A row of the bias is the row
above, moved down by one slope. The weights are what `scaled_dot_product_attention` returns for V = identity, with
scores + bias as its mask.
"""

from math import inf
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    heads, n = parameters["heads"], parameters["n"]
    first = float(torch.exp2(torch.tensor(-8 / heads, dtype=torch.float64)))
    slopes = [first]
    while len(slopes) < heads:
        slopes.append(slopes[-1] * first)
    rows: list[list[float]] = []
    for i in range(n):
        above = rows[-1][:i] if rows else []
        rows.append([*(bias - first for bias in above), 0.0, *[-inf] * (n - 1 - i)])
    bias = torch.tensor(rows, dtype=torch.float64)
    given = parameters.get("scores")
    scores = torch.zeros_like(bias) if given is None else torch.tensor(given, dtype=torch.float64)
    nothing = torch.zeros(n, 1, dtype=torch.float64)
    identity = torch.eye(n, dtype=torch.float64)
    weights = scaled_dot_product_attention(nothing, nothing, identity, attn_mask=scores + bias)

    def plain(matrix: torch.Tensor) -> list[list[float | str]]:
        return [["-inf" if cell == -inf else cell for cell in row] for row in matrix.tolist()]

    return {
        "slopes": slopes,
        "bias": plain(bias),
        "biased_scores": plain(scores + bias),
        "weights": weights.tolist(),
    }
