"""A Llama: the differences of today's open models from a GPT, line by line (Touvron et al. 2023, section 2.2).

RMSNorm before each part in place of LayerNorm, positions that turn queries and keys (RoPE), groups of query heads that
share keys and values, a gated MLP, no biases; input and output embedding are one matrix. In the margin: T tokens, width
C, H query heads and G of keys and values of size D, a hidden width F, V tokens in the vocabulary.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.demos.smollm2.shape import Shape

Weights = Mapping[str, Tensor]


@dataclass(frozen=True, slots=True)
class Layer:
    """One block's attention ``weights`` (H, T, T), and the residual stream after it ``x`` (T, C)."""

    weights: Tensor
    x: Tensor


def rotated(x: Tensor, base: float) -> Tensor:
    """Entries 2i and 2i + 1 (…, T, D) as a point in the plane, turned by its position times base^(-2i / D)."""
    length, size = x.shape[-2:]
    angles = torch.outer(torch.arange(length), base ** (-torch.arange(0, size, 2) / size))  # (T, D / 2)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = even * angles.cos() - odd * angles.sin(), even * angles.sin() + odd * angles.cos()
    return torch.stack(turned, -1).flatten(-2)


def attention(x: Tensor, weights: Weights, block: str, shape: Shape) -> tuple[Tensor, Tensor]:
    """The mixture that each position takes from itself and those before it (T, C), and its weights (H, T, T)."""
    length = len(x)
    q, k, v = (
        (x @ weights[f"{block}.attn_{name}.weight"].T).view(length, heads, -1).transpose(0, 1)
        for name, heads in (("q", shape.heads), ("k", shape.kv_heads), ("v", shape.kv_heads))
    )  # (H, T, D), (G, T, D), (G, T, D)
    q, k = rotated(q, shape.base), rotated(k, shape.base)
    k, v = (part.repeat_interleave(shape.heads // shape.kv_heads, 0) for part in (k, v))  # (H, T, D)
    scores = q @ k.transpose(1, 2) / q.shape[-1] ** 0.5  # (H, T, T)
    later = torch.ones(length, length, dtype=torch.bool).triu(1)  # (T, T)
    shares = scores.masked_fill(later, float("-inf")).softmax(-1)  # (H, T, T)
    mixed = (shares @ v).transpose(0, 1).flatten(1)  # (T, C)
    return mixed @ weights[f"{block}.attn_output.weight"].T, shares


def mlp(x: Tensor, weights: Weights, block: str) -> Tensor:
    """SwiGLU (Shazeer 2020): one half of the hidden numbers opens and closes the other."""
    gate, up = (x @ weights[f"{block}.ffn_{name}.weight"].T for name in ("gate", "up"))  # (T, F)
    return F.silu(gate) * up @ weights[f"{block}.ffn_down.weight"].T  # (T, C)


@torch.no_grad()
def layers(weights: Weights, tokens: Tensor, shape: Shape) -> Iterator[Layer]:
    """Block by block, for tokens (T,); the names of the weights are those of GGUF files."""
    x = weights["token_embd.weight"][tokens]  # (T, C)
    for number in range(shape.layers):
        block = f"blk.{number}"
        mixed, shares = attention(
            normalised(x, weights[f"{block}.attn_norm.weight"], shape), weights, block, shape
        )
        x = x + mixed
        x = x + mlp(normalised(x, weights[f"{block}.ffn_norm.weight"], shape), weights, block)
        yield Layer(shares, x)


def normalised(x: Tensor, scale: Tensor, shape: Shape) -> Tensor:
    """Divided by the root of the mean square over the width (Zhang and Sennrich 2019)."""
    return x / (x.square().mean(-1, keepdim=True) + shape.epsilon).sqrt() * scale


def logits(weights: Weights, last: Tensor, shape: Shape) -> Tensor:
    """Logits of the token after each, from the residual stream after the last block: (T, V)."""
    return normalised(last, weights["output_norm.weight"], shape) @ weights["token_embd.weight"].T
