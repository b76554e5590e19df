"""Cosine against Euclid: the angle of two vectors, and the distance of their tips."""

import math

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Point
from engine.figures.wording import moved
from engine.solutions.pictures import Arrow, Plane

figure = Figure(
    "angle-and-distance",
    "Angle and distance of two vectors",
    family="cosine_similarity",
    section="2.4",
    question="cosine-of-two-vectors",
    start={"v": [1.0, 2.0]},
    handles=(Point("u", "Vector u", (2.0, 1.0), reach=3),),
    opens=lambda here: ("cosine", ()),
)


def distance(here: Frame) -> float:
    family = catalogue.find("euclidean_distance")
    given = family.parameters.of({name: here.run.values[name].tolist() for name in ("u", "v")})
    return float(run(family, given).reached["distance"])


@figure.draws
def plane(here: Frame) -> Plane:
    (x, y), (a, b) = here["u"], here["v"]
    degrees = math.degrees(math.acos(max(-1.0, min(1.0, here["cosine"]))))
    return Plane(
        "Two vectors in the plane",
        "The cosine looks at the angle between the arrows alone; the distance is that of their tips.",
        (Arrow("u", x, y, handle="u"), Arrow("v", float(a), float(b))),
        angle=f"{degrees:.0f}°",
        distance=f"{distance(here):.2f}",
        reach=3.0,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return "Drag u along its own direction: the distance changes, the cosine does not."
    return (
        f"{moved('The cosine', before['cosine'], now['cosine'])}, "
        f"{moved('the distance', distance(before), distance(now))}."
    )
