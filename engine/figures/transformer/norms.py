"""One vector through layer norm and RMS norm: only layer norm subtracts the mean, so only it misses a shift."""

from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import moved, shown
from engine.solutions.pictures import HeatMap


def shifted(parameters: Mapping[str, Any], shift: int) -> Mapping[str, Any]:
    return {"x": [x + shift for x in parameters["x"]]}


figure = Figure(
    "norms",
    "Layer norm and RMS norm",
    family="layer_norm",
    section="2.6",
    question="one-token-brought-to-scale",
    start={"x": [1.0, 2.0, 3.0, 6.0], "gamma": [1.0] * 4, "beta": [0.0] * 4, "epsilon": 0.0},
    handles=(
        Slider("last", "Last entry", 6, least=4, most=20, puts=entry("x", 3)),
        Slider("shift", "Added to all entries", 0, least=-2, most=10, puts=shifted),
    ),
    opens=lambda here: ("normalized", (3,)),
)


def rms_norm(here: Frame) -> list[float]:
    """The same vector through RMS norm."""
    family = catalogue.find("rms_norm")
    values = run(family, family.parameters.of({"x": here["x"].tolist()})).reached["normalized"]
    return [float(value) for value in values]


@figure.draws
def both(here: Frame) -> HeatMap:
    layer = tuple(map(float, here["normalized"]))
    return HeatMap(
        "The same vector, normalized in two ways",
        "Layer norm subtracts the mean and divides by the standard deviation; RMS norm only divides by the RMS.",
        ("x", "layer norm", "RMS norm"),
        ("first", "second", "third", "last"),
        (tuple(map(float, here["x"])), layer, tuple(rms_norm(here))),
        marked=((1, 3), (2, 3)),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    layer, rms = now["normalized"].tolist(), rms_norm(now)
    if before is None:
        becomes = f"The last entry becomes {shown(layer[3])} by layer norm and {shown(rms[3])} by RMS norm"
        if not now["shift"]:
            return f"{becomes}. Add a number to all entries: which norm notices?"
        kept = rms_norm(figure.at({**now.values, "shift": 0}))[3]
        return f"{becomes}. With nothing added layer norm gives the same, RMS norm {shown(kept)}."
    if before["last"] == now["last"]:
        return (
            f"Layer norm still gives {shown(layer[3])}: subtracting the mean takes the shift away. "
            f"{moved('RMS norm', rms_norm(before)[3], rms[3])}, for it keeps the mean."
        )
    was, now_last = float(before["x"][3]), float(now["x"][3])
    grows, draw = ("grows", "draw together") if now_last > was else ("shrinks", "move apart")
    return (
        f"The last entry goes from {was:g} to {now_last:g}. "
        f"{moved('In layer norm it', before['normalized'].tolist()[3], layer[3])}: "
        f"the deviation {grows} with it, and the others {draw}."
    )
