"""A decoder block by PyTorch's `layer_norm`, fused causal attention, `linear` and `relu`, in float64.

Where the head is as wide as the model, `TransformerEncoderLayer` (norm first, one head, a causal mask) must agree.
"""

from typing import Any

import torch
from torch.nn.functional import layer_norm, linear, relu, scaled_dot_product_attention

MATRICES = ("W_q", "W_k", "W_v", "W_o", "W_1", "W_2")


def whole_layer(x: torch.Tensor, weights: dict[str, torch.Tensor], epsilon: float) -> torch.Tensor:
    layer = torch.nn.TransformerEncoderLayer(
        x.shape[1],
        1,
        len(weights["W_1"]),
        dropout=0.0,
        layer_norm_eps=epsilon,
        batch_first=True,
        norm_first=True,
        bias=False,
        dtype=torch.float64,
    )
    with torch.no_grad():
        layer.self_attn.in_proj_weight.copy_(torch.cat([weights[name] for name in ("W_q", "W_k", "W_v")]))
        layer.self_attn.out_proj.weight.copy_(weights["W_o"])
        layer.linear1.weight.copy_(weights["W_1"])
        layer.linear2.weight.copy_(weights["W_2"])
    future = torch.ones(len(x), len(x), dtype=torch.bool).triu(1)
    output: torch.Tensor = layer(x[None], src_mask=future)[0]
    return output.detach()


def expected(arguments: dict[str, Any]) -> Any:
    x = torch.tensor(arguments["X"], dtype=torch.float64)
    # PyTorch keeps a row for each number that comes out, the question a column.
    weights = {name: torch.tensor(arguments[name], dtype=torch.float64).T for name in MATRICES}
    epsilon, width = arguments["epsilon"], x.shape[1:]
    normed = layer_norm(x, width, eps=epsilon)
    q, k, v = (linear(normed, weights[name])[None, None] for name in ("W_q", "W_k", "W_v"))
    attended = scaled_dot_product_attention(q, k, v, is_causal=True)[0, 0]
    residual = x + linear(attended, weights["W_o"])
    hidden = relu(linear(layer_norm(residual, width, eps=epsilon), weights["W_1"]))
    output = residual + linear(hidden, weights["W_2"])
    if q.shape[-1] == x.shape[1]:
        torch.testing.assert_close(output, whole_layer(x, weights, epsilon), rtol=1e-10, atol=1e-10)
    return output.tolist()
