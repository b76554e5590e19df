"""Perplexity as a branching factor: among how many equally likely tokens would one be as unsure?"""

from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Bars

TOKENS = ("the", "night", "train", "is", "late")

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


def surprise(here: Frame, place: int) -> float:
    """The bits of one token: the cross-entropy of a text of this token alone."""
    alone = here.run.parameters.replace(probabilities=[float(here["probabilities"][place])])
    return float(run(here.run.family, alone).reached["bits"])


@figure.draws
def bars(here: Frame) -> Bars:
    return Bars(
        "How surprising each token was",
        "Bits of surprise, −log₂ p. Their mean is the cross-entropy; 2 to that mean is the perplexity.",
        ("bits",),
        (*((token, (surprise(here, place),)) for place, token in enumerate(TOKENS)), ("mean", (float(here["bits"]),))),
        unit="bits",
        marked=("mean",),
        most=7.0,
        places=2,
    )  # fmt: skip


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    if before is None:
        return (
            f"At each token the model is as unsure as in a fair draw among {shown(now['perplexity'])} tokens: "
            "this branching factor is the perplexity."
        )
    place, token = next(
        (place, token) for place, token in ((2, "train"), (4, "late")) if before[token] != now[token]
    )
    bits, mean = surprise(now, place), shown(now["bits"])
    change = moved("the branching factor", before["perplexity"], now["perplexity"])
    if bits >= 4 and now["perplexity"] > before["perplexity"]:
        return f"One token of {shown(bits)} bits is enough: {change}, for all five share the mean of {mean} bits."
    if bits == 0:
        return f"“{token}” was certain and no surprise: {change}, for the mean is {mean} bits."
    like = f"{shown(bits)} bits, like a fair draw among {shown(2**bits)} tokens"
    return f"“{token}” costs {like}; over all five {change}."
