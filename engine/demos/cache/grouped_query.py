"""Attention whose query heads share key-value heads, and the cache that this makes smaller.

As many key-value heads as query heads: multi-head attention (MHA, Vaswani et al. 2017); fewer: grouped-query attention
(GQA, Ainslie et al. 2023); one: multi-query attention (MQA, Shazeer 2019). Under a causal mask no later token alters
the key and value of an earlier one, so they are kept and not computed again. In the margin: B sequences, T new tokens,
S tokens in all, width C, H query heads and K key-value heads of D = C / H, each shared by G = H / K query heads.
"""

from dataclasses import dataclass, field
from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.cache.cost import Shape
from engine.demos.positions.encodings import rotated


@dataclass(slots=True)
class Cache:
    """Rotated keys and values by layer, each (B, K, S, D); empty before the first token."""

    layers: list[tuple[Tensor, Tensor]] = field(default_factory=list)

    def extended(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Appends the new keys and values to those of a layer, and returns all."""
        if layer == len(self.layers):
            self.layers.append((k, v))
        else:
            before = self.layers[layer]
            self.layers[layer] = torch.cat((before[0], k), 2), torch.cat((before[1], v), 2)
        return self.layers[layer]

    @property
    def length(self) -> int:
        """Tokens that are kept."""
        return self.layers[0][0].shape[2] if self.layers else 0

    @property
    def bytes(self) -> int:
        """Size of the memory that the tensors actually hold."""
        return sum(kept.untyped_storage().nbytes() for layer in self.layers for kept in layer)


class Attention(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.q = nn.Linear(shape.width, shape.heads * shape.d_head, bias=False)
        self.k = nn.Linear(shape.width, shape.kv_heads * shape.d_head, bias=False)
        self.v = nn.Linear(shape.width, shape.kv_heads * shape.d_head, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)

    def forward(self, x: Tensor, places: Tensor, cache: Cache, layer: int) -> Tensor:
        """New positions (B, T, C) look at those in the cache, at themselves and at new ones before them."""
        (b, t, _), heads, shared = x.shape, self.shape.heads, self.shape.kv_heads
        q = self.q(x).view(b, t, heads, -1).transpose(1, 2)  # (B, H, T, D)
        k, v = (part(x).view(b, t, shared, -1).transpose(1, 2) for part in (self.k, self.v))  # (B, K, T, D)
        k, v = cache.extended(layer, rotated(k, places), v)  # (B, K, S, D)
        q = rotated(q, places).reshape(b, shared, -1, self.shape.d_head)  # (B, K, G T, D)
        scores = (q @ k.transpose(-2, -1) / sqrt(self.shape.d_head)).view(b, heads, t, -1)  # (B, H, T, S)
        later = places[:, None] < torch.arange(k.shape[2])  # (T, S)
        weights = scores.masked_fill(later, float("-inf")).softmax(-1)  # (B, H, T, S)
        mixed = (weights.view(b, shared, -1, k.shape[2]) @ v).view(b, heads, t, -1)  # (B, H, T, D)
        return self.out(mixed.transpose(1, 2).reshape(b, t, -1))  # type: ignore[no-any-return]  # (B, T, C)


class Block(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.before_attention, self.before_mlp = nn.LayerNorm(shape.width), nn.LayerNorm(shape.width)
        self.attention = Attention(shape)
        self.up = nn.Linear(shape.width, 4 * shape.width, bias=False)
        self.down = nn.Linear(4 * shape.width, shape.width, bias=False)

    def forward(self, x: Tensor, places: Tensor, cache: Cache, layer: int) -> Tensor:
        x = x + self.attention(self.before_attention(x), places, cache, layer)  # (B, T, C)
        return x + self.down(F.gelu(self.up(self.before_mlp(x))))  # type: ignore[no-any-return]  # (B, T, C)


class SharedGPT(nn.Module):
    """A GPT with rotary positions, so that no table of positions limits how much it may write."""

    def __init__(self, shape: Shape, generator: torch.Generator) -> None:
        super().__init__()
        self.shape = shape
        self.token = nn.Embedding(shape.vocabulary, shape.width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.last_norm = nn.LayerNorm(shape.width)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)
        for weights in self.parameters():
            if weights.dim() == 2:
                nn.init.normal_(weights, 0.0, 0.02, generator)

    def forward(self, tokens: Tensor, cache: Cache | None = None) -> Tensor:
        """Tokens (B, T), which follow those in the cache, are kept in it: logits of each next token (B, T, V)."""
        kept = Cache() if cache is None else cache
        places = kept.length + torch.arange(tokens.shape[1])  # (T)
        x = self.token(tokens)  # (B, T, C)
        for layer, block in enumerate(self.blocks):
            x = block(x, places, kept, layer)
        return self.head(self.last_norm(x))  # type: ignore[no-any-return]  # (B, T, V)
