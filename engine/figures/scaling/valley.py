"""One budget, many models: the loss along C = 6 N D is a valley, and the five constants of the law move it.

It lies where alpha A / N^alpha = beta B / D^beta (Hoffmann et al. 2022, equation 4): there a model that grows gains as
much from its size as it loses with its tokens. E lifts every model alike and leaves the lowest point where it is.
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
EXPONENTS = [8.2 + step / 10 for step in range(28)]  # whatever the constants, the lowest point is among them
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
    start={},
    handles=(
        Slider("size", "Parameters N = 10 to the power", 9.0, least=8.2, most=10.9, step=0.1, puts=sized),
        Slider("alpha", "α: what more parameters help", 0.34, least=0.31, most=0.37, step=0.01),
        Slider("beta", "β: what more tokens help", 0.28, least=0.25, most=0.31, step=0.01),
        Slider("E", "E: what no size and no text take away", 1.69, least=1.49, most=1.89, step=0.05),
        Slider("A", "A: the weight of the size", 406.4, least=306.4, most=506.4, step=50),
        Slider("B", "B: the weight of the text", 410.7, least=310.7, most=510.7, step=50),
    ),
    constants=("E", "A", "B"),
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
        spans=(1.8, 2.8),
    )  # fmt: skip


def why(now: Frame, before: Frame) -> str:
    """Says what the constant that was moved does to the valley."""
    name = next(name for name in ("alpha", "beta", "E", "A", "B") if now[name] != before[name])
    more = now[name] > before[name]
    return {
        "alpha": "With a larger α a smaller model is enough"
        if more
        else "With a smaller α it takes a larger model",
        "beta": "With a larger β less text is enough, which leaves more for the size"
        if more
        else "With a smaller β it takes more text, which leaves less for the size",
        "E": f"E {'raises' if more else 'lowers'} the loss of every model alike",
        "A": f"With a {'larger' if more else 'smaller'} A the size counts {'more' if more else 'less'}",
        "B": f"With a {'larger' if more else 'smaller'} B the text counts {'more' if more else 'less'}",
    }[name]


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
        where = "is" if now["E"] == before["E"] else "stays"
        return f"{why(now, before)}: the lowest point {where} at {best}. {change}."
    size, data = (shown(gain, 3) for gain in gains(now))
    pays = f"α × {shown(now['capacity_term'], 4)} = {size}", f"β × {shown(now['data_term'], 4)} = {data}"
    if is_lowest(now):
        return f"{change} at {reads}, the lowest point: size still pays {pays[0]}, and tokens {pays[1]}."
    if lowest(now) > now["size"]:
        return f"{change} at {reads}. Too small: size still pays more, {pays[0]}, than tokens do, {pays[1]}."
    return f"{change} at {reads}. Too large: tokens still pay more, {pays[1]}, than size does, {pays[0]}."
