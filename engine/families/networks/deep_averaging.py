"""A deep averaging network: mean of the word vectors, hidden layers, softmax (Iyyer et al. 2015, section 3)."""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator, model_validator

from engine.chain import Family, NotApplicable, Step
from engine.mathematics import layer_mistakes, layers, softmax
from engine.mathematics.layers import Hidden, affine, affine_cell
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """Embeddings are (words, d), weights (classes, units of the last hidden layer); a missing bias is zero."""

    embeddings: Matrix = symbol("E", "word vectors, one row per word of the text")
    weights: Matrix = symbol("U", "weights of the classifier, one row per class")
    bias: Vector = symbol(
        "c", "biases of the classifier, one per class", default=None, empty="zeros", validate_default=True
    )
    layers: Hidden = symbol(r"\text{layers}", "hidden layers after the mean", default=(), empty="none")

    @field_validator("bias", mode="before")
    @classmethod
    def missing_is_zero(cls, bias: Any, info: ValidationInfo) -> Any:
        return np.zeros(len(info.data.get("weights", [0]))) if bias is None else bias

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        units = layers.check(self.layers, self.embeddings.shape[1])
        if self.weights.shape[1] != units:
            raise ValueError(f"weights must have one column per number that goes in: {units}")
        if len(self.bias) != len(self.weights):
            raise ValueError("bias must have one number per row of weights")
        return self


family = Family(
    "deep_averaging",
    "Deep averaging network",
    section="c.2",
    builds_on=("mlp_forward",),
    parameters=Parameters,
)


@family.unroll("mean", "scores", "probabilities")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    yield Step(
        "mean", "Mean of the word vectors", r"\frac{1}{n} \sum_i <embeddings>_i", lambda E: E.mean(axis=0),
        ("embeddings",), symbol="m", answer="mean", numbers=lambda E, at: latex.mean(E[:, at[0]]),
    )  # fmt: skip
    yield from layers.lines(given.layers, "mean", "m")
    last = f"a_{len(given.layers)}" if given.layers else "mean"
    yield Step(
        "scores", "Scores of the classes", f"<weights>\\,<{last}> + <bias>", affine, ("weights", "bias", last),
        symbol="s", answer="scores", numbers=affine_cell,
    )  # fmt: skip
    yield Step(
        "probabilities", "Probabilities of the classes", r"\operatorname{softmax}(<scores>)", softmax,
        ("scores",), symbol="p", answer="probabilities", distribution=True,
        numbers=lambda scores, at: latex.softmax_cell(scores.tolist(), at[0]),
    )  # fmt: skip


family.gives(
    {
        "mean": ("columns(embeddings)", "Mean of the word vectors."),
        "scores": ("rows(weights)", "Scores of the classes, from the last hidden layer or the mean."),
        "probabilities": ("rows(weights)", "Softmax of the scores."),
    }
)
family.assumes(
    "Every row of embeddings counts once in the mean. Weights are out x in.",
)


@family.mistake(of="mean", says="You added the word vectors. Divide the sum by the number of words.")
def sum_for_mean(embeddings: Array) -> Array:
    return np.asarray(embeddings.sum(axis=0))


@family.mistake(
    of="mean",
    says="You divided by the length of a word vector. Divide by the number of words: each column has its own mean.",
)
def divided_by_length(embeddings: Array) -> Array:
    return np.asarray(embeddings.sum(axis=0) / embeddings.shape[1])


@family.mistake(
    of="scores",
    says="You left out the bias of the classifier. Add one number per class.",
    slip="bias left out",
)
def classifier_bias_left_out(right: Array, bias: Array) -> Array:
    return right - bias


@family.mistake(
    of="scores", says="You went from the mean straight to the classes. The hidden layers stand in between."
)
def hidden_layers_skipped(weights: Array, bias: Array, mean: Array) -> Array:
    if weights.shape[1] != len(mean):
        raise NotApplicable
    return affine(weights, bias, mean)


@family.mistake(
    of="probabilities", says="You stopped at the exponentials. Divide each of them by the sum of all."
)
def exponentials_left(scores: Array) -> Array:
    return np.exp(scores)


family.include((), layer_mistakes.some("bias_left_out", "not_activated"))
family.refuses(layers.unfair)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """No hidden layer to warm up, then one, then two."""
    words, hidden, classes = {"warm-up": (2, 0, 2), "exam": (rng.choice((3, 4)), 1, 2), "hard": (4, 2, 3)}[
        level
    ]
    length = len(fixed["embeddings"][0]) if "embeddings" in fixed else 3 if level == "hard" else 2
    sizes = [length, *[2] * hidden]
    drawn = layers.draw(rng, sizes, ["relu"] * hidden, (-1, 0, 0.5, 1, 2))
    given = fixed.get("layers", drawn)
    units = len(given[-1]["weights"]) if given else length
    classes = next((len(fixed[name]) for name in ("weights", "bias") if name in fixed), classes)
    return {
        "embeddings": [[rng.randint(-2, 4) for _ in range(length)] for _ in range(words)],
        "layers": drawn,
        "weights": [[rng.choice((-1, -0.5, 0.5, 1, 1.5)) for _ in range(units)] for _ in range(classes)],
        "bias": [rng.choice((-0.5, 0.5, 1)) for _ in range(classes)],
    }
