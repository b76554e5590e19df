"""Clipping by norm brings a gradient that is too long back to a circle and keeps its direction; clipping entry by entry
would turn it."""

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.chain import run
from engine.families.training.clip_gradient import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Point, Slider
from engine.figures.wording import fitting, moved, read, rounded_as, sentence, shown, significant
from engine.solutions.pictures import Arrow, Plane

EXACT = 1e-9
REACH = 6.0
GRADIENT = Point("gradient", "Gradient g", (4.0, 3.0), reach=REACH)
THRESHOLD = Slider("threshold", "Threshold τ", 2, least=0.5, most=6, step=0.5)

figure = Figure(
    "too-long-a-gradient",
    "Clipped to a circle",
    family="clip_gradient",
    section="c.1",
    question="when-the-gradient-explodes",
    start={},
    handles=(GRADIENT, THRESHOLD),
    opens=lambda here: ("scale", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """A gradient of the plane, and thresholds as far as it reaches."""
    if len(given.gradient) != 2 or not given.gradient.any():
        return None
    return GRADIENT, replace(THRESHOLD, most=10)


def pair(here: Frame, step: str) -> tuple[float, float]:
    x, y = map(float, here.run.values[step])
    return x, y


def entry_by_entry(here: Frame) -> tuple[float, float]:
    """The gradient with each of its entries cut to the threshold, a classic mistake."""
    family = here.run.family
    wrong = run(family, here.run.parameters, instead={"clipped": family.mistakes["each_entry"]})
    x, y = map(float, wrong.reached["clipped"])
    return x, y


def clips(here: Frame) -> bool:
    return float(here["norm"]) > float(here["threshold"])


@figure.draws
def plane(here: Frame) -> Plane:
    before, after, cut = pair(here, "gradient"), pair(here, "clipped"), entry_by_entry(here)
    arrows = [Arrow("g", *before, handle="gradient", faint=clips(here))]
    if clips(here):
        arrows.append(Arrow("clipped", *after))
    if math.dist(cut, after) > EXACT and math.dist(cut, before) > EXACT:
        arrows.append(Arrow("each entry cut", *cut, faint=True))
    return Plane(
        f"The gradient, of norm {shown(here['norm'])}, and the circle of τ = {here['threshold']:g}",
        "A gradient that ends outside of the circle is brought back to it, in its own direction; one that ends inside "
        "stays as it is.",
        tuple(arrows),
        reach=max(REACH, here["threshold"]),
        ring=float(here["threshold"]),
    )


def written(vector: tuple[float, float]) -> str:
    return f"({', '.join(map(shown, vector))})"


def scale(here: Frame) -> str:
    """The factor in as many digits as take the written gradient to the written clipped one."""
    before, after = pair(here, "gradient"), pair(here, "clipped")
    return fitting(
        lambda digits: significant(float(here["scale"]), digits),
        lambda text: all(rounded_as(read(text) * x, shown(y)) for x, y in zip(before, after, strict=True)),
        least=3,
    )


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    norm, threshold = float(now["norm"]), now["threshold"]
    change = (
        f"the norm is {shown(norm)}" if before is None else moved("the norm", float(before["norm"]), norm)
    )
    if not clips(now):
        return sentence(
            f"{change}, not above τ = {threshold:g}: the gradient passes unchanged, as {written(pair(now, 'clipped'))}."
        )
    cut = entry_by_entry(now)
    turned = (
        math.dist(cut, pair(now, "gradient")) > EXACT
        and abs(cut[0] * now["gradient"][1] - cut[1] * now["gradient"][0]) > EXACT
    )
    ends = (
        f"Cut entry by entry it would be {written(cut)} and point elsewhere"
        if turned
        else "Only its length changes, not its direction"
    )
    return sentence(
        f"{change}, above τ = {threshold:g}: times {scale(now)}, it becomes "
        f"{written(pair(now, 'clipped'))}. {ends}."
    )
