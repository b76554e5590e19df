"""Perplexity as a branching factor: among how many equally likely tokens would one be as unsure?"""

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, entry
from engine.figures.wording import moved
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
        Slider("train", "Probability of “train”", 0.5, least=0.01, most=1, step=0.01, puts=entry("probabilities", 2)),
        Slider("late", "Probability of “late”", 0.25, least=0.01, most=1, step=0.01, puts=entry("probabilities", 4)),
    ),
    opens=lambda here: ("perplexity", ()),
)


@figure.draws
def bars(here: Frame) -> Bars:
    each = here["perplexity"]
    return Bars(
        "How surprising each token was",
        "Bits of surprise, −log₂ p. Their mean is the cross-entropy; 2 to that mean is the perplexity.",
        ("bits",),
        tuple((token, (float(s) / 0.6931471805599453,)) for token, s in zip(TOKENS, here["surprisals"], strict=True))
        + (("mean", (float(here["bits"]),)),),
        unit="bits",
        marked=("mean",),
        most=7.0,
    ) if each else None


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    like = f"as unsure as among {now['perplexity']:.2f} equally likely tokens at every step"
    if before is None:
        return f"The model is {like}."
    return f"{moved('The perplexity', before['perplexity'], now['perplexity'])}: {like}."
