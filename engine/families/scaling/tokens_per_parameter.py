"""Tokens that a model has read for each of its parameters, against the 20 of Hoffmann et al. 2022."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Scientific
from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, Positive, symbol

CHINCHILLA = 20


class Parameters(Frozen):
    parameters: Positive = symbol("N", "parameters of the model")
    tokens: Positive = symbol("D", "training tokens")


family = Family("tokens_per_parameter", "Tokens per parameter", section="2.11", parameters=Parameters)


@family.step("Tokens per parameter", r"\frac{<tokens>}{<parameters>}", symbol="r")
def ratio(tokens: float, parameters: float) -> float:
    return tokens / parameters


@family.step(
    "Tokens by the Chinchilla rule", rf"{CHINCHILLA} \cdot <parameters>", symbol=r"D_{20}", unit="tokens",
    form=Scientific(),
)  # fmt: skip
def rule_tokens(parameters: float) -> float:
    return CHINCHILLA * parameters


@family.step("Times as many as by the rule", r"\frac{<tokens>}{<rule_tokens>}", symbol="x", unit="times")
def multiple(tokens: float, rule_tokens: float) -> float:
    return tokens / rule_tokens


family.gives(
    {
        "ratio": ("number", "Training tokens per parameter."),
        "rule_tokens": ("number", "Tokens by the rule of 20 tokens per parameter."),
        "multiple": ("number", "Training tokens over the tokens by the rule."),
    }
)
family.assumes(
    "The rule is 20 training tokens per parameter.",
)


@family.mistake(
    of="ratio",
    says="You divided the parameters by the tokens. Tokens per parameter is tokens over parameters.",
)
def upside_down(tokens: float, parameters: float) -> float:
    return parameters / tokens


@family.mistake(
    of="ratio",
    says="You divided trillions by billions as if they were the same. A trillion (1e12) is 1000 billions.",
)
def prefixes_mixed(tokens: float, parameters: float) -> float:
    if tokens < 1e12 or not 1e9 <= parameters < 1e12:
        raise NotApplicable
    return tokens / 1e12 / (parameters / 1e9)


@family.mistake(
    of="ratio",
    says="You took 20, the rule of thumb. It says what would be compute-optimal, not what was done here.",
)
def rule_of_thumb() -> float:
    return float(CHINCHILLA)


@family.mistake(
    of="rule_tokens", says="You divided by 20. The rule asks for more tokens than parameters: 20 for each."
)
def divided_by_twenty(parameters: float) -> float:
    return parameters / CHINCHILLA


@family.mistake(
    of="multiple",
    says="You divided the rule's tokens by the model's. The model's own tokens stand above the line.",
)
def rule_over_model(tokens: float, rule_tokens: float) -> float:
    return rule_tokens / tokens


@family.mistake(
    of="multiple",
    says="Those are the tokens per parameter. The rule has 20 of them: divide by 20.",
)
def rule_forgotten(tokens: float, parameters: float) -> float:
    return tokens / parameters


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        size, data = rng.choice((1, 2, 4, 5)) * 10.0**9, rng.choice((10, 20, 40, 50, 100, 200)) * 10.0**9
    elif level == "exam":
        size, data = rng.randint(10, 99) * 10.0**9, rng.randint(10, 150) * 10.0**11
    else:
        size, data = (
            rng.randint(11, 99) * 10.0 ** rng.choice((7, 8, 9)),
            rng.randint(11, 99) * 10.0 ** rng.choice((9, 10, 11)),
        )
    return {"parameters": size, "tokens": data}
