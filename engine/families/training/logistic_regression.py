"""Logistic regression: one score, its sigmoid, and the label 1 from a probability of one half (curriculum c.1).

Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter on logistic regression.
"""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, Run
from engine.mathematics import exact_dot, lone
from engine.mathematics.activations import sigmoid
from engine.mathematics.classifier import HONEST
from engine.parameters import Array, Frozen, Real, Vector, exact, symbol
from engine.solutions import latex
from engine.solutions.pictures import Curve, Line


class Parameters(Frozen):
    weights: Vector = symbol("w", "one weight per feature")
    bias: Real = symbol("b", "bias", default=0.0)
    x: Vector = symbol("x", "features of the input")

    @field_validator("x")
    @classmethod
    def one_per_weight(cls, x: Array, info: ValidationInfo) -> Array:
        wanted = len(info.data.get("weights", x))
        if len(x) != wanted:
            raise ValueError(f"must have one feature for each of the {wanted} weights")
        return x


family = Family("logistic_regression", "Logistic regression", section="c.1", parameters=Parameters)


def probability_of(score: float) -> float:
    return float(sigmoid(np.array(score)))


@family.step(
    "Score", r"<weights> \cdot <x> + <bias>", symbol="z",
    numbers=lambda weights, x, bias: f"{latex.dot(weights, x)} + {latex.signed(bias)}",
)  # fmt: skip
def score(weights: Array, x: Array, bias: float) -> float:
    return lone(weights @ x) + bias


@family.step(
    "Probability of class 1", r"\frac{1}{1 + e^{-<score>}}", symbol="p",
    numbers=lambda score: rf"\frac{{1}}{{1 + e^{{{latex.number(-score)}}}}}",
)  # fmt: skip
def probability(score: float) -> float:
    return probability_of(score)


@family.picture(after="probability")
def on_the_sigmoid(exact_run: Run) -> Curve:
    score, reach = exact_run.reached["score"], max(5.0, abs(exact_run.reached["score"]))
    return Curve(
        "The score on the sigmoid", "A score of 0 gives 0.5; from there on class 1 is the more probable one.",
        "score z", "probability p",
        (Line("sigmoid", tuple((z, probability_of(z)) for z in np.linspace(-reach, reach, 41).tolist())),),
        marks=(("here", score, exact_run.reached["probability"]),),
    )  # fmt: skip


@family.step(
    "Label", r"1 \text{ if } <probability> \ge 0.5 \text{ (where } z \ge 0 \text{), else } 0",
    symbol=r"\hat{y}", form=Integer(),
)  # fmt: skip
def label(probability: float, weights: Array, x: Array, bias: float) -> int:
    """The label by the sign of the exact score while the probability is the true one, rounded; else by the
    student's."""
    true = exact_dot(weights, x) + exact(bias)
    own = abs(probability - probability_of(float(true))) > HONEST
    return int(probability >= 0.5) if own else int(true >= 0)


family.gives(
    {
        "score": ("number", "Weights times features plus bias."),
        "probability": ("number", "Sigmoid of the score: the probability of class 1."),
        "label": ("whole number", "1 where the probability is 0.5 or more, else 0."),
    }
)
family.assumes(
    "A probability of exactly 0.5 gives the label 1.",
)


@family.mistake(of="score", says="You left out the bias. Add it to the sum of weights times features.")
def bias_forgotten(weights: Array, x: Array, bias: float) -> float:
    if bias == 0:
        raise NotApplicable
    return lone(weights @ x)


@family.mistake(
    of="score", says="You subtracted the bias. The score is the sum of the products plus the bias."
)
def bias_subtracted(weights: Array, x: Array, bias: float) -> float:
    if bias == 0:
        raise NotApplicable
    return lone(weights @ x) - bias


@family.mistake(
    of="probability",
    says="You took e to the score in the denominator. The sigmoid has e to minus the score there.",
)
def sign_of_the_exponent(score: float) -> float:
    return probability_of(-score)


@family.mistake(
    of="probability",
    says="You took e to the score, which gives the odds. Divide by one plus the odds for the probability.",
)
def odds(score: float) -> float:
    return math.exp(score)


@family.mistake(
    of="probability",
    says="You took the hyperbolic tangent. A probability comes from the sigmoid, 1 / (1 + e^-z).",
)
def tanh_for_sigmoid(score: float) -> float:
    return math.tanh(score)


@family.mistake(
    of="label",
    says="The labels are swapped: p is the probability of class 1, so p of at least 0.5 gives the label 1.",
)
def labels_swapped(right: int) -> int:
    return 1 - right


@family.refuses
def too_easy_or_too_close(exact_run: Run) -> str | None:
    score = abs(exact_run.reached["score"])
    if score < 2 * HONEST:
        return "the score is too close to zero to decide the label from two decimals"
    if score > 4:
        return "the probability is all but certain"
    return None if exact_run.values["x"].any() else "no feature is there"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 2, "exam": 3, "hard": 5}[level]
    size = next((len(fixed[name]) for name in ("weights", "x") if name in fixed), size)
    tenths = {"warm-up": range(-20, 21, 10), "exam": range(-15, 21, 5), "hard": range(-18, 22)}[level]
    return {
        "weights": [rng.choice([tenth for tenth in tenths if tenth]) / 10 for _ in range(size)],
        "bias": rng.choice((-1, 0, 1) if level == "warm-up" else (-1.5, -1, -0.5, 0.5, 1, 1.5)),
        "x": [rng.choice((1, 2, 3) if level == "warm-up" else (0, 1, 1, 2, 3)) for _ in range(size)],
    }
