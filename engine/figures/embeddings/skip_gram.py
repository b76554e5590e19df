"""One step of skip-gram with negative sampling: the true pair is pulled together, the noise word pushed away.

Each pulls or pushes as hard as it is wrong: 1 - sigmoid(u+ v) and sigmoid(u- v) are the weights in the gradient of the
loss of Mikolov, Sutskever et al. 2013, equation 4.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine import catalogue
from engine.answers.forms import Fixed
from engine.chain import Run, run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Point, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Arrow, Plane

TWO = Fixed()
Spot = tuple[float, float]
BEFORE: Mapping[str, Any] = {"u_positive": [1.5, 0.5], "u_negatives": [[-1.0, 1.0]]}


def untrained(v: Any) -> Run:
    """The run on the vectors as they are before the step."""
    family = catalogue.find("negative_sampling_loss")
    return run(family, family.parameters.of({**BEFORE, "v": list(v)}))


def errors(old: Run) -> tuple[float, float]:
    """The distances from 1 of the probabilities of the true word and the noise word: the weights of pull and push."""
    return 1 - float(old.reached["positive_probability"]), 1 - float(old.reached["negative_probabilities"][0])


def step(parameters: Mapping[str, Any], rate: float) -> Mapping[str, Any]:
    """The vectors after one step of gradient descent, to two decimals."""
    pull, push = errors(untrained(parameters["v"]))
    v, true, noise = (np.array(x) for x in (parameters["v"], BEFORE["u_positive"], BEFORE["u_negatives"][0]))
    after = (v + rate * (pull * true - push * noise), true + rate * pull * v, noise - rate * push * v)
    new_v, new_true, new_noise = (TWO.rounded(x).tolist() for x in after)
    return {"v": new_v, "u_positive": new_true, "u_negatives": [new_noise]}


figure = Figure(
    "skip-gram",
    "One step of skip-gram",
    family="negative_sampling_loss",
    section="2.4",
    question="one-true-pair-and-some-noise",
    start=BEFORE,
    handles=(
        Point("v", "Vector v of “river”", (-0.5, 1.5), reach=2),
        Slider("rate", "Learning rate", 0.5, least=0, most=2, step=0.1, puts=step),
    ),
    opens=lambda here: ("loss", ()),
)


def forces(here: Frame) -> tuple[Spot, Spot]:
    """The two parts of the step of “river”: towards “boat”, and away from “piano”."""
    pull, push = errors(untrained(here["v"]))
    true, noise = BEFORE["u_positive"], BEFORE["u_negatives"][0]
    rate = here["rate"]
    return (rate * pull * true[0], rate * pull * true[1]), (-rate * push * noise[0], -rate * push * noise[1])


def added(one: Spot, other: Spot) -> Spot:
    return one[0] + other[0], one[1] + other[1]


@figure.draws
def plane(here: Frame) -> Plane:
    after = {"river": here.run.values["v"], "boat": here["u_positive"], "piano": here["u_negatives"][0]}
    old = {"river": here["v"], "boat": BEFORE["u_positive"], "piano": BEFORE["u_negatives"][0]}
    now_moved = bool(here["rate"])

    pull, push = forces(here)

    def handle(name: str) -> str:
        return "v" if name == "river" else ""

    return Plane(
        "One step, because “river” was read beside “boat”; “piano” is a noise word",
        "Faint are the vectors before the step, the others are after it. “river” is pulled along “boat” and pushed "
        "away from “piano”, from tip to tip.",
        (
            *(
                Arrow(name, float(x), float(y), handle="" if now_moved else handle(name))
                for name, (x, y) in after.items()
            ),
            *(
                Arrow(f"{name} before", float(x), float(y), faint=True, handle=handle(name))
                for name, (x, y) in old.items()
                if now_moved
            ),
            *(Arrow("pull", *pull, tail=here["v"]) for _ in range(now_moved)),
            *(Arrow("push", *push, tail=added(here["v"], pull)) for _ in range(now_moved)),
        ),
        reach=2.5,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    old = untrained(now["v"])
    pull, push = errors(old)
    change = moved("the loss", float(old.reached["loss"]), float(now["loss"]))
    if not now["rate"]:
        return f"Without a step nothing moves. “boat” would pull with {shown(pull)}, “piano” push with {shown(push)}."
    if before is None or before["v"] != now["v"]:
        return (
            f"“boat” pulls with {shown(pull)}, “piano” pushes with {shown(push)}: as hard as each is wrong. "
            f"One step, and {change}."
        )
    if now["rate"] > before["rate"] and now["loss"] > before["loss"]:
        return (
            f"The longer step goes too far: it ends at a loss of {shown(float(now['loss']))}, that with learning rate "
            f"{before['rate']:g} at {shown(float(before['loss']))}."
        )
    if now["loss"] > old.reached["loss"]:
        return f"With learning rate {now['rate']:g} {change}: so long a step overshoots."
    return (
        f"With learning rate {now['rate']:g} {change}: “river” and “boat” come together, “piano” turns away."
    )
