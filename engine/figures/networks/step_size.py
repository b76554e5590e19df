"""Gradient descent in a valley: the learning rate decides if the steps crawl, arrive, jump across or climb out."""

from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, Steps
from engine.figures.wording import shown
from engine.mathematics.descent import FOUR
from engine.solutions.pictures import Curve, Line

FIRST = 2.0  # the parameter at the beginning
VALLEYS = {"steep": (2.0, "steep: loss θ²"), "gentle": (1.0, "gentle: loss θ²/2")}  # gradient over θ, words


def path(slope: float, rate: float, count: int) -> list[float]:
    """The parameter at the beginning and after each step, rounded as a step shows it."""
    family, places = catalogue.find("sgd_step"), [FIRST]
    for _ in range(count):
        given = {"parameters": places[-1:], "gradient": [slope * places[-1]], "learning_rate": rate}
        after = run(family, family.parameters.of(given)).reached["new_parameters"]
        places.append(float(FOUR.rounded(after)[0]))
    return places


def in_valley(parameters: Mapping[str, Any], slope: float) -> Mapping[str, Any]:
    return {"parameters": [FIRST], "gradient": [slope * FIRST]}


def at_step(parameters: Mapping[str, Any], step: int) -> Mapping[str, Any]:
    """The parameter before this step, and the gradient there."""
    slope = parameters["gradient"][0] / FIRST
    place = path(slope, parameters["learning_rate"], step - 1)[-1]
    return {"parameters": [place], "gradient": [slope * place]}


figure = Figure(
    "step-size",
    "Too small, right, too large a step",
    family="sgd_step",
    section="c.1",
    question="one-step-downhill",
    start={"weight_decay": 0.0},
    handles=(
        Slider("learning_rate", "Learning rate η", 0.1, least=0.1, most=1.1, step=0.1),
        Options("valley", "Valley", "steep", values=VALLEYS, puts=in_valley),
        Steps("step", "Step", 3, least=1, most=8, puts=at_step),
    ),
    opens=lambda here: ("new_parameters", (0,)),
)


def slope_of(here: Frame) -> float:
    return VALLEYS[here["valley"]][0]


def places(here: Frame) -> list[float]:
    return path(slope_of(here), here["learning_rate"], here["step"])


@figure.draws
def curve(here: Frame) -> Curve:
    slope, walked = slope_of(here), places(here)

    def loss(parameter: float) -> float:
        return slope / 2 * parameter**2

    reach = max(2.5, *map(abs, walked))
    ground = (reach * n / 25 for n in range(-25, 26))
    return Curve(
        f"Descent in a {here['valley']} valley, η = {here['learning_rate']:g}",
        f"The loss of each parameter θ, and the places of the descent. The gradient is {slope:g} times θ.",
        "parameter θ", "loss",
        (
            Line("loss", tuple((x, loss(x)) for x in ground)),
            Line("steps", tuple((x, loss(x)) for x in walked)),
            Line("", tuple((x, loss(x)) for x in walked), style="dots"),
        ),
        marks=(("start", FIRST, loss(FIRST)), (f"step {here['step']}", walked[-1], loss(walked[-1]))),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    *_, last, place = places(now)
    steps = "1 step leads" if now["step"] == 1 else f"{now['step']} steps lead"
    leads = f"With η = {now['learning_rate']:g}, {steps} from {shown(FIRST)} to {shown(place)}"
    if abs(place) < 0.005:
        best = {name: f"{1 / slope:g} in the {name} valley" for name, (slope, _) in VALLEYS.items()}
        return (
            f"{leads}: the bottom. The best rate depends on the gradients: {best['steep']}, {best['gentle']}."
        )
    if abs(place) > abs(last):
        return f"{leads}: each jump goes over the bottom and lands higher than before. Training breaks down."
    if abs(place) == abs(last):
        return f"{leads}: it jumps from one side to the other and never comes lower."
    if place * last < 0:
        return (
            f"{leads}: each step jumps over the bottom, but lands lower than before. It arrives, on a detour."
        )
    speed = "Safe, but slow" if abs(place) > 0.5 else "It will soon be there"
    return f"{leads}: as the slope gets gentler, the steps get shorter. {speed}."
