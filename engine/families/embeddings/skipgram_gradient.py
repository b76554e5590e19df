"""Gradient of skip-gram's softmax in the center vector: the observed context vector minus the expected one.

It is the gradient of ln P(observed | center), the way up: gradient descent on the loss -ln P adds it to v.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from engine.chain import Family, NotApplicable
from engine.mathematics import softmax
from engine.mathematics.activations import sigmoid
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """v is (d), the context vectors (V, d)."""

    v: Vector = symbol("v", "vector of the center word")
    context_embeddings: Matrix = symbol("U", "context vectors of the vocabulary, one word per row")
    observed: Annotated[int, Field(ge=0)] = symbol(
        r"o", "row of the context word that was observed, counted from 0"
    )

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        if self.context_embeddings.shape[1] != len(self.v):
            raise ValueError("context_embeddings must have as many columns as v has entries")
        if self.observed >= len(self.context_embeddings):
            raise ValueError(f"observed must be a row from 0 to {len(self.context_embeddings) - 1}")
        return self


family = Family(
    "skipgram_gradient",
    "Gradient of the skip-gram softmax",
    section="2.4",
    builds_on=("skipgram_pairs", "softmax_gradient"),
    parameters=Parameters,
)


@family.step(
    "Score of each context word", r"<context_embeddings>\,<v>", symbol="x",
    numbers=lambda context_embeddings, v, at: latex.dot(context_embeddings[at[0]], v),
)  # fmt: skip
def scores(context_embeddings: Array, v: Array) -> Array:
    return context_embeddings @ v


@family.step(
    "Probability of each context word", r"\operatorname{softmax}(<scores>)", symbol="P", distribution=True,
    numbers=lambda scores, at: latex.softmax_cell(scores, at[0]),
)  # fmt: skip
def probabilities(scores: Array) -> Array:
    return softmax(scores)


@family.step(
    "Expected context vector", r"\sum_w <probabilities>_w\,u_w", symbol=r"\bar{u}",
    numbers=lambda probabilities, context_embeddings, at: latex.dot(probabilities, context_embeddings[:, at[0]]),
)  # fmt: skip
def expected(probabilities: Array, context_embeddings: Array) -> Array:
    return probabilities @ context_embeddings


@family.step(
    "Gradient: observed minus expected", r"u_{<observed>} - <expected>", symbol="g",
    numbers=lambda expected, context_embeddings, observed, at: (
        f"{latex.number(context_embeddings[observed, at[0]])} - {latex.signed(expected[at[0]])}"
    ),
)  # fmt: skip
def gradient(expected: Array, context_embeddings: Array, observed: int) -> Array:
    return np.asarray(context_embeddings[observed] - expected)


family.gives(
    {
        "scores": ("rows(context_embeddings)", "Dot product of v with each context vector."),
        "probabilities": ("rows(context_embeddings)", "Softmax of the scores."),
        "expected": ("len(v)", "Mean of the context vectors, weighted with the probabilities."),
        "gradient": ("len(v)", "Observed context vector minus the expected one: gradient of ln P in v."),
    }
)
family.assumes(
    "The gradient is that of ln P(observed | center), so it points to a higher probability: descent on "
    "-ln P adds it to v.",
)


@family.mistake(
    of="gradient",
    says="You took expected minus observed, the gradient of the loss. Of ln P it is observed minus expected.",
)
def of_the_loss(expected: Array, context_embeddings: Array, observed: int) -> Array:
    return np.asarray(expected - context_embeddings[observed])


@family.mistake(
    of="gradient", says="You left out the expected context vector. Subtract it from the observed one."
)
def expected_left_out(context_embeddings: Array, observed: int) -> Array:
    return np.asarray(context_embeddings[observed])


@family.mistake(
    of="gradient",
    says="You took the gradient with respect to the context vector, (1 - P) v. Take it with respect to the center "
    "vector v.",
)
def in_the_context_vector(probabilities: Array, observed: int, v: Array) -> Array:
    return np.asarray((1 - probabilities[observed]) * v)


@family.mistake(
    of="expected", says="You took the plain average. Weight each context vector with its probability."
)
def plain_average(context_embeddings: Array) -> Array:
    return np.asarray(context_embeddings.mean(axis=0))


@family.mistake(
    of="expected",
    says="You took the vector of the most probable word alone. The expectation mixes all of them.",
)
def most_probable_alone(probabilities: Array, context_embeddings: Array) -> Array:
    return np.asarray(context_embeddings[int(np.argmax(probabilities))])


@family.mistake(
    of="probabilities",
    says="You took the sigmoid of each score. The softmax divides each exponential by the sum of all.",
)
def sigmoid_for_softmax(scores: Array) -> Array:
    return sigmoid(scores)


@family.mistake(
    of="probabilities", says="You stopped at the exponentials. Divide each of them by the sum of all."
)
def exponentials_left(scores: Array) -> Array:
    return np.exp(scores)


@family.mistake(
    of="probabilities",
    says="You divided the scores by their sum. The softmax divides exponentials by their sum.",
)
def shares_of_scores(scores: Array) -> Array:
    if not (scores >= 0).all() or not scores.any():
        raise NotApplicable
    return np.asarray(scores / scores.sum())


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    rows = list(fixed.get("context_embeddings", []))
    size = len(fixed["v"]) if "v" in fixed else len(rows[0]) if rows else 3 if level == "hard" else 2
    words = len(rows) or (4 if level == "hard" else 3)
    words = max(words, min(fixed.get("observed", 0), 15) + 1)
    among = (0, 1, 1, 2) if level == "warm-up" else (-1, 0, 0.5, 1, 1, 2)
    return {
        "v": [rng.choice((-1, 0.5, 1, 1)) for _ in range(size)],
        "context_embeddings": [[rng.choice(among) for _ in range(size)] for _ in range(words)],
        "observed": rng.randrange(words),
    }
