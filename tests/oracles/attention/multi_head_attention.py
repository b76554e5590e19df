"""`torch.nn.MultiheadAttention` in float64, given the exercise's matrices transposed; where its shapes do not allow the
exercise's (it wants d columns in all), `scaled_dot_product_attention` on a batch of heads."""

from typing import Any

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


def matrix(parameters: dict[str, Any], name: str) -> torch.Tensor:
    return torch.tensor(parameters[name], dtype=torch.float64)


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    heads = parameters.get("heads", 1)
    tokens = matrix(parameters, "X")
    memory = matrix(parameters, "memory") if parameters.get("memory") is not None else tokens
    causal = bool(parameters.get("causal", False))
    q, k, v = (
        torch.einsum("nd,dk->nk", rows, matrix(parameters, name))
        for rows, name in ((tokens, "w_q"), (memory, "w_k"), (memory, "w_v"))
    )

    def attend(values: torch.Tensor) -> torch.Tensor:
        """One batch entry per head: (heads, n, d_v)."""
        queries, keys = (torch.stack(rows.tensor_split(heads, dim=1)) for rows in (q, k))
        return scaled_dot_product_attention(queries, keys, values, is_causal=causal)

    weights = attend(torch.eye(len(memory), dtype=torch.float64).expand(heads, -1, -1))
    outputs = attend(torch.stack(v.tensor_split(heads, dim=1)))
    concatenated = torch.cat(list(outputs), dim=1)
    given = parameters.get("w_o") is not None
    output = concatenated @ matrix(parameters, "w_o") if given else concatenated
    width = tokens.shape[1]
    if given and q.shape[1] == v.shape[1] == output.shape[1] == memory.shape[1] == width:
        weights, output = by_module(parameters, tokens, memory, heads, causal)
    return {
        "Q": q.tolist(),
        "K": k.tolist(),
        "V": v.tolist(),
        "weights": weights.tolist(),
        "head_outputs": outputs.tolist(),
        "concatenated": concatenated.tolist(),
        "output": output.tolist(),
    }


def by_module(
    parameters: dict[str, Any], tokens: torch.Tensor, memory: torch.Tensor, heads: int, causal: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """The weights of every head and the output, of PyTorch's own multi-head attention."""
    module = nn.MultiheadAttention(tokens.shape[1], heads, bias=False, batch_first=True, dtype=torch.float64)
    stacked = torch.cat([matrix(parameters, name).T for name in ("w_q", "w_k", "w_v")])
    with torch.no_grad():
        module.in_proj_weight.copy_(stacked)
        module.out_proj.weight.copy_(matrix(parameters, "w_o").T)
        future = torch.ones(len(tokens), len(memory), dtype=torch.bool).triu(diagonal=1) if causal else None
        output, weights = module(
            tokens[None], memory[None], memory[None], attn_mask=future, average_attn_weights=False
        )
    return weights[0], output[0]
