"""A Llama composed of torch's own functions, with every number that it comes to; it shares no code with ours."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor
from torch.nn import functional as F

WIDTH, HIDDEN, SIZE, HEADS, KV_HEADS, LAYERS, VOCABULARY = 24, 40, 6, 4, 2, 3, 50
BASE, EPSILON = 1e5, 1e-5


def tiny(seed: int = 3) -> dict[str, Tensor]:
    """Weights of a Llama of three layers, drawn."""
    chance = torch.Generator().manual_seed(seed)
    shapes = {
        "attn_norm": (WIDTH,), "attn_q": (HEADS * SIZE, WIDTH), "attn_k": (KV_HEADS * SIZE, WIDTH),
        "attn_v": (KV_HEADS * SIZE, WIDTH), "attn_output": (WIDTH, HEADS * SIZE), "ffn_norm": (WIDTH,),
        "ffn_gate": (HIDDEN, WIDTH), "ffn_up": (HIDDEN, WIDTH), "ffn_down": (WIDTH, HIDDEN),
    }  # fmt: skip
    names = {f"blk.{n}.{name}.weight": shape for n in range(LAYERS) for name, shape in shapes.items()}
    names |= {"token_embd.weight": (VOCABULARY, WIDTH), "output_norm.weight": (WIDTH,)}
    return {name: 0.4 * torch.randn(*shape, generator=chance) for name, shape in names.items()}


def turned(x: Tensor, base: float) -> Tensor:
    """(heads, T, D), each pair a complex number times e^(i t base^(-2n / D))."""
    size = x.shape[-1]
    frequencies = base ** -(torch.arange(0, size, 2, dtype=torch.float64) / size)
    angles = torch.outer(torch.arange(x.shape[-2], dtype=torch.float64), frequencies)
    pairs = torch.view_as_complex(x.double().reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).flatten(-2).to(x.dtype)


def layer(
    x: Tensor,
    weights: Mapping[str, Tensor],
    n: int,
    heads: int,
    kv_heads: int,
    base: float,
    epsilon: float,
    *,
    without: Sequence[int] = (),
    mask: bool = True,
    scale: bool = True,
) -> dict[str, Tensor]:
    """Every number of a layer, by the name of its station: (T, n); some heads, the mask or the scale may be missing."""

    def of(name: str) -> Tensor:
        return weights[f"blk.{n}.{name}.weight"].to(x.dtype)

    def split(y: Tensor, count: int) -> Tensor:
        return y.reshape(*y.shape[:-1], count, -1).movedim(-2, 0)

    def joined(y: Tensor) -> Tensor:
        return y.movedim(0, -2).flatten(-2)

    norm = F.rms_norm(x, x.shape[-1:], of("attn_norm"), epsilon)
    query, key, value = (F.linear(norm, of(f"attn_{name}")) for name in "qkv")
    q, k = turned(split(query, heads), base), turned(split(key, kv_heads), base)
    v = split(value, kv_heads)
    mix = F.scaled_dot_product_attention(
        q[None], k[None], v[None], is_causal=mask, enable_gqa=True, scale=None if scale else 1.0
    )[0]
    mix[list(without)] = 0
    shared = torch.stack([k[head * kv_heads // heads] for head in range(heads)])
    scores = torch.einsum("hqd,hkd->hqk", q, shared) / (q.shape[-1] ** 0.5 if scale else 1)
    if mask:
        scores = scores + torch.full(scores.shape[1:], float("-inf")).triu(1).to(x.dtype)
    out = F.linear(joined(mix), of("attn_output"))
    between = x + out
    again = F.rms_norm(between, x.shape[-1:], of("ffn_norm"), epsilon)
    gate, up = F.linear(again, of("ffn_gate")), F.linear(again, of("ffn_up"))
    active = F.silu(gate) * up
    down = F.linear(active, of("ffn_down"))
    return {
        "before": x, "norm": norm, "query": query, "key": key, "value": value, "query-turned": joined(q),
        "key-turned": joined(k), "score": joined(scores), "weight": joined(scores.softmax(-1)), "mix": joined(mix),
        "out": out, "between": between, "norm-again": again, "gate": gate, "up": up, "active": active, "down": down,
        "after": between + down,
    }  # fmt: skip


def logits(x: Tensor, weights: Mapping[str, Tensor], epsilon: float) -> Tensor:
    """Logits after the last norm, by the table: (T, V)."""
    last = F.rms_norm(x, x.shape[-1:], weights["output_norm.weight"].to(x.dtype), epsilon)
    return F.linear(last, weights["token_embd.weight"].to(x.dtype))
