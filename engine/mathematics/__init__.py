"""Mathematics that several families use. Arrays are float64; sequences of tokens are tuples."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from engine.parameters import Array, exact

SPLIT = r"\text{each word as its characters}"
SPLIT_MARKED = r"\text{each word as its characters, then the end marker}"

ORDINARY = 30.0  # beyond, an exponential is too long or too short to be written down

Words = Mapping[str, tuple[str, ...]]


def lone(x: Any) -> float:
    """A number that NumPy came to, as Python's own; one that knows more than its value stays what it is."""
    return float(x) if isinstance(x, int | float | np.generic) else x


def softmax(scores: Array) -> Array:
    """Softmax along the last axis; masked scores (-inf) get probability 0. Each row needs one finite score.

    The largest score is taken off only where the exponentials would be no ordinary numbers: on paper nobody does.
    """
    top = scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(scores - top if (abs(top) > ORDINARY).any() else scores)
    return np.asarray(exponentials / exponentials.sum(axis=-1, keepdims=True))


def minus(u: Any, v: Any) -> Any:
    """u - v of the typed decimals or vectors, without float noise: 567.8 - 567.801 is -0.001.

    Numbers that know more than their value subtract by themselves.
    """
    difference = u - v
    if not isinstance(difference, np.ndarray):
        return float(exact(u) - exact(v)) if isinstance(difference, int | float) else difference
    if difference.dtype == object:
        return difference
    return np.asarray([float(exact(x) - exact(y)) for x, y in zip(u.tolist(), v.tolist(), strict=True)])


def exact_dot(u: Iterable[float], v: Iterable[float]) -> Fraction:
    """The dot product of the typed decimals, without float noise."""
    return sum((exact(float(x)) * exact(float(y)) for x, y in zip(u, v, strict=True)), Fraction(0))


def split_word(word: str, end_of_word: str) -> tuple[str, ...]:
    """A word as its characters, then the end marker where there is one."""
    return (*word, end_of_word) if end_of_word else tuple(word)


def count_pairs(words: Words, frequency: Mapping[str, int]) -> dict[str, int]:
    """Adjacent pairs ("e s") with their counts, overlapping ones too, in the order in which they are met."""
    counts: dict[str, int] = {}
    for word, symbols in words.items():
        for pair in pairwise(symbols):
            name = " ".join(pair)
            counts[name] = counts.get(name, 0) + frequency[word]
    return counts


def merge_pair(symbols: tuple[str, ...], pair: tuple[str, ...]) -> tuple[str, ...]:
    """Replaces the pair by one symbol, left to right, without overlap."""
    merged: list[str] = []
    place = 0
    while place < len(symbols):
        step = 2 if symbols[place : place + 2] == pair else 1
        merged.append("".join(symbols[place : place + step]))
        place += step
    return tuple(merged)
