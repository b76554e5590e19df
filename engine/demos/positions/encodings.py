"""Five ways to tell a causal model where a token stands; attention alone would see a bag of tokens behind a mask.

- learned: a vector per position is added to the token's (GPT-2); positions that were never trained keep a random one.
- sinusoidal: the same with fixed sines and cosines (Vaswani et al. 2017, section 3.5).
- rope: queries and keys are turned by their position, values never (Su et al. 2021, RoFormer, section 3.2).
- alibi: each score loses a slope times the distance (Press, Smith and Lewis 2022, section 3).
- none: nothing but the causal mask (Haviv et al. 2022).
"""

from math import sqrt
from typing import Literal, get_args

import torch
from torch import Tensor

from engine.demos.gpt import model as gpt

Kind = Literal["learned", "sinusoidal", "rope", "alibi", "none"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BASE = 10_000.0


def frequencies(size: int) -> Tensor:
    """Radians per position of each pair, 10000^(-2i/size): (size / 2), of an even size."""
    return BASE ** (-torch.arange(0, size, 2) / size)


def sinusoidal(places: Tensor, width: int) -> Tensor:
    """Places (T) -> sine, cosine, sine, cosine ... (T, C): both of a pair have one frequency."""
    angles = places[:, None] * frequencies(width)  # (T, C / 2)
    return torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)  # (T, C)


def rotated(x: Tensor, places: Tensor) -> Tensor:
    """Queries or keys (B, H, T, D) turned counter-clockwise in pairs of neighbours, (0, 1), (2, 3) ...: same shape."""
    angles = places[:, None] * frequencies(x.shape[-1])  # (T, D / 2)
    cosines, sines = angles.cos().to(x), angles.sin().to(x)  # computed in FP32, whatever x is
    a, b = x[..., ::2], x[..., 1::2]  # (B, H, T, D / 2)
    return torch.stack((a * cosines - b * sines, a * sines + b * cosines), -1).flatten(-2)  # (B, H, T, D)


def slopes(heads: int) -> Tensor:
    """2^(-8k/H) for k = 1 ... H, of a power of two: (H)."""
    return 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)


def alibi(heads: int, length: int) -> Tensor:
    """The bias added to the scores, -m (i - j) for key j before query i; later keys are left to the mask: (H, T, T)."""
    places = torch.arange(length)
    behind = (places[:, None] - places).clamp(min=0)  # (T, T)
    return -slopes(heads)[:, None, None] * behind


class Attention(gpt.Attention):
    """A GPT's attention, with rotated queries and keys or biased scores where the kind says so."""

    def __init__(self, shape: gpt.Shape, kind: Kind, generator: torch.Generator) -> None:
        super().__init__(shape, generator)
        self.kind = kind

    def weights(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The weights (B, H, T, T) and the values (B, H, T, D)."""
        split = (*x.shape[:2], self.heads, -1)
        q, k, v = (part.view(split).transpose(1, 2) for part in self.qkv(x).chunk(3, -1))  # (B, H, T, D)
        places = torch.arange(x.shape[1])  # (T)
        if self.kind == "rope":
            q, k = rotated(q, places), rotated(k, places)
        scores = q @ k.transpose(-2, -1) / sqrt(q.shape[-1])  # (B, H, T, T)
        if self.kind == "alibi":
            scores = scores + alibi(self.heads, len(places))
        return scores.masked_fill(places[:, None] < places, float("-inf")).softmax(-1), v

    def forward(self, x: Tensor) -> Tensor:
        weights, v = self.weights(x)
        mixed = self.dropout(weights) @ v  # (B, H, T, D)
        return self.out(mixed.transpose(1, 2).reshape(x.shape))  # type: ignore[no-any-return]  # (B, T, C)


class PositionGPT(gpt.GPT):
    """The same GPT with one of the five; from the same generator all five begin with the same weights.

    ``shape.context`` is the number of learned vectors; the other kinds take sequences of any length.
    """

    def __init__(self, shape: gpt.Shape, kind: Kind, generator: torch.Generator) -> None:
        super().__init__(shape, generator)
        self.kind = kind
        for block in self.blocks:
            attention = Attention(shape, kind, generator)
            attention.load_state_dict(block.attention.state_dict())  # type: ignore[union-attr]
            block.attention = attention
        if kind != "learned":
            del self.position

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens (B, T) -> logits of each next token (B, T, V); IndexError where a learned position is lacking."""
        places = torch.arange(tokens.shape[1])
        x = self.token(tokens)  # (B, T, C)
        if self.kind == "learned":
            x = x + self.position(places)
        if self.kind == "sinusoidal":
            x = x * sqrt(self.shape.width) + sinusoidal(places, self.shape.width)
        for block in self.blocks:
            x = block(x)
        return self.head(self.last_norm(x))  # type: ignore[no-any-return]  # (B, T, V)
