"""Perplexity as a branching factor: among how many equally likely tokens would one be as unsure?"""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Box, Boxes

TOKENS = ("the", "night", "train", "is", "late")
CAME, OTHERS = SHADES = ("the token that came", "others, as likely")
MOST = 24  # pieces of a row that one can still tell apart
WHOLE = 1e-9  # how near a number of branches is to a whole one

figure = Figure(
    "perplexity",
    "Perplexity as a branching factor",
    family="perplexity",
    section="2.12",
    question="surprise-of-a-sentence",
    start={"probabilities": [0.5, 0.25, 0.5, 0.5, 0.25]},
    handles=(
        Slider(
            "train",
            "Probability of “train”",
            0.5,
            least=0.01,
            most=1,
            step=0.01,
            puts=entry("probabilities", 2),
        ),
        Slider(
            "late",
            "Probability of “late”",
            0.25,
            least=0.01,
            most=1,
            step=0.01,
            puts=entry("probabilities", 4),
        ),
    ),
    opens=lambda here: ("perplexity", ()),
)


def branches(here: Frame, place: int) -> float:
    """Among how many equally likely tokens this one would be drawn: the perplexity of a text of this token alone."""
    alone = here.run.parameters.replace(probabilities=[float(here["probabilities"][place])])
    return float(run(here.run.family, alone).reached["perplexity"])


def pieces(token: str, count: float) -> tuple[Box, ...]:
    """A row that is cut into this many pieces, the last one smaller where the number is not whole."""
    came, others = Box(token, CAME, wide=1 / count), int(count + WHOLE) - 1
    if count > MOST:
        return came, Box(f"{others} others", OTHERS, wide=1 - 1 / count)
    rest = 1 - (others + 1) / count
    small = (Box("", OTHERS, wide=rest),) if rest > WHOLE else ()
    return came, *(Box("", OTHERS, wide=1 / count) for _ in range(others)), *small


@figure.draws
def rows(here: Frame) -> Boxes:
    told = [(token, branches(here, place)) for place, token in enumerate(TOKENS)]
    every = float(here["perplexity"])
    return Boxes(
        "Each token as one branch among equally likely ones",
        "A row is cut into pieces, each as likely as the token that came. The last row has as many as the perplexity.",
        (
            *((f"{token}: 1 of {shown(count)}", pieces(token, count)) for token, count in told),
            (f"all five: 1 of {shown(every)}, the perplexity", pieces("", every)),
        ),
        shades=SHADES,
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return (
            f"On average the model is as unsure as in a fair draw among {shown(now['perplexity'])} tokens: "
            "this branching factor is the perplexity."
        )
    place, token = next(
        (place, token) for place, token in ((2, "train"), (4, "late")) if before[token] != now[token]
    )
    count = branches(now, place)
    change = moved("the branching factor", before["perplexity"], now["perplexity"])
    mean = f"{change}, for it is the geometric mean of all five"
    if count >= 16 and now["perplexity"] > before["perplexity"]:
        return f"One surprise, 1 of {shown(count)}, is enough: {mean}."
    if now[token] == 1:
        return f"“{token}” was certain, the only branch: {mean}."
    return f"“{token}” is like a fair draw among {shown(count)} tokens: {mean}."
