"""Gated feed-forward network with Swish, as in LLaMA (Shazeer 2020, "GLU Variants Improve Transformer", section 2).

Matrices are out x in, without biases: w_1 makes the gate, w_3 what passes it, w_2 leads back.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator

from engine.chain import Family, Run
from engine.mathematics.activations import EACH_UNIT
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex

SWISH = EACH_UNIT["swish"]


class Parameters(Frozen):
    """``w_1`` and ``w_3`` are (d_ff, d), ``w_2`` is (out, d_ff)."""

    x: Vector = symbol("x", "one token's vector")
    w_1: Matrix = symbol("W_1", "weights of the gate, one row per hidden unit")
    w_2: Matrix = symbol("W_2", "weights that lead back, one column per hidden unit")
    w_3: Matrix = symbol("W_3", "weights of what passes the gate, one row per hidden unit")

    @field_validator("w_1", "w_2")
    @classmethod
    def fits_what_goes_in(cls, weights: Array, info: ValidationInfo) -> Array:
        into = info.data.get("x" if info.field_name == "w_1" else "w_1")
        if into is not None and weights.shape[1] != len(into):
            what = "entry of x" if info.field_name == "w_1" else "row of w_1"
            raise ValueError(f"must have one column for each {what}: {len(into)}")
        return weights

    @field_validator("w_3")
    @classmethod
    def as_large_as_the_gate(cls, w_3: Array, info: ValidationInfo) -> Array:
        rows, columns = info.data["w_1"].shape if "w_1" in info.data else w_3.shape
        if w_3.shape != (rows, columns):
            raise ValueError(f"must be as large as w_1: {rows} x {columns}")
        return w_3


family = Family(
    "swiglu",
    "Gated feed-forward network (SwiGLU)",
    section="2.6",
    builds_on=("feed_forward",),
    parameters=Parameters,
)


@family.step(
    "Weighted sums of the gate", r"<w_1>\,<x>", symbol="a",
    numbers=lambda w_1, x, at: latex.dot(w_1[at[0]], x),
)  # fmt: skip
def gate_sums(w_1: Array, x: Array) -> Array:
    return w_1 @ x


@family.step(
    "Gate", SWISH.formula.replace("<z>", "<gate_sums>"), symbol="g",
    numbers=lambda gate_sums, at: SWISH.numbers(latex.number(gate_sums[at[0]])),
)  # fmt: skip
def gate(gate_sums: Array) -> Array:
    return SWISH.of(gate_sums)


@family.step(
    "What goes to the gate", r"<w_3>\,<x>", symbol="u", numbers=lambda w_3, x, at: latex.dot(w_3[at[0]], x)
)  # fmt: skip
def up(w_3: Array, x: Array) -> Array:
    return w_3 @ x


@family.step(
    "What passes the gate", r"<gate> \odot <up>", symbol="h",
    numbers=lambda gate, up, at: rf"{latex.signed(gate[at[0]])} \cdot {latex.signed(up[at[0]])}",
)  # fmt: skip
def gated(gate: Array, up: Array) -> Array:
    return gate * up


@family.step(
    "Output", r"<w_2>\,<gated>", symbol="y", numbers=lambda w_2, gated, at: latex.dot(w_2[at[0]], gated)
)  # fmt: skip
def output(w_2: Array, gated: Array) -> Array:
    return w_2 @ gated


family.gives(
    {
        "gate_sums": ("rows(w_1)", "w_1 times x."),
        "gate": ("rows(w_1)", "Swish of these sums."),
        "up": ("rows(w_3)", "w_3 times x."),
        "gated": ("rows(w_1)", "Gate times up, entry by entry."),
        "output": ("rows(w_2)", "w_2 times what passes the gate."),
    }
)
family.assumes(
    "Weights are out x in, without biases: w_1 makes the gate, w_3 what passes it, w_2 leads back.",
)


@family.mistake(
    of="gate", says="You left out Swish. The gate is Swish of the weighted sums: a times sigmoid of a."
)
def no_swish(gate_sums: Array) -> Array:
    return gate_sums


@family.mistake(
    of="gate", says="You took the sigmoid alone. Swish multiplies it by its input: a times sigmoid of a."
)
def sigmoid_for_swish(gate_sums: Array) -> Array:
    return EACH_UNIT["sigmoid"].of(gate_sums)


@family.mistake(
    of="gate", says="You took ReLU. Swish is smooth: a negative sum keeps a small negative value."
)
def relu_for_swish(gate_sums: Array) -> Array:
    return EACH_UNIT["relu"].of(gate_sums)


@family.mistake(
    of="gated",
    says="You applied Swish to the other branch. The gate comes from $W_1$; $W_3 x$ stays as it is.",
)
def other_branch_gated(gate_sums: Array, up: Array) -> Array:
    return gate_sums * SWISH.of(up)


@family.mistake(of="gated", says="You added the two branches. They are multiplied, entry by entry.")
def branches_added(gate: Array, up: Array) -> Array:
    return gate + up


@family.mistake(
    of="output", says="You left out the gate and multiplied $W_2$ by $W_3 x$. Multiply by the gated values."
)
def without_gate(w_2: Array, up: Array) -> Array:
    return w_2 @ up


@family.refuses
def closed(exact: Run) -> str | None:
    """A gate of one sign shows nothing of Swish; a branch of zeros leaves nothing."""
    sums, up = exact.reached["gate_sums"], exact.reached["up"]
    if not (sums < 0).any() or not (sums > 0).any():
        return "the gate has only one sign"
    return "a branch is all zeros" if not up.any() else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    def size(default: int, *places: tuple[str, int]) -> int:
        return next((np.shape(fixed[name])[axis] for name, axis in places if name in fixed), default)

    into = size(2, ("x", 0), ("w_1", 1), ("w_3", 1))
    wide = size({"warm-up": 2, "exam": 3, "hard": 4}[level], ("w_1", 0), ("w_3", 0), ("w_2", 1))
    out = size(into, ("w_2", 0))
    among = (-1, 0, 1) if level == "warm-up" else (-1, -0.5, 0, 0.5, 1, 2)

    def rows(count: int, columns: int) -> list[list[float]]:
        drawn = [[rng.choice(among) for _ in range(columns)] for _ in range(count)]
        return [row if any(row) else [1, *row[1:]] for row in drawn]

    return {
        "x": [rng.choice((-1, 1, 2)) for _ in range(into)],
        "w_1": rows(wide, into),
        "w_2": rows(out, wide),
        "w_3": rows(wide, into),
    }
