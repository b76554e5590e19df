"""The effect of a nonlinearity: two hidden units with ReLU bend a line where a network without it cannot."""

from collections.abc import Mapping
from typing import Any

from engine.chain import Run, run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import shown
from engine.solutions.pictures import Curve, Line

ABOVE, WARMEST = 20, 36


def layers(below: float, activation: str = "relu") -> list[dict[str, Any]]:
    """One unit for heating, below a temperature, and one for cooling; then the energy that both cost."""
    return [
        {"weights": [[-1], [1]], "bias": [below, -ABOVE], "activation": activation},
        {"weights": [[2, 1]], "bias": [3], "activation": "identity"},
    ]


def heated_below(parameters: Mapping[str, Any], below: float) -> Mapping[str, Any]:
    return {"layers": layers(below)}


figure = Figure(
    "hidden-unit",
    "What ReLU lets through",
    family="mlp_forward",
    section="c.2",
    question="some-units-stay-silent",
    start={"x": [5]},
    handles=(
        Slider("outside", "Temperature outside", 5, least=0, most=WARMEST, unit="°C", puts=entry("x", 0)),
        Slider(
            "below",
            "Bias of the heating unit: heats below",
            17,
            least=10,
            most=20,
            unit="°C",
            puts=heated_below,
        ),
    ),
    opens=lambda here: ("output", (0,)),
)


def at(here: Frame, outside: float, activation: str) -> Run:
    """The same network at another temperature, with this activation between its layers."""
    changed = here.run.parameters.replace(x=[outside], layers=layers(here["below"], activation))
    return run(here.run.family, changed)


def energy(network: Run) -> float:
    return float(network.reached["output"][0])


@figure.draws
def curve(here: Frame) -> Curve:
    corners = sorted({0, here["below"], ABOVE, WARMEST})  # between them all is straight
    lines = (("with ReLU", "relu", corners), ("without", "identity", (0, WARMEST)))
    return Curve(
        "Energy that a house needs, by the temperature outside",
        f"The heating unit lets through what the temperature is below {here['below']} °C, the cooling unit what it is "
        f"above {ABOVE} °C. Without ReLU both let through all, also what is negative.",
        "temperature outside in °C", "energy in kWh a day",
        tuple(Line(name, tuple((x, energy(at(here, x, kind))) for x in xs)) for name, kind, xs in lines),
        marks=((f"{here['outside']} °C", here["outside"], energy(here.run)),),
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    heating, cooling = (float(z) for z in now["z_1"])
    bent, straight = energy(now.run), energy(at(now, now["outside"], "identity"))
    sums = f"The heating unit sums to {shown(heating, 0)}, the cooling unit to {shown(cooling, 0)}"
    if heating <= 0 and cooling <= 0:
        return f"{sums}: ReLU lets neither through, and only the bias of the output, {shown(bent, 0)} kWh, is left."
    stopped = "second" if heating > 0 else "first"
    nonsense = ", less than nothing" if straight < 0 else ""
    return (
        f"{sums}: ReLU makes the {stopped} 0, so the output is {shown(bent, 0)} kWh. Without ReLU, two layers are one "
        f"straight line: {shown(straight, 0)} kWh{nonsense}."
    )
