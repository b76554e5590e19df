"""Softmax regression: a score for each class, their softmax, and the most probable class (curriculum c.1).

Also called multinomial logistic regression; Jurafsky and Martin, Speech and Language Processing, 3rd edition draft.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Position
from engine.chain import Family, NotApplicable, Run
from engine.mathematics import softmax
from engine.mathematics.activations import sigmoid
from engine.mathematics.classifier import (
    HONEST,
    Classifier,
    draw_classifier,
    exact_scores,
    one_sided,
    score_numbers,
)
from engine.parameters import Array
from engine.solutions import latex

family = Family(
    "softmax_regression",
    "Softmax regression",
    section="c.1",
    builds_on=("logistic_regression",),
    parameters=Classifier,
)


@family.step("Scores, one per class", "<weights><x> + <bias>", symbol="z",
    numbers=score_numbers,
)  # fmt: skip
def scores(weights: Array, bias: Array, x: Array) -> Array:
    return weights @ x + bias


@family.step(
    "Probabilities", r"\operatorname{softmax}(<scores>)", symbol="p", distribution=True,
    numbers=lambda scores, at: latex.softmax_cell(scores, at[0]),
)  # fmt: skip
def probabilities(scores: Array) -> Array:
    return softmax(scores)


@family.step(
    "Predicted class", r"\text{the class with the largest score: the softmax keeps the order of the scores}",
    symbol=r"\hat{y}", form=Position("classes"),
    numbers=lambda scores, weights, bias, x: rf"\max{latex.value(scores)}",
)  # fmt: skip
def prediction(scores: Array, weights: Array, bias: Array, x: Array) -> int:
    """The class with the highest score: by exact scores while these are the true ones, rounded. Of equals the first."""
    exact = exact_scores(weights, bias, x)
    if np.abs(scores - np.array(exact, dtype=float)).max() <= HONEST:
        return exact.index(max(exact))
    return int(scores.argmax())


family.gives(
    {
        "scores": ("rows(weights)", "Score of each class: weights times x plus bias."),
        "probabilities": ("rows(weights)", "Softmax of the scores."),
        "prediction": (
            "whole number or text",
            "The class with the largest score: its name where classes are given, else its row, counted from 0.",
        ),
    }
)
family.assumes(
    "Among equal scores the first class is predicted.",
)


@family.mistake(of="scores", says="You left out the biases. Add to each score the bias of its class.")
def biases_forgotten(weights: Array, bias: Array, x: Array) -> Array:
    if not bias.any():
        raise NotApplicable
    return weights @ x


@family.mistake(
    of="scores",
    says="You multiplied with the columns of the weights. Row k belongs to class k: multiply it with the features.",
)
def columns_for_rows(weights: Array, bias: Array, x: Array) -> Array:
    if len(weights) != len(x):
        raise NotApplicable
    return weights.T @ x + bias


@family.mistake(
    of="probabilities",
    says="You took the sigmoid of each score. With several classes take the softmax, which divides all by one sum.",
)
def sigmoid_of_each(scores: Array) -> Array:
    return sigmoid(scores)


@family.mistake(
    of="probabilities", says="You stopped at the exponentials. Divide each one by the sum of all of them."
)
def not_normalised(scores: Array) -> Array:
    return np.exp(scores)


@family.mistake(
    of="probabilities",
    says="You turned the sign of the scores. The softmax takes e to each score: a larger score is more probable.",
)
def signs_turned(scores: Array) -> Array:
    return softmax(-scores)


@family.mistake(
    of="prediction", says="You took the smallest score. The predicted class has the largest score."
)
def smallest_score(scores: Array) -> int:
    return int(scores.argmin())


@family.refuses
def not_worth_asking(exact: Run) -> str | None:
    first, second = sorted(exact.reached["scores"])[:-3:-1]
    close = first - second < 2 * HONEST
    return "two classes are too close to be told apart" if close else one_sided(exact.reached["scores"])


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    return draw_classifier(rng, level, fixed)
