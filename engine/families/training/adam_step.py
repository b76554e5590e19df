"""One step of Adam (Kingma and Ba 2015, algorithm 1), with the weight decay of AdamW (Loshchilov and Hutter 2019)."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable, NotNeeded
from engine.mathematics.descent import FOUR, Descent, draw_descent
from engine.parameters import NUMBER, Array, Vector, listed, symbol
from engine.solutions import latex

ALL_KEPT = "a share of 1 keeps all of it, and the correction would divide by 0"
Share = Annotated[float, Field(ge=0, lt=1)]
AtLeastZero = Annotated[float, Field(ge=0, le=1e30)]
Squares = Annotated[Vector, listed({**NUMBER, "minimum": 0})]


class Parameters(Descent):
    m: Vector = symbol("m", "mean of the gradients so far, one number per parameter")
    v: Squares = symbol("v", "mean of the squared gradients so far, one number per parameter")
    step: int = symbol("t", "which step this is, from 1 on", ge=1, le=10**9)
    beta1: Share = symbol(r"\beta_1", "share of m that is kept", default=0.9, because=ALL_KEPT)
    beta2: Share = symbol(r"\beta_2", "share of v that is kept", default=0.999, because=ALL_KEPT)
    epsilon: AtLeastZero = symbol(r"\epsilon", "keeps the divisor above zero", default=1e-8)
    weight_decay: AtLeastZero = symbol(
        r"\lambda", "weight decay, taken off the parameters and not through the gradient", default=0.0
    )

    @field_validator("v")
    @classmethod
    def squares(cls, v: Array) -> Array:
        if (v < 0).any():
            raise ValueError("must not be below 0: it is a mean of squares")
        return v

    @field_validator("epsilon")
    @classmethod
    def divisor(cls, epsilon: float, info: ValidationInfo) -> float:
        gradient, v = info.data.get("gradient"), info.data.get("v")
        if epsilon == 0 and gradient is not None and v is not None and not (np.abs(gradient) + v).all():
            raise ValueError("must be above 0 where a gradient and its v are both 0: the step would be 0/0")
        return epsilon


family = Family(
    "adam_step", "A step of Adam", section="c.1", builds_on=("momentum_step",), parameters=Parameters,
)  # fmt: skip


def average(beta: float, old: Array, new: Array, at: tuple[int], power: str = "") -> str:
    return (
        rf"{latex.number(beta)} \cdot {latex.signed(old[at])}"
        rf" + {latex.number(1 - beta)} \cdot {latex.signed(new[at])}{power}"
    )


def corrected(mean: Array, beta: float, step: int, at: tuple[int]) -> str:
    return rf"\frac{{{latex.number(mean[at])}}}{{1 - {latex.number(beta)}^{{{step}}}}}"


@family.step(
    "Mean of the gradients", r"<beta1>\,<m> + (1 - <beta1>)\,<gradient>", symbol="m'", form=FOUR, answer="m",
    numbers=average,
)  # fmt: skip
def new_m(beta1: float, m: Array, gradient: Array) -> Array:
    return beta1 * m + (1 - beta1) * gradient


@family.step(
    "Mean of the squared gradients", r"<beta2>\,<v> + (1 - <beta2>)\,<gradient>^2", symbol="v'",
    form=Scientific(), answer="v", numbers=lambda beta2, v, gradient, at: average(beta2, v, gradient, at, "^2"),
)  # fmt: skip
def new_v(beta2: float, v: Array, gradient: Array) -> Array:
    return beta2 * v + (1 - beta2) * gradient**2


@family.step(
    "Mean of the gradients, corrected", r"\frac{<new_m>}{1 - <beta1>^{<step>}}", symbol=r"\hat{m}", form=FOUR,
    numbers=corrected,
)  # fmt: skip
def m_hat(new_m: Array, beta1: float, step: int) -> Array:
    return new_m / (1 - beta1**step)


@family.step(
    "Mean of the squared gradients, corrected",
    r"\frac{<new_v>}{1 - <beta2>^{<step>}}",
    symbol=r"\hat{v}",
    form=Scientific(),
    numbers=corrected,
)
def v_hat(new_v: Array, beta2: float, step: int) -> Array:
    return new_v / (1 - beta2**step)


@family.step(
    "Parameters after decay", r"(1 - <learning_rate>\,<weight_decay>)\,<parameters>", symbol=r"\tilde{\theta}",
    form=FOUR,
    numbers=lambda parameters, learning_rate, weight_decay, at: (
        rf"(1 - {latex.number(learning_rate)} \cdot {latex.number(weight_decay)})"
        rf" \cdot {latex.signed(parameters[at])}"
    ),
)  # fmt: skip
def decayed(parameters: Array, learning_rate: float, weight_decay: float) -> Array | NotNeeded:
    if not weight_decay:
        return NotNeeded(
            parameters, "There is no weight decay here: the parameters stay as they are before the step."
        )
    return (1 - learning_rate * weight_decay) * parameters


@family.step(
    "Change", r"\frac{<learning_rate>\,<m_hat>}{\sqrt{<v_hat>} + <epsilon>}", symbol=r"\Delta", form=Scientific(),
    numbers=lambda learning_rate, m_hat, v_hat, epsilon, at: (
        rf"\frac{{{latex.number(learning_rate)} \cdot {latex.signed(m_hat[at])}}}"
        rf"{{\sqrt{{{latex.number(v_hat[at])}}} + {latex.number(epsilon)}}}"
    ),
)  # fmt: skip
def change(learning_rate: float, m_hat: Array, v_hat: Array, epsilon: float) -> Array:
    return learning_rate * m_hat / (np.sqrt(v_hat) + epsilon)


@family.step(
    "Parameters after the step", "<decayed> - <change>", symbol=r"\theta'", form=FOUR, answer="parameters",
    numbers=lambda decayed, change, at: f"{latex.number(decayed[at])} - {latex.signed(change[at])}",
)  # fmt: skip
def new_parameters(decayed: Array, change: Array) -> Array:
    return decayed - change


family.gives(
    {
        "m": ("len(parameters)", "New mean of the gradients."),
        "v": ("len(parameters)", "New mean of the squared gradients."),
        "m_hat": ("len(parameters)", "New m, corrected: over 1 - beta1 to the power of step."),
        "v_hat": ("len(parameters)", "New v, corrected: over 1 - beta2 to the power of step."),
        "decayed": (
            "len(parameters)",
            "Parameters after weight decay: times 1 - learning_rate * weight_decay.",
        ),
        "change": (
            "len(parameters)",
            "What is subtracted: learning_rate times m_hat over root of v_hat plus epsilon.",
        ),
        "parameters": ("len(parameters)", "Parameters after the step."),
    }
)
family.assumes(
    "Both means are corrected. Epsilon is added to the root, not under it. Weight decay is decoupled, as "
    "in AdamW: it is taken off the old parameters, times the learning rate.",
)


@family.mistake(
    of="new_m",
    says="You swapped the shares. Most of the old mean is kept; the gradient gets one minus beta 1.",
)
def shares_swapped(beta1: float, m: Array, gradient: Array) -> Array:
    return (1 - beta1) * m + beta1 * gradient


@family.mistake(of="new_v", says="You did not square the gradient. The second mean takes up its square.")
def gradient_not_squared(beta2: float, v: Array, gradient: Array) -> Array:
    return beta2 * v + (1 - beta2) * abs(gradient)


SWAPPED = (
    "You took one beta for the other. Beta 1 goes with the mean of the gradients, beta 2 with that of their squares, "
    "in the corrections too."
)


@family.mistake(of="new_m", says=SWAPPED)
def beta2_in_m(beta2: float, m: Array, gradient: Array) -> Array:
    return beta2 * m + (1 - beta2) * gradient


@family.mistake(of="new_v", says=SWAPPED)
def beta1_in_v(beta1: float, v: Array, gradient: Array) -> Array:
    return beta1 * v + (1 - beta1) * gradient**2


@family.mistake(of="m_hat", says=SWAPPED)
def beta2_in_m_hat(new_m: Array, beta2: float, step: int) -> Array:
    return new_m / (1 - beta2**step)


@family.mistake(of="v_hat", says=SWAPPED)
def beta1_in_v_hat(new_v: Array, beta1: float, step: int) -> Array:
    return new_v / (1 - beta1**step)


@family.mistake(
    of="m_hat",
    says="You left out the correction. Divide by one minus beta 1 to the power of the step.",
    slip="correction left out",
)
def first_not_corrected(new_m: Array) -> Array:
    return new_m


@family.mistake(
    of="v_hat",
    says="You left out the correction. Divide by one minus beta 2 to the power of the step.",
    slip="correction left out",
)
def second_not_corrected(new_v: Array) -> Array:
    return new_v


STEP_BEFORE = (
    "You took the power t - 1. Steps are counted from 1: in step t divide by one minus beta to the power t."
)


@family.mistake(of="m_hat", says=STEP_BEFORE)
def step_before_in_m_hat(new_m: Array, beta1: float, step: int) -> Array:
    if step == 1:
        raise NotApplicable  # the divisor would be 0
    return new_m / (1 - beta1 ** (step - 1))


@family.mistake(of="v_hat", says=STEP_BEFORE)
def step_before_in_v_hat(new_v: Array, beta2: float, step: int) -> Array:
    if step == 1:
        raise NotApplicable
    return new_v / (1 - beta2 ** (step - 1))


POWER_LEFT_OUT = "You left out the power. In step t the divisor is one minus beta to the power t."


@family.mistake(of="m_hat", says=POWER_LEFT_OUT)
def first_power_forgotten(new_m: Array, beta1: float, step: int) -> Array:
    if step == 1:
        raise NotApplicable
    return m_hat(new_m, beta1, 1)


@family.mistake(of="v_hat", says=POWER_LEFT_OUT)
def power_forgotten(new_v: Array, beta2: float, step: int) -> Array:
    if step == 1:
        raise NotApplicable
    return v_hat(new_v, beta2, 1)


@family.mistake(
    of="change", says="You left out the root. Divide by the square root of the corrected second mean."
)
def root_forgotten(learning_rate: float, m_hat: Array, v_hat: Array, epsilon: float) -> Array:
    return learning_rate * m_hat / (v_hat + epsilon)


@family.mistake(
    of="decayed",
    says="You left the learning rate out of the decay. Multiply by one minus learning rate times decay.",
)
def decay_without_rate(weight_decay: float, parameters: Array) -> Array:
    if not weight_decay:
        raise NotApplicable
    return (1 - weight_decay) * parameters


@family.mistake(of="new_parameters", says="You went up the slope. Subtract the change.")
def uphill(decayed: Array, change: Array) -> Array:
    return decayed + change


@family.convention(
    "Right for Adam with an L2 penalty, where the decay joins the gradient. Here it is decoupled, as in AdamW: take it "
    "off the parameters themselves."
)
def decay_in_the_gradient(given: Parameters) -> Parameters | None:
    if not given.weight_decay:
        return None
    return given.replace(gradient=given.gradient + given.weight_decay * given.parameters, weight_decay=0)


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The means of earlier gradients, which were about as large as this one; none before the first step."""
    drawn = draw_descent(rng, level, fixed)
    size = len(drawn["parameters"])
    step = fixed.get("step", {"warm-up": 1, "exam": rng.randint(2, 4), "hard": rng.randint(2, 10)}[level])
    earlier = [rng.choice((-1, 1, 1)) * rng.randint(4, 30) / 10 for _ in range(size)]
    beta1, beta2 = fixed.get("beta1", 0.9), fixed.get("beta2", 0.999)
    return {
        **drawn,
        "step": step,
        "m": [round((1 - beta1 ** (step - 1)) * gradient, 2) for gradient in earlier],
        "v": [float(f"{(1 - beta2 ** (step - 1)) * gradient**2:.1e}") for gradient in earlier],
        "learning_rate": 0.1 if level == "warm-up" else rng.choice((0.01, 0.02, 0.05, 0.1)),
        "weight_decay": 0 if level == "warm-up" else rng.choice((0, 0.1, 0.2)),
    }
