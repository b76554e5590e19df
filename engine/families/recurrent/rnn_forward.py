"""A simple recurrent network, unrolled over time (Elman 1990): the same weights at every step.

The step's number stands above in the symbols, h^(2), so that h^(2)_1 is the first entry of the second state.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import ValidationInfo, field_validator, model_validator

from engine.chain import Family, NotApplicable, Step
from engine.mathematics import recurrence
from engine.mathematics.activations import activated, sigmoid
from engine.parameters import Array, Frozen, Matrix, Vector, symbol

Activation = Literal["tanh", "relu", "sigmoid", "identity"]
OutputActivation = Literal["softmax", "sigmoid", "tanh", "relu", "identity"]


class Parameters(Frozen):
    """W_x is (h, in), W_h is (h, h), W_y is (out, h); inputs are (time, in). A missing bias or first state is zero."""

    w_x: Matrix = symbol("W_x", "weights from the input to the hidden state")
    w_h: Matrix = symbol("W_h", "weights from the old hidden state to the new one")
    bias: Vector = symbol("b", "bias of the hidden state", default=None, empty="zeros", validate_default=True)
    inputs: Matrix = symbol("X", "inputs, one time step per row", max_length=50)
    h0: Vector = symbol(
        "h^{(0)}", "hidden state before the first step", default=None, empty="zeros", validate_default=True
    )
    activation: Activation = symbol("f", "activation function of the hidden state", default="tanh")
    w_y: Matrix | None = symbol(
        "W_y", "weights from the hidden state to the output", default=None, empty="no output"
    )
    bias_y: Vector | None = symbol(
        "b_y", "bias of the output", default=None, empty="zeros", validate_default=True
    )
    output_activation: OutputActivation = symbol("g", "activation function of the output", default="softmax")

    @field_validator("bias", "h0", mode="before")
    @classmethod
    def missing_is_zero(cls, given: Any, info: ValidationInfo) -> Any:
        return recurrence.zeros_for(given, info.data.get("w_x"))

    @field_validator("bias_y", mode="before")
    @classmethod
    def missing_is_zero_where_there_are_outputs(cls, given: Any, info: ValidationInfo) -> Any:
        w_y = info.data.get("w_y")
        return given if w_y is None else recurrence.zeros_for(given, w_y)

    @model_validator(mode="after")
    def shapes_fit(self) -> "Parameters":
        hidden = len(self.w_x)
        recurrence.check_shape("w_h", self.w_h, hidden, hidden)
        recurrence.check_shape("bias", self.bias, hidden)
        recurrence.check_shape("inputs", self.inputs, len(self.inputs), self.w_x.shape[1])
        recurrence.check_shape("h0", self.h0, hidden)
        if self.w_y is None:
            if self.bias_y is not None:
                raise ValueError("bias_y needs w_y, the weights of the output")
        else:
            recurrence.check_shape("w_y", self.w_y, len(self.w_y), hidden)
            recurrence.check_shape("bias_y", np.asarray(self.bias_y), len(self.w_y))
        return self


family = Family(
    "rnn_forward",
    "Forward pass of a recurrent network",
    section="c.4",
    builds_on=("mlp_forward",),
    parameters=Parameters,
)


def affine(w_x: Array, x: Array, w_h: Array, old: Array, bias: Array) -> Array:
    return w_x @ x + w_h @ old + bias


def affine_cell(w_x: Array, x: Array, w_h: Array, old: Array, bias: Array, at: tuple[int]) -> str:
    row = at[0]
    return recurrence.affine_latex((w_x[row], x), (w_h[row], old), bias=bias[row])


def output_cell(w_y: Array, h: Array, bias_y: Array, at: tuple[int]) -> str:
    return recurrence.affine_latex((w_y[at[0]], h), bias=bias_y[at[0]])


@family.unroll("hidden", "outputs")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    times = range(1, len(given.inputs) + 1)
    for t in times:
        yield Step(
            f"x_{t}", f"Input at step {t}", rf"\text{{row {t} of }} <inputs>",
            lambda inputs, t=t: inputs[t - 1], ("inputs",), symbol=f"x^{{({t})}}", form=recurrence.GIVEN, gathers=True,
        )  # fmt: skip
        before = "h0" if t == 1 else f"h_{t - 1}"
        yield Step(
            f"old_{t}", f"State before step {t}", f"<{before}>", lambda h: h, (before,),
            symbol=f"h^{{({t - 1})}}", form=recurrence.GIVEN, gathers=True,
        )  # fmt: skip
        yield Step(
            f"a_{t}", f"Weighted sum at step {t}", rf"<w_x>\,<x_{t}> + <w_h>\,<old_{t}> + <bias>", affine,
            ("w_x", f"x_{t}", "w_h", f"old_{t}", "bias"), symbol=f"a^{{({t})}}", numbers=affine_cell,
        )  # fmt: skip
        yield activated(f"h_{t}", f"Hidden state at step {t}", given.activation, f"a_{t}", f"h^{{({t})}}")
        if given.w_y is not None:
            yield Step(
                f"scores_{t}", f"Output scores at step {t}", rf"<w_y>\,<h_{t}> + <bias_y>",
                lambda w_y, h, bias_y: w_y @ h + bias_y, ("w_y", f"h_{t}", "bias_y"),
                symbol=f"s^{{({t})}}", numbers=output_cell,
            )  # fmt: skip
            yield activated(
                f"output_{t}",
                f"Output at step {t}",
                given.output_activation,
                f"scores_{t}",
                f"y^{{({t})}}",
            )
    for name, stem, title in (("hidden", "h", "All hidden states"), ("outputs", "output", "All outputs")):
        steps = () if stem == "output" and given.w_y is None else tuple(f"{stem}_{t}" for t in times)
        yield Step(
            name, title, r"\text{one vector per step}", lambda *vectors: list(vectors), steps,
            answer=name, gathers=True,
        )  # fmt: skip


family.gives(
    {
        "hidden": ("rows(inputs) × rows(w_x)", "Hidden state after each time step, without h0."),
        "outputs": ("rows(inputs) × rows(w_y)", "Output of each time step; empty without w_y."),
    }
)
family.assumes(
    "Weights are out x in, one bias vector for the hidden state. The state before the first step is zero "
    "unless h0 is given.",
)


@family.mistake(
    of="a", says="You left out the old hidden state. Add $W_h$ times the state of the step before."
)
def state_left_out(w_x: Array, x: Array, bias: Array) -> Array:
    return w_x @ x + bias


@family.mistake(
    of="a",
    says="You used the first state at every step. Each step goes on from the state of the step before.",
)
def first_state_always(w_x: Array, x: Array, w_h: Array, h0: Array, bias: Array) -> Array:
    return affine(w_x, x, w_h, h0, bias)


@family.mistake(
    of="a",
    says="You left out the bias. Add b at every step.",
    slip="bias left out",
)
def bias_left_out(w_x: Array, x: Array, w_h: Array, old: Array) -> Array:
    return w_x @ x + w_h @ old


@family.mistake(
    of="a", says="You swapped the two matrices: $W_x$ goes with the input, $W_h$ with the hidden state."
)
def matrices_swapped(w_x: Array, x: Array, w_h: Array, old: Array, bias: Array) -> Array:
    if w_x.shape != w_h.shape:
        raise NotApplicable
    return affine(w_h, x, w_x, old, bias)


@family.mistake(
    of="a",
    says="You multiplied with the columns of the weights. Here row i of $W_x$ and of $W_h$ belongs to unit i.",
)
def columns_for_rows(right: Array, w_x: Array, x: Array, w_h: Array, old: Array, bias: Array) -> Array:
    if len(w_h) == 1 or w_x.shape[0] != w_x.shape[1]:
        raise NotApplicable
    return w_x.T @ x + w_h.T @ old + bias


@family.mistake(of="h", says="You left out the activation function. The weighted sum is not yet the state.")
def not_activated(a: Array) -> Array:
    return a


@family.mistake(of="h", says="You used the sigmoid. The hidden state here is the tanh of the weighted sum.")
def sigmoid_for_tanh(a: Array, activation: str) -> Array:
    if activation != "tanh":
        raise NotApplicable
    return sigmoid(a)


@family.mistake(of="output", says="These are still the scores. Put them through the output's function.")
def scores_for_outputs(scores: Array) -> Array:
    return scores


@family.mistake(
    of="scores",
    says="You left out the bias of the output. Add $b_y$ to the scores.",
    slip="bias left out",
)
def output_bias_left_out(w_y: Array, h: Array) -> Array:
    return w_y @ h


family.refuses(recurrence.too_small)

WEIGHTS = (-1, -0.5, 0.5, 0.5, 1, 1)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    hidden = recurrence.size(
        fixed, 1 if level == "warm-up" else 2,
        ("w_x", 0), ("w_h", 0), ("bias", 0), ("h0", 0), ("w_y", 1),
    )  # fmt: skip
    entries = recurrence.size(fixed, hidden, ("w_x", 1), ("inputs", 1))
    outputs = recurrence.size(fixed, 2, ("w_y", 0), ("bias_y", 0))
    first = rng.choice((-1, 1))
    drawn: dict[str, Any] = {
        "w_x": recurrence.matrix(rng, (*WEIGHTS, 2), hidden, entries),
        "w_h": recurrence.matrix(rng, WEIGHTS, hidden, hidden),
        "bias": recurrence.vector(rng, (-0.5, 0.2, 0.3, 0.5), hidden),
        "inputs": recurrence.matrix(rng, (-1, 0, 0.5, 1, 1), 3 if level == "hard" else 2, entries),
        "h0": [0] * hidden,
        "output_activation": "sigmoid" if level == "hard" else "softmax",
    }
    if level != "warm-up" or "bias_y" in fixed:
        drawn["w_y"] = [
            recurrence.vector(rng, (0.5 * sign, sign), hidden)
            for sign in (first * (-1) ** row for row in range(outputs))
        ]
    if "w_y" in drawn or "w_y" in fixed:
        drawn["bias_y"] = recurrence.vector(rng, (-0.5, 0.3, 0.5, 1), outputs)
    return drawn
