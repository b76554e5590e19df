"""The gradient of the cross-entropy of a softmax regression in its weights: (p - y) x (curriculum c.1).

One input, its true class given; y is one for the true class and zero for the others.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.chain import Family, NotApplicable, Run
from engine.mathematics import softmax
from engine.mathematics.activations import sigmoid
from engine.mathematics.classifier import Classifier, draw_classifier, one_sided, score_numbers
from engine.parameters import Array, symbol
from engine.solutions import latex


class Parameters(Classifier):
    """The target counts from 0."""

    target: int = symbol("t", "the true class, counted from 0", ge=0)

    @field_validator("target")
    @classmethod
    def a_class(cls, target: int, info: ValidationInfo) -> int:
        weights = info.data.get("weights")
        if weights is not None and target >= len(weights):
            raise ValueError(f"counts from 0 and must be below {len(weights)}, the rows of weights")
        return target


family = Family(
    "softmax_gradient",
    "Gradient of softmax regression",
    section="c.1",
    builds_on=("cross_entropy",),
    parameters=Parameters,
)


@family.step("Scores", r"<weights><x> + <bias>", symbol="z", numbers=score_numbers)
def scores(weights: Array, bias: Array, x: Array) -> Array:
    return weights @ x + bias


@family.step(
    "Probabilities", r"\operatorname{softmax}(<scores>)", symbol="p", distribution=True,
    numbers=lambda scores, at: latex.softmax_cell(scores, at[0]),
)  # fmt: skip
def probabilities(scores: Array) -> Array:
    return softmax(scores)


@family.step(
    "Errors: one less for the true class", "<probabilities> - y", symbol="e",
    numbers=lambda probabilities, target, at: (
        f"{latex.number(probabilities[at])} - {int(at[0] == target)}"
    ),
)  # fmt: skip
def errors(probabilities: Array, target: int) -> Array:
    return probabilities - one_hot(target, len(probabilities))


@family.step(
    "Gradient, one row per class", r"<errors>\,<x>^{\top}", symbol="G",
    numbers=lambda errors, x, at: rf"{latex.signed(errors[at[0]])} \cdot {latex.signed(x[at[1]])}",
)  # fmt: skip
def gradient(errors: Array, x: Array) -> Array:
    return np.outer(errors, x) + 0.0


def one_hot(target: int, classes: int) -> Array:
    return np.asarray(np.eye(classes)[target])


family.gives(
    {
        "scores": ("rows(weights)", "Score of each class: weights times x plus bias."),
        "probabilities": ("rows(weights)", "Softmax of the scores."),
        "errors": ("rows(weights)", "Probabilities, less 1 for the true class."),
        "gradient": (
            "rows(weights) × columns(weights)",
            "Gradient of the cross-entropy in the weights: errors times features.",
        ),
    }
)
family.assumes(
    "The loss is the cross-entropy of one input; the gradient points up, so a step of descent subtracts it.",
)


@family.mistake(of="scores", says="You left out the biases. Add to each score the bias of its class.")
def biases_forgotten(weights: Array, bias: Array, x: Array) -> Array:
    if not bias.any():
        raise NotApplicable
    return weights @ x


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
    of="errors",
    says="You left out the true class. Subtract 1 from its probability, and nothing from the others.",
)
def target_forgotten(probabilities: Array) -> Array:
    return probabilities


@family.mistake(
    of="errors",
    says="The signs are turned. The gradient of the loss has p - y; y - p is the direction in which one steps.",
)
def target_minus_probabilities(right: Array) -> Array:
    return -right


@family.mistake(
    of="errors", says="You subtracted 1 from the most probable class. Subtract it from the true class."
)
def most_probable_for_true(probabilities: Array, target: int) -> Array:
    if probabilities.argmax() == target:
        raise NotApplicable
    return errors(probabilities, int(probabilities.argmax()))


@family.mistake(
    of="errors",
    says="You kept the error of the true class only. The other classes have an error too: their whole probability.",
)
def only_the_true_class(right: Array, target: int) -> Array:
    return right * one_hot(target, len(right))


@family.mistake(
    of="gradient", says="You repeated the errors. The error of a class is multiplied with each feature."
)
def features_forgotten(errors: Array, x: Array) -> Array:
    return np.outer(errors, np.ones(len(x)))


@family.refuses
def not_worth_asking(exact: Run) -> str | None:
    return one_sided(exact.reached["scores"])


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    drawn = draw_classifier(rng, level, fixed)
    return {**drawn, "target": rng.randrange(len({**drawn, **fixed}["weights"]))}
