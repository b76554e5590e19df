"""Feed-forward network of a transformer layer (Vaswani et al. 2017, section 3.3): wide, activation, narrow again.

Matrices are out x in, so each row of weights belongs to one number that comes out.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.chain import Family, NotApplicable, Run
from engine.mathematics.activations import EACH_UNIT
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex


class Parameters(Frozen):
    """``w_1`` is (d_ff, d), ``w_2`` is (out, d_ff). A missing bias is zero."""

    x: Vector = symbol("x", "one token's vector")
    w_1: Matrix = symbol("W_1", "weights of the first layer, one row per hidden unit")
    b_1: Vector = symbol(
        "b_1", "biases of the first layer", default=None, empty="zeros", validate_default=True
    )
    w_2: Matrix = symbol("W_2", "weights of the second layer, one column per hidden unit")
    b_2: Vector = symbol(
        "b_2", "biases of the second layer", default=None, empty="zeros", validate_default=True
    )
    activation: Literal["relu", "gelu", "swish", "tanh", "sigmoid"] = symbol(
        "f", "activation, applied to each hidden unit", default="relu"
    )

    @field_validator("b_1", "b_2", mode="before")
    @classmethod
    def filled_in(cls, bias: Any, info: ValidationInfo) -> Any:
        weights = info.data.get("w_1" if info.field_name == "b_1" else "w_2", [0])
        return np.zeros(len(weights)) if bias is None else bias

    @field_validator("w_1", "w_2")
    @classmethod
    def fits_what_goes_in(cls, weights: Array, info: ValidationInfo) -> Array:
        into = info.data.get("x" if info.field_name == "w_1" else "b_1")
        if into is not None and weights.shape[1] != len(into):
            raise ValueError(f"must have one column for each number that goes in: {len(into)}")
        return weights

    @field_validator("b_1", "b_2")
    @classmethod
    def fits_what_comes_out(cls, bias: Array, info: ValidationInfo) -> Array:
        weights = info.data.get("w_1" if info.field_name == "b_1" else "w_2", bias)
        if len(bias) != len(weights):
            raise ValueError(f"must have one entry for each row of weights: {len(weights)}")
        return bias


family = Family(
    "feed_forward", "Feed-forward network", section="2.6", builds_on=("mlp_forward",), parameters=Parameters
)


def affine_cell(weights: Array, bias: Array, into: Array, at: tuple[int]) -> str:
    added = f" + {latex.signed(bias[at[0]])}" if bias.any() else ""
    return latex.dot(weights[at[0]].tolist(), into.tolist()) + added


@family.step(
    "First layer", r"<w_1>\,<x> + <b_1>", symbol="z",
    numbers=lambda w_1, x, b_1, at: affine_cell(w_1, b_1, x, at),
)  # fmt: skip
def pre_activations(w_1: Array, x: Array, b_1: Array) -> Array:
    return w_1 @ x + b_1


@family.step(
    "Hidden units", "<activation>(<pre_activations>)", symbol="h",
    numbers=lambda pre_activations, activation, at: (
        EACH_UNIT[activation].numbers(latex.number(pre_activations[at[0]]))
    ),
)  # fmt: skip
def hidden(pre_activations: Array, activation: str) -> Array:
    return EACH_UNIT[activation].of(pre_activations)


@family.step(
    "Output", r"<w_2>\,<hidden> + <b_2>", symbol="y",
    numbers=lambda w_2, hidden, b_2, at: affine_cell(w_2, b_2, hidden, at),
)  # fmt: skip
def output(w_2: Array, hidden: Array, b_2: Array) -> Array:
    return w_2 @ hidden + b_2


family.gives(
    {
        "pre_activations": ("rows(w_1)", "w_1 times x plus b_1."),
        "hidden": ("rows(w_1)", "The activation of each of these sums."),
        "output": ("rows(w_2)", "w_2 times the hidden units plus b_2."),
    }
)
family.assumes(
    "Weights are out x in: W times x. GELU is exact, with the normal distribution function.",
)


@family.mistake(
    of="hidden", says="You left out the activation. Put every hidden unit through it before the second layer."
)
def not_activated(pre_activations: Array) -> Array:
    return pre_activations


@family.mistake(of="hidden", says="You dropped the minus signs. ReLU turns a negative number into 0.")
def minus_dropped(pre_activations: Array, activation: str) -> Array:
    if activation != "relu":
        raise NotApplicable
    return np.abs(pre_activations)


@family.mistake(
    of="output", says="You put the output through the activation too. It stands between the two layers only."
)
def output_activated(right: Array, activation: str) -> Array:
    return EACH_UNIT[activation].of(right)


@family.mistake(
    of="pre_activations",
    says="You left out the bias of the first layer. Add it to each weighted sum.",
    slip="bias left out",
)
def first_bias_left_out(w_1: Array, x: Array, b_1: Array) -> Array:
    if not b_1.any():
        raise NotApplicable
    return w_1 @ x


@family.mistake(
    of="output",
    says="You left out the bias of the second layer. Add it to each weighted sum.",
    slip="bias left out",
)
def second_bias_left_out(w_2: Array, hidden: Array, b_2: Array) -> Array:
    if not b_2.any():
        raise NotApplicable
    return w_2 @ hidden


@family.mistake(
    of="output",
    says="You added the input. That is the residual connection around the network; only the network itself is asked.",
)
def residual_added(right: Array, x: Array) -> Array:
    if len(right) != len(x):
        raise NotApplicable
    return right + x


@family.refuses
def nothing_to_cut(exact: Run) -> str | None:
    z = exact.reached["pre_activations"]
    return None if (z < 0).any() and (z > 0).any() else "the first layer has only one sign"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    def size(default: int, *places: tuple[str, int]) -> int:
        return next((np.shape(fixed[name])[axis] for name, axis in places if name in fixed), default)

    into = size(3 if level == "hard" else 2, ("x", 0), ("w_1", 1))
    wide = size(2 if level == "warm-up" else 4, ("w_1", 0), ("b_1", 0), ("w_2", 1))
    out = size(into, ("w_2", 0), ("b_2", 0))
    among = (-1, 0, 1, 2) if level == "warm-up" else (-2, -1, 0, 1, 2, 3)

    def rows(count: int, columns: int) -> list[list[int]]:
        drawn = [[rng.choice(among) for _ in range(columns)] for _ in range(count)]
        return [row if any(row) else [1, *row[1:]] for row in drawn]

    return {
        "x": [rng.choice((-1, 1, 2, 3)) for _ in range(into)],
        "w_1": rows(wide, into),
        "b_1": [rng.choice((-1, 1, 2)) for _ in range(wide)],
        "w_2": rows(out, wide),
        "b_2": [rng.choice((-2, -1, 1)) for _ in range(out)],
        "activation": rng.choice(("swish", "tanh")) if level == "hard" else "relu",
    }
