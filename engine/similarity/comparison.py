"""Compares all answers to a question with one another, by the fingerprints that two of them share.

An inverted index says which answers have a fingerprint; products of parts of its matrix count the shared ones of all
pairs at once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.similarity.winnowing import Hashes, Size, fingerprints, grams

MOST_PAIRS = 100  # that are told of
FEW = 3  # so many answers may share a gram, however few there are
COLUMNS = 4096  # fingerprints that are counted at once


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers, by their keys, and how many fingerprints they share ``of`` those of the smaller one."""

    first: int
    second: int
    shared: int
    of: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """How many answers were ``compared``, and were too ``short`` for it; the hashes of the ``common`` grams, which were
    left out; and the pairs that share most, the greatest share of the smaller first.

    Of all pairs, half share at most ``median`` percent, and nineteen in twenty at most ``high``.
    """

    compared: int
    short: int
    common: tuple[int, ...]
    pairs: tuple[Pair, ...]
    median: int
    high: int


def compare(answers: Mapping[int, Sequence[str]], given: Collection[int], size: Size) -> Compared:
    """Compares answers, as tokens by key. Left out are the grams that are ``given``, by their hashes, and those of more
    answers than may share one."""
    hashed = {key: grams(tokens, size.gram) for key, tokens in answers.items()}
    known, times = np.unique(_all_of([np.unique(one) for one in hashed.values()]), return_counts=True)
    common = known[times > most_sharing(len(answers))]
    left_out = np.concatenate([common, np.fromiter(given, np.int64)])
    own = {key: _without(fingerprints(one, size.window), left_out) for key, one in hashed.items()}
    long_enough = {key: prints for key, prints in own.items() if len(prints) >= size.least}
    pairs, shares = _pairs(long_enough)
    median, high = (round(100 * float(np.percentile(shares, n))) if len(shares) else 0 for n in (50, 95))
    return Compared(
        compared=len(long_enough),
        short=len(answers) - len(long_enough),
        common=tuple(common.tolist()),
        pairs=pairs,
        median=median,
        high=high,
    )


def most_sharing(answers: int) -> int:
    """Returns how many of so many answers may share a gram before it counts as common: a third, and three in any
    case."""
    return max(FEW, answers // 3)


def _without(prints: Hashes, left_out: Hashes) -> Hashes:
    return prints[~np.isin(prints, left_out)]


def _all_of(parts: Sequence[Hashes]) -> Hashes:
    return np.concatenate([*parts, np.empty(0, np.int64)])


def _pairs(prints: Mapping[int, Hashes]) -> tuple[tuple[Pair, ...], NDArray[np.floating]]:
    """Returns the pairs that share most, and the shares of all."""
    keys, sizes = list(prints), np.array([len(one) for one in prints.values()], np.float32)
    first, second = np.triu_indices(len(keys), 1)
    shared = _shared(list(prints.values()))[first, second]
    of = np.minimum(sizes[first], sizes[second])
    share = shared / of
    best = np.lexsort((-shared, -share))[:MOST_PAIRS]
    pairs = (Pair(keys[first[at]], keys[second[at]], int(shared[at]), int(of[at])) for at in best)
    return tuple(pair for pair in pairs if pair.shared), share


def _shared(prints: Sequence[Hashes]) -> NDArray[np.float32]:
    """Returns how many fingerprints each two answers share, (answers, answers)."""
    owners = np.repeat(np.arange(len(prints)), [len(one) for one in prints])
    _, places, times = np.unique(_all_of(prints), return_inverse=True, return_counts=True)
    several = times > 1
    columns, kept = (np.cumsum(several) - 1)[places], several[places]
    order = np.argsort(columns[kept], kind="stable")
    owners, columns = owners[kept][order], columns[kept][order]
    shared = np.zeros((len(prints), len(prints)), np.float32)
    for begin in range(0, int(several.sum()), COLUMNS):
        low, high = np.searchsorted(columns, (begin, begin + COLUMNS))
        has = np.zeros((len(prints), COLUMNS), np.float32)
        has[owners[low:high], columns[low:high] - begin] = 1
        shared += has @ has.T
    return shared
