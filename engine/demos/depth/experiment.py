"""Depth: how large the gradient of every layer is before the first step, by where the layer norm stands.

Xiong et al. 2020, On Layer Normalization in the Transformer Architecture: with Xavier's beginning, the gradient of the
last layer shrinks with the depth L like 1 / sqrt(L) in a pre-norm transformer and stays about as it is in a post-norm
one. It does not vanish there; that is why post-norm needs a warm-up. In the margin: B names, T positions, width C.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, get_args

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.demos.depth import through_time
from engine.demos.gpt.model import Attention, Shape
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.recording import Recording
from engine.demos.training import NOTHING, batches

Norm = Literal["pre", "post", "none"]
Start = Literal["xavier", "small"]
SEEDS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Depths 1, 2, 4 ... up to ``layers``; weights begin as Xavier's or, ``small``, with GPT-2's spread of 0.02."""

    norm: Norm = "pre"
    start: Start = "xavier"
    layers: int = 32
    width: int = 64
    heads: int = 4
    batch: int = 8


@dataclass(frozen=True, slots=True)
class Depth:
    """A model of so many layers: norms of the gradients, first layer first, of the MLP's second weights and of
    those that make queries, keys and values."""

    layers: int
    mlp: tuple[float, ...]
    attention: tuple[float, ...]


def checked(settings: Settings) -> Settings:
    """Returns the settings. Raises ValueError, in a sentence, for one out of range."""
    if settings.norm not in get_args(Norm) or settings.start not in get_args(Start):
        raise ValueError("The norm is pre, post or none, and the weights begin as xavier or small.")
    for words, value, low, high in (
        ("The number of layers", settings.layers, 1, 64), ("The width", settings.width, 8, 128),
        ("The number of heads", settings.heads, 1, 8), ("The batch size", settings.batch, 1, 32),
    ):  # fmt: skip
        if not low <= value <= high:
            raise ValueError(f"{words} lies between {low} and {high}.")
    if settings.width % settings.heads:
        raise ValueError("The width is a multiple of the number of heads.")
    return settings


class Block(nn.Module):
    def __init__(self, settings: Settings, generator: torch.Generator) -> None:
        super().__init__()
        width = settings.width
        self.norm = settings.norm
        self.attention = Attention(
            Shape(vocabulary=len(vocabulary()), context=CONTEXT, layers=1, width=width, heads=settings.heads),
            generator,
        )
        self.up, self.down = nn.Linear(width, 4 * width, bias=False), nn.Linear(4 * width, width, bias=False)
        self.attention_norm, self.mlp_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        for weights in self.parameters():
            if weights.dim() == 2 and settings.start == "xavier":
                nn.init.xavier_normal_(weights, generator=generator)
            elif weights.dim() == 2:
                nn.init.normal_(weights, 0.0, 0.02, generator)

    def forward(self, x: Tensor) -> Tensor:  # (B, T, C), all along
        if self.norm == "pre":
            x = x + self.attention(self.attention_norm(x))
            return x + self.mlp(self.mlp_norm(x))
        if self.norm == "post":
            x = self.attention_norm(x + self.attention(x))
            return self.mlp_norm(x + self.mlp(x))  # type: ignore[no-any-return]
        x = x + self.attention(x)
        return x + self.mlp(x)

    def mlp(self, x: Tensor) -> Tensor:
        return self.down(F.relu(self.up(x)))  # type: ignore[no-any-return]  # (B, T, 4C) inside


def gradients(settings: Settings, layers: int, generator: torch.Generator) -> Depth:
    """Gradients of one batch of names, through ``layers`` blocks that were never trained."""
    tokens, following = next(batches(settings.batch, generator))  # (B, T)
    size = (len(vocabulary()), settings.width)
    embedding = torch.randn(size, generator=generator)
    head = torch.randn(size, generator=generator) / sqrt(settings.width)
    blocks = [Block(settings, generator) for _ in range(layers)]
    x = embedding[tokens]  # (B, T, C)
    for block in blocks:
        x = block(x)
    if settings.norm == "pre":
        x = F.layer_norm(x, x.shape[-1:])
    loss = F.cross_entropy((x @ head.T).flatten(0, 1), following.flatten(), ignore_index=NOTHING)
    mlp = torch.autograd.grad(loss, [block.down.weight for block in blocks], retain_graph=True)
    attention = torch.autograd.grad(loss, [block.attention.qkv.weight for block in blocks])
    return Depth(layers, *(tuple(part.norm().item() for part in parts) for parts in (mlp, attention)))


def run(settings: Settings, generator: torch.Generator) -> Iterator[Depth]:
    """One model after the other, each twice as deep."""
    layers = 1
    while layers <= settings.layers:
        yield gradients(settings, layers, generator)
        layers *= 2


def slope(depths: list[int], norms: list[float]) -> float:
    """Slope of a straight line through their logarithms: -0.5 is 1 / sqrt(L), 0 is flat."""
    return float(np.polyfit(np.log(depths), np.log(norms), 1)[0])


def record() -> Recording:
    """Gradients per layer, geometric means over seeds, and ``through_time.recorded``."""
    found: dict[str, Any] = {}
    for norm in get_args(Norm):
        for start in get_args(Start):
            settings = Settings(norm=norm, start=start)
            runs = [list(run(settings, torch.Generator().manual_seed(seed))) for seed in SEEDS]
            depths = [depth.layers for depth in runs[0]]
            slopes = [slope(depths, [depth.mlp[-1] for depth in one]) for one in runs]
            found[f"{norm} {start}"] = {
                "mlp": [mean([one[n].mlp for one in runs]) for n in range(len(depths))],
                "attention": [mean([one[n].attention for one in runs]) for n in range(len(depths))],
                "slope": round(float(np.mean(slopes)), 3),
                "slopes": [round(one, 3) for one in slopes],
            }
    return Recording(
        {"seeds": SEEDS, "depths": depths, "layers": found, "time": through_time.recorded(SEEDS)}
    )


def mean(rows: list[tuple[float, ...]]) -> list[float]:
    """Geometric means, entry by entry, to four digits."""
    return [float(f"{value:.4g}") for value in np.exp(np.mean(np.log(rows), axis=0))]
