"""The shapes of tensors that PyTorch really computes with, on the meta device."""

from typing import Any

import torch
from torch import nn


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    n, width, heads = parameters["n"], parameters["d_model"], parameters["heads"]
    shared = parameters.get("kv_heads") or heads
    x = torch.empty(n, width, device="meta")
    queries = nn.Linear(width, width, bias=False, device="meta")(x).unflatten(1, (heads, -1)).transpose(0, 1)
    keys = nn.Linear(width, queries.shape[2] * shared, bias=False, device="meta")(x)
    keys = keys.unflatten(1, (shared, -1)).transpose(0, 1)
    scores = queries @ keys.repeat_interleave(heads // shared, dim=0).transpose(1, 2)
    values = keys.repeat_interleave(heads // shared, dim=0)
    output = nn.Linear(width, width, bias=False, device="meta")((scores @ values).transpose(0, 1).flatten(1))
    shapes = {"q_shape": queries, "k_shape": keys, "scores_shape": scores, "output_shape": output}
    return {"d_head": queries.shape[2]} | {name: list(made.shape) for name, made in shapes.items()}
