"""One step of a long short-term memory (Hochreiter and Schmidhuber 1997; forget gate: Gers, Schmidhuber, Cummins 2000).

Weights are stacked as in PyTorch's LSTMCell: rows for the input gate i, the forget gate f, the candidate g, the output
gate o. There is one bias, the sum of PyTorch's two. What is new has a prime.
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

GATES = "ifgo"


class Parameters(Frozen):
    """W_x is (4 h, in), W_h is (4 h, h), the bias (4 h)."""

    w_x: Matrix = symbol("W_x", "weights of the input: the rows of i, f, g and o, in this order")
    w_h: Matrix = symbol("W_h", "weights of the old hidden state, rows in the same order")
    bias: Vector = symbol(
        "b", "biases, in the same order", default=None, empty="zeros", validate_default=True
    )
    x: Vector = symbol("x", "input of this step")
    h: Vector = symbol("h", "old hidden state")
    c: Vector = symbol("c", "old cell state")

    @field_validator("bias", mode="before")
    @classmethod
    def missing_is_zero(cls, given: Any, info: ValidationInfo) -> Any:
        return recurrence.zeros_for(given, info.data.get("w_x"))

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        hidden = len(self.h)
        recurrence.check_shape("c", self.c, hidden)
        recurrence.check_shape("w_x", self.w_x, 4 * hidden, len(self.x))
        recurrence.check_shape("w_h", self.w_h, 4 * hidden, hidden)
        recurrence.check_shape("bias", self.bias, 4 * hidden)
        return self


family = Family(
    "lstm_step", "One step of an LSTM", section="c.4", builds_on=("rnn_forward",), parameters=Parameters
)


def rows(sums: Array, gate: str) -> Array:
    """The weighted sums of one gate among the four."""
    return np.split(sums, 4)[GATES.index(gate)]


def gate_cell(gate: str) -> Callable[..., str]:
    def cell(sums: Array, at: tuple[int]) -> str:
        x = rows(sums, gate)[at[0]]
        return EACH_UNIT["tanh" if gate == "g" else "sigmoid"].numbers(latex.number(x))

    return cell


@family.step(
    "Weighted sums of i, f, g and o", r"<w_x>\,<x> + <w_h>\,<h> + <bias>", symbol="a",
    numbers=lambda w_x, x, w_h, h, bias, at: recurrence.affine_latex(
        (w_x[at[0]], x), (w_h[at[0]], h), bias=bias[at[0]]
    ),
)  # fmt: skip
def sums(w_x: Array, x: Array, w_h: Array, h: Array, bias: Array) -> Array:
    return w_x @ x + w_h @ h + bias


@family.step("Input gate", r"\sigma(<sums>_i)", symbol="i", numbers=gate_cell("i"))
def i(sums: Array) -> Array:
    return sigmoid(rows(sums, "i"))


@family.step("Forget gate", r"\sigma(<sums>_f)", symbol="f", numbers=gate_cell("f"))
def f(sums: Array) -> Array:
    return sigmoid(rows(sums, "f"))


@family.step("Candidate", r"\tanh(<sums>_g)", symbol="g", numbers=gate_cell("g"))
def g(sums: Array) -> Array:
    return np.tanh(rows(sums, "g"))


@family.step("Output gate", r"\sigma(<sums>_o)", symbol="o", numbers=gate_cell("o"))
def o(sums: Array) -> Array:
    return sigmoid(rows(sums, "o"))


@family.step(
    "New cell state", r"<f> \odot <c> + <i> \odot <g>", symbol="c'", answer="c",
    numbers=lambda f, c, i, g, at: latex.dot((f[at[0]], i[at[0]]), (c[at[0]], g[at[0]])),
)  # fmt: skip
def new_c(f: Array, c: Array, i: Array, g: Array) -> Array:
    return f * c + i * g


@family.step(
    "New hidden state", r"<o> \odot \tanh(<new_c>)", symbol="h'", answer="h",
    numbers=lambda o, new_c, at: rf"{latex.number(o[at[0]])} \cdot \tanh({latex.number(new_c[at[0]])})",
)  # fmt: skip
def new_h(o: Array, new_c: Array) -> Array:
    return o * np.tanh(new_c)


family.gives(
    {
        "sums": ("4 * len(h)", "Weighted sums with bias, stacked as i, f, g, o."),
        "i": ("len(h)", "Input gate."),
        "f": ("len(h)", "Forget gate."),
        "g": ("len(h)", "Candidate."),
        "o": ("len(h)", "Output gate."),
        "c": ("len(h)", "New cell state."),
        "h": ("len(h)", "New hidden state."),
    }
)
family.assumes(
    "Weights are out x in, their rows stacked as i, f, g, o. There is one bias vector, the sum of "
    "PyTorch's two.",
)


@family.mistake(
    of="sums", says="You left out the old hidden state. Every gate adds $W_h h$ to its weighted sum."
)
def state_left_out(w_x: Array, x: Array, bias: Array) -> Array:
    return w_x @ x + bias


@family.mistake(of="sums", says="You left out the biases. Add b to the weighted sums.")
def biases_left_out(w_x: Array, x: Array, w_h: Array, h: Array) -> Array:
    return w_x @ x + w_h @ h


INPUT_AND_FORGET = (
    "You took the rows of i for those of f, or the reverse. Here they stand in the order i, f, g, o: first the input "
    "gate i, then the forget gate f."
)
CANDIDATE_AND_OUTPUT = (
    "You took the rows of g for those of o, or the reverse. Here they stand in the order i, f, g, o: third the "
    "candidate g, last the output gate o."
)


@family.mistake(of="i", says=INPUT_AND_FORGET)
def rows_of_f(sums: Array) -> Array:
    return sigmoid(rows(sums, "f"))


@family.mistake(of="f", says=INPUT_AND_FORGET)
def rows_of_i(sums: Array) -> Array:
    return sigmoid(rows(sums, "i"))


@family.mistake(of="g", says=CANDIDATE_AND_OUTPUT)
def rows_of_o(sums: Array) -> Array:
    return np.tanh(rows(sums, "o"))


@family.mistake(of="o", says=CANDIDATE_AND_OUTPUT)
def rows_of_g(sums: Array) -> Array:
    return sigmoid(rows(sums, "g"))


@family.mistake(
    of="g", says="You used the sigmoid for the candidate. Gates take the sigmoid, the candidate takes tanh."
)
def sigmoid_for_tanh(sums: Array) -> Array:
    return sigmoid(rows(sums, "g"))


@family.mistake(
    of="o", says="You used tanh for the output gate. Gates take the sigmoid: they lie between 0 and 1."
)
def tanh_for_sigmoid(sums: Array) -> Array:
    return np.tanh(rows(sums, "o"))


@family.mistake(
    of="new_c",
    says="You swapped two gates. The forget gate f goes with the old cell state, the input gate i with the candidate.",
)
def gates_swapped(f: Array, c: Array, i: Array, g: Array) -> Array:
    return i * c + f * g


@family.mistake(
    of="new_c", says="You kept all of the old cell state. Multiply it by the forget gate before you add."
)
def nothing_forgotten(c: Array, i: Array, g: Array) -> Array:
    return c + i * g


@family.mistake(
    of="new_c", says="You added the whole candidate. Multiply it by the input gate before you add."
)
def all_let_in(f: Array, c: Array, g: Array) -> Array:
    return f * c + g


@family.mistake(
    of="new_h", says="You left out the tanh. The output gate multiplies the tanh of the new cell state."
)
def tanh_left_out(o: Array, new_c: Array) -> Array:
    return o * new_c


family.refuses(recurrence.too_small)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    stacked = next((len(fixed[name]) // 4 for name in ("w_x", "w_h", "bias") if name in fixed), 0)
    hidden = recurrence.size(fixed, stacked or (2 if level == "hard" else 1), ("h", 0), ("c", 0), ("w_h", 1))
    entries = recurrence.size(fixed, 2 if level == "exam" else 1, ("x", 0), ("w_x", 1))
    return {
        "w_x": recurrence.matrix(rng, (-1, -0.5, 0.5, 1, 2), 4 * hidden, entries),
        "w_h": recurrence.matrix(rng, (-1, 0.5, 1, 1), 4 * hidden, hidden),
        "bias": recurrence.vector(rng, (-1, 0.5, 0.5, 1), 4 * hidden),
        "x": recurrence.vector(rng, (-1, 0.5, 1, 1, 2), entries),
        "h": recurrence.vector(rng, (-0.5, 0.2, 0.4, 0.5, 0.8), hidden),
        "c": recurrence.vector(rng, (-1, -0.6, 0.5, 0.8, 1.2, 2), hidden),
    }
