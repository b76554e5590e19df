"""The loss of skip-gram with negative sampling for one pair (Mikolov, Sutskever et al. 2013, equation 4, turned round).

Every pair is a yes-or-no question: did these two words stand together? The true context word should be answered with
yes, the sampled noise words with no.
"""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import model_validator

from engine.chain import Family
from engine.mathematics import lone
from engine.mathematics.activations import EACH_UNIT, sigmoid
from engine.mathematics.logarithms import SURE, softplus
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """v and u+ are (d), the noise words (k, d)."""

    v: Vector = symbol("v", "vector of the center word")
    u_positive: Vector = symbol("u_+", "vector of the true context word")
    u_negatives: Matrix = symbol("U_-", "vectors of the noise words, one per row")

    @model_validator(mode="after")
    def same_length(self) -> "Parameters":
        if len(self.u_positive) != len(self.v):
            raise ValueError("u_positive must have as many entries as v")
        if self.u_negatives.shape[1] != len(self.v):
            raise ValueError("u_negatives must have as many columns as v has entries")
        return self


family = Family(
    "negative_sampling_loss",
    "Loss with negative sampling",
    section="2.4",
    builds_on=("cross_entropy", "skipgram_pairs"),
    parameters=Parameters,
)


def sigmoid_latex(x: float) -> str:
    return EACH_UNIT["sigmoid"].numbers(latex.number(x))


def surprisal(probability: float, score: float) -> float:
    """-ln s(score): of the probability as it was written, of the score where the exact one has lost its digits."""
    if probability <= 0:
        return -score
    if probability > SURE and probability == sigmoid_of(score):
        return softplus(-score)
    return -math.log(probability)


def sigmoid_of(score: float) -> float:
    return float(sigmoid(np.array(score)))


@family.step("Score of the true context word", r"<u_positive> \cdot <v>", symbol="x_+", numbers=latex.dot)
def positive_score(u_positive: Array, v: Array) -> float:
    return lone(u_positive @ v)


@family.step(
    "Scores of the noise words", r"<u_negatives>\,<v>", symbol="x",
    numbers=lambda u_negatives, v, at: latex.dot(u_negatives[at[0]], v),
)  # fmt: skip
def negative_scores(u_negatives: Array, v: Array) -> Array:
    return u_negatives @ v


@family.step(
    "Probability of a true pair for the context word", r"\sigma(<positive_score>)", symbol="p_+",
    numbers=sigmoid_latex,
)  # fmt: skip
def positive_probability(positive_score: float) -> float:
    return sigmoid_of(positive_score)


@family.step(
    "Probability of noise for each noise word", r"\sigma(-<negative_scores>)", symbol="p",
    numbers=lambda negative_scores, at: sigmoid_latex(-negative_scores[at[0]]),
)  # fmt: skip
def negative_probabilities(negative_scores: Array) -> Array:
    return sigmoid(-negative_scores)


def loss_with_numbers(positive: float, negatives: Array, *scores: Any) -> str:
    return "-" + " - ".join(rf"\ln {latex.number(p)}" for p in (positive, *negatives))


@family.step(
    "Loss", r"-\ln <positive_probability> - \sum_k \ln <negative_probabilities>_k", symbol="L",
    numbers=loss_with_numbers,
)  # fmt: skip
def loss(
    positive_probability: float, negative_probabilities: Array, positive_score: float, negative_scores: Array
) -> float:
    noise = zip(negative_probabilities.tolist(), (-negative_scores).tolist(), strict=True)
    return surprisal(positive_probability, positive_score) + sum(surprisal(p, x) for p, x in noise)


family.gives(
    {
        "positive_score": ("number", "Dot product of v with the true context word."),
        "negative_scores": (
            "rows(u_negatives)",
            "Dot product of v with each noise word, its sign not turned.",
        ),
        "positive_probability": ("number", "Sigmoid of the positive score."),
        "negative_probabilities": ("rows(u_negatives)", "Sigmoid of minus each negative score."),
        "loss": ("number", "Minus the natural logarithms of all these probabilities, added up.", "nats"),
    }
)
family.assumes(
    "The loss is that of one pair with its noise words; logarithms are natural.",
)


@family.mistake(
    of="negative_probabilities",
    says="You did not turn the sign of the noise words' scores. For noise the sigmoid is taken of -u·v.",
    slip="sign turned in the wrong place",
)
def sign_not_turned(negative_scores: Array) -> Array:
    return sigmoid(negative_scores)


@family.mistake(
    of="positive_probability",
    says="You turned the sign of the true word's score. Only noise words have it turned.",
    slip="sign turned in the wrong place",
)
def true_word_turned(positive_score: float) -> float:
    return sigmoid_of(-positive_score)


@family.mistake(of="loss", says="You left out the noise words. Each of them adds its own term to the loss.")
def noise_left_out(positive_probability: float) -> float:
    return -math.log(positive_probability)


@family.mistake(of="loss", says="You averaged the terms of the noise words. The loss adds them all up.")
def noise_averaged(positive_probability: float, negative_probabilities: Array) -> float:
    return -math.log(positive_probability) - float(np.log(negative_probabilities).mean())


@family.mistake(
    of="loss",
    says="You added the probabilities before the logarithm. Take the logarithm of each one, then add.",
)
def logarithm_of_the_sum(positive_probability: float, negative_probabilities: Array) -> float:
    return abs(math.log(positive_probability + float(negative_probabilities.sum())))


@family.mistake(of="loss", says="You used the logarithm to base 10. Here ln is the natural logarithm.")
def base_ten(right: float) -> float:
    return right / math.log(10)


@family.mistake(of="loss", says="You used the logarithm to base 2. Here ln is the natural logarithm.")
def base_two(right: float) -> float:
    return right / math.log(2)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    given = [fixed[name] for name in ("v", "u_positive") if name in fixed] + list(
        fixed.get("u_negatives", [])
    )
    size = len(given[0]) if given else 3 if level == "hard" else 2
    noise = {"warm-up": 1, "exam": 2, "hard": 4}[level]
    entries = (-1, 0, 1, 1) if level == "warm-up" else (-1, -0.5, 0, 0.5, 1, 1, 2)

    def vector() -> list[float]:
        return [rng.choice(entries) for _ in range(size)]

    return {"v": vector(), "u_positive": vector(), "u_negatives": [vector() for _ in range(noise)]}
