"""A linear classifier: its parameters, its exact scores and its draw, shared by the families of softmax regression."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from engine.mathematics import exact_dot
from engine.parameters import MOST_CELLS, Array, Frozen, Matrix, Vector, exact, symbol
from engine.solutions import latex

HONEST = 0.0101  # how far rounding to two decimals may move a number that is then compared
CERTAIN = 4.0  # a score so far above the others leaves them hardly any probability

Name = Annotated[str, Field(min_length=1, max_length=40)]
Names = Annotated[tuple[Name, ...], Field(max_length=MOST_CELLS)]


class Classifier(Frozen):
    """``weights`` is (K, d), K at least 2. A missing bias is zero, missing names are class 1, class 2 ..."""

    weights: Matrix = symbol("W", "one row of weights per class")
    bias: Vector = symbol("b", "one bias per class", default=None, empty="zeros", validate_default=True)
    x: Vector = symbol("x", "features of the input")
    classes: Names = symbol(
        r"\text{classes}",
        "names of the classes",
        default=(),
        empty="class 1, class 2 and so on",
        validate_default=True,
    )

    @field_validator("weights")
    @classmethod
    def several_classes(cls, weights: Array) -> Array:
        """Raises ValueError where the weights have fewer than two rows."""
        if len(weights) < 2:
            raise ValueError("must have a row for each class, and at least two classes")
        return weights

    @field_validator("bias", "classes", mode="before")
    @classmethod
    def filled_in(cls, value: Any, info: ValidationInfo) -> Any:
        """Fills in a missing bias by zeros, missing names by class 1, class 2 ..."""
        rows = len(info.data.get("weights", [0]))
        if info.field_name == "bias":
            return [0] * rows if value is None else value
        return value or tuple(f"class {row + 1}" for row in range(rows))

    @field_validator("bias", "x", "classes")
    @classmethod
    def fits_the_weights(cls, value: Sequence[Any], info: ValidationInfo) -> Sequence[Any]:
        """Raises ValueError unless x has an entry for each column of the weights, bias and classes one for each row."""
        rows, columns = getattr(info.data.get("weights"), "shape", (len(value), len(value)))
        side, wanted = ("column", columns) if info.field_name == "x" else ("row", rows)
        if len(value) != wanted:
            raise ValueError(f"must have one entry for each {side} of weights: {wanted}")
        return value

    @field_validator("classes")
    @classmethod
    def different(cls, classes: tuple[str, ...]) -> tuple[str, ...]:
        """Raises ValueError where two classes have one name."""
        if len(set(classes)) < len(classes):
            raise ValueError("must be different names")
        return classes


def exact_scores(weights: Array, bias: Array, x: Array) -> list[Fraction]:
    """W x + b of the typed decimals, without float noise."""
    return [exact_dot(row, x) + exact(b) for row, b in zip(weights, bias, strict=True)]


def score_numbers(weights: Array, bias: Array, x: Array, at: tuple[int]) -> str:
    """One score with its numbers: ``1 \\cdot 2 + 3 \\cdot 4 + 0.5``."""
    return f"{latex.dot(weights[at[0]].tolist(), x.tolist())} + {latex.signed(bias[at[0]])}"


def one_sided(scores: Array) -> str | None:
    """The reason not to ask for a softmax of these scores: all are alike, or one takes all. None without one."""
    if np.ptp(scores) < HONEST:
        return "all scores are equal"
    return "one class is all but certain" if np.ptp(scores) > CERTAIN else None


def draw_classifier(rng: Random, level: str, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Small weights, so that no class takes all; as many rows and columns as what is fixed has."""
    shape = {"warm-up": (2, 2), "exam": (3, rng.choice((2, 3, 3))), "hard": (4, 3)}[level]
    rows = next((len(fixed[name]) for name in ("weights", "bias", "classes") if fixed.get(name)), shape[0])
    columns = len(fixed["weights"][0]) if "weights" in fixed else len(fixed.get("x", range(shape[1])))
    weights = {"warm-up": (-1, 0, 1, 2), "exam": (-1, -0.5, 0, 0.5, 1, 1.5), "hard": range(-8, 13)}[level]
    scale = 10 if level == "hard" else 1
    return {
        "weights": [[rng.choice(weights) / scale for _ in range(columns)] for _ in range(rows)],
        "bias": [rng.choice((0, 1) if level == "warm-up" else (-1, -0.5, 0.5, 1)) for _ in range(rows)],
        "x": [rng.choice((1, 2) if level == "warm-up" else (-1, 1, 2, 3)) for _ in range(columns)],
    }
