"""One step of gradient descent with momentum: v = m v + lr g, then p - v (curriculum c.1).

Polyak 1964, in the form of Sutskever et al. 2013: the learning rate stands inside the velocity. PyTorch keeps it
outside.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from engine.chain import Family
from engine.mathematics.descent import FOUR, Descent, draw_descent
from engine.parameters import Array, Vector, symbol
from engine.solutions import latex


class Parameters(Descent):
    velocity: Vector = symbol("v", "velocity before the step, one number per parameter")
    momentum: Annotated[float, Field(ge=0, le=1)] = symbol(
        r"\mu", "momentum: the share of the velocity that is kept"
    )


family = Family(
    "momentum_step", "A step with momentum", section="c.1", builds_on=("sgd_step",), parameters=Parameters
)


@family.step(
    "Velocity", r"<momentum>\,<velocity> + <learning_rate>\,<gradient>", symbol="v'", form=FOUR, answer="velocity",
    numbers=lambda momentum, velocity, learning_rate, gradient, at: (
        rf"{latex.number(momentum)} \cdot {latex.signed(velocity[at])}"
        rf" + {latex.number(learning_rate)} \cdot {latex.signed(gradient[at])}"
    ),
)  # fmt: skip
def new_velocity(momentum: float, velocity: Array, learning_rate: float, gradient: Array) -> Array:
    return momentum * velocity + learning_rate * gradient


@family.step(
    "Parameters after the step", "<parameters> - <new_velocity>", symbol=r"\theta'", form=FOUR, answer="parameters",
    numbers=lambda parameters, new_velocity, at: (
        f"{latex.number(parameters[at])} - {latex.signed(new_velocity[at])}"
    ),
)  # fmt: skip
def new_parameters(parameters: Array, new_velocity: Array) -> Array:
    return parameters - new_velocity


family.gives(
    {
        "velocity": (
            "len(parameters)",
            "New velocity: momentum times the old one plus learning rate times gradient.",
        ),
        "parameters": ("len(parameters)", "Parameters minus the new velocity."),
    }
)
family.assumes(
    "The learning rate stands inside the velocity (PyTorch keeps it outside); the new velocity is subtracted.",
)


@family.mistake(
    of="new_velocity",
    says="You left out the old velocity. Momentum keeps a share of it and adds the new step.",
)
def plain_step(learning_rate: float, gradient: Array) -> Array:
    return learning_rate * gradient


@family.mistake(
    of="new_velocity",
    says="You left out the learning rate, as PyTorch's form does. Here the velocity takes up rate times gradient.",
)
def learning_rate_forgotten(momentum: float, velocity: Array, gradient: Array) -> Array:
    return momentum * velocity + gradient


@family.mistake(
    of="new_velocity",
    says="You weighted the new step with one minus the momentum. Here it is added in full: no such factor.",
)
def moving_average(momentum: float, velocity: Array, learning_rate: float, gradient: Array) -> Array:
    return momentum * velocity + (1 - momentum) * learning_rate * gradient


@family.mistake(
    of="new_velocity",
    says="You subtracted the new step in the velocity. Here it is added; the velocity is subtracted at the end.",
)
def gradient_subtracted(momentum: float, velocity: Array, learning_rate: float, gradient: Array) -> Array:
    return momentum * velocity - learning_rate * gradient


@family.mistake(
    of="new_parameters",
    says="You used the velocity before the step. First bring it up to date, then subtract it.",
)
def old_velocity(parameters: Array, velocity: Array) -> Array:
    return parameters - velocity


@family.mistake(
    of="new_parameters",
    says="You added the velocity. It collects gradients, which point uphill: subtract it.",
)
def uphill(parameters: Array, new_velocity: Array) -> Array:
    return parameters + new_velocity


@family.mistake(
    of="new_parameters",
    says="You multiplied the velocity by the learning rate once more. It holds the learning rate already.",
)
def learning_rate_twice(parameters: Array, learning_rate: float, new_velocity: Array) -> Array:
    return parameters - learning_rate * new_velocity


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    drawn = draw_descent(rng, level, fixed)
    size = len(drawn["parameters"])
    return {
        **drawn,
        "velocity": np.round(
            [rng.choice((-1, 1)) * rng.randint(2, 30) / 100 for _ in range(size)], 2
        ).tolist(),
        "momentum": rng.choice((0.5, 0.9) if level == "warm-up" else (0.5, 0.8, 0.9, 0.95)),
    }
