"""Beam search: greedy search (width 1) may drop the word with which the best text begins; width 2 keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chain import run
from engine.families.decoding.beam_search import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Slider
from engine.figures.wording import shown

OTHERS = 0.95  # the probability of “the” and “a” together


def begins(parameters: Mapping[str, Any], the: float) -> Mapping[str, Any]:
    """“the” begins with this probability, “a” with what it leaves."""
    first = {"the": the, "a": round(OTHERS - the, 2), "one": 0.05}
    return {"transitions": {"": first, **parameters["transitions"]}}


WIDTH = Slider("width", "Beam width", 1, least=1, most=3)

figure = Figure(
    "beam",
    "The best first word is not always best",
    family="beam_search",
    section="2.7",
    question="where-greedy-goes-wrong",
    start={
        "transitions": {
            "the": {"river": 0.4, "lake": 0.35, "train": 0.25},
            "a": {"train": 0.8, "river": 0.2},
            "one": {"train": 0.6, "lake": 0.4},
        },
        "steps": 2,
        "length_normalized": False,
    },
    handles=(
        WIDTH,
        Slider("the", "Probability that “the” comes first", 0.5, least=0.3, most=0.8, step=0.05, puts=begins),
    ),
    opens=lambda here: ("candidates_2", (here["best"],)),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The width alone, where width 3 looks at every text of two words, as the sentences say, and each goes on."""
    first, ends = given.transitions.get("", {}), any(given.end in row for row in given.transitions.values())
    if given.steps != 2 or given.length_normalized or ends or not 2 <= len(first) <= WIDTH.most:
        return None
    if not first.keys() <= given.transitions.keys():
        return None
    return (WIDTH,)


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    best, score = now["best"], shown(now["score"])
    there = run(now.run.family, now.run.parameters.replace(width=3)).reached
    greedy = run(now.run.family, now.run.parameters.replace(width=1)).reached
    if now["width"] == 1 and there["best"] != best:
        word = there["best"].split()[0]
        return (
            f"Greedy search ends with “{best}”, score {score}. “{there['best']}” would have {shown(there['score'])}, "
            f"but “{word}” was dropped after the first step."
        )
    if now["width"] == 1:
        return (
            f"Greedy search ends with “{best}”, score {score}, and no text has a better one: "
            "here the best first word leads to the best text."
        )
    if there["best"] != best:
        return (
            f"Width {now['width']} finds “{best}” with {score}. “{there['best']}” would have {shown(there['score'])}, "
            "but it begins with a word that was dropped."
        )
    if greedy["best"] != best:
        first = now["transitions"][""]
        better = first[greedy["best"].split()[0]] > first[best.split()[0]]
        return (
            f"Width {now['width']} finds “{best}” with {score}. Greedy search ends with “{greedy['best']}”, "
            f"{shown(greedy['score'])}: its first word looked {'better' if better else 'as good'}."
        )
    return (
        f"Width {now['width']} finds “{best}” with {score}, just as greedy search does: "
        "a wider beam costs more, and brings nothing here."
    )
