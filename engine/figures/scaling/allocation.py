"""A budget and a rule give size and data: both grow with the square root of the compute."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.answers.forms import Scientific
from engine.chain import run
from engine.families.scaling.chinchilla_allocation import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import fitting, grouped
from engine.solutions.columns import written
from engine.solutions.pictures import Curve, Line

SIZES = [10 ** (step / 10) for step in range(80, 121)]
FEWEST, MOST = 1e9, 1e14  # tokens in the picture
MODELS = (  # Brown et al. 2020, table D.1; Hoffmann et al. 2022, table 1; Grattafiori et al. 2024, section 1
    ("GPT-3", 174.6e9, 300e9),
    ("Chinchilla", 70e9, 1.4e12),
    ("Llama 3.1", 405e9, 15.6e12),
)


def spent(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    """A budget of about 10^exponent FLOPs."""
    return {"compute": float(f"{10.0**exponent:.1e}")}


def spent_exactly(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    """A budget of three digits, such as others state theirs."""
    return {"compute": float(f"{10.0**exponent:.2e}")}


BUDGET = Slider("budget", "FLOPs C = 10 to the power", 21, least=19, most=25, step=0.5, puts=spent)
RATIO = Slider("tokens_per_parameter", "Tokens per parameter, r", 20, least=5, most=200, step=5)


def exercise(ratio: float) -> str:
    """The question whose text says this ratio: the rule of 20 tokens per parameter, or a model that reads more."""
    return "spend-a-budget-well" if ratio == 20 else "a-small-model-that-reads-more" if ratio > 20 else ""


figure = Figure(
    "allocation",
    "How to spend a budget",
    family="chinchilla_allocation",
    section="2.11",
    question=lambda here: exercise(here["tokens_per_parameter"]),
    start={},
    handles=(BUDGET, RATIO),
    opens=lambda here: ("parameters", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle]:
    """Budgets of a few digits, which the handle holds as the power of ten that rounds to them."""
    exponent = round(math.log10(given.compute), 4)
    budget = replace(BUDGET, least=18.5, most=26, puts=spent_exactly, gets=lambda parameters: exponent)
    return budget, replace(RATIO, least=1, step=1)


@figure.draws
def curve(here: Frame) -> Curve:
    def best(size: float) -> tuple[float, float]:
        """The model of the rule that is so large, by the budget that pays for it."""
        compute = 6 * here["tokens_per_parameter"] * size**2
        there = run(here.run.family, here.run.parameters.replace(compute=compute)).reached
        return float(there["parameters"]), float(there["tokens"])

    lines: dict[str, Iterable[tuple[float, float]]] = {
        f"what {written(here['compute'])} FLOPs pay for": (
            (size, here["compute"] / (6 * size)) for size in SIZES
        ),
        f"{here['tokens_per_parameter']:g} tokens per parameter": map(best, SIZES[::4]),
    }
    return Curve(
        "Size and data of one budget",
        "The falling line is every model that the budget pays for, D = C / (6 N). The rising one is the rule, D = r N.",
        "parameters N", "tokens D",
        tuple(
            Line(name, tuple(at for at in points if FEWEST <= at[1] <= MOST))
            for name, points in lines.items()
        ),
        marks=(("here", float(here["parameters"]), float(here["tokens"])), *MODELS), log_x=True, log_y=True,
        spans=(FEWEST, MOST),
    )  # fmt: skip


def power(x: float, places: int) -> str:
    """The number as a power of ten, zeros at the end of its decimals left out."""
    mantissa, _, exponent = Scientific(places).show(x).partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"


def times(now: float, before: float) -> str:
    """The factor of a change: "× 10", "÷ 3.2"."""
    factor = max(now / before, before / now)
    return f"{'×' if now >= before else '÷'} {grouped(factor, 0 if factor >= 10 else 1)}"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    size, data, ratio = float(now["parameters"]), float(now["tokens"]), now["tokens_per_parameter"]
    sizes = fitting(
        lambda digits: (
            text := power(size, digits),
            power(data, digits),
            power(ratio * float(text), digits),
        ),
        lambda texts: texts[1] == texts[2],
    )
    has = f"{sizes[0]} parameters, {sizes[1]} tokens"
    if before is None:
        budget = f"{written(now['compute'])} FLOPs at {ratio:g} tokens per parameter"
        return f"{budget}: {has}. What does 100 times the budget give?"
    if before["budget"] != now["budget"]:
        return (
            f"Budget {times(now['compute'], before['compute'])}, parameters {times(size, before['parameters'])}, "
            f"tokens {times(data, before['tokens'])}: both grow with the square root of the budget."
        )
    change = "smaller model on more" if size < before["parameters"] else "larger model on less"
    use = f"It is {'cheaper' if ratio > 20 else 'more expensive'} to use than by"
    return (
        f"The same budget trains a {change} text: {has}. {use if ratio != 20 else 'This is'} "
        "the rule of 20 tokens per parameter."
    )
