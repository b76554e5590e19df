"""Batch normalization while training: per feature, over the batch (Ioffe and Szegedy 2015, algorithm 1).

The learned scale is 1 and the learned shift is 0, as they are before the first update.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import field_validator, model_validator

from engine.chain import Family, NotApplicable, Run
from engine.mathematics.normalization import draw_features, mean_of_squares, root_of
from engine.parameters import Array, Frozen, Matrix, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """X is (n, features): one row per example of the batch."""

    X: Matrix = symbol("X", "one row per example, one column per feature")
    epsilon: float = symbol(
        r"\varepsilon", "added to the variance under the root", default=0.0, ge=0, le=1000
    )
    divisor: Literal["n", "n - 1"] = symbol(
        "m", "what the sum of squares is divided by: n, the number of rows, or n - 1", default="n"
    )

    @field_validator("X")
    @classmethod
    def several_rows(cls, X: Array) -> Array:
        if len(X) < 2:
            raise ValueError("must have at least two rows: the statistics are taken over the batch")
        return X

    @model_validator(mode="after")
    def can_be_divided(self) -> "Parameters":
        if self.epsilon == 0 and (np.ptp(self.X, axis=0) == 0).any():
            raise ValueError(
                "X must hold different numbers in each column while epsilon is 0: else a variance is 0"
            )
        return self


family = Family("batch_norm", "Batch normalization", section="2.6", parameters=Parameters)


@family.step(
    "Mean of each feature over the batch", r"\frac{1}{n} \sum_b X_{bj}", symbol=r"\mu_j",
    numbers=lambda X, at: latex.mean(X[:, at[0]]),
)  # fmt: skip
def mean(X: Array) -> Array:
    return np.asarray(X.mean(axis=0))


@family.step(
    "Distances from the mean of the column", r"X_{bj} - <mean>", symbol="C_{bj}",
    numbers=lambda X, mean, at: f"{latex.number(X[at])} - {latex.signed(mean[at[1]])}",
)  # fmt: skip
def centered(X: Array, mean: Array) -> Array:
    return X - mean


def variance_cell(centered: Array, divisor: str, at: tuple[int]) -> str:
    column = centered[:, at[0]].tolist()
    if divisor == "n":
        return mean_of_squares(column)
    return rf"\frac{{{latex.squares(column)}}}{{{len(column)} - 1}}"


@family.step(
    "Variance of each feature over the batch", r"\frac{1}{<divisor>} \sum_b <centered>^2", symbol="v_j",
    numbers=variance_cell,
)  # fmt: skip
def variance(centered: Array, divisor: str) -> Array:
    return np.asarray((centered**2).sum(axis=0) / (len(centered) - (divisor == "n - 1")))


@family.step(
    "Standard deviation of each feature", r"\sqrt{<variance> + <epsilon>}", symbol=r"\sigma_j",
    numbers=lambda variance, epsilon, at: root_of(variance[at[0]], epsilon),
)  # fmt: skip
def deviation(variance: Array, epsilon: float) -> Array:
    return np.asarray(np.sqrt(variance + epsilon))


@family.step(
    "Output", r"\frac{<centered>}{<deviation>}", symbol="Y_{bj}",
    numbers=lambda centered, deviation, at: (
        rf"\frac{{{latex.number(centered[at])}}}{{{latex.number(deviation[at[1]])}}}"
    ),
)  # fmt: skip
def output(centered: Array, deviation: Array) -> Array:
    return np.asarray(centered / deviation)


family.gives(
    {
        "mean": ("columns(X)", "Mean of each feature over the batch."),
        "centered": ("rows(X) × columns(X)", "X minus the mean of its column."),
        "variance": ("columns(X)", "Sum of squares of each centered column over the divisor."),
        "deviation": ("columns(X)", "Square root of variance plus epsilon, for each feature."),
        "output": ("rows(X) × columns(X)", "Centered entries over the standard deviation of their column."),
    }
)
family.assumes(
    "Rows are examples, columns are features: mean and variance are taken down each column, over the batch.",
    "The variance is the biased one, divided by the number of rows, unless divisor is n - 1. The learned "
    "scale is 1, the shift 0, and no running averages are used.",
)


@family.mistake(
    of="output",
    says="You normalized each row over its features, which is layer normalization. Batch normalization takes mean and "
    "variance down each column.",
)
def layer_norm_instead(X: Array, epsilon: float) -> Array:
    if (X.var(axis=1) + epsilon == 0).any():
        raise NotApplicable
    return np.asarray((X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + epsilon))


@family.mistake(
    of="output",
    says="You normalized the table as a whole. Each feature, so each column, has its own mean and its own variance.",
)
def whole_table(X: Array, epsilon: float) -> Array:
    return np.asarray((X - X.mean()) / np.sqrt(X.var() + epsilon))


@family.mistake(
    of="deviation", says="You divided by the variance. Divide by its square root, the standard deviation."
)
def divided_by_variance(variance: Array, epsilon: float) -> Array:
    return variance + epsilon


@family.mistake(
    of="variance", says="You added the squares. The variance is their average: divide by the number of rows."
)
def sum_of_squares(centered: Array) -> Array:
    return np.asarray((centered**2).sum(axis=0))


@family.mistake(
    of="variance",
    says="You averaged the squares of the entries themselves. Subtract the mean of the column first, then square.",
)
def squares_of_x(X: Array) -> Array:
    return np.asarray((X**2).mean(axis=0))


@family.mistake(
    of="output",
    says="You stopped after subtracting the mean. Divide by the standard deviation of the column too.",
)
def not_divided(centered: Array) -> Array:
    return centered


@family.convention(
    "Right with the sample variance, divided by n - 1. Batch normalization divides by n while training."
)
def sample_variance(given: Parameters) -> Parameters | None:
    return given.replace(divisor="n - 1") if given.divisor == "n" else None


@family.refuses
def all_variances_one(exact: Run) -> str | None:
    if (exact.reached["variance"] == 1).all():
        return "the variances are one, so nothing is divided"
    return None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    rows, columns, parts = {"warm-up": (3, 2, 1), "exam": (4, 2, 1), "hard": (4, 3, 2)}[level]
    features = [draw_features(rng, rows, -2, 8, parts) for _ in range(columns)]
    return {"X": [list(row) for row in zip(*features, strict=True)]}
