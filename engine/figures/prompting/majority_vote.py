"""Many samples of one answer: that one of them is right, and that a vote is right, are two different chances."""

import math
from collections.abc import Sequence

from engine.chain import run
from engine.families.evaluation.pass_at_k_independent import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Curve, Line

MOST = 11
ONE, VOTE = "at least one right (pass@k)", "majority right"

figure = Figure(
    "majority-vote",
    "One right sample, or a majority",
    family="pass_at_k_independent",
    section="2.9",
    question="ask-again-and-again",
    start={"samples": 10},
    handles=(
        Slider("p", "Chance that one sample is right", 0.4, least=0.1, most=0.8, step=0.1),
        Slider("k", "Samples", 5, least=1, most=MOST, step=2),  # an odd number, so that no vote is a tie
    ),
    opens=lambda here: ("pass_at_k", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The handles for an odd number of samples; an even one has ties, which the sentences do not mention."""
    return figure.handles if given.k % 2 else None


def majority(p: float, k: int) -> float:
    """The chance that more than half of k samples are right (Condorcet 1785); a vote needs as many where all wrong
    ones agree, and fewer where they differ, as in self-consistency (Wang et al. 2023)."""
    return sum(math.comb(k, right) * p**right * (1 - p) ** (k - right) for right in range(k // 2 + 1, k + 1))


@figure.draws
def curve(here: Frame) -> Curve:
    counts = range(1, MOST + 1, 2)
    ones = [
        float(run(here.run.family, here.run.parameters.replace(k=k)).reached["pass_at_k"]) for k in counts
    ]
    votes = [majority(here["p"], k) for k in counts]
    one, vote = float(here["pass_at_k"]), majority(here["p"], here["k"])
    return Curve(
        f"Each sample is right with chance {here['p']:g}",
        "A yes-no question, so that all wrong answers agree: the chances for every number of samples.",
        "samples k",
        "chance",
        (
            Line(ONE, tuple(zip(counts, ones, strict=True))),
            Line(VOTE, tuple(zip(counts, votes, strict=True))),
            Line("", ((here["k"], 0.0), (here["k"], 1.0))),  # leads to both marks, and keeps the axis
        ),
        marks=((shown(one), here["k"], one), (shown(vote), here["k"], vote)),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    p, one, vote = now["p"], float(now["pass_at_k"]), majority(now["p"], now["k"])
    if now["k"] == 1:
        return f"With one sample there is nothing to vote on: both chances are {shown(one)}."
    if before is None:
        return (
            f"At least one of {now['k']} is right with chance {shown(one)}, which needs a check that finds it. "
            f"A vote needs no check, but more than half right: {shown(vote)}."
        )
    told = (
        f"{moved('“At least one”', float(before['pass_at_k']), one)}, "
        f"{moved('the majority', majority(before['p'], before['k']), vote)}"
    )
    if p == 0.5:
        return f"{told}. A sample is right half of the time, and so is a vote, however large."
    if p > 0.5:
        return f"{told}. A sample is right more often than wrong, so voting improves on its {shown(p)}."
    return f"{told}. A sample is wrong more often than right, so voting makes its {shown(p)} worse."
