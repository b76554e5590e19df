"""From logits to a token: temperature, top-k and top-p in any order, then renormalised; greedy and beam search.

The order matters: top-p asks for a mass, and temperature moves it. Ties go to the smaller token number. V tokens in the
vocabulary.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from engine.mathematics import softmax
from engine.parameters import Array

TEMPERATURE, TOP_K, TOP_P = STEPS = ("temperature", "top-k", "top-p")
Logits = Callable[[Sequence[int]], Array]  # of the token that follows these


@dataclass(frozen=True, slots=True)
class Settings:
    """``order`` holds each of STEPS once. Temperature 1, k = V and p = 1 change nothing."""

    temperature: float = 1.0
    k: int = 10**6
    p: float = 1.0
    order: tuple[str, ...] = STEPS


@dataclass(frozen=True, slots=True)
class Stage:
    """After one step: the probabilities (V,), which sum to ``mass``; a token that was cut off has 0, and is not
    ``left`` (V,)."""

    step: str
    probabilities: Array
    left: Array

    @property
    def mass(self) -> float:
        return float(self.probabilities.sum())

    @property
    def kept(self) -> int:
        return int(np.count_nonzero(self.left))


def ranked(probabilities: Array) -> list[int]:
    """The tokens, most probable first."""
    return [int(token) for token in np.argsort(-probabilities, kind="stable")]


def pipeline(logits: Array, settings: Settings) -> list[Stage]:
    """The softmax of the logits, each step in its order, and last what is left, renormalised to 1.

    Temperature divides the logits of the tokens that are left; top-p counts the mass that they have among themselves
    (Holtzman et al. 2020: the fewest most probable tokens whose mass reaches p).
    """
    left = np.ones(len(logits), bool)
    scores, now = np.array(logits, float), softmax(logits)
    stages = [Stage("softmax", now, left)]
    for step in settings.order:
        if step == TEMPERATURE:
            scores = scores / settings.temperature
            now = softmax(np.where(left, scores, -np.inf))
        else:
            share = now / now.sum()
            order = ranked(np.where(left, scores, -np.inf))
            keep = settings.k if step == TOP_K else _reaching(share[order], settings.p)
            left = left & np.isin(np.arange(len(now)), order[:keep])
            now = np.where(left, now, 0.0)
        stages.append(Stage(step, now, left))
    return [*stages, Stage("renormalised", now / now.sum(), left)]


def _reaching(falling: Array, p: float) -> int:
    """The number of falling probabilities needed to reach p; a p of 1 takes them all, however small the last."""
    if p >= 1:
        return len(falling)
    return int(np.searchsorted(np.cumsum(falling), p - 1e-12)) + 1


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A prefix with its natural log-probability; ``parent`` is its place in the row before, ``kept`` whether the beam
    goes on with it."""

    tokens: tuple[int, ...]
    log_probability: float
    parent: int
    kept: bool
    finished: bool


def beam(logits: Logits, prefix: Sequence[int], width: int, longest: int, end: int) -> list[list[Hypothesis]]:
    """Row by row all continuations of what was kept, best first; of each row the best ``width`` are kept.

    A finished hypothesis keeps its place in the beam without growing. It stops when all are finished, or ``longest``
    tokens are reached. Width 1 is greedy search. Lengths are not normalised.
    """
    rows = [[Hypothesis(tuple(prefix), 0.0, 0, True, False)]]
    while not all(one.finished or len(one.tokens) >= longest for one in rows[-1] if one.kept):
        found = []
        for place, one in enumerate(rows[-1]):
            if not one.kept:
                continue
            if one.finished or len(one.tokens) >= longest:
                found.append(Hypothesis(one.tokens, one.log_probability, place, False, one.finished))
                continue
            logs = np.log(softmax(logits(one.tokens)))
            for token in ranked(logs)[: width + 1]:
                grown = (*one.tokens, token)
                found.append(
                    Hypothesis(grown, one.log_probability + float(logs[token]), place, False, token == end)
                )
        found.sort(key=lambda one: -one.log_probability)
        rows.append(
            [
                Hypothesis(one.tokens, one.log_probability, one.parent, n < width, one.finished)
                for n, one in enumerate(found)
            ]
        )
    return rows


def greedy(logits: Logits, prefix: Sequence[int], longest: int, end: int) -> Hypothesis:
    """The most probable token each time."""
    return beam(logits, prefix, 1, longest, end)[-1][0]


def counts(probabilities: Array, draws: int, rng: np.random.Generator) -> list[int]:
    """The number of times that each token came in so many draws."""
    return [int(times) for times in rng.multinomial(draws, probabilities / probabilities.sum())]


def sampled(
    logits: Logits,
    prefix: Sequence[int],
    settings: Settings,
    longest: int,
    end: int,
    rng: np.random.Generator,
) -> tuple[int, ...]:
    """One continuation, token by token, until ``end`` or until ``longest`` tokens."""
    tokens = tuple(prefix)
    while len(tokens) < longest and (tokens[-1] != end or len(tokens) == len(prefix)):
        last = pipeline(logits(tokens), settings)[-1].probabilities
        tokens = (*tokens, int(rng.choice(len(last), p=last)))
    return tokens


def entropy(probabilities: Array) -> float:
    """Entropy in bits."""
    return 0.0 - float(sum(p * log(p, 2) for p in probabilities.tolist() if p > 0))
