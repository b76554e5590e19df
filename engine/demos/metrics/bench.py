"""Metrics on the bench: the same numbers as in the exercises, and the chance behind them played out.

BLEU and ROUGE are runs of their families, so that every step can be told. pass@k has two estimators (Chen et al. 2021,
section 2.1), MinHash its signatures and S-curve (Broder 1997; Leskovec, Rajaraman and Ullman, section 3.4: a signature
of b bands with r rows each; datasketch and others write the two the other way round), perplexity its units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, exp, log

import numpy as np

from engine.chain import Run, run
from engine.demos.tokens import bpe_steps
from engine.families.data.shingle_jaccard import shingles
from engine.families.evaluation import bleu as bleu_family
from engine.families.evaluation import rouge as rouge_family
from engine.parameters import Array

PRIME = 2**31 - 1  # so that a times x fits into 64 bits
MOST_TRIES, MOST_SAMPLES = 1_000_000, 1_000
MOST_WORDS, MOST_CHARACTERS, MOST_HASHES = 60, 2_000, 500


def bleu(candidate: str, references: Sequence[str], max_n: int = 4) -> Run:
    """``reached`` has matches_n, total_n, precision_n, brevity_penalty, geometric_mean and bleu. Raises ValueError for
    texts without words."""
    parameters = bleu_family.Parameters(candidate=candidate, references=tuple(references), max_n=max_n)
    return run(bleu_family.family, parameters)


def rouge(candidate: str, reference: str) -> Run:
    """``reached`` has overlap_1, overlap_2 and lcs, and recall, precision and f1 of each (recall_1, f1_l ...)."""
    return run(rouge_family.family, rouge_family.Parameters(candidate=candidate, reference=reference))


@dataclass(frozen=True, slots=True)
class Growing:
    """BLEU of the first ``words`` of a candidate: what the precisions say, and what the penalty leaves of it."""

    words: int
    geometric_mean: float
    brevity_penalty: float
    bleu: float


def word_by_word(candidate: str, references: Sequence[str], max_n: int = 4) -> list[Growing]:
    """While the candidate is too short for the longest n-grams its BLEU is 0. Raises ValueError above 60 words."""
    words = candidate.split()
    if len(words) > MOST_WORDS:
        raise ValueError(f"The candidate may have {MOST_WORDS} words here; this one has {len(words)}.")
    runs = ((size, bleu(" ".join(words[:size]), references, max_n)) for size in range(1, len(words) + 1))
    parts = ("geometric_mean", "brevity_penalty", "bleu")
    return [Growing(size, *(found.reached[part] for part in parts)) for size, found in runs]


def pass_at_k(n: int, c: int, k: int) -> float:
    """Unbiased, from n samples with c right ones: the share of all choices of k that hold a right one."""
    return 1 - comb(n - c, k) / comb(n, k)


def pass_at_k_independent(p: float, k: int) -> float:
    """Pass@k of k fresh tries that succeed with the probability p each; with p = c / n put in it is biased
    downwards."""
    return float(1 - (1 - p) ** k)


@dataclass(frozen=True, slots=True)
class Estimates:
    """Over all rounds: the true pass@k, the mean of each estimator, and the standard error of that mean."""

    true: float
    unbiased: float
    plugged_in: float
    unbiased_error: float
    plugged_in_error: float


def estimate(p: float, n: int, k: int, rounds: int, rng: np.random.Generator) -> Estimates:
    """Every round draws n samples that are right with probability p, counts the c right ones, and estimates pass@k
    from n and c in both ways. Raises ValueError where k > n, n > 1,000 or n * rounds is above a million."""
    right = right_ones(p, n, k, rounds, rng)
    found = estimates(n, k)[right]
    error = found.std(axis=0) / np.sqrt(rounds)
    return Estimates(pass_at_k_independent(p, k), *found.mean(axis=0).tolist(), *error.tolist())


def right_ones(p: float, n: int, k: int, rounds: int, rng: np.random.Generator) -> Array:
    """The number of right samples in each round; more rounds leave the first ones as they are. (rounds,)"""
    _check(n, k, rounds)
    return np.asarray(rng.binomial(n, p, rounds))


def estimates(n: int, k: int) -> Array:
    """Both estimates for c = 0, 1 ... n right samples: without bias, and with c / n put in. (n + 1, 2)"""
    return np.array([(pass_at_k(n, c, k), pass_at_k_independent(c / n, k)) for c in range(n + 1)])


def tries(n: int, c: int, k: int, rounds: int, put_back: bool, rng: np.random.Generator) -> Array:
    """1 where k of the n samples, c of them right, hold a right one. ``put_back``: the same sample may come again.

    The mean tends to ``pass_at_k``, with putting back to ``pass_at_k_independent(c / n, k)``.
    """
    _check(n, k, rounds)
    drawn = rng.integers(n, size=(rounds, k)) if put_back else rng.random((rounds, n)).argsort(1)[:, :k]
    return np.asarray((drawn < c).any(axis=1), dtype=np.float64)  # samples 0 to c - 1 are the right ones


def _check(n: int, k: int, rounds: int) -> None:
    if not 1 <= k <= n <= MOST_SAMPLES or rounds < 1 or n * rounds > MOST_TRIES:
        raise ValueError(
            f"k must be from 1 to n, n at most {MOST_SAMPLES:,}, and n times the rounds at most {MOST_TRIES:,}; these "
            f"are n = {n}, k = {k} and {rounds:,} rounds."
        )


@dataclass(frozen=True, slots=True)
class Likeness:
    """Similarity of two texts: the number of different shingles they share, and of ``all`` they have, and their
    signatures."""

    shared: int
    all: int
    signature_a: Array
    signature_b: Array

    @property
    def jaccard(self) -> float:
        return self.shared / self.all

    @property
    def estimate(self) -> float:
        return float((self.signature_a == self.signature_b).mean())

    def same(self, bands: int) -> Array:
        """True where the signatures agree, cut into bands. (b, r)"""
        rows = len(self.signature_a) // bands
        return np.asarray((self.signature_a == self.signature_b)[: bands * rows].reshape(bands, rows))

    def bands_that_agree(self, bands: int) -> list[int]:
        """Bands in which all rows are equal; one is enough for a candidate pair."""
        return [int(band) for band in np.flatnonzero(self.same(bands).all(axis=1))]


def minhash(text_a: str, text_b: str, n: int, hashes: int, rng: np.random.Generator) -> Likeness:
    """Shingles of n characters; hash i of a shingle numbered x is (a_i x + b_i) mod (2^31 - 1), and a signature holds
    the least of a text's shingles for each.

    Raises ValueError where a text is shorter than a shingle, above 2,000 characters, and above 500 hash functions.
    """
    if max(len(text_a), len(text_b)) > MOST_CHARACTERS or not 1 <= hashes <= MOST_HASHES:
        raise ValueError(
            f"Each text may have {MOST_CHARACTERS:,} characters, and there may be 1 to {MOST_HASHES} hashes."
        )
    first, second = set(shingles(text_a, n, "char")), set(shingles(text_b, n, "char"))
    if not first or not second:
        raise ValueError(f"Each text must have at least {n} characters, as many as a shingle.")
    names = sorted(first | second)
    number = dict(zip(names, rng.choice(PRIME, size=len(names), replace=False).tolist(), strict=True))
    slope, offset = rng.integers(1, PRIME, size=(2, hashes, 1))  # (hashes, 1)

    def signature(texts: set[str]) -> Array:
        numbers = np.array([number[name] for name in sorted(texts)])  # (shingles,)
        return np.asarray(((slope * numbers + offset) % PRIME).min(axis=1), dtype=np.float64)  # (hashes,)

    return Likeness(len(first & second), len(names), signature(first), signature(second))


def s_curve(similarity: Array, bands: int, rows: int) -> Array:
    """The chance that a pair of this similarity becomes a candidate: 1 - (1 - s^rows)^bands."""
    return np.asarray(1 - (1 - similarity**rows) ** bands)


def threshold(bands: int, rows: int) -> float:
    """About where the curve is steepest: (1 / bands)^(1 / rows)."""
    return float((1 / bands) ** (1 / rows))


def candidates(similarity: float, bands: int, rows: int, pairs: int, rng: np.random.Generator) -> float:
    """The share of so many pairs that become candidates; each row of a signature agrees with the chance s.

    Raises ValueError where bands * rows * pairs is above a million.
    """
    if min(bands, rows, pairs) < 1 or bands * rows * pairs > MOST_TRIES:
        raise ValueError(f"Bands times rows times pairs must be from 1 to {MOST_TRIES:,}.")
    agree = rng.random((pairs, bands, rows)) < similarity  # (pairs, b, r)
    return float(np.any(agree.all(axis=2), axis=1).mean())


@dataclass(frozen=True, slots=True)
class PerUnit:
    """The same text with the same probability, shared out over its tokens, words or characters."""

    unit: str
    count: int
    perplexity: float
    bits: float


def per_unit(nats: float, tokens: int, words: int, characters: int) -> list[PerUnit]:
    """``nats``: minus the log-probability of the whole text. Only what is counted the same way can be compared."""
    counts = {"token": tokens, "word": words, "character": characters}
    return [PerUnit(unit, n, exp(nats / n), nats / n / log(2)) for unit, n in counts.items()]


@dataclass(frozen=True, slots=True)
class Guess:
    """One token of the held-out text, which stood ``count`` times among the ``total`` that were learned from, one
    added for each token of the vocabulary."""

    token: str
    count: int
    total: int

    @property
    def probability(self) -> float:
        return self.count / self.total

    @property
    def nats(self) -> float:
        return -log(self.probability)


def across_tokenizers(text: str, held_out: str, merges: Sequence[int]) -> dict[int, list[PerUnit]]:
    """Scores of the same held-out text per token, word and character, by the number of merges learned from ``text``,
    under a unigram model of its tokens (add-one counts). Raises ValueError for a character that ``text`` lacks."""
    frequency, other, table = _learned(text, held_out, max(merges))
    words, characters = sum(other.values()), sum(len(word) * often for word, often in other.items())
    found = {}
    for many in merges:
        guessed = _unigram(frequency, held_out.split(), table[:many])
        found[many] = per_unit(sum(guess.nats for guess in guessed), len(guessed), words, characters)
    return found


def guesses(text: str, held_out: str, merges: int) -> list[Guess]:
    """The held-out text under the same model, token by token. Raises what ``across_tokenizers`` raises."""
    frequency, _, table = _learned(text, held_out, merges)
    return _unigram(frequency, held_out.split(), table)


def _learned(
    text: str, held_out: str, merges: int
) -> tuple[Mapping[str, int], Mapping[str, int], Sequence[bpe_steps.Pair]]:
    """The words of both texts with their frequencies, and the merges of the first."""
    frequency, other = bpe_steps.frequencies(text), bpe_steps.frequencies(held_out)
    table = [merge.pair for merge in bpe_steps.learn(frequency, merges)]
    known = bpe_steps.vocabulary(frequency, table)
    if missing := bpe_steps.unknown("".join(other), known):
        raise ValueError(f"The text that was learned from has no {missing[0]!r}.")
    return frequency, other, table


def _unigram(
    learned: Mapping[str, int], words: Sequence[str], table: Sequence[bpe_steps.Pair]
) -> list[Guess]:
    counts = dict.fromkeys(bpe_steps.vocabulary(learned, table), 1)
    for word, often in learned.items():
        for token in bpe_steps.tokens(word, table):
            counts[token] += often
    total = sum(counts.values())
    return [Guess(token, counts[token], total) for word in words for token in bpe_steps.tokens(word, table)]
