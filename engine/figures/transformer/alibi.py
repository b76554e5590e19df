"""ALiBi takes slope times distance from each score: a line for each head, and what the slope does to the weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine import catalogue
from engine.chain import run
from engine.families.attention.alibi import behind
from engine.figures.figure import Figure, Frame, Place
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import shown, significant
from engine.parameters import Array
from engine.solutions.columns import minus
from engine.solutions.pictures import Bars, Curve, Line, Picture

TOKENS = ("the", "bridge", "is", "very", "old")
FURTHEST = len(TOKENS) - 1
ALIKE = 1e-9
HARDLY = 0.015  # a difference in the last digit shown
HEADS: Mapping[str, tuple[Any, str]] = {text: (int(text), text) for text in ("4", "8", "16")}
PLACES: Mapping[str, tuple[Any, str]] = {
    "first": (0.0, "the first"),
    "middle": (0.5, "the middle one"),
    "last": (1.0, "the last"),
}


def head(here: Frame) -> int:
    """The place of the chosen head, from 0."""
    share: float = PLACES[here["head"]][0]
    return max(0, round(share * len(here["slopes"])) - 1)


def line(here: Frame) -> Place:
    """The bias of the key that matches best; the family has it of the first head only, of others the slope."""
    if head(here):
        return "slopes", (head(here),)
    return "bias", (here["position"] - 1, best(here))


def best(here: Frame) -> int:
    """The place of the key that matches best, before the bias."""
    return int(np.argmax(here["scores"][here["position"] - 1, : here["position"]]))


figure = Figure(
    "alibi",
    "A slope that holds attention near",
    family="alibi",
    section="2.6",
    question="a-penalty-for-looking-back",
    start={
        "n": 5,
        "scores": [
            [1.0, 0.0, 0.0, 0.0, 0.0],
            [1.5, 0.5, 0.0, 0.0, 0.0],
            [0.0, 2.0, 1.0, 0.0, 0.0],
            [0.0, 1.5, 1.0, 0.5, 0.0],
            [0.0, 2.0, 0.5, 1.0, 0.5],
        ],
    },
    handles=(
        Options("heads", "Heads", "8", values=HEADS),
        Options("head", "Head in bold", "first", values=PLACES, puts=nowhere),
        Slider("position", "Which word looks, by its position", 5, least=2, most=5, puts=nowhere),
    ),
    opens=line,
)


def slope(here: Frame) -> float:
    return float(here["slopes"][head(here)])


def bias(slope: float, distance: int) -> float:
    return -slope * distance + 0.0


def weights(here: Frame, slope: float) -> list[float]:
    """The weights of the query up to itself, with this slope; without a bias it is 0."""
    attention, place = catalogue.find("attention"), here["position"] - 1
    one = np.eye(len(TOKENS)).tolist()
    scores: Array = here["scores"] - slope * behind(len(TOKENS))  # later keys are masked
    given = {"Q": scores.tolist(), "K": one, "V": one, "causal": True, "scale": False}
    found = run(attention, attention.parameters.of(given)).reached["weights"]
    return [float(weight) for weight in found[place][: place + 1]]


@figure.draws
def pictures(here: Frame) -> list[Picture]:
    return [slopes(here), bars(here)]


def slopes(here: Frame) -> Curve:
    """A line for each head; the table has its values."""
    chosen, far = head(here), here["position"] - 1 - best(here)
    lines = []
    for n, one in enumerate(here["slopes"].tolist()):
        points = tuple((float(distance), bias(one, distance)) for distance in range(FURTHEST + 1))
        lines.append(Line(f"head {n + 1}", points, style="line" if n == chosen else "faint"))
    lines.insert(0, lines.pop(chosen))
    last = len(lines)
    ends = {f"head {n}": bias(float(here["slopes"][n - 1]), FURTHEST) for n in (1, last) if n - 1 != chosen}
    return Curve(
        f"What each of {last} heads takes from a score",
        f"A straight line for each head, from 0 down by its slope. In bold: head {chosen + 1}, with slope "
        f"{significant(slope(here), 4)}.",
        "places back, i − j", "bias",
        tuple(lines),
        marks=(
            (minus(f"head {chosen + 1}: {lost(here)}"), float(far), bias(slope(here), far)),
            *((name, float(FURTHEST), end) for name, end in ends.items()),
        ),
    )  # fmt: skip


def lost(here: Frame) -> str:
    """The bias of the best key in the chosen head."""
    return significant(bias(slope(here), here["position"] - 1 - best(here)), 3)


def bars(here: Frame) -> Bars:
    place = here["position"] - 1
    every = zip(TOKENS, weights(here, 0.0), weights(here, slope(here)), strict=False)
    return Bars(
        f"Where “{TOKENS[place]}” looks in head {head(here) + 1}",
        "Attention weight of each token up to the query, without the bias and with it.",
        ("no bias", "ALiBi"),
        tuple((token, (plain, biased)) for token, plain, biased in every),
        most=1.0,
        places=2,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    place, key = now["position"] - 1, best(now)
    plain, biased = weights(now, 0.0), weights(now, slope(now))
    most = [f"“{TOKENS[n]}”" for n, weight in enumerate(biased) if max(biased) - weight < ALIKE]
    if len(most) > 1:
        ends = f"Now {', '.join(most[:-1])} and {most[-1]} are looked at alike"
    elif most == [f"“{TOKENS[key]}”"]:
        ends = "It is still looked at most"
    else:
        ends = f"Now {most[0]} is looked at most, a worse match, but nearer"
    text, far = significant(slope(now), 4), place - key
    loss = lost(now).lstrip("−")
    sign = "=" if abs(float(text) * far - float(loss)) < ALIKE else "≈"
    means = means_of(now, before)
    return (
        f"{means}“{TOKENS[key]}” matches best but lies {far} back and loses {far} × {text} {sign} {loss}: "
        f"its weight {went(plain[key], biased[key])}. {ends}."
    )


def went(was: float, now: float) -> str:
    """The words on a weight before and after the bias, where it may be the same as shown."""
    before, after = shown(was), shown(now)
    if before == after:
        return f"hardly changes and stays near {after}"
    if abs(was - now) < HARDLY:
        return f"hardly changes, from {before} to {after}"
    return f"is {after}, not {before}"


def means_of(now: Frame, before: Frame | None) -> str:
    """The words on a head that was changed."""
    if before is None or before["head"] == now["head"]:
        return ""
    return "A flatter line: " if slope(now) < slope(before) else "A steeper line: "
