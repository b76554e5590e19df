"""One step of stochastic gradient descent, with weight decay where it is asked (curriculum c.1).

The decay is added to the gradient, as an L2 penalty would add it: p - lr (g + wd p), the form of ``torch.optim.SGD``.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.chain import Family, NotApplicable, NotNeeded
from engine.mathematics.descent import FOUR, Descent, draw_descent
from engine.parameters import Array, symbol
from engine.solutions import latex


class Parameters(Descent):
    weight_decay: Annotated[float, Field(ge=0, le=1e30)] = symbol(
        r"\lambda", "weight decay: this times a parameter joins its gradient", default=0.0
    )


family = Family("sgd_step", "A step of gradient descent", section="c.1", parameters=Parameters)


@family.step(
    "Gradient with weight decay", r"<gradient> + <weight_decay>\,<parameters>", symbol="d", form=FOUR,
    numbers=lambda gradient, weight_decay, parameters, at: (
        rf"{latex.number(gradient[at])} + {latex.number(weight_decay)} \cdot {latex.signed(parameters[at])}"
    ),
)  # fmt: skip
def direction(gradient: Array, weight_decay: float, parameters: Array) -> Array | NotNeeded:
    if not weight_decay:
        return NotNeeded(gradient, "There is no weight decay here: the gradient stays as it is.")
    return gradient + weight_decay * parameters


@family.step(
    "Change: learning rate times gradient", r"<learning_rate>\,<direction>", symbol=r"\Delta", form=FOUR,
    numbers=lambda learning_rate, direction, at: (
        rf"{latex.number(learning_rate)} \cdot {latex.signed(direction[at])}"
    ),
)  # fmt: skip
def change(learning_rate: float, direction: Array) -> Array:
    return learning_rate * direction


@family.step(
    "Parameters after the step", "<parameters> - <change>", symbol=r"\theta'", form=FOUR, answer="parameters",
    numbers=lambda parameters, change, at: f"{latex.number(parameters[at])} - {latex.signed(change[at])}",
)  # fmt: skip
def new_parameters(parameters: Array, change: Array) -> Array:
    return parameters - change


family.gives(
    {
        "direction": ("len(parameters)", "Gradient plus weight decay times parameters."),
        "change": ("len(parameters)", "Learning rate times direction: what is subtracted."),
        "parameters": ("len(parameters)", "Parameters after the step."),
    }
)
family.assumes(
    "Weight decay joins the gradient, as in torch.optim.SGD, before the learning rate.",
)


@family.mistake(
    of="new_parameters", says="You went up the slope. The gradient points uphill: subtract the change."
)
def uphill(parameters: Array, change: Array) -> Array:
    return parameters + change


@family.mistake(
    of="new_parameters", says="That is the change alone. Subtract it from the parameters before the step."
)
def change_alone(change: Array) -> Array:
    return change


@family.mistake(of="change", says="You left out the learning rate. Multiply the gradient by it first.")
def learning_rate_forgotten(direction: Array) -> Array:
    return direction


@family.mistake(
    of="change", says="You divided by the learning rate. Multiply by it: a small rate makes a small step."
)
def divided_by_the_rate(learning_rate: float, direction: Array) -> Array:
    return direction / learning_rate


@family.mistake(
    of="direction",
    says="You left out the weight decay. Add the decay times the parameter to its gradient.",
)
def decay_forgotten(gradient: Array, weight_decay: float) -> Array:
    if not weight_decay:
        raise NotApplicable
    return gradient


@family.mistake(
    of="direction",
    says="You subtracted the decay term. It is added to the gradient, so that the step draws the parameter to 0.",
)
def decay_subtracted(gradient: Array, weight_decay: float, parameters: Array) -> Array:
    if not weight_decay:
        raise NotApplicable
    return gradient - weight_decay * parameters


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    decay = {"warm-up": (0,), "exam": (0, 0.1, 0.2), "hard": (0.01, 0.05, 0.1)}[level]
    return {**draw_descent(rng, level, fixed), "weight_decay": rng.choice(decay)}
