"""One budget, many models: the loss along C = 6 N D is a valley, and its constants move the lowest point.

It lies where alpha A / N^alpha = beta B / D^beta (Hoffmann et al. 2022, equation 4): there a model that grows gains as
much from its size as it loses with its tokens.
"""

import math
from collections.abc import Mapping
from typing import Any

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import moved, shown
from engine.solutions.columns import written
from engine.solutions.pictures import Curve, Line

BUDGET = 6e21  # FLOPs
EXPONENTS = [8.5 + step / 10 for step in range(26)]
NEAR = 0.05  # half a step of the slider: no other stop is lower


def sized(parameters: Mapping[str, Any], exponent: float) -> Mapping[str, Any]:
    """A model of about 10^exponent parameters, with the tokens that the budget leaves it."""
    size = float(f"{10.0**exponent:.2e}")
    return {"parameters": size, "tokens": float(f"{BUDGET / (6 * size):.2e}")}


figure = Figure(
    "valley",
    "The valley of one budget",
    family="scaling_loss",
    section="2.11",
    question="what-loss-will-it-reach",
    start={"E": 1.69, "A": 406.4, "B": 410.7},
    handles=(
        Slider("size", "Parameters N = 10 to the power", 9.0, least=8.5, most=10.6, step=0.1, puts=sized),
        Slider("alpha", "α: what more parameters help", 0.34, least=0.31, most=0.37, step=0.01),
        Slider("beta", "β: what more tokens help", 0.28, least=0.25, most=0.31, step=0.01),
    ),
    opens=lambda here: ("loss", ()),
)


def gains(here: Frame) -> tuple[float, float]:
    """The gains that size and data still give: how much the loss falls with the logarithm of N, and with that of D."""
    return here["alpha"] * here["capacity_term"], here["beta"] * here["data_term"]


def lowest(here: Frame) -> float:
    """The exponent of the size at which both gains are equal; their ratio falls as N to the power alpha + beta."""
    size, data = gains(here)
    return float(math.log10(here["parameters"]) + math.log10(size / data) / (here["alpha"] + here["beta"]))


def is_lowest(here: Frame) -> bool:
    return bool(abs(lowest(here) - here["size"]) <= NEAR)


def loss(here: Frame, exponent: float) -> tuple[float, float]:
    """A model of the same budget: its size, and the loss that the law predicts."""
    there = sized({}, exponent)
    return there["parameters"], float(
        run(here.run.family, here.run.parameters.replace(**there)).reached["loss"]
    )


@figure.draws
def curve(here: Frame) -> Curve:
    this = ("this model", here["parameters"], float(here["loss"]))
    return Curve(
        f"Models that cost {written(BUDGET)} FLOPs",
        "Along C = 6 N D a larger model reads fewer tokens. The lowest point is the best use of the budget.",
        "parameters N", "loss L", (Line("same compute", tuple(loss(here, exponent) for exponent in EXPONENTS)),),
        marks=(this,) if is_lowest(here) else (this, ("lowest", *loss(here, lowest(here)))), log_x=True,
        spans=(2.0, 2.5),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    ratio = now["tokens"] / now["parameters"]
    tokens = (
        f"{ratio:,.0f} tokens" if ratio >= 1.5 else "about one token" if ratio >= 1 else "less than one token"
    )
    reads = f"{tokens} per parameter"
    if before is None:
        return f"The model reads {reads}, for a loss of {shown(now['loss'])}. Is it too small or too large?"
    change = moved("The loss", before["loss"], now["loss"])
    if before["size"] == now["size"]:
        best = f"{written(sized({}, lowest(now))['parameters'])} parameters"
        if now["alpha"] > before["alpha"]:
            why = "With a larger α a smaller model is enough"
        elif now["alpha"] < before["alpha"]:
            why = "With a smaller α it takes a larger model"
        elif now["beta"] > before["beta"]:
            why = "With a larger β less text is enough, which leaves more for the size"
        else:
            why = "With a smaller β it takes more text, which leaves less for the size"
        return f"{why}: the lowest point is at {best}. {change}."
    size, data = (shown(gain, 3) for gain in gains(now))
    pays = f"α × {shown(now['capacity_term'], 4)} = {size}", f"β × {shown(now['data_term'], 4)} = {data}"
    if is_lowest(now):
        return f"{change} at {reads}, the lowest point: size still pays {pays[0]}, and tokens {pays[1]}."
    if lowest(now) > now["size"]:
        return f"{change} at {reads}. Too small: size still pays more, {pays[0]}, than tokens do, {pays[1]}."
    return f"{change} at {reads}. Too large: tokens still pay more, {pays[1]}, than size does, {pays[0]}."
