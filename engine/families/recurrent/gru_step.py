"""One step of a gated recurrent unit (Cho et al. 2014), in PyTorch's form: r multiplies W_hn h + b_hn, as a whole.

Papers differ in two places. Cho et al. apply r to the state before the matrix. Chung et al. 2014 let z weigh the
candidate; with Cho et al. and PyTorch it weighs the old state.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from pydantic import ValidationInfo, field_validator, model_validator

from engine.chain import Family
from engine.mathematics import recurrence
from engine.mathematics.activations import EACH_UNIT, sigmoid
from engine.parameters import Array, Frozen, Matrix, Vector, symbol
from engine.solutions import latex

GATES = "rzn"


class Parameters(Frozen):
    """W_x is (3 h, in), W_h is (3 h, h), the biases (3 h) each."""

    w_x: Matrix = symbol("W_x", "weights of the input: the rows of r, z and n, in this order")
    w_h: Matrix = symbol("W_h", "weights of the old state, rows in the same order")
    bias_x: Vector = symbol(
        "b_x",
        "biases beside the input, in the same order",
        default=None,
        empty="zeros",
        validate_default=True,
    )
    bias_h: Vector = symbol(
        "b_h",
        "biases beside the state, in the same order",
        default=None,
        empty="zeros",
        validate_default=True,
    )
    x: Vector = symbol("x", "input of this step")
    h: Vector = symbol("h", "old state")

    @field_validator("bias_x", "bias_h", mode="before")
    @classmethod
    def missing_is_zero(cls, given: Any, info: ValidationInfo) -> Any:
        return recurrence.zeros_for(given, info.data.get("w_x"))

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        hidden = len(self.h)
        recurrence.check_shape("w_x", self.w_x, 3 * hidden, len(self.x))
        recurrence.check_shape("w_h", self.w_h, 3 * hidden, hidden)
        recurrence.check_shape("bias_x", self.bias_x, 3 * hidden)
        recurrence.check_shape("bias_h", self.bias_h, 3 * hidden)
        return self


family = Family(
    "gru_step", "One step of a GRU", section="c.4", builds_on=("rnn_forward",), parameters=Parameters
)


def rows(sums: Array, gate: str) -> Array:
    """The weighted sums of one gate among the three."""
    return np.split(sums, 3)[GATES.index(gate)]


def affine_cell(weights: Array, entries: Array, bias: Array, at: tuple[int]) -> str:
    return recurrence.affine_latex((weights[at[0]], entries), bias=bias[at[0]])


def gate_cell(gate: str) -> Callable[..., str]:
    def cell(from_input: Array, from_state: Array, at: tuple[int]) -> str:
        x = (rows(from_input, gate) + rows(from_state, gate))[at[0]]
        return EACH_UNIT["sigmoid"].numbers(latex.number(x))

    return cell


@family.step(
    "Weighted sums from the input, for r, z and n", r"<w_x>\,<x> + <bias_x>", symbol="p", numbers=affine_cell
)
def from_input(w_x: Array, x: Array, bias_x: Array) -> Array:
    return w_x @ x + bias_x


@family.step(
    "Weighted sums from the old state, for r, z and n", r"<w_h>\,<h> + <bias_h>", symbol="q",
    numbers=affine_cell,
)  # fmt: skip
def from_state(w_h: Array, h: Array, bias_h: Array) -> Array:
    return w_h @ h + bias_h


@family.step(
    "Reset gate", r"\sigma(<from_input>_r + <from_state>_r)", symbol="r", numbers=gate_cell("r")
)  # fmt: skip
def r(from_input: Array, from_state: Array) -> Array:
    return sigmoid(rows(from_input, "r") + rows(from_state, "r"))


@family.step(
    "Update gate", r"\sigma(<from_input>_z + <from_state>_z)", symbol="z", numbers=gate_cell("z")
)  # fmt: skip
def z(from_input: Array, from_state: Array) -> Array:
    return sigmoid(rows(from_input, "z") + rows(from_state, "z"))


def candidate_cell(from_input: Array, r: Array, from_state: Array, at: tuple[int]) -> str:
    p, q = rows(from_input, "n")[at[0]], rows(from_state, "n")[at[0]]
    return rf"\tanh({latex.number(p)} + {latex.number(r[at[0]])} \cdot {latex.signed(q)})"


@family.step(
    "Candidate", r"\tanh(<from_input>_n + <r> \odot <from_state>_n)", symbol="n", numbers=candidate_cell
)
def n(from_input: Array, r: Array, from_state: Array) -> Array:
    return np.tanh(rows(from_input, "n") + r * rows(from_state, "n"))


def mixed_cell(z: Array, n: Array, h: Array, at: tuple[int]) -> str:
    kept, new, old = z[at[0]], n[at[0]], h[at[0]]
    return rf"(1 - {latex.number(kept)}) \cdot {latex.signed(new)} + {latex.number(kept)} \cdot {latex.signed(old)}"


@family.step("New state", r"(1 - <z>) \odot <n> + <z> \odot <h>", symbol="h'", answer="h", numbers=mixed_cell)
def new_h(z: Array, n: Array, h: Array) -> Array:
    return (1 - z) * n + z * h


family.gives(
    {
        "from_input": ("3 * len(h)", "w_x times x plus bias_x, stacked as r, z, n."),
        "from_state": ("3 * len(h)", "w_h times h plus bias_h, stacked as r, z, n."),
        "r": ("len(h)", "Reset gate."),
        "z": ("len(h)", "Update gate: the share of the old state that is kept."),
        "n": ("len(h)", "Candidate."),
        "h": ("len(h)", "New state."),
    }
)
family.assumes(
    "Weights are out x in, their rows stacked as r, z, n. PyTorch's form: r multiplies the whole state "
    "part of the candidate, bias_h included; z keeps the old state.",
)


@family.mistake(
    of="new_h",
    says="You let z weigh the candidate, as Chung et al. 2014 write it. Here z weighs the old state: "
    "$h' = (1 - z) n + z h$.",
)
def z_for_the_candidate(z: Array, n: Array, h: Array) -> Array:
    return z * n + (1 - z) * h


@family.mistake(
    of="new_h", says="You added the whole candidate. Multiply it by 1 - z before you add the old state."
)
def whole_candidate(z: Array, n: Array, h: Array) -> Array:
    return n + z * h


@family.mistake(
    of="n",
    says="You applied r to the state before the matrix, as Cho et al. 2014 write it. Here r multiplies the finished "
    "sum $W_h h + b_h$.",
)
def reset_before_the_matrix(from_input: Array, r: Array, w_h: Array, h: Array, bias_h: Array) -> Array:
    return np.tanh(rows(from_input, "n") + rows(w_h, "n") @ (r * h) + rows(bias_h, "n"))


@family.mistake(
    of="n", says="You left out the reset gate. Multiply the part from the old state by r before you add."
)
def reset_left_out(from_input: Array, from_state: Array) -> Array:
    return np.tanh(rows(from_input, "n") + rows(from_state, "n"))


@family.mistake(
    of="n", says="You used the sigmoid for the candidate. Gates take the sigmoid, the candidate takes tanh."
)
def sigmoid_for_tanh(from_input: Array, r: Array, from_state: Array) -> Array:
    return sigmoid(rows(from_input, "n") + r * rows(from_state, "n"))


OTHER_GATE = (
    "You took the rows of one gate for those of the other. Here they stand in the order r, z, n: first the reset gate "
    "r, then the update gate z."
)


@family.mistake(of="r", says=OTHER_GATE)
def rows_of_z(from_input: Array, from_state: Array) -> Array:
    return sigmoid(rows(from_input, "z") + rows(from_state, "z"))


@family.mistake(of="z", says=OTHER_GATE)
def rows_of_r(from_input: Array, from_state: Array) -> Array:
    return sigmoid(rows(from_input, "r") + rows(from_state, "r"))


@family.mistake(
    of="from_state",
    says="You left out the biases beside the state. This form has two bias vectors: add $b_h$.",
)
def state_biases_left_out(w_h: Array, h: Array) -> Array:
    return w_h @ h


@family.mistake(
    of="from_input",
    says="You left out the biases beside the input. This form has two bias vectors: add $b_x$.",
)
def input_biases_left_out(w_x: Array, x: Array) -> Array:
    return w_x @ x


family.refuses(recurrence.too_small)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    stacked = next((len(fixed[name]) // 3 for name in ("w_x", "w_h", "bias_x", "bias_h") if name in fixed), 0)
    hidden = recurrence.size(fixed, stacked or (2 if level == "hard" else 1), ("h", 0), ("w_h", 1))
    entries = recurrence.size(fixed, 2 if level == "exam" else 1, ("x", 0), ("w_x", 1))
    return {
        "w_x": recurrence.matrix(rng, (-1, -0.5, 0.5, 1, 2), 3 * hidden, entries),
        "w_h": recurrence.matrix(rng, (-1, 0.5, 1, 2), 3 * hidden, hidden),
        "bias_x": recurrence.vector(rng, (-0.5, 0, 0.5, 1), 3 * hidden),
        "bias_h": recurrence.vector(rng, (-1, 0.5, 0.5, 1), 3 * hidden),
        "x": recurrence.vector(rng, (-1, 0.5, 1, 1, 2), entries),
        "h": recurrence.vector(rng, (-0.8, -0.5, 0.4, 0.5, 0.8), hidden),
    }
