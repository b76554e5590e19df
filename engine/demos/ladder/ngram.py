"""N-gram models of names: count, smooth by adding alpha or by interpolation, and ask what comes next.

The n - 1 tokens before the first letter are edges, and one edge ends a name: it is predicted, the start never is, so
V = 32 tokens can follow. Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter 3. What can
be asked of a model (surprisals, perplexity, samples) needs only its next-token distribution, whatever the model is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.demos.gpt.names import CONTEXT, EDGE, encode, vocabulary

LONGEST = 6
Array = NDArray[np.float64]
Model = Callable[[str], Array]  # the letters so far -> probability of each token to come next (V,)


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of each token after each history of n - 1 tokens that was met: history -> (V,)."""

    n: int
    after: Mapping[str, Array]

    def of(self, before: str) -> Array:
        """Counts of the tokens after the last n - 1 tokens (V,); zeros if that history was never met."""
        history = (EDGE * (self.n - 1) + before)[len(before) :]
        return self.after[history] if history in self.after else np.zeros(len(vocabulary()))


def count(words: Sequence[str], n: int) -> Counts:
    """Raises ValueError for an n outside 1 to 6, and for a letter that no name has."""
    if not 1 <= n <= LONGEST:
        raise ValueError(f"n must be from 1 to {LONGEST}, not {n}")
    after: dict[str, Array] = {}
    for word in words:
        text = EDGE * (n - 1) + word + EDGE
        for place, token in enumerate(encode(word + EDGE)):
            after.setdefault(text[place : place + n - 1], np.zeros(len(vocabulary())))[token] += 1
    return Counts(n, after)


def orders(words: Sequence[str], n: int) -> tuple[Counts, ...]:
    """The counts of 1-grams to n-grams."""
    return tuple(count(words, order) for order in range(1, n + 1))


def add_alpha(counts: Counts, alpha: float) -> Model:
    """(C(h, w) + alpha) / (C(h) + alpha V); with alpha 0 the relative count, and zeros after an unknown history.

    Raises ValueError for a negative alpha."""
    if alpha < 0:
        raise ValueError(f"alpha must not be negative, as {alpha} is")

    def probabilities(before: str) -> Array:
        row = counts.of(before) + alpha
        return row / row.sum() if row.any() else row

    return probabilities


def opinions(counted: Sequence[Counts], before: str) -> Array:
    """Probabilities by each order (n + 1, V): 1/V first, then the relative counts of 1-grams, 2-grams and so on.

    An order that never met its history gives those of the next shorter one.
    """
    rows = [np.full(len(vocabulary()), 1 / len(vocabulary()))]
    for counts in counted:
        row = counts.of(before)
        rows.append(row / row.sum() if row.any() else rows[-1])
    return np.stack(rows)


def interpolation(counted: Sequence[Counts], weights: Sequence[float]) -> Model:
    """sum_k lambda_k P_k (Jelinek and Mercer 1980): a weight for 1/V, then one for each order.

    Raises ValueError for another number of weights, a negative one, and a sum that is not 1."""
    if len(weights) != len(counted) + 1:
        raise ValueError(f"there must be {len(counted) + 1} weights: one for 1/V, then one for each order")
    if min(weights) < 0 or abs(sum(weights) - 1) > 1e-5:
        raise ValueError("the weights must be at least 0, and together 1")
    return lambda before: np.asarray(weights) @ opinions(counted, before)  # (V,)


def best_alpha(counts: Counts, among: Sequence[float]) -> float:
    """The alpha under which the counted tokens are likeliest, each predicted from all the others (leave one out)."""
    rows = np.stack(list(counts.after.values()))  # (histories, V)
    place = rows.nonzero()
    times, others = rows[place], rows.sum(1)[place[0]] - 1

    def likelihood(alpha: float) -> float:
        return float(times @ np.log((times - 1 + alpha) / (others + alpha * rows.shape[1])))

    return max(among, key=likelihood)


def best_weights(words: Sequence[str], counted: Sequence[Counts], rounds: int = 200) -> Array:
    """Interpolation weights (n + 1,) by expectation maximisation, each token of the counted words left out of the
    counts in its turn (deleted interpolation): nothing is fitted to the words that are held out."""
    said = np.array([row for word in words for row in _left_out(counted, word)])  # (tokens, n + 1)
    weights = np.full(said.shape[1], 1 / said.shape[1])
    for _ in range(rounds):
        shares = said * weights
        weights = (shares / shares.sum(1, keepdims=True)).mean(0)
    return weights


def _left_out(counted: Sequence[Counts], word: str) -> list[list[float]]:
    """The orders' probabilities of each token of the word (tokens, n + 1), were it not counted there."""
    found = []
    for place, token in enumerate(encode(word + EDGE)):
        said = [1 / len(vocabulary())]
        for counts in counted:
            row = counts.of(word[:place])
            others = row.sum() - 1
            said.append(float((row[token] - 1) / others) if others else said[-1])
        found.append(said)
    return found


def surprisals(model: Model, word: str) -> Array:
    """-ln p of each letter and of the end (letters + 1,), in nats; infinite for what the model rules out."""
    true = [model(word[:place])[token] for place, token in enumerate(encode(word + EDGE))]
    with np.errstate(divide="ignore"):
        return -np.log(true) + 0.0


def perplexity(model: Model, words: Sequence[str]) -> float:
    """Per token, the ends counted among them; infinite as soon as one token has probability 0."""
    nats = np.concatenate([surprisals(model, word) for word in words]).mean()
    return exp(nats) if nats < inf else inf


def sample(model: Model, rng: Random, longest: int = CONTEXT - 1) -> str:
    """A name, letter by letter until the end comes, or until it has as many letters as the longest may."""
    word = ""
    while len(word) < longest:
        token = rng.choices(vocabulary(), model(word).tolist())[0]
        if token == EDGE:
            break
        word += token
    return word
