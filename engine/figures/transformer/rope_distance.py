"""Rotary scores: query and key both turn by their positions, so that their score depends on the distance alone."""

import math
from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Arrow, Plane


def ahead(parameters: Mapping[str, Any], distance: int) -> Mapping[str, Any]:
    """The position of a query that stands so many places behind the key."""
    return {"m": parameters["n"] + distance}


figure = Figure(
    "rope-distance",
    "Only the distance counts",
    family="rope_score",
    section="2.6",
    question="only-the-distance-counts",
    start={"q": [2.0, 1.0], "k": [2.0, 1.0], "base": 10_000.0, "pairs": "adjacent"},
    handles=(
        Slider("n", "Move both: position n of the key", 3, least=0, most=40),
        Slider("distance", "Distance m − n of the query", 1, least=1, most=6, puts=ahead),
    ),
    opens=lambda here: ("score", ()),
)


def angle(here: Frame) -> str:
    """The angle between the rotated vectors, in degrees."""
    cosine = catalogue.find("cosine_similarity")
    given = {"u": here["rotated_q"].tolist(), "v": here["rotated_k"].tolist()}
    value = float(run(cosine, cosine.parameters.of(given)).reached["cosine"])
    return f"{shown(math.degrees(math.acos(max(-1.0, min(1.0, value)))), 0)}°"


@figure.draws
def plane(here: Frame) -> Plane:
    (a, b), (c, d) = here["rotated_q"].tolist(), here["rotated_k"].tolist()
    return Plane(
        f"Query at {here['n'] + here['distance']}, key at {here['n']}",
        "Query and key are the vector (2, 1), turned by 1 radian per position; the score is their dot product.",
        (Arrow("query", a, b), Arrow("key", c, d)),
        angle=angle(here),
        reach=2.5,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    score, distance = float(now["score"]), now["distance"]
    if before is None:
        return (
            f"The same vector twice, turned by m and by n: {angle(now)} apart, score {shown(score)}. "
            "Move both positions: does the score change?"
        )
    if before["distance"] == now["distance"]:
        return (
            f"Both turned by the same angle: still {angle(now)} between them, and a score of {shown(score)}. "
            f"Only the distance of {distance} counts."
        )
    turned = (
        "6 radians are nearly a full turn"
        if distance == 6
        else f"The query turns {distance} {'radian' if distance == 1 else 'radians'} further than the key"
    )
    return f"{turned}: {angle(now)} between them. {moved('The score', float(before['score']), score)}."
