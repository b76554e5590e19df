"""Layer normalization of one token: over its features, with the population variance (Ba, Kiros and Hinton 2016)."""

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
    beta: Learned = symbol(r"\beta", "learned shift: one number, or one per feature", default=0.0)
    epsilon: float = symbol(
        r"\varepsilon", "added to the variance under the root", default=0.0, ge=0, le=1000
    )

    @model_validator(mode="after")
    def can_be_divided(self) -> "Parameters":
        if np.ptp(self.x) == 0 and self.epsilon == 0:
            raise ValueError("x must hold different numbers while epsilon is 0: its variance is 0")
        return self


family = Family("layer_norm", "Layer normalization", section="2.6", parameters=Parameters)


@family.step("Mean of the features", r"\frac{1}{d} \sum_i x_i", symbol=r"\mu", numbers=latex.mean)
def mean(x: Array) -> float:
    return lone(x.mean())


@family.step(
    "Distance of each feature from the mean", "<x> - <mean>", symbol="c",
    numbers=lambda x, mean, at: f"{latex.number(x[at[0]])} - {latex.signed(mean)}",
)  # fmt: skip
def centered(x: Array, mean: float) -> Array:
    return x - mean


@family.step("Variance", r"\frac{1}{d} \sum_i <centered>_i^2", symbol=r"\sigma^2", numbers=mean_of_squares)
def variance(centered: Array) -> float:
    return lone((centered**2).mean())


@family.step(
    "Standard deviation", r"\sqrt{<variance> + <epsilon>}", symbol=r"\sigma",
    numbers=root_of,
)  # fmt: skip
def deviation(variance: float, epsilon: float) -> float:
    return lone(np.sqrt(variance + epsilon))


@family.step(
    "Normalized features", r"\frac{<centered>}{<deviation>}", symbol=r"\hat x",
    numbers=lambda centered, deviation, at: (
        rf"\frac{{{latex.number(centered[at[0]])}}}{{{latex.number(deviation)}}}"
    ),
)  # fmt: skip
def normalized(centered: Array, deviation: float) -> Array:
    return np.asarray(centered / deviation)


@family.step(
    "Output", r"<gamma> \odot <normalized> + <beta>", symbol="y",
    numbers=lambda normalized, gamma, beta, at: (
        rf"{entry(gamma, at[0])} \cdot {latex.signed(normalized[at[0]])} + {entry(beta, at[0])}"
    ),
)  # fmt: skip
def output(normalized: Array, gamma: float | Array, beta: float | Array) -> Array | NotNeeded:
    if leaves_as_is(gamma, beta):
        return NotNeeded(normalized, "The scale is 1 and the shift is 0: the normalized features stay.")
    return np.asarray(gamma * normalized + beta)


family.gives(
    {
        "mean": ("number", "Mean of the features."),
        "centered": ("len(x)", "Each feature minus the mean."),
        "variance": ("number", "Population variance: mean of the squares of the centered features."),
        "deviation": ("number", "Square root of variance plus epsilon."),
        "normalized": ("len(x)", "Centered features over the standard deviation."),
        "output": ("len(x)", "gamma times the normalized features plus beta."),
    }
)
family.assumes(
    "Mean and variance are taken over the features of this one token. The variance divides by their "
    "number, and epsilon stands under the root.",
)


@family.mistake(
    of="deviation",
    says="You divided by the variance. Divide by its square root, the standard deviation.",
)
def divided_by_variance(variance: float, epsilon: float) -> float:
    return variance + epsilon


@family.mistake(
    of="variance",
    says="You divided by $d - 1$, as for a sample. Layer normalization takes the plain average: divide by $d$.",
)
def sample_variance(centered: Array) -> float:
    return lone((centered**2).sum() / (len(centered) - 1))


@family.mistake(
    of="variance",
    says="You added the squares. The variance is their average: divide by the number of features.",
)
def sum_of_squares(centered: Array) -> float:
    return lone((centered**2).sum())


@family.mistake(
    of="variance",
    says="You averaged the squares of the features themselves. Subtract the mean first, then square.",
)
def squares_of_x(x: Array) -> float:
    return lone((x**2).mean())


@family.mistake(
    of="normalized",
    says="You divided the features by their root mean square, which is RMSNorm. Layer normalization subtracts "
    "the mean first.",
)
def rms_norm_instead(x: Array, epsilon: float) -> Array:
    return np.asarray(x / np.sqrt((x**2).mean() + epsilon))


@family.mistake(
    of="output",
    says="You added the shift before you scaled. Scale first, then add the shift: γ times x̂, plus β.",
)
def shifted_first(normalized: Array, gamma: float | Array, beta: float | Array) -> Array:
    if leaves_as_is(gamma):
        raise NotApplicable
    return np.asarray(gamma * (normalized + beta))


@family.mistake(
    of="output", says="You stopped at the normalized features. Multiply by the scale and add the shift."
)
def not_scaled(normalized: Array) -> Array:
    return normalized


@family.mistake(of="output", says="You left out the shift. Scale the normalized features, then add β.")
def shift_forgotten(normalized: Array, gamma: float | Array) -> Array:
    if leaves_as_is(gamma):
        raise NotApplicable  # then that is to stop at the normalized features
    return np.asarray(gamma * normalized)


@family.mistake(
    of="output", says="You left out the scale. Multiply the normalized features by γ before you add β."
)
def scale_forgotten(normalized: Array, beta: float | Array) -> Array:
    if np.all(np.equal(beta, 0)):
        raise NotApplicable
    return np.asarray(normalized + beta)


@family.mistake(of="output", says="You swapped γ and β. The scale γ multiplies, the shift β is added.")
def scale_and_shift_swapped(normalized: Array, gamma: float | Array, beta: float | Array) -> Array:
    if leaves_as_is(gamma, beta):
        raise NotApplicable
    return np.asarray(beta * normalized + gamma)


@family.refuses
def mean_of_zero(exact: Run) -> str | None:
    return None if exact.reached["mean"] else "the mean is zero, so nothing shows that it is subtracted"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 2, "exam": 4, "hard": 5}[level]
    given = [fixed[name] for name in ("x", "gamma", "beta") if isinstance(fixed.get(name), list)]
    size = len(given[0]) if given else size
    values = {"x": draw_features(rng, size, -2, 8, parts=2 if level == "hard" else 1)}
    if level == "warm-up":
        return values
    return values | {
        "gamma": [rng.choice((0.5, 1.5, 2, 3)) for _ in range(size)],
        "beta": [rng.choice((-1, -0.5, 0, 0.5, 1)) for _ in range(size)],
    }
