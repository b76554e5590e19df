"""A query turned by its position: the first pair of entries turns fast, the last one slowly."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.families.attention.rope import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import shown
from engine.mathematics.transformer import rotation
from engine.solutions.pictures import Arrow, Plane

SLOWEST = 2  # the least base: with 1 all pairs turn alike
NAMES = ("First", "Second", "Third", "Fourth")  # pairs
POSITION = Slider("position", "Position m", 1, least=0, most=12)

figure = Figure(
    "rope",
    "A position as a rotation",
    family="rope",
    section="2.6",
    question="two-pairs-two-speeds",
    start={"x": [2.0, 1.0, 1.0, -1.0], "base": 10_000.0, "pairs": "adjacent"},
    handles=(POSITION,),
    opens=lambda here: ("rotated", (0,)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The positions around that of the token."""
    first = rotation.paired(given.x, given.pairs)
    if len(given.x) > 2 * len(NAMES) or given.base < SLOWEST or not (first[0][0] or first[1][0]):
        return None
    furthest = int(POSITION.most)
    return (replace(POSITION, least=max(0, given.position - furthest), most=given.position + furthest),)


@figure.draws
def planes(here: Frame) -> list[Plane]:
    """A plane for each pair, the same at every position: the arrow goes round in it."""
    (a, b), (c, d) = (rotation.paired(x, here["pairs"]) for x in (here["x"], here["rotated"]))
    across, up = rotation.paired(np.arange(1.0, len(here["x"]) + 1), here["pairs"])
    return [
        Plane(
            f"{which} pair: {told(angle)}" if len(a) > 1 else f"The pair: {told(angle)}",
            "The pair of entries as an arrow: the position turns it counter-clockwise; its length stays.",
            (Arrow("before", x, y, faint=True), Arrow("after", to_x, to_y)),
            angle=f"{shown(angle)} rad" if angle and math.hypot(x, y) else "",
            reach=1.1 * math.hypot(x, y) or 1.0,
            sides=(f"entry {one:g}", f"entry {other:g}"),
            turn=angle,
        )
        for which, angle, x, y, to_x, to_y, one, other in zip(
            NAMES[: len(a)], *(row.tolist() for row in (here["angles"], a, b, c, d, across, up)), strict=True
        )
    ]


def told(angle: float) -> str:
    """An angle in radians, and from one turn on in turns, too."""
    turns = f", {shown(angle / (2 * math.pi))} turns" if angle >= 2 * math.pi else ""
    return f"turned by {shown(angle)} radians{turns}"


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    turn, *rest = now["angles"]
    at = f"At position {now['position']}"
    if not rest:
        return f"{at} the pair is turned by {shown(turn)} radians, one for each position. Its length stays."
    which = "second" if len(rest) == 1 else "last"
    turned = f"{at} the first pair is turned by {shown(turn)} radians, the {which} by {shown(rest[-1])}"
    if before is None:
        return f"{turned}. Move the token: what stays as it is?"
    return f"{turned}: early pairs turn fast, late ones slowly. The lengths stay."
