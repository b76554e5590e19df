"""RMSNorm of one token: divided by the root of its mean square, no mean subtracted (Zhang and Sennrich 2019)."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import model_validator

from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.mathematics import lone
from engine.mathematics.normalization import (
    Learned,
    draw_features,
    entry,
    leaves_as_is,
    mean_of_squares,
    root_of,
)
from engine.parameters import Array, Frozen, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    x: Vector = symbol("x", "the features of one token")
    gamma: Learned = symbol(r"\gamma", "learned scale: one number, or one per feature", default=1.0)
    epsilon: float = symbol(
        r"\varepsilon", "added to the mean square under the root", default=0.0, ge=0, le=1000
    )

    @model_validator(mode="after")
    def can_be_divided(self) -> "Parameters":
        if not self.x.any() and self.epsilon == 0:
            raise ValueError("x must not be all zeros while epsilon is 0: its root mean square is 0")
        return self


family = Family(
    "rms_norm",
    "Root mean square normalization",
    section="2.6",
    builds_on=("layer_norm",),
    parameters=Parameters,
)


@family.step("Mean of the squares", r"\frac{1}{d} \sum_i x_i^2", symbol="m", numbers=mean_of_squares)
def mean_square(x: Array) -> float:
    return lone((x**2).mean())


@family.step(
    "Root mean square", r"\sqrt{<mean_square> + <epsilon>}", symbol=r"\mathrm{RMS}",
    numbers=root_of,
)  # fmt: skip
def rms(mean_square: float, epsilon: float) -> float:
    return lone(np.sqrt(mean_square + epsilon))


@family.step(
    "Normalized features", r"\frac{<x>}{<rms>}", symbol=r"\hat x",
    numbers=lambda x, rms, at: rf"\frac{{{latex.number(x[at[0]])}}}{{{latex.number(rms)}}}",
)  # fmt: skip
def normalized(x: Array, rms: float) -> Array:
    return x / rms


@family.step(
    "Output", r"<gamma> \odot <normalized>", symbol="y",
    numbers=lambda normalized, gamma, at: (
        rf"{entry(gamma, at[0])} \cdot {latex.signed(normalized[at[0]])}"
    ),
)  # fmt: skip
def output(normalized: Array, gamma: float | Array) -> Array | NotNeeded:
    if leaves_as_is(gamma):
        return NotNeeded(normalized, "The scale is 1: the normalized features stay.")
    return np.asarray(gamma * normalized)


family.gives(
    {
        "mean_square": ("number", "Mean of the squared features."),
        "rms": ("number", "Square root of the mean square plus epsilon."),
        "normalized": ("len(x)", "Features over the root mean square."),
        "output": ("len(x)", "gamma times the normalized features."),
    }
)
family.assumes(
    "No mean is subtracted, and epsilon stands under the root.",
)


@family.mistake(
    of="rms", says="You left out the square root: the features are divided by the root of the mean square."
)
def root_forgotten(mean_square: float, epsilon: float) -> float:
    return mean_square + epsilon


@family.mistake(
    of="mean_square",
    says="You added the squares, which gives the square of the vector's length. RMSNorm takes their average: divide by "
    "the number of features.",
)
def sum_of_squares(x: Array) -> float:
    return lone((x**2).sum())


@family.mistake(
    of="mean_square",
    says="You divided by $d - 1$, as for a sample. The mean of the squares divides by the number of features, $d$.",
)
def one_feature_fewer(x: Array) -> float:
    if len(x) < 3:
        raise NotApplicable  # the sum, or nothing to divide by
    return lone((x**2).sum() / (len(x) - 1))


@family.mistake(
    of="mean_square",
    says="You subtracted the mean before you squared: that is the variance. RMSNorm squares the features themselves.",
)
def variance_instead(x: Array) -> float:
    return float(x.var())


@family.mistake(
    of="normalized",
    says="You subtracted the mean, as layer normalization does. RMSNorm only divides by the root mean square.",
)
def layer_norm_instead(x: Array, epsilon: float) -> Array:
    if np.ptp(x) == 0:
        raise NotApplicable
    return np.asarray((x - x.mean()) / np.sqrt(x.var() + epsilon))


@family.mistake(
    of="rms", says="You averaged the sizes of the features. Average their squares, then take the square root."
)
def mean_of_sizes(x: Array) -> float:
    return float(np.abs(x).mean())


@family.mistake(of="output", says="You left out the learned scale: multiply each normalized feature by it.")
def not_scaled(normalized: Array) -> Array:
    return normalized


@family.refuses
def mean_of_zero(exact: Run) -> str | None:
    return None if exact.values["x"].sum() else "the mean is zero, so nothing shows that it is not subtracted"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 2, "exam": 4, "hard": 5}[level]
    given = [fixed[name] for name in ("x", "gamma") if isinstance(fixed.get(name), list)]
    size = len(given[0]) if given else size
    x = draw_features(rng, size, -3, 6, parts=2 if level == "hard" else 1)
    if level == "warm-up":
        return {"x": x}
    return {"x": x, "gamma": [rng.choice((0.5, 0.8, 1.2, 1.5, 2)) for _ in range(size)]}
