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
class Switches:
    """The parts that a pass can do without: heads, by block and number; the mask; the scale of the scores."""

    without: frozenset[tuple[int, int]] = frozenset()
    mask: bool = True
    scale: bool = True


AS_TRAINED = Switches()


@dataclass(frozen=True, kw_only=True, slots=True)
class Attention:
    """Queries, keys and values (H, T, D), scores and ``weights`` (H, T, T), the values ``mixed`` by them with the heads
    side by side (T, C), and what it adds to the stream, ``out`` (T, C)."""

    q: Array
    k: Array
    v: Array
    scores: Array
    weights: Array
    mixed: Array
    out: Array


@dataclass(frozen=True, kw_only=True, slots=True)
class Layer:
    """One block: the stream as attention reads it (T, C), what attention does, the stream ``between`` (T, C), as the
    MLP reads it (T, C), the MLP before and after its GELU (T, 4C), what it adds (T, C), and the stream after it, ``x``.
    """

    read: Array
    attention: Attention
    between: Array
    read_again: Array
    up: Array
    active: Array
    down: Array
    x: Array

    @property
    def weights(self) -> Array:
        """The attention weights (H, T, T)."""
        return self.attention.weights


@dataclass(frozen=True, kw_only=True, slots=True)
class Pass:
    """A whole pass: the stream at its beginning (T, C), the blocks, the stream as the head reads it (T, C), and the
    logits of what follows each token (T, V)."""

    tokens: tuple[int, ...]
    embedded: Array
    layers: tuple[Layer, ...]
    state: Array
    logits: Array


def run(weights: Weights, tokens: Sequence[int], heads: int, switches: Switches = AS_TRAINED) -> Pass:
    """Runs the model on at most as many tokens as it has positions."""
    embedded = embed(weights, tokens)
    through = tuple(layers(weights, tokens, heads, switches))
    read = normalised(through[-1].x, weights, "last_norm")
    return Pass(
        tokens=tuple(tokens),
        embedded=embedded,
        layers=through,
        state=read,
        logits=np.asarray(read @ weights["head.weight"].T),
    )


def embed(weights: Weights, tokens: Sequence[int]) -> Array:
    """The rows of the tokens and of their positions, summed (T, C)."""
    x = weights["token.weight"][list(tokens)] + weights["position.weight"][: len(tokens)]
    return np.asarray(x, float)


def layers(
    weights: Weights, tokens: Sequence[int], heads: int, switches: Switches = AS_TRAINED
) -> Iterator[Layer]:
    """Block by block; the tokens are at most as many as the model has positions."""
    x = embed(weights, tokens)
    for number in count():
        name = f"blocks.{number}"
        if f"{name}.up.weight" not in weights:
            return
        read = normalised(x, weights, f"{name}.before_attention")
        out = {head for block, head in switches.without if block == number}
        attended = attention(read, weights, f"{name}.attention", heads, out, switches)
        between = x + attended.out
        read_again = normalised(between, weights, f"{name}.before_mlp")
        up = read_again @ weights[f"{name}.up.weight"].T  # (T, 4C)
        active = gelu(up)
        down = active @ weights[f"{name}.down.weight"].T
        x = between + down
        yield Layer(
            read=read, attention=attended, between=between, read_again=read_again, up=up, active=active,
            down=down, x=x,
        )  # fmt: skip


def normalised(x: Array, weights: Weights, name: str) -> Array:
    """LayerNorm over the width."""
    centred = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
    return np.asarray(centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"])


def gelu(x: Array) -> Array:
    """x times the normal distribution function of x (Hendrycks and Gimpel 2016), not its approximation by tanh."""
    return np.asarray(x * normal(x))


def normal(x: Array) -> Array:
    """The normal distribution function."""
    return np.asarray(0.5 * (1 + _erf(x / sqrt(2))))


def attention(
    x: Array, weights: Weights, block: str, heads: int, out: set[int], switches: Switches
) -> Attention:
    """The mixture that each position takes from itself and those before it; the heads that are ``out`` take nothing."""
    tokens, width = x.shape
    qkv = x @ weights[f"{block}.qkv.weight"].T  # (T, 3C)
    q, k, v = (part.reshape(tokens, heads, -1).swapaxes(0, 1) for part in np.split(qkv, 3, -1))  # (H, T, D)
    scores = q @ k.swapaxes(1, 2)  # (H, T, T)
    if switches.scale:
        scores = scores / sqrt(width / heads)
    if switches.mask:
        scores[:, np.triu(np.ones((tokens, tokens), bool), 1)] = -np.inf
    shares = softmax(scores)  # (H, T, T)
    mixed = shares @ v  # (H, T, D)
    mixed[sorted(out)] = 0
    mixed = mixed.swapaxes(0, 1).reshape(tokens, width)  # (T, C)
    return Attention(
        q=q,
        k=k,
        v=v,
        scores=scores,
        weights=shares,
        mixed=mixed,
        out=mixed @ weights[f"{block}.out.weight"].T,
    )


def state(weights: Weights, tokens: Sequence[int], heads: int) -> Array:
    """The normalised residual stream (T, C) from which the logits are read."""
    return run(weights, tokens, heads).state


def logits(weights: Weights, tokens: Sequence[int], heads: int) -> Array:
    """Logits of the token that follows: (V,)."""
    return np.asarray(weights["head.weight"] @ state(weights, tokens, heads)[-1])
