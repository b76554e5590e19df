"""Gradient clipping by norm (Pascanu, Mikolov and Bengio 2013): a gradient that is too long keeps its direction."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable, Run
from engine.mathematics import lone
from engine.mathematics.vectors import located
from engine.parameters import Array, Frozen, Positive, Vector, symbol
from engine.solutions import latex
from engine.solutions.pictures import Plane


class Parameters(Frozen):
    gradient: Vector = symbol("g", "gradient of the loss")
    threshold: Positive = symbol(r"\tau", "the longest gradient that is let through")


family = Family(
    "clip_gradient",
    "Gradient clipping by norm",
    section="c.1",
    builds_on=("sgd_step",),
    parameters=Parameters,
)


@family.step("Norm of the gradient", r"\sqrt{\textstyle\sum_i g_i^2}", symbol=r"|g|", numbers=latex.norm)
def norm(gradient: Array) -> float:
    return lone(np.sqrt(gradient @ gradient))


@family.step(
    "Scale, at most 1", r"\min\!\left(1, \frac{<threshold>}{<norm>}\right)", symbol="s", form=Fixed(4)
)
def scale(threshold: float, norm: float) -> float:
    return threshold / norm if norm > threshold else 1.0


@family.step(
    "Clipped gradient", r"<scale>\,<gradient>", symbol="g'",
    numbers=lambda scale, gradient, at: rf"{latex.number(scale)} \cdot {latex.signed(gradient[at])}",
)  # fmt: skip
def clipped(scale: float, gradient: Array) -> Array:
    return scale * gradient


@family.picture(after="clipped")
def same_direction(exact: Run) -> Plane | None:
    before, after = exact.values["gradient"].tolist(), exact.reached["clipped"].tolist()
    if len(before) != 2 or not any(before):
        return None
    return Plane(
        "Before and after clipping", "The gradient keeps its direction; only its length changes.",
        (located("g", before[0], before[1], faint=True), located("clipped", after[0], after[1])),
    )  # fmt: skip


family.gives(
    {
        "norm": ("number", "Euclidean norm of the gradient."),
        "scale": ("number", "Threshold over norm where the norm is above it, else 1."),
        "clipped": ("len(gradient)", "Scale times gradient."),
    }
)
family.assumes(
    "The norm is the Euclidean one of the whole gradient. A gradient that is not longer than the "
    "threshold stays as it is.",
)


@family.mistake(of="norm", says="You left out the square root of the sum of squares.")
def root_forgotten(gradient: Array) -> float:
    return lone(gradient @ gradient)


@family.mistake(
    of="norm", says="You added the sizes of the entries. The norm is the root of the sum of their squares."
)
def sum_of_sizes(gradient: Array) -> float:
    return float(np.abs(gradient).sum())


@family.mistake(
    of="scale", says="You scaled the gradient up. It is not longer than the threshold, so it stays as it is."
)
def scaled_up(threshold: float, norm: float) -> float:
    if norm >= threshold:
        raise NotApplicable
    return threshold / norm


@family.mistake(
    of="scale", says="You turned the fraction. Divide the threshold by the norm, so that the step shrinks."
)
def fraction_turned(threshold: float, norm: float) -> float:
    if norm <= threshold:
        raise NotApplicable
    return norm / threshold


@family.mistake(
    of="clipped",
    says="You clipped each entry by itself, which turns the gradient. Clipping by norm scales all entries alike.",
)
def each_entry(gradient: Array, threshold: float) -> Array:
    return np.clip(gradient, -threshold, threshold)


@family.mistake(
    of="clipped",
    says="You divided by the norm, which gives length 1. The clipped gradient is as long as the threshold.",
)
def length_one(gradient: Array, norm: float, threshold: float) -> Array:
    if norm <= threshold:
        raise NotApplicable
    return gradient / norm


@family.refuses
def nothing_to_clip(exact: Run) -> str | None:
    norm, threshold = exact.reached["norm"], exact.values["threshold"]
    return "the norm lies at the threshold" if abs(norm - threshold) < 0.05 * threshold else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """A gradient that, beyond the warm-up, need not always be clipped."""
    size = len(fixed.get("gradient", range({"warm-up": 2, "exam": 3, "hard": 5}[level])))
    parts = 10 if level == "hard" else 1
    gradient = [rng.choice((-1, 1)) * rng.randint(1, 6 * parts) / parts for _ in range(size)]
    longer = level == "warm-up" or rng.random() < 0.6
    share = rng.choice((0.2, 0.4, 0.6, 0.8) if longer else (1.3, 1.6, 2))
    norm = float(np.linalg.norm(fixed.get("gradient", gradient)))
    return {"gradient": gradient, "threshold": max(1, round(share * norm))}
