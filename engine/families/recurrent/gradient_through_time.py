"""Vanishing and exploding gradients (Bengio, Simard and Frasconi 1994; Pascanu, Mikolov and Bengio 2013).

On its way back through a recurrent network of one unit, a gradient is multiplied by the same factor at every step: the
recurrent weight times the derivative of the activation function.
"""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import model_validator

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Frozen, Real, symbol
from engine.solutions import latex

LARGEST = 300  # power of ten


class Parameters(Frozen):
    weight: Real = symbol("w", "recurrent weight")
    steps: int = symbol("T", "time steps back", ge=0, le=10**6)
    derivative: Real = symbol("d", "derivative of the activation function at every step", default=1.0)

    @model_validator(mode="after")
    def not_too_large(self) -> "Parameters":
        size = abs(self.weight * self.derivative)
        if size > 1 and self.steps * math.log10(size) > LARGEST:
            raise ValueError(f"steps must be fewer: the factor would be above 10^{LARGEST}")
        return self


family = Family(
    "gradient_through_time",
    "Factor of a gradient through time",
    section="c.4",
    builds_on=("rnn_forward",),
    parameters=Parameters,
)


@family.step(
    "Factor of one step", r"<weight> \cdot <derivative>", symbol="q",
    numbers=lambda weight, derivative: rf"{latex.number(weight)} \cdot {latex.signed(derivative)}",
)  # fmt: skip
def one_step(weight: float, derivative: float) -> float:
    return weight * derivative


@family.step(
    "Factor of all steps", r"<one_step>^{<steps>}", symbol=r"q_{\mathrm{all}}", form=Scientific(),
    numbers=lambda one_step, steps: f"{latex.signed(one_step)}^{{{steps}}}",
)  # fmt: skip
def factor(one_step: float, steps: int) -> float:
    return float(one_step**steps)


family.gives(
    {
        "one_step": ("number", "Weight times derivative: the factor of one step."),
        "factor": ("number", "This factor to the power of steps."),
    }
)
family.assumes(
    "One unit; every step has the same weight and the same derivative.",
)


@family.mistake(
    of="factor",
    says="You multiplied by the number of steps. The factors are multiplied: raise to the power of the "
    "number of steps.",
)
def times_steps(one_step: float, steps: int) -> float:
    return one_step * steps


@family.mistake(
    of="factor",
    says="You took the derivative once. It comes in at every step, like the weight: raise it to the power too.",
)
def derivative_once(weight: float, derivative: float, steps: int) -> float:
    return float(weight**steps * derivative)


@family.mistake(
    of="one_step",
    says="You left out the derivative. Each step multiplies by the weight and by the derivative.",
)
def derivative_left_out(weight: float) -> float:
    return weight


@family.mistake(
    of="one_step", says="You left out the weight. Each step multiplies by it and by the derivative."
)
def weight_left_out(derivative: float) -> float:
    return derivative


@family.mistake(of="one_step", says="You added weight and derivative. The chain rule multiplies them.")
def added(weight: float, derivative: float) -> float:
    return weight + derivative


@family.mistake(of="factor", says="You went one step too few. T steps back multiply by the factor T times.")
def one_step_too_few(one_step: float, steps: int) -> float:
    if steps < 1:
        raise NotApplicable
    return float(one_step ** (steps - 1))


@family.refuses
def beyond_a_calculator(exact: Run) -> str | None:
    size = abs(exact.reached["factor"])
    if size == 1:
        return "the gradient stays as it is"
    return None if 1e-7 < size < 1e28 else "the power of ten is too large"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        weight = rng.choice((0.5, 0.8, 0.9, 1.1, 1.2, 1.5, 2))
        return {"weight": weight, "steps": rng.choice((5, 8, 10, 12)), "derivative": 1}
    weight = rng.choice((0.4, 0.8, 1.2, 1.6, 2, 2.4, 3, 4))
    return {
        "weight": -weight if level == "hard" and rng.random() < 0.4 else weight,
        "steps": rng.choice((8, 10, 12, 15) if level == "exam" else (15, 20, 25, 30, 40)),
        "derivative": rng.choice((0.25, 0.5, 0.75)),
    }
