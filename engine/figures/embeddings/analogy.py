"""An analogy as a parallelogram: the way from one word to another, taken from a third, and the nearest by angle."""

import math

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Point
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Arrow, Plane

FRANCE = [2.55, 0.55]  # in hundredths: no a and c in tenths give a target of length 0
HANDLES = {"Japan": "c", "Paris": "a"}
CITIES = {"Tokyo": [-2.0, 2.0], "Kyoto": [-2.7, 0.4], "Rome": [0.9, 2.3]}

figure = Figure(
    "analogy",
    "Paris, minus France, plus Japan",
    family="analogy",
    section="2.4",
    question="the-capital-of-another-country",
    start={"b": FRANCE, "candidates": CITIES},
    handles=(
        Point("c", "Vector of “Japan”", (-1.8, -0.2), reach=3),
        Point("a", "Vector of “Paris”", (2.1, 2.2), reach=3),
    ),
    opens=lambda here: ("cosine", (here["nearest"],)),
)


@figure.draws
def plane(here: Frame) -> Plane:
    found = here["nearest"]
    at = {
        "target": here["target"],
        found: CITIES[found],
        "Japan": here["c"],
        "Paris": here["a"],
        "France": here["b"],
    }
    at |= {city: vector for city, vector in CITIES.items() if city != found}
    across, up = (float(to - start) for to, start in zip(here["a"], here["b"], strict=True))
    degrees = math.degrees(math.acos(max(-1.0, min(1.0, here["cosine"][found]))))
    return Plane(
        "The step from France to Paris (dashed), taken from Japan, ends at the target",
        "The target is Paris − France + Japan. The city at the smallest angle to it is the answer.",
        (
            *(
                Arrow(
                    name,
                    float(x),
                    float(y),
                    faint=name in CITIES and name != found,
                    handle=HANDLES.get(name, ""),
                )
                for name, (x, y) in at.items()
            ),
            *(
                Arrow("step", across, up, tail=(float(at[start][0]), float(at[start][1])))
                for start in ("France", "Japan")
            ),
        ),
        angle=f"{shown(degrees, 0)}°",
        reach=3.0,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    found, cosine = now["nearest"], now["cosine"]
    best = shown(float(cosine[found]))
    if before is None:
        x, y = (shown(float(p - q)) for p, q in zip(now["a"], now["b"], strict=True))
        return (
            f"From France to Paris it is a step of ({x}, {y}). Taken from Japan it ends at the target, and {found} is "
            f"nearest by angle: cosine {best}."
        )
    if cosine[found] < 0.5:
        return f"No city lies in the direction of the target: even the nearest, {found}, has a cosine of only {best}."
    was = before["nearest"]
    if was != found:
        return (
            f"Now {found} is the answer, with a cosine of {best}; {was} has {shown(float(cosine[was]))}. Only the "
            "direction of the target counts, not its length."
        )
    second = max((city for city in cosine if city != found), key=lambda city: float(cosine[city]))
    change = moved(f"The cosine of {found}", float(before["cosine"][found]), float(cosine[found]))
    return f"{change}; next is {second} with {shown(float(cosine[second]))}."
