"""Activation functions: ReLU, tanh, sigmoid, GELU and swish (curriculum c.2).

GELU is exact, x times the normal distribution function (Hendrycks and Gimpel 2016); swish is x times the sigmoid of x
(Ramachandran, Zoph and Le 2017), also called SiLU.
"""

import math
from collections.abc import Callable, Generator, Mapping
from functools import partial
from random import Random
from typing import Any, Literal

import numpy as np
from pydantic import ValidationError, ValidatorFunctionWrapHandler, field_validator

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics.activations import EACH_UNIT
from engine.parameters import Frozen, Real, Vector, symbol
from engine.solutions import latex
from engine.solutions.pictures import Curve, Line

MOST_MARKS = 6  # on one curve
Number = Any  # a float, or an array of them


class Parameters(Frozen):
    name: Literal["relu", "tanh", "sigmoid", "gelu", "swish"] = symbol(
        r"\text{activation}", "relu, tanh, sigmoid, gelu or swish"
    )
    x: Real | Vector = symbol("x", "input: a number, or several in a vector")

    @field_validator("x", mode="wrap")
    @classmethod
    def number_or_vector(cls, x: Any, check: ValidatorFunctionWrapHandler) -> Any:
        try:
            return check(x)
        except ValidationError:
            raise ValueError("must be a number or a list of numbers") from None


family = Family(
    "activation",
    "Activation function",
    section="c.2",
    builds_on=("logistic_regression",),
    parameters=Parameters,
)


def value(name: str, x: Number) -> Number:
    return EACH_UNIT[name].of(np.asarray(x))[()]


def normal(x: Number) -> Number:
    """The normal distribution function: the probability that a standard normal number is at most x."""
    return np.vectorize(math.erfc, otypes=[float])(-x / math.sqrt(2))[()] / 2


SHARES: Mapping[str, Callable[[Number], Number]] = {"gelu": normal, "swish": partial(value, "sigmoid")}
FORMULAS = {
    "relu": r"\max(0, <x>)",
    "tanh": r"\frac{e^{<x>} - e^{<minus_x>}}{e^{<x>} + e^{<minus_x>}}",
    "sigmoid": r"\frac{1}{1 + e^{<minus_x>}}",
    "gelu": r"\Phi(<x>)",
    "swish": r"\frac{1}{1 + e^{<minus_x>}}",
}


def entry(x: Number, at: tuple[int, ...]) -> float:
    return float(np.asarray(x)[at])


@family.unroll("y")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    formula = FORMULAS[given.name]
    in_symbols = formula.replace("<minus_x>", "-<x>")

    def numbers(x: Number, at: tuple[int, ...] = ()) -> str:
        plus, minus = (latex.number(sign * entry(x, at)) for sign in (1, -1))
        return latex.filled(formula, {"x": plus, "minus_x": minus})

    if given.name not in SHARES:
        yield Step(
            "y", "Output", in_symbols, partial(value, given.name), ("x",), symbol="y", answer="y", numbers=numbers
        )  # fmt: skip
        return
    yield Step(
        "share", "Share that passes", in_symbols, SHARES[given.name], ("x",), symbol="s", form=Fixed(4),
        numbers=numbers,
    )  # fmt: skip
    yield Step(
        "y", "Output", r"<x> \cdot <share>", lambda x, share: x * share + 0.0, ("x", "share"), symbol="y", answer="y",
        numbers=lambda x, share, at=(): (
            rf"{latex.number(entry(x, at))} \cdot {latex.number(entry(share, at))}"
        ),
    )  # fmt: skip


@family.picture(after="y")
def on_the_curve(exact: Run) -> Curve:
    name, inputs = exact.values["name"], np.ravel(exact.values["x"])[:MOST_MARKS].tolist()
    xs = np.linspace(min(-3, *inputs), max(3, *inputs), 61).tolist()
    return Curve(
        f"The curve of {name}", "The inputs of this exercise lie on it where they are marked.", "x", "y",
        (Line(name, tuple((x, float(value(name, x))) for x in xs)),),
        marks=tuple((f"{x:g}", x, float(value(name, x))) for x in inputs),
    )  # fmt: skip


family.gives(
    {
        "y": ("as x", "The activation of x: a number, or a vector as long as x."),
    }
)
family.assumes(
    "GELU is exact, x times the normal distribution function; swish is x times the sigmoid of x.",
)


@family.mistake(of="y", says="You stopped at the share. GELU and swish multiply it by x.")
def share_alone(share: Number) -> Number:
    return share


@family.mistake(
    of="share",
    says="You took the other share: GELU has the normal distribution function, swish has the sigmoid.",
)
def other_share(name: str, x: Number) -> Number:
    return SHARES["swish" if name == "gelu" else "gelu"](x)


@family.mistake(
    of="y",
    says="You took the other curve: the hyperbolic tangent goes from -1 to 1, the sigmoid from 0 to 1.",
)
def other_curve(name: str, x: Number) -> Number:
    if name not in ("tanh", "sigmoid"):
        raise NotApplicable
    return value("sigmoid" if name == "tanh" else "tanh", x)


@family.mistake(
    of="y", says="You cut off at zero, as ReLU does. GELU and swish let a little of a negative input through."
)
def cut_off_at_zero(name: str, x: Number) -> Number:
    if name not in SHARES:
        raise NotApplicable
    return value("relu", x)


@family.mistake(of="y", says="You took e to x. The sigmoid has e to minus x in its denominator.")
def sign_of_the_exponent(name: str, x: Number) -> Number:
    if name not in ("sigmoid", "swish"):
        raise NotApplicable
    return value("sigmoid", -x) * (x if name == "swish" else 1.0)


@family.mistake(
    of="y", says="You left out the minus sign of a negative input. Put the input in with its sign."
)
def minus_lost(name: str, x: Number) -> Number:
    return value(name, np.abs(x))


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Different inputs, at least one below zero and one above."""
    names = {
        "warm-up": ("relu", "relu", "sigmoid", "tanh"),
        "exam": ("gelu", "swish", "swish", "sigmoid", "tanh"),
        "hard": ("gelu", "swish", "tanh"),
    }[level]
    sizes = (0.5, 1, 1.5, 2) if level != "hard" else [tenths / 10 for tenths in range(2, 24)]
    below, above, *others = rng.sample(sizes, 4 if level == "hard" else 3)
    x = [-below, above, *(rng.choice((-1, 1)) * size for size in others)]
    return {"name": rng.choice(names), "x": rng.sample(x, len(x))}
