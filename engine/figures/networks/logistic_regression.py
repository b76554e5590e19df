"""One score and its sigmoid: features add up to a score, and its side of 0 decides the label."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from engine import catalogue
from engine.chain import run
from engine.families.training.logistic_regression import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider, entry
from engine.figures.wording import moved, percent, shown
from engine.solutions.pictures import Curve, HeatMap, Line, Picture

WORDS = ("warm words", "bored words", "surprised words")
LABELS = ("negative", "positive")
REACH, FINE = 6.0, 4  # of the scores in the picture, and points for each
MOST_FEATURES = 5
EXACT = 1e-9  # of the score
STEEP = 0.15  # probability for a score of 1; at 0 it is 0.25


def first(place: int) -> Callable[[Mapping[str, Any]], float]:
    return lambda given: float(given["x"][place])


WARM, BORED = (
    Slider(f"x{n + 1}", f"How many {name}", start, least=0, most=6, puts=entry("x", n), gets=first(n))
    for n, (name, start) in enumerate((("warm words", 2), ("bored words", 1)))
)
BIAS = Slider("bias", "Bias b", -0.5, least=-3, most=3, step=0.5)

figure = Figure(
    "logistic-regression",
    "One score, one sigmoid, one label",
    family="logistic_regression",
    section="c.1",
    question="is-this-review-positive",
    start={"weights": [0.8, -1.2, 0.4], "x": [2.0, 1.0, 1.0]},
    handles=(WARM, BORED, BIAS),
    opens=lambda here: ("probability", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The first two of a few features, which are numbered here."""
    if not 2 <= len(given.x) <= MOST_FEATURES or abs(score_of(given)) > REACH:
        return None
    return (
        replace(WARM, label="Feature 1", least=-6),
        replace(BORED, label="Feature 2", least=-6),
        replace(BIAS, least=-6, most=6),
    )


def score_of(given: Parameters) -> float:
    return float(given.weights @ given.x + given.bias)


def own(here: Frame) -> bool:
    """True where the weights are the figure's own, whose features have words."""
    return bool(here["weights"].tolist() == figure.start["weights"])


def names(here: Frame) -> tuple[str, ...]:
    return WORDS if own(here) else tuple(f"feature {n + 1}" for n in range(len(here["x"])))


def label(here: Frame) -> str:
    number = int(here["label"])
    return f"{number}, {LABELS[number]}" if own(here) else str(number)


@cache
def reached(score: float) -> float:
    """The probability where the score is another one: one feature of 0, and this bias."""
    family = catalogue.find("logistic_regression")
    given = family.parameters.of({"weights": [1.0], "x": [0.0], "bias": score})
    return float(run(family, given).reached["probability"])


@figure.draws
def pictures(here: Frame) -> list[Picture]:
    return [sigmoid(here), products(here)]


def sigmoid(here: Frame) -> Curve:
    score, chance = float(here["score"]), float(here["probability"])
    reach = max(REACH, float(np.ceil(abs(score))))
    scores = [n / FINE for n in range(-int(reach * FINE), int(reach * FINE) + 1)]
    return Curve(
        "The score on the sigmoid",
        "A score of 0 gives the probability 0.5; to the right of it the label is 1, to the left 0.",
        "score z", "probability of label 1",
        (
            Line("sigmoid", tuple((z, reached(z)) for z in scores)),
            Line("", ((0.0, 0.0), (0.0, 1.0)), style="faint"),
            Line("", ((-reach, 0.5), (reach, 0.5)), style="faint"),
        ),
        marks=((f"z = {shown(score)}, p = {shown(chance)}", score, chance),),
    )  # fmt: skip


def products(here: Frame) -> HeatMap:
    """Draws what adds up to the score: weight times feature, and the bias."""
    x, weights, bias = here["x"].tolist(), here["weights"].tolist(), float(here["bias"])
    each = [float(w) * float(value) for w, value in zip(weights, x, strict=True)]
    rows = [(float(w), float(value), product) for w, value, product in zip(weights, x, each, strict=True)]
    return HeatMap(
        f"What adds up to the score of {shown(float(here['score']))}",
        "Each feature with its weight, and their product, which is added to the others and to the bias. Hatched is "
        "what takes away from the score.",
        (*names(here), "bias"),
        ("weight", "value", "adds"),
        (*rows, (bias, 1.0, bias)),
        marked=tuple((n, 2) for n in range(len(rows) + 1)),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    score, chance = float(now["score"]), float(now["probability"])
    side = "on the border" if abs(score) < EXACT else f"{'above' if score > 0 else 'below'} 0"
    if before is None:
        return (
            f"The products and the bias add up to {shown(score)}, {side}; the sigmoid turns it into {percent(chance)}. "
            f"The label is {label(now)}."
        )
    change = moved("The score", float(before["score"]), score)
    if now["label"] != before["label"]:
        side = "at least 0" if now["label"] else "below 0"
        return f"{change}, now {side}: the probability is {percent(chance)}, and the label turns to {label(now)}."
    was, step = float(before["probability"]), abs(score - float(before["score"]))
    steep = step > 0 and abs(chance - was) / step > STEEP
    where = (
        "Near 0 the curve is steep and each step counts much"
        if steep
        else "Away from 0 each step counts less"
    )
    now_at, was_at = percent(chance), percent(was)
    is_at = f"stays near {now_at}" if now_at == was_at else f"is {now_at}, not {was_at}"
    return f"{change}, the probability {is_at}. {where}; the label stays {label(now)}."
