"""Growth of the best number of parameters and of tokens with the compute: two power laws, exponents given
(Kaplan et al. 2020: 0.73 and 0.27; Hoffmann et al. 2022, table 2: 0.50 and 0.50)."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.chain import Family
from engine.parameters import Frozen, Positive, symbol

Exponent = Annotated[float, Field(ge=0, le=2)]


class Parameters(Frozen):
    compute_factor: Positive = symbol("k", "how many times the compute")
    parameter_exponent: Exponent = symbol("a", "exponent with which the optimal number of parameters grows")
    token_exponent: Exponent = symbol("b", "exponent with which the optimal number of tokens grows")


family = Family("scaling_growth", "Growth with the compute", section="2.11", parameters=Parameters)


@family.step(
    "Parameters grow by", r"<compute_factor>^{<parameter_exponent>}", symbol="g_N", unit="times"
)  # fmt: skip
def parameter_factor(compute_factor: float, parameter_exponent: float) -> float:
    return float(compute_factor**parameter_exponent)


@family.step("Tokens grow by", r"<compute_factor>^{<token_exponent>}", symbol="g_D", unit="times")
def token_factor(compute_factor: float, token_exponent: float) -> float:
    return float(compute_factor**token_exponent)


@family.step(
    "Tokens per parameter change by", r"\frac{<token_factor>}{<parameter_factor>}", symbol="g_r", unit="times"
)  # fmt: skip
def ratio_factor(parameter_factor: float, token_factor: float) -> float:
    return token_factor / parameter_factor


family.gives(
    {
        "parameter_factor": ("number", "How many times as many parameters are best."),
        "token_factor": ("number", "How many times as many tokens are best."),
        "ratio_factor": (
            "number",
            "How many times as many tokens per parameter: token factor over parameter factor.",
        ),
    }
)
family.assumes(
    "The exponents are used as given; they need not sum to 1.",
)


@family.mistake(
    of="parameter_factor",
    says="You used the exponent of the tokens. Parameters grow with their own exponent.",
    slip="exponents swapped",
)
def token_exponent_for_parameters(compute_factor: float, token_exponent: float) -> float:
    return float(compute_factor**token_exponent)


@family.mistake(
    of="token_factor",
    says="You used the exponent of the parameters. Tokens grow with their own exponent.",
    slip="exponents swapped",
)
def parameter_exponent_for_tokens(compute_factor: float, parameter_exponent: float) -> float:
    return float(compute_factor**parameter_exponent)


@family.mistake(
    of="parameter_factor",
    says="You multiplied by the exponent. Raise the factor to the power: the key is $x^y$ or ^.",
)
def product_for_power(compute_factor: float, parameter_exponent: float) -> float:
    return compute_factor * parameter_exponent


@family.mistake(
    of="token_factor",
    says="You multiplied by the exponent. Raise the factor to the power: the key is $x^y$ or ^.",
)
def product_for_power_of_tokens(compute_factor: float, token_exponent: float) -> float:
    return compute_factor * token_exponent


@family.mistake(
    of="parameter_factor",
    says="You took the square root. That is right for an exponent of 0.5 only; here another one is given.",
)
def square_root(compute_factor: float) -> float:
    return float(compute_factor**0.5)


@family.mistake(
    of="token_factor",
    says="You subtracted what the parameters take. Factors are multiplied and not added: use the "
    "exponent of the tokens.",
)
def the_rest(compute_factor: float, parameter_factor: float) -> float:
    return compute_factor - parameter_factor


@family.mistake(
    of="ratio_factor",
    says="You divided parameters by tokens. Tokens per parameter has the tokens above the line.",
)
def upside_down(parameter_factor: float, token_factor: float) -> float:
    return parameter_factor / token_factor


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Exponents whose sum is 1, as the compute is used up; equal ones and square numbers at the warm-up."""
    if level == "warm-up":
        factor, exponent = rng.choice((4, 9, 16, 25, 36, 49, 64, 81, 100)), 50
    else:
        factor = rng.choice(
            (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 50) + ((64, 100) if level == "hard" else ())
        )
        exponent = rng.choice((*range(40, 49), *range(52, 76)))
    exponent = round(100 - 100 * fixed["token_exponent"]) if "token_exponent" in fixed else exponent
    exponent = round(100 * fixed.get("parameter_exponent", exponent / 100))
    return {
        "compute_factor": factor,
        "parameter_exponent": exponent / 100,
        "token_exponent": (100 - exponent) / 100,
    }
