"""A transformer of attention alone: the same forward pass as ``by_hand``, in torch, so that it can learn.

What a head adds to the residual stream does not depend on the other heads of its layer, so one can be switched off
alone (Elhage et al. 2021). In the margin: B sequences of T letters, width C, H heads of D = C / H, V letters.
"""

from math import sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.attention import by_hand
from engine.demos.attention.by_hand import EVERYTHING_ON, LENGTH, LETTERS, Array, Switches


class Layer(nn.Module):
    def __init__(self, width: int, heads: int, generator: torch.Generator) -> None:
        super().__init__()
        into, out = (heads, width, width // heads), (heads, width // heads, width)
        self.query, self.key, self.value, self.out = (
            nn.Parameter(torch.randn(shape, generator=generator) / sqrt(width))
            for shape in (into, into, into, out)
        )

    def forward(self, x: Tensor, on: Tensor, switches: Switches) -> Tensor:
        """The stream (B, T, C) with what the heads add that are ``on``, 1 or 0 each (H)."""
        q, k, v = (x[:, None] @ weights for weights in (self.query, self.key, self.value))  # (B, H, T, D)
        scores = q @ k.transpose(-2, -1)  # (B, H, T, T)
        if switches.scale:
            scores = scores / sqrt(q.shape[-1])
        if switches.mask:
            later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)  # (T, T)
            scores = scores.masked_fill(later, float("-inf"))
        added = scores.softmax(-1) @ v @ self.out  # (B, H, T, C)
        return x + (added * on[:, None, None]).sum(1)  # (B, T, C)


class AttentionOnly(nn.Module):
    def __init__(self, layers: int, width: int, heads: int, generator: torch.Generator) -> None:
        super().__init__()
        self.heads = heads
        self.token = nn.Parameter(torch.randn(len(LETTERS), width, generator=generator) / 2)
        self.position = nn.Parameter(torch.randn(LENGTH, width, generator=generator) / 2)
        self.layers = nn.ModuleList(Layer(width, heads, generator) for _ in range(layers))
        self.head = nn.Parameter(torch.randn(width, len(LETTERS), generator=generator) / sqrt(width))

    def forward(self, tokens: Tensor, switches: Switches = EVERYTHING_ON) -> Tensor:
        """Tokens (B, T) -> logits of each next token (B, T, V)."""
        x = self.token[tokens] + self.position[: tokens.shape[1]]  # (B, T, C)
        for number, layer in enumerate(self.layers):
            on = torch.tensor([float((number, head) not in switches.off) for head in range(self.heads)])
            x = layer(x, on, switches)
        return x @ self.head  # (B, T, V)


def as_arrays(model: AttentionOnly) -> dict[str, Array]:
    """The weights as ``by_hand`` takes them; they move on with the model."""
    return {name: weights.numpy() for name, weights in model.state_dict().items()}


def loss(model: AttentionOnly, rows: Array, switches: Switches = EVERYTHING_ON) -> Tensor:
    """Loss of sequences (B, T + 1): nats per token, over the tokens that can be known."""
    tokens = torch.from_numpy(rows[:, :-1])
    asked = torch.from_numpy(by_hand.known(rows[:, :-1]))  # (B, T)
    return F.cross_entropy(model(tokens, switches)[asked], torch.from_numpy(rows[:, 1:])[asked])
