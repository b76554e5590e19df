"""A GPT: token and position embeddings, blocks of causal attention and an MLP, each on a normalised residual stream.

Pre-layer-norm as in GPT-2 (Radford et al. 2019); linear layers have no biases, and input and output embeddings are two
matrices. In the margin: B sequences of T tokens, width C, H heads of D = C / H, V tokens in the vocabulary.
"""

from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """The sizes of a model; ``width`` is a multiple of ``heads``."""

    vocabulary: int
    context: int
    layers: int = 2
    width: int = 32
    heads: int = 4
    dropout: float = 0.0


class Dropout(nn.Module):
    """As torch's own, but its chance comes from a generator that is handed in."""

    def __init__(self, share: float, generator: torch.Generator) -> None:
        super().__init__()
        self.keep, self.generator = 1 - share, generator

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.keep == 1:
            return x
        return x * (torch.rand(x.shape, generator=self.generator) < self.keep) / self.keep


class Attention(nn.Module):
    def __init__(self, shape: Shape, generator: torch.Generator) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.dropout = Dropout(shape.dropout, generator)

    def forward(self, x: Tensor) -> Tensor:
        """Every position mixes what it and those before it offer: softmax(Q K^T / sqrt(D)) V, head by head."""
        split = (*x.shape[:2], self.heads, -1)
        q, k, v = (part.view(split).transpose(1, 2) for part in self.qkv(x).chunk(3, -1))  # (B, H, T, D)
        scores = q @ k.transpose(-2, -1) / sqrt(q.shape[-1])  # (B, H, T, T)
        later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)  # (T, T)
        weights = scores.masked_fill(later, float("-inf")).softmax(-1)  # (B, H, T, T)
        mixed = self.dropout(weights) @ v  # (B, H, T, D)
        return self.out(mixed.transpose(1, 2).reshape(x.shape))  # type: ignore[no-any-return]  # (B, T, C)


class Block(nn.Module):
    def __init__(self, shape: Shape, generator: torch.Generator) -> None:
        super().__init__()
        self.before_attention, self.before_mlp = nn.LayerNorm(shape.width), nn.LayerNorm(shape.width)
        self.attention = Attention(shape, generator)
        self.up = nn.Linear(shape.width, 4 * shape.width, bias=False)
        self.down = nn.Linear(4 * shape.width, shape.width, bias=False)
        self.dropout = Dropout(shape.dropout, generator)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.dropout(self.attention(self.before_attention(x)))  # (B, T, C)
        hidden = F.gelu(self.up(self.before_mlp(x)))  # (B, T, 4C)
        return x + self.dropout(self.down(hidden))  # type: ignore[no-any-return]  # (B, T, C)


class GPT(nn.Module):
    def __init__(self, shape: Shape, generator: torch.Generator) -> None:
        super().__init__()
        self.shape = shape
        self.token = nn.Embedding(shape.vocabulary, shape.width)
        self.position = nn.Embedding(shape.context, shape.width)
        self.blocks = nn.ModuleList(Block(shape, generator) for _ in range(shape.layers))
        self.last_norm = nn.LayerNorm(shape.width)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)
        self.dropout = Dropout(shape.dropout, generator)
        for name, weights in self.named_parameters():
            if (
                weights.dim() == 2
            ):  # as GPT-2 begins; additions to the residual stream start smaller in deeper models
                ends = name.endswith(("out.weight", "down.weight"))
                spread = 0.02 / sqrt(2 * shape.layers) if ends else 0.02
                nn.init.normal_(weights, 0.0, spread, generator)

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens (B, T) with T at most the context -> logits of each next token (B, T, V)."""
        places = torch.arange(tokens.shape[1])
        x = self.dropout(self.token(tokens) + self.position(places))  # (B, T, C)
        for block in self.blocks:
            x = block(x)
        return self.head(self.last_norm(x))  # type: ignore[no-any-return]  # (B, T, V)


def parameters(model: nn.Module) -> int:
    return sum(weights.numel() for weights in model.parameters())
