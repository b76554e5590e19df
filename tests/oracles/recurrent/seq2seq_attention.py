"""Scores by PyTorch's own layers in float64: `bilinear`, `Linear` on the joined pair, and its fused attention.

The reduced rank score is the multiplicative one with the matrix U^T V. The additive one is a perceptron over the state
and the query joined end to end. Weights and context are one call of `scaled_dot_product_attention` each, in which a
query of 1 meets the scores as keys.
"""

from typing import Any

import torch
from torch.nn.functional import bilinear, linear, scaled_dot_product_attention


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    given = {
        name: torch.tensor(values, dtype=torch.float64)
        for name, values in parameters.items()
        if name != "score" and values is not None
    }
    states = given["states"]  # (n, d_h)
    queries = given["query"].expand(len(states), -1)  # (n, d_s)
    match parameters.get("score", "dot"):
        case "dot":
            scores = torch.einsum("nd,nd->n", queries, states)
        case "multiplicative":
            scores = bilinear(queries, states, given["w"][None])[:, 0]
        case "reduced_rank":
            scores = bilinear(queries, states, (given["u"].T @ given["v"])[None])[:, 0]
        case _:
            joined = torch.cat([states, queries], dim=1)
            hidden = torch.tanh(linear(joined, torch.cat([given["w_1"], given["w_2"]], dim=1)))
            scores = linear(hidden, given["v_a"][None])[:, 0]

    def attend(values: torch.Tensor) -> list[float]:
        one = torch.ones(1, 1, 1, 1, dtype=torch.float64)
        found: torch.Tensor = scaled_dot_product_attention(
            one, scores[None, None, :, None], values[None, None], scale=1.0
        )
        return found.flatten().tolist()

    return {
        "scores": scores.tolist(),
        "weights": attend(torch.eye(len(states), dtype=torch.float64)),
        "context": attend(states),
    }
