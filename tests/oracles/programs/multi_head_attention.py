"""Multi-head attention by `torch.nn.MultiheadAttention` in float64, with the weights put in transposed."""

from typing import Any

import torch


def expected(arguments: dict[str, Any]) -> Any:
    x, w_q, w_k, w_v, w_o = (
        torch.tensor(arguments[name], dtype=torch.float64) for name in ("X", "W_q", "W_k", "W_v", "W_o")
    )
    n, width = x.shape
    layer = torch.nn.MultiheadAttention(width, arguments["heads"], bias=False, dtype=torch.float64)
    future = torch.ones(n, n, dtype=torch.bool).triu(1) if arguments["causal"] else None
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([w_q.T, w_k.T, w_v.T]))
        layer.out_proj.weight.copy_(w_o.T)
        output, _ = layer(x, x, x, attn_mask=future)
    return output.tolist()
