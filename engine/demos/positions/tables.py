"""Three of the five ways to tell a position, in NumPy: the same formulas as ``encodings``.

A query stands at position m, a key at n, both counted from 0. Entries come in pairs; pair i turns by theta_i radians
per position.
"""

from typing import Literal, get_args

import numpy as np

from engine.mathematics.transformer import rotation
from engine.parameters import Array

Kind = Literal["learned", "sinusoidal", "rope", "alibi", "none"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BASE = 10_000.0


def frequencies(size: int) -> Array:
    """theta_i, the radians per position of each pair: (size / 2), of an even size."""
    return rotation.angles_of(1, BASE, size)


def sinusoidal(position: float, size: int) -> Array:
    """Sine, cosine, sine, cosine ... of the pairs' angles: (size)."""
    return rotation.turns_of(position * frequencies(size))[:, ::-1].ravel()


def rotated(x: Array, position: float) -> Array:
    """A query or key turned counter-clockwise in pairs of neighbours: the same shape."""
    return rotation.turned(x, rotation.turns_of(position * frequencies(len(x))), "adjacent")


def slopes(heads: int) -> Array:
    """2^(-8k/H) for k = 1 ... H, of a power of two: (H)."""
    return np.asarray(2.0 ** (-8 * np.arange(1, heads + 1) / heads))


def bias(slope: float, m: int, n: int) -> float:
    """The bias that ALiBi adds to the score of key n for query m: minus infinity for a key that comes later."""
    return -slope * (m - n) + 0.0 if n <= m else -np.inf
