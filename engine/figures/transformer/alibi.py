"""ALiBi takes slope times distance from each score, so that a far token must match better to be looked at."""

import numpy as np

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import shown
from engine.solutions.pictures import Bars

TOKENS = ("the", "bridge", "is", "very", "old")
ALIKE = 1e-9
SLOPES = {
    "2": (2, "0.0625"),
    "4": (4, "0.25"),
    "8": (8, "0.5"),
    "16": (16, "0.7071"),
}  # of the first of so many heads

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
        Options("heads", "Slope m", "4", values=SLOPES),
        Slider("position", "Which word looks, by its position", 5, least=2, most=5, puts=nowhere),
    ),
    opens=lambda here: ("bias", (here["position"] - 1, best(here))),
)


def best(here: Frame) -> int:
    """The place of the key that matches best, before the bias."""
    return int(np.argmax(here["scores"][here["position"] - 1, : here["position"]]))


def without(here: Frame) -> list[float]:
    """The weights of the query without the bias."""
    attention = catalogue.find("attention")
    one = np.eye(len(TOKENS)).tolist()
    given = {"Q": here["scores"].tolist(), "K": one, "V": one, "causal": True, "scale": False}
    weights = run(attention, attention.parameters.of(given)).reached["weights"]
    return [float(weight) for weight in weights[here["position"] - 1]]


@figure.draws
def bars(here: Frame) -> Bars:
    place = here["position"] - 1
    weights = zip(TOKENS, without(here), here["weights"][place].tolist(), strict=True)
    return Bars(
        f"Where “{TOKENS[place]}” looks",
        "Attention weight of each token up to the query, without the bias and with it.",
        ("no bias", "ALiBi"),
        tuple(
            (token, (round(plain, 2), round(biased, 2)))
            for token, plain, biased in list(weights)[: place + 1]
        ),
        most=1.0,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    place, key, slope = now["position"] - 1, best(now), float(now["slopes"][0])
    weights = now["weights"][place, : place + 1]
    plain, biased, loss = without(now)[key], float(weights[key]), shown(-float(now["bias"][place, key]))
    most = [f"“{TOKENS[n]}”" for n, weight in enumerate(weights) if weights.max() - weight < ALIKE]
    if len(most) > 1:
        ends = f"Now {', '.join(most[:-1])} and {most[-1]} are looked at alike"
    elif most == [f"“{TOKENS[key]}”"]:
        ends = "It is still looked at most"
    else:
        ends = f"Now {most[0]} is looked at most, a worse match, but nearer"
    return (
        f"“{TOKENS[key]}” matches best but lies {place - key} back and loses {place - key} × {slope:.4g} = {loss}: "
        f"its weight is {shown(biased)}, not {shown(plain)}. {ends}."
    )
