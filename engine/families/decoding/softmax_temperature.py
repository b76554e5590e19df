"""Softmax with a temperature: logits divided by T, then exponentials over their sum (Hinton et al. 2015, section 2)."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import WithJsonSchema, field_validator

from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.mathematics import softmax
from engine.parameters import Array, Frozen, Real, Vector, symbol
from engine.solutions import latex
from engine.solutions.pictures import Bars

LARGEST = 100.0  # an exponent that a calculator still takes
TOO_LARGE = (
    "Powers this large fit no calculator. The largest number is subtracted from each first: numerator and denominator"
    " shrink alike, so the probabilities stay the same."
)


ABOVE_ZERO = WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": 1e30})


class Parameters(Frozen):
    logits: Vector = symbol("z", "one logit per token")
    temperature: Annotated[Real, ABOVE_ZERO] = symbol("T", "temperature, above 0")

    @field_validator("temperature")
    @classmethod
    def above_zero(cls, temperature: float) -> float:
        if temperature <= 0:
            raise ValueError(
                "must be above 0; temperature 0 stands for greedy decoding, which takes the token with the highest "
                "logit and needs no softmax"
            )
        return temperature


family = Family(
    "softmax_temperature",
    "Softmax with temperature",
    section="2.7",
    builds_on=("softmax_regression",),
    parameters=Parameters,
)


@family.step(
    "Logits divided by the temperature", r"\frac{<logits>}{<temperature>}", symbol="s",
    numbers=lambda logits, temperature, at: (
        rf"\frac{{{latex.number(logits[at[0]])}}}{{{latex.number(temperature)}}}"
    ),
)  # fmt: skip
def scaled(logits: Array, temperature: float) -> Array | NotNeeded:
    if temperature == 1:
        return NotNeeded(logits, "The temperature is 1: the logits stay as they are.")
    return logits / temperature


@family.step(
    "Exponentials", "e^{<scaled>}", symbol="E",
    numbers=lambda scaled, at: f"e^{{{latex.number(scaled[at[0]])}}}",
)  # fmt: skip
def exponentials(scaled: Array) -> Array | NotNeeded:
    if scaled.max() > LARGEST:
        shifted = np.exp(scaled - scaled.max())
        return NotNeeded(shifted, TOO_LARGE)
    return np.exp(scaled)


@family.step(
    "Probabilities", r"\frac{<exponentials>_i}{\sum_j <exponentials>_j}", symbol="p_i", distribution=True,
    numbers=lambda exponentials, scaled, at: (
        rf"\frac{{{latex.number(exponentials[at[0]])}}}{{{latex.total(exponentials.tolist())}}}"
    ),
)  # fmt: skip
def probabilities(exponentials: Array, scaled: Array) -> Array:
    total = exponentials.sum()
    return np.asarray(exponentials / total) if total > 0 else softmax(scaled)


@family.picture(after="probabilities")
def before_and_after(exact: Run) -> Bars | None:
    temperature = exact.values["temperature"]
    if temperature == 1:
        return None
    plain, here = softmax(exact.values["logits"]), exact.reached["probabilities"]
    return Bars(
        "Before and after the temperature",
        "A temperature below 1 makes likely tokens likelier still; one above 1 evens the distribution out.",
        ("T = 1", f"T = {temperature:g}"),
        tuple(
            (f"token {n}", pair) for n, pair in enumerate(zip(plain.tolist(), here.tolist(), strict=True), 1)
        ),
    )


family.gives(
    {
        "scaled": ("len(logits)", "Logits over the temperature."),
        "exponentials": (
            "len(logits)",
            "e to these; where one is above 100, the largest is subtracted from all first.",
        ),
        "probabilities": ("len(logits)", "Exponentials over their sum."),
    }
)


@family.mistake(
    of="scaled",
    says="You multiplied by the temperature. Divide: a temperature below 1 makes the gaps larger.",
)
def multiplied(logits: Array, temperature: float) -> Array:
    return logits * temperature


@family.mistake(of="scaled", says="You left out the temperature. Divide each logit by it before the softmax.")
def temperature_forgotten(logits: Array) -> Array:
    return logits


@family.mistake(
    of="probabilities",
    says="You divided the probabilities by the temperature, so they no longer sum to one. Divide the logits, then "
    "take the softmax.",
)
def probabilities_divided(logits: Array, temperature: float) -> Array:
    return softmax(logits) / temperature


@family.mistake(
    of="probabilities",
    says="You divided the logits by their sum. The softmax divides exponentials by their sum.",
)
def shares_of_logits(scaled: Array) -> Array:
    if not (scaled >= 0).all() or not scaled.any():
        raise NotApplicable
    return np.asarray(scaled / scaled.sum())


@family.mistake(
    of="probabilities", says="You stopped at the exponentials. Divide each of them by the sum of all."
)
def exponentials_left(exponentials: Array) -> Array:
    return exponentials


@family.mistake(of="exponentials", says="You took powers of 10. The softmax takes powers of e.")
def powers_of_ten(scaled: Array) -> Array:
    return np.asarray(10.0**scaled)


@family.refuses
def hard_to_compute(exact: Run) -> str | None:
    if (exact.reached["exponentials"] >= 1000).any():
        return "an exponential is 1000 or more"
    if np.ptp(exact.values["logits"]) == 0:
        return "all logits are equal"
    return None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = len(fixed["logits"]) if "logits" in fixed else {"warm-up": 3, "exam": 4, "hard": 5}[level]
    parts, lowest = {"warm-up": (1, 0), "exam": (2, 0), "hard": (10, -2)}[level]
    temperatures = {"warm-up": (0.5, 2), "exam": (0.5, 0.8, 1.25, 2), "hard": (0.7, 0.8, 1.3, 1.5, 2.5)}[
        level
    ]
    return {
        "logits": [rng.randint(lowest * parts, 3 * parts) / parts for _ in range(size)],
        "temperature": rng.choice(temperatures),
    }
