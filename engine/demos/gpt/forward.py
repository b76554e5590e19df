"""The GPT of ``model`` in NumPy, line by line: the same weights and the same numbers, without torch.

The web process runs it, and a page can show every number on the way. T tokens, width C, H heads of D = C / H, V tokens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import erf, sqrt

import numpy as np

from engine.demos.recording import Weights
from engine.mathematics import softmax
from engine.parameters import Array

EPSILON = 1e-5  # of torch's LayerNorm
_erf = np.vectorize(erf, otypes=[float])


@dataclass(frozen=True, slots=True)
class Layer:
    """One block's attention ``weights`` (H, T, T), and the residual stream after it ``x`` (T, C)."""

    weights: Array
    x: Array


def normalised(x: Array, weights: Weights, name: str) -> Array:
    """LayerNorm over the width."""
    centred = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
    return np.asarray(centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"])


def gelu(x: Array) -> Array:
    """x times the normal distribution function of x (Hendrycks and Gimpel 2016), not its approximation by tanh."""
    return np.asarray(0.5 * x * (1 + _erf(x / sqrt(2))))


def attention(x: Array, weights: Weights, block: str, heads: int) -> tuple[Array, Array]:
    """The mixture that each position takes from itself and those before it (T, C), and its weights (H, T, T)."""
    tokens, width = x.shape
    qkv = x @ weights[f"{block}.qkv.weight"].T  # (T, 3C)
    q, k, v = (part.reshape(tokens, heads, -1).swapaxes(0, 1) for part in np.split(qkv, 3, -1))  # (H, T, D)
    scores = q @ k.swapaxes(1, 2) / sqrt(width / heads)  # (H, T, T)
    scores[:, np.triu(np.ones((tokens, tokens), bool), 1)] = -np.inf
    shares = softmax(scores)  # (H, T, T)
    mixed = (shares @ v).swapaxes(0, 1).reshape(tokens, width)  # (T, C)
    return mixed @ weights[f"{block}.out.weight"].T, shares


def layers(weights: Weights, tokens: Sequence[int], heads: int) -> Iterator[Layer]:
    """Block by block; the tokens are at most as many as the model has positions."""
    x = weights["token.weight"][list(tokens)] + weights["position.weight"][: len(tokens)]  # (T, C)
    x = x.astype(float)
    for number in count():
        name = f"blocks.{number}"
        if f"{name}.up.weight" not in weights:
            return
        mixed, shares = attention(
            normalised(x, weights, f"{name}.before_attention"), weights, f"{name}.attention", heads
        )
        x = x + mixed
        hidden = gelu(
            normalised(x, weights, f"{name}.before_mlp") @ weights[f"{name}.up.weight"].T
        )  # (T, 4C)
        x = x + hidden @ weights[f"{name}.down.weight"].T
        yield Layer(shares, x)


def state(weights: Weights, tokens: Sequence[int], heads: int) -> Array:
    """The normalised residual stream (T, C) from which the logits are read."""
    *_, last = layers(weights, tokens, heads)
    return normalised(last.x, weights, "last_norm")


def logits(weights: Weights, tokens: Sequence[int], heads: int) -> Array:
    """Logits of the token that follows: (V,)."""
    return np.asarray(weights["head.weight"] @ state(weights, tokens, heads)[-1])
