"""Cosine against Euclid: the angle of two vectors, and the distance of their tips."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Point
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Arrow, Plane

V = [1.0, 2.0]
U = Point("u", "Vector u", (2.0, 1.0), reach=3)
FURTHER = 6.0  # the reach of other vectors

figure = Figure(
    "angle-and-distance",
    "Angle and distance of two vectors",
    family="cosine_similarity",
    also=("euclidean_distance",),
    section="2.4",
    question="cosine-of-two-vectors",
    start={"v": V},
    handles=(U,),
    opens=lambda here: ("cosine", ()),
)


@figure.takes
def handles(given: Any) -> Sequence[Handle] | None:
    """Vectors of the plane, within its reach."""
    if not given.u.size == given.v.size == 2 or max(abs(given.u).max(), abs(given.v).max()) > FURTHER:
        return None
    return (replace(U, reach=FURTHER),)


def distance(here: Frame) -> float:
    family = catalogue.find("euclidean_distance")
    given = family.parameters.of({name: here.run.values[name].tolist() for name in ("u", "v")})
    return float(run(family, given).reached["distance"])


@figure.draws
def plane(here: Frame) -> Plane:
    (x, y), (a, b) = here["u"], here["v"]
    degrees = math.degrees(math.acos(max(-1.0, min(1.0, here["cosine"]))))
    return Plane(
        "The angle between two vectors, and the distance of their tips",
        "The cosine looks at the angle between the arrows alone; the distance is that of their tips.",
        (Arrow("u", x, y, handle="u"), Arrow("v", float(a), float(b))),
        angle=f"{shown(degrees, 0)}°",
        distance=shown(distance(here)),
        reach=U.reach if max(map(abs, (x, y, a, b))) <= U.reach else FURTHER,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return (
            f"The cosine of the angle is {shown(float(now['cosine']))}, the distance of the tips "
            f"{shown(distance(now))}. Drag u along its own direction: which of them changes?"
        )
    return (
        f"{moved('The cosine', before['cosine'], now['cosine'])}, "
        f"{moved('the distance', distance(before), distance(now))}."
    )
