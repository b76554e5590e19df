"""Attention with linear biases (Press, Smith and Lewis 2022): the further back a key lies, the more its score loses.

Texts that circulate print +m(i - j), which would favour the distant past. The bias is -m(i - j).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable
from engine.mathematics import softmax
from engine.parameters import Array, Frozen, Matrix, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """``scores`` is (n, n), row i of query i; where it is missing all scores are zero."""

    heads: int = symbol("h", "number of heads, a power of two", ge=1, le=1024)
    n: int = symbol("n", "number of tokens", ge=1, le=64)
    scores: Matrix = symbol(
        "S",
        "scaled scores of the first head, before the mask",
        default=None,
        empty="zeros",
        validate_default=True,
    )

    @field_validator("heads")
    @classmethod
    def power_of_two(cls, heads: int) -> int:
        if heads & (heads - 1):
            raise ValueError("must be a power of two: 1, 2, 4, 8 ...")
        return heads

    @field_validator("scores", mode="before")
    @classmethod
    def filled_in(cls, scores: Any, info: ValidationInfo) -> Any:
        size = info.data.get("n", 1)
        return np.zeros((size, size)) if scores is None else scores

    @field_validator("scores")
    @classmethod
    def square(cls, scores: Array, info: ValidationInfo) -> Array:
        if (n := info.data.get("n")) and scores.shape != (n, n):
            raise ValueError(f"must have one row per query and one column per key: {n} x {n}")
        return scores


family = Family(
    "alibi", "Attention with linear biases", section="2.6", builds_on=("attention",), parameters=Parameters
)


def behind(n: int) -> Array:
    """The number of places that key j lies behind query i, (n, n); negative above the diagonal."""
    places = np.arange(n)
    return np.subtract.outer(places, places).astype(float)


def masked(bias: Array) -> Array:
    return np.where(behind(len(bias)) < 0, -np.inf, bias)


@family.step(
    "Slope of each head", r"2^{-8k/<heads>},\quad k = 1, \dots, <heads>", symbol="m", form=Fixed(4),
    numbers=lambda heads, at: rf"2^{{-8 \cdot {at[0] + 1}/{heads}}}",
)  # fmt: skip
def slopes(heads: int) -> Array:
    return np.asarray(2.0 ** (-8 * np.arange(1, heads + 1) / heads))


def bias_cell(slopes: Array, n: int, at: tuple[int, int]) -> str:
    i, j = at[0] + 1, at[1] + 1
    if j > i:
        return rf"-\infty \ \text{{ (not allowed: {j} > {i})}}"
    return rf"-{latex.number(slopes[0])} \cdot ({i} - {j})"


@family.step(
    "Bias of the first head", r"-<slopes>_1 \cdot (i - j) \text{ where } j \le i, \text{ else } -\infty", symbol="B",
    numbers=bias_cell,
)  # fmt: skip
def bias(slopes: Array, n: int) -> Array:
    return masked(-slopes[0] * behind(n) + 0.0)


@family.step(
    "Scores with the bias", "<scores> + <bias>", symbol="A",
    numbers=lambda scores, bias, at: f"{latex.number(scores[at])} + {latex.signed(bias[at])}",
)  # fmt: skip
def biased_scores(scores: Array, bias: Array) -> Array:
    return scores + bias


@family.step(
    "Attention weights", r"\operatorname{softmax}(<biased_scores>)", symbol="W", distribution=True,
    numbers=lambda biased_scores, at: latex.softmax_cell(biased_scores[at[0]], at[1]),
)  # fmt: skip
def weights(biased_scores: Array) -> Array:
    return softmax(biased_scores)


family.gives(
    {
        "slopes": ("heads", "Slope of each head, the first head first."),
        "bias": ("n × n", "Bias of the first head, row i of query i; -inf for later keys."),
        "biased_scores": ("n × n", "Scores of the first head plus its bias."),
        "weights": ("n × n", "Attention weights of the first head: softmax of each row."),
    }
)
family.assumes(
    "Slopes are 2 to the power -8k/heads, k from 1. The bias is minus slope times distance; later keys "
    "are masked.",
)


@family.mistake(
    of="bias",
    says="You added the distance times the slope. The bias is negative: a key loses more, the further back it is.",
)
def plus_sign(slopes: Array, n: int) -> Array:
    return masked(slopes[0] * behind(n) + 0.0)


@family.mistake(
    of="bias",
    says="You gave later keys a bias as well. Position i sees positions 1 to i only: above the diagonal stands minus "
    "infinity.",
)
def both_directions(slopes: Array, n: int) -> Array:
    return np.asarray(-slopes[0] * np.abs(behind(n)) + 0.0)


@family.mistake(
    of="bias", says="You left zeros above the diagonal. Later keys are masked: minus infinity stands there."
)
def zeros_above(slopes: Array, n: int) -> Array:
    return np.asarray(-slopes[0] * np.maximum(behind(n), 0.0) + 0.0)


@family.mistake(
    of="bias",
    says="You left out the slope. The bias is the distance times the slope of the head, with a minus sign.",
)
def slope_forgotten(n: int) -> Array:
    return masked(-behind(n) + 0.0)


@family.mistake(
    of="bias",
    says="You counted distances from 1. A token's distance to itself is 0, so the diagonal has no bias.",
)
def distances_from_one(slopes: Array, n: int) -> Array:
    return masked(-slopes[0] * (behind(n) + 1))


@family.mistake(
    of="slopes",
    says="You counted the heads from 0. The first slope is 2 to the −8/h, with k = 1; no head has slope 1.",
)
def heads_from_zero(heads: int) -> Array:
    return np.asarray(2.0 ** (-8 * np.arange(heads) / heads))


@family.mistake(
    of="slopes",
    says="You took 1/2, 1/4, 1/8 and so on, which are the slopes of 8 heads. The exponent is −8k/h.",
)
def slopes_of_eight_heads(heads: int) -> Array:
    if heads == 8:
        raise NotApplicable
    return np.asarray(2.0 ** -np.arange(1, heads + 1, dtype=float))


@family.mistake(
    of="weights",
    says="You took the softmax down the columns. Each row belongs to one query: rows sum to one.",
)
def softmax_of_columns(biased_scores: Array) -> Array:
    if len(biased_scores) == 1:
        raise NotApplicable
    return softmax(biased_scores.T).T


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    scores = fixed.get("scores")
    n = fixed.get("n") or (len(scores) if scores else 4 if level == "hard" else 3)
    entries = (0, 1, 2) if level == "warm-up" else (-1, 0, 0.5, 1, 1.5, 2)
    return {
        "heads": rng.choice({"warm-up": (4, 8), "exam": (2, 4, 4, 8), "hard": (4, 8, 16)}[level]),
        "n": n,
        "scores": [[rng.choice(entries) for _ in range(n)] for _ in range(n)],
    }
