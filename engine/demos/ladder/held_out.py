"""Held-out perplexity of a model that counts, explained by how often it had met what the held-out names contain.

Every letter and end of these names is one token (T of them). For each order the counts of a token are C(h, w), how
often it followed its history of n - 1 letters in training, and C(h), how often anything did.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

import numpy as np

from engine.demos.gpt.names import EDGE, encode, split, vocabulary
from engine.demos.ladder import ngram
from engine.demos.ladder.ngram import Array, Counts

SHARES = 3  # least decimals of a share
OFTEN = (20, 3, 1)  # from how many times on an n-gram counts as met often, sometimes, hardly


@dataclass(frozen=True, slots=True)
class Met:
    """Tokens whose n-gram was met ``least`` times or more (0: never, but its history was; None: nor that).

    ``share`` is their part of all tokens; it and their geometric mean counts are rounded for display.
    """

    least: int | None
    share: float
    count: int
    of: int


@dataclass(frozen=True, slots=True)
class Known:
    """Tokens whose longest n-gram that was met has this ``order``.

    Longer ones say 0 of them (``nothing``), or, where none of their histories was met, the same as this order. With
    their ``share`` and the typical probabilities by 1/V, 1-grams, 2-grams and so on; rounded.
    """

    order: int
    nothing: bool
    share: float
    says: tuple[float, ...]


@cache
def orders() -> tuple[Counts, ...]:
    """The counts of the training names, from 1-grams to the longest."""
    return ngram.orders(split()[0], ngram.LONGEST)


@cache
def _tokens() -> list[tuple[str, int]]:
    return [(word[:at], token) for word in split()[1] for at, token in enumerate(encode(word + EDGE))]


@cache
def counts(n: int) -> Array:
    """C(h, w) and C(h) (T, 2)."""
    counted = orders()[n - 1]
    return np.array([(counted.of(before)[token], counted.of(before).sum()) for before, token in _tokens()])


@cache
def opinions() -> Array:
    """The probability of each token by 1/V and by each order (T, 1 + orders), as ``ngram.opinions`` has it."""
    said = np.full((len(_tokens()), 1 + len(orders())), 1 / len(vocabulary()))
    for n in range(1, said.shape[1]):
        count, of = counts(n).T
        said[:, n] = np.where(of > 0, count / np.maximum(of, 1), said[:, n - 1])
    return said


def added(n: int, alpha: float) -> float:
    """Perplexity with alpha added to each count."""
    count, of = counts(n).T
    return exp(-np.log((count + alpha) / (of + alpha * len(vocabulary()))).mean())


def mixed(weights: Sequence[float]) -> float:
    """Perplexity of a mixture: a weight for 1/V, then one for each order."""
    return exp(-np.log(opinions()[:, : len(weights)] @ np.array(weights)).mean())


def met(n: int) -> list[Met]:
    """From often to never."""
    count, of = counts(n).T
    kinds: list[tuple[int | None, Array]] = []
    above = np.inf
    for least in OFTEN:
        kinds.append((least, (count >= least) & (count < above)))
        above = least
    kinds += [(0, (count == 0) & (of > 0)), (None, of == 0)]
    found = [(least, which) for least, which in kinds if which.any()]
    shares = shared([int(which.sum()) for _, which in found])
    return [
        Met(least, share, *(round(_geometric(number[which])) for number in (count, of)))
        for (least, which), share in zip(found, shares, strict=True)
    ]


def known(n: int) -> list[Known]:
    """From the longest to the shortest."""
    every = np.stack([counts(order)[:, 0] > 0 for order in range(1, n + 1)], 1)  # (T, n)
    longest = (every * np.arange(1, n + 1)).max(1)  # (T,)
    said = opinions()[:, : n + 1]
    found = []
    for order in range(n, -1, -1):
        for nothing in (False, True):
            mine = said[(longest == order) & ((said[:, n] == 0) == nothing)]
            if len(mine):
                found.append((order, nothing, mine))
    shares = shared([len(mine) for *_, mine in found])
    return [
        Known(order, nothing, share, tuple(round(_geometric(one), 3) for one in mine.T))
        for (order, nothing, mine), share in zip(found, shares, strict=True)
    ]


def shared(sizes: Sequence[int]) -> list[float]:
    """The parts of a whole, each rounded to so many decimals that none is 0 and together they are 1."""
    for places in range(SHARES, 9):
        found = [round(size / sum(sizes), places) for size in sizes]
        if all(found) and round(sum(found), places) == 1:
            break
    return found


def added_by_hand(n: int, alpha: float) -> float:
    """Perplexity computed with the typical counts alone."""
    size = len(vocabulary())
    return exp(-sum(one.share * log((one.count + alpha) / (one.of + alpha * size)) for one in met(n)))


def mixed_by_hand(weights: Sequence[float]) -> float:
    """Perplexity of a mixture computed with the orders' typical probabilities."""
    return exp(-sum(one.share * log(np.dot(one.says, weights)) for one in known(len(weights) - 1)))


def _geometric(numbers: Array) -> float:
    return float(np.exp(np.log(numbers).mean())) if numbers.all() else 0.0
