"""The gradient of a softmax: the true class is pulled up by what it lacks, the others pushed down by what they have.
Beside it stands the loss that falls by it: minus the logarithm of the probability of the true class."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from operator import itemgetter

from engine import catalogue
from engine.chain import run
from engine.families.training.softmax_gradient import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Options, Slider, entry
from engine.figures.wording import adds_up, fitting, moved, shown
from engine.solutions.pictures import Curve, HeatMap, Line, Picture

TOPICS = ("travel", "food", "music")
MOST = 4  # classes
EXACTLY_ONE = "1.000000000"
CHANCES = (0.005, *(n / 50 for n in range(1, 51)))  # of the curve

SCORE = Slider("score", "Score of “travel”", 1.5, least=-3, most=4, step=0.1, puts=entry("bias", 0))
TARGET = Options(
    "target", "True topic", "travel", values={topic: (n, topic) for n, topic in enumerate(TOPICS)}
)

figure = Figure(
    "softmax-gradient",
    "What a softmax learns from one example",
    family="softmax_gradient",
    section="c.1",
    question="which-way-to-push-the-weights",
    start={
        "weights": [[1.0, -2.0], [0.0, 1.0], [-0.5, 1.0]],  # with x, 0 for travel: its bias is its score
        "bias": [0.0, 0.0, 0.0],
        "x": [2.0, 1.0],
        "classes": list(TOPICS),
    },
    handles=(
        SCORE,
        TARGET,
    ),
    opens=lambda here: ("errors", (true_class(here),)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """Up to four classes. What moves is the first one's bias, and with it its score, by up to 4 in both directions."""
    names, biases = topics_of(given), given.bias.tolist()
    if not 2 <= len(names) <= MOST or len(set(names)) < len(names):
        return None
    label = f"Bias of “{names[0]}”"
    least, most = math.floor(biases[0]) - 4, math.ceil(biases[0]) + 4
    return (
        replace(SCORE, label=label, least=least, most=most, gets=lambda given: float(given["bias"][0])),
        replace(
            TARGET,
            start=names[given.target],
            values={name: (n, name) for n, name in enumerate(names)},
            gets=itemgetter("target"),
        ),
    )


def topics_of(given: Parameters) -> tuple[str, ...]:
    """The names of the classes, numbers where these have none."""
    return tuple(given.classes) or tuple(f"class {n}" for n in range(1, len(given.bias) + 1))


def topics(here: Frame) -> tuple[str, ...]:
    given = here.run.parameters
    assert isinstance(given, Parameters)
    return topics_of(given)


def true_class(here: Frame) -> int:
    return topics(here).index(here["target"])


def loss(here: Frame) -> float:
    family = catalogue.find("cross_entropy")
    given = family.parameters.of({"logits": here["scores"].tolist(), "target": true_class(here)})
    return float(run(family, given).reached["loss"])


@cache
def loss_of(chance: float) -> float:
    """The loss where the true class has this probability."""
    family = catalogue.find("cross_entropy")
    given = family.parameters.of({"probabilities": [chance, 1 - chance], "target": 0})
    return float(run(family, given).reached["loss"])


@figure.draws
def pictures(here: Frame) -> list[Picture]:
    return [heat_map(here), curve(here)]


def curve(here: Frame) -> Curve:
    chance = float(here["probabilities"][true_class(here)])
    return Curve(
        f"The loss −ln p of the true topic, “{here['target']}”",
        "The loss by the probability of the true topic: it is 0 where the model is sure and right, and steep "
        "where it is sure and wrong.",
        "probability p", "loss −ln p",
        (Line("loss", tuple((p, loss_of(p)) for p in CHANCES)),),
        marks=((f"loss {shown(loss(here))}", chance, loss(here)),),
    )  # fmt: skip


def heat_map(here: Frame) -> HeatMap:
    target = true_class(here)
    rows = (
        (float(p), float(n == target), float(here["errors"][n])) for n, p in enumerate(here["probabilities"])
    )
    return HeatMap(
        f"Probability p, truth y (“{here['target']}”) and gradient p − y of each score",
        "One row per topic: its probability p, the truth y, and p − y, the gradient of the loss in its score. "
        "Descent goes against it: the hatched score goes up, the others go down.",
        topics(here),
        ("p", "y", "p − y"),
        tuple(rows),
        marked=((target, 2),),
    )


def pulls(here: Frame) -> tuple[str, str, dict[int, str]]:
    """Returns what the true class has and lacks, and each other one has, as written: these add up to what it lacks."""
    true, errors = true_class(here), here["errors"]

    def written(places: int) -> tuple[str, str, dict[int, str]]:
        pushes = {n: shown(float(error), places) for n, error in enumerate(errors) if n != true}
        return shown(1 + float(errors[true]), places), shown(-float(errors[true]), places), pushes

    return fitting(
        written, lambda texts: adds_up((*texts[2].values(),), texts[1]) and adds_up(texts[:2], EXACTLY_ONE)
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    true, target, errors = now["target"], true_class(now), now["errors"]
    chance, lacks, pushes = pulls(now)
    if before is None:
        *some, last = pushes.values()
        down = (
            f"the others down with their own probabilities, {', '.join(some)} and {last}"
            if some
            else f"the other down with its own probability, {last}"
        )
        return f"“{true}” is true: descent pulls its score up with strength 1 − {chance} = {lacks} and pushes {down}."
    if before["target"] != true:
        hardest = int(errors.argmax())
        pulled = f"Now “{true}” is true and pulled up with {lacks}."
        if len(pushes) == 1:
            return f"{pulled} “{topics(now)[hardest]}” is pushed down as strongly, with {pushes[hardest]}."
        if len(set(pushes.values())) == 1:
            return f"{pulled} The others are as likely as each other, and pushed down alike, with {pushes[hardest]}."
        return (
            f"{pulled} Of the others, “{topics(now)[hardest]}” is pushed down hardest, with {pushes[hardest]}, for it "
            "is the likeliest of them."
        )
    pull = -float(errors[target])
    if pull < 0.1:
        means = "what the model knows, it hardly learns any more"
    elif pull > 0.9:
        means = "sure and wrong, it learns most"
    else:
        means = "the surer of the truth, the softer the pull"
    was = -float(before["errors"][target])
    return (
        f"{moved('The loss', loss(before), loss(now))}, {moved(f'the pull on “{true}”', was, pull)}: {means}."
    )
