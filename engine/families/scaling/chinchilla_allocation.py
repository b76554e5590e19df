"""Compute-optimal size and data for a budget (Hoffmann et al. 2022: about 20 tokens per parameter, C = 6 N D)."""

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Fixed, Scientific
from engine.chain import Family, Run
from engine.parameters import Frozen, Positive, symbol
from engine.solutions.pictures import Curve, Line


class Parameters(Frozen):
    compute: Positive = symbol("C", "training budget in FLOPs")
    tokens_per_parameter: Positive = symbol("r", "training tokens per parameter", default=20.0)


family = Family(
    "chinchilla_allocation",
    "Compute-optimal allocation",
    section="2.11",
    builds_on=("tokens_per_parameter", "training_compute"),
    parameters=Parameters,
)


@family.step(
    "FLOPs per squared parameter",
    r"6 \cdot <tokens_per_parameter>",
    symbol="k",
    form=Fixed(),
    answer="factor",
)
def factor(tokens_per_parameter: float) -> float:
    return 6 * tokens_per_parameter


@family.step(
    "Squared parameters", r"\frac{<compute>}{<factor>}", symbol="N^2", form=Scientific(), answer="squared"
)
def squared(compute: float, factor: float) -> float:
    return compute / factor


@family.step("Parameters", r"\sqrt{<squared>}", symbol="N", form=Scientific(), answer="parameters")
def parameters(squared: float) -> float:
    return math.sqrt(squared)


@family.step(
    "Training tokens",
    r"<tokens_per_parameter> \cdot <parameters>",
    symbol="D",
    unit="tokens",
    form=Scientific(),
)
def tokens(tokens_per_parameter: float, parameters: float) -> float:
    return tokens_per_parameter * parameters


@family.picture(after="tokens")
def where_the_lines_meet(exact: Run) -> Curve:
    budget, ratio = exact.values["compute"], exact.values["tokens_per_parameter"]
    best = exact.reached["parameters"]
    sizes = [best * 10 ** (step / 10) for step in range(-10, 11)]
    return Curve(
        "Every way to spend this budget",
        "The budget allows D = C / (6 N) tokens for a model of N parameters; the rule of thumb asks for D = r N. "
        "The lines meet in the compute-optimal model.",
        "parameters N", "tokens D",
        (
            Line("the budget, D = C / (6 N)", tuple((size, budget / (6 * size)) for size in sizes)),
            Line("the rule, D = r N", tuple((size, ratio * size) for size in sizes)),
        ),
        marks=(("optimal", best, ratio * best),), log_x=True, log_y=True,
    )  # fmt: skip


family.gives(
    {
        "factor": ("number", "6 times tokens_per_parameter: FLOPs per squared parameter."),
        "squared": ("number", "Compute over this factor: parameters squared."),
        "parameters": ("number", "Compute-optimal number of parameters."),
        "tokens": ("number", "Compute-optimal number of training tokens."),
    }
)
family.assumes(
    "Compute is 6 times parameters times tokens.",
)


@family.mistake(of="factor", says="You used C = 2 N D, the forward pass alone. Training costs C = 6 N D.")
def forward_pass_only(tokens_per_parameter: float) -> float:
    return 2 * tokens_per_parameter


@family.mistake(of="factor", says="You left out the 6 of C = 6 N D: with D = r N the budget is C = 6 r N^2.")
def six_forgotten(tokens_per_parameter: float) -> float:
    return tokens_per_parameter


@family.mistake(
    of="factor", says="You left out the tokens per parameter: with D = r N the budget is C = 6 r N^2."
)
def ratio_forgotten(tokens_per_parameter: float) -> float:
    return 6.0


@family.mistake(of="parameters", says="You did not take the square root: C / (6 r) is N squared.")
def root_forgotten(squared: float) -> float:
    return squared


@family.mistake(of="parameters", says="You halved instead of taking the square root: C / (6 r) is N squared.")
def half_for_root(squared: float) -> float:
    return squared / 2


@family.mistake(
    of="tokens",
    says="You divided by the tokens per parameter. There are more tokens than parameters: D = r N.",
)
def divided_for_times(tokens_per_parameter: float, parameters: float) -> float:
    return parameters / tokens_per_parameter


@family.mistake(
    of="tokens", says="You did not divide by 6: that is C / N. Tokens are D = r N, which is also C / (6 N)."
)
def budget_over_parameters(compute: float, parameters: float) -> float:
    return compute / parameters


@family.convention("Right for 20 tokens per parameter, the rule of thumb. This question gives another ratio.")
def twenty_tokens(given: Parameters) -> Parameters | None:
    return given.replace(tokens_per_parameter=20) if given.tokens_per_parameter != 20 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        budget = rng.choice((1.2, 4.8, 3, 7.5, 1.92, 2.7)) * 10.0 ** rng.choice((18, 20, 22))
        return {"compute": float(f"{budget:.3g}"), "tokens_per_parameter": 20}
    budget = float(f"{rng.randint(10, 99) / 10}e{rng.randint(18, 25)}")
    return {
        "compute": budget,
        "tokens_per_parameter": 20 if level == "exam" else rng.choice((10, 15, 25, 40, 100, 200)),
    }
