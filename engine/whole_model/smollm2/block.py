"""All numbers of one layer of a Llama, in NumPy: the web process opens a layer without torch.

T tokens, width C, H query heads and G of keys and values of size D, a hidden width F.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from engine.demos.smollm2.shape import Shape
from engine.mathematics import softmax
from engine.mathematics.activations import sigmoid
from engine.mathematics.transformer.rotation import angles_of
from engine.parameters import Array

Read = Callable[[str], Array]  # a tensor of the layer by its name: "attn_q"


@dataclass(frozen=True, slots=True)
class Switches:
    """The parts that the layer can do without: heads, by number from 0; the mask; the scale of the scores."""

    without: frozenset[int] = frozenset()
    mask: bool = True
    scale: bool = True


AS_TRAINED = Switches()


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """The numbers of a layer, of all tokens. Heads stand side by side: (T, H D), (T, G D)."""

    before: Array  # (T, C)
    norm: Array  # (T, C)
    query: Array  # (T, H D)
    key: Array  # (T, G D)
    value: Array  # (T, G D)
    query_turned: Array  # (T, H D)
    key_turned: Array  # (T, G D)
    scores: Array  # (H, T, T)
    weights: Array  # (H, T, T)
    mix: Array  # (T, H D)
    out: Array  # (T, C)
    between: Array  # (T, C)
    norm_again: Array  # (T, C)
    gate: Array  # (T, F)
    up: Array  # (T, F)
    active: Array  # (T, F)
    down: Array  # (T, C)
    after: Array  # (T, C)
    switches: Switches = field(default=AS_TRAINED)


def run(x: Array, read: Read, shape: Shape, switches: Switches = AS_TRAINED) -> Block:
    """Takes the stream before the layer through it, in float64. A head that is out adds nothing."""
    tokens = len(x)
    norm = normalised(x, read("attn_norm"), shape.epsilon)
    query, key, value = (norm @ read(f"attn_{name}").T for name in ("q", "k", "v"))
    size = query.shape[1] // shape.heads
    turned = turn(query, size, shape.base), turn(key, size, shape.base)
    q, k = (by_head(part, size) for part in turned)  # (H, T, D), (G, T, D)
    shared = shape.heads // shape.kv_heads
    k, v = (part.repeat(shared, 0) for part in (k, by_head(value, size)))  # (H, T, D)
    scores = q @ k.swapaxes(1, 2) / (size**0.5 if switches.scale else 1.0)
    if switches.mask:
        scores = np.where(np.tri(tokens, dtype=bool), scores, -np.inf)
    weights = softmax(scores)
    mixed = weights @ v
    mixed[sorted(switches.without)] = 0.0
    mix = mixed.swapaxes(0, 1).reshape(tokens, -1)
    out = mix @ read("attn_output").T
    between = x + out
    norm_again = normalised(between, read("ffn_norm"), shape.epsilon)
    gate, up = norm_again @ read("ffn_gate").T, norm_again @ read("ffn_up").T
    active = gate * sigmoid(gate) * up
    down = active @ read("ffn_down").T
    return Block(
        before=x, norm=norm, query=query, key=key, value=value, query_turned=turned[0], key_turned=turned[1],
        scores=scores, weights=weights, mix=mix, out=out, between=between, norm_again=norm_again, gate=gate, up=up,
        active=active, down=down, after=between + down, switches=switches,
    )  # fmt: skip


def normalised(x: Array, scale: Array, epsilon: float) -> Array:
    """RMSNorm over the last axis."""
    return np.asarray(x / root_mean_square(x, epsilon)[..., None] * scale)


def root_mean_square(x: Array, epsilon: float) -> Array:
    return np.asarray(np.sqrt(np.mean(x * x, axis=-1) + epsilon))


def turn(x: Array, size: int, base: float) -> Array:
    """RoPE: in each head, numbers 2i and 2i + 1 are turned as a point of the plane."""
    angles = np.array([angles_of(token, base, size) for token in range(len(x))])
    parts = x.reshape(len(x), -1, size // 2, 2)  # (T, heads, D / 2, 2)
    even, odd = parts[..., 0], parts[..., 1]
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    return np.stack((even * cos - odd * sin, even * sin + odd * cos), -1).reshape(x.shape)


def by_head(x: Array, size: int) -> Array:
    """(T, H D) as (H, T, D)."""
    return x.reshape(len(x), -1, size).swapaxes(0, 1)
