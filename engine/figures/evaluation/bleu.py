"""BLEU counts words and pairs that a reference has, and a penalty takes back what a short candidate wins."""

from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, Words
from engine.figures.wording import moved, shown
from engine.solutions.pictures import Box, Boxes

MATCHES, SPENT = "matches", "in the reference, but not that often"


def referred(parameters: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    return {"references": [text]}


def shortened(parameters: Mapping[str, Any], count: int) -> Mapping[str, Any]:
    """The candidate without its last words; one stays."""
    words = parameters["candidate"].split()
    return {"candidate": " ".join(words[: max(1, len(words) - count)])}


figure = Figure(
    "bleu",
    "Matches, and the price of being short",
    family="bleu",
    section="2.12",
    question="clip-the-matches",
    start={"max_n": 2},
    handles=(
        Words("candidate", "Candidate", "now the river can he from train not see today"),
        Words("reference", "Reference", "he can not see the river from the train today", puts=referred),
        Slider("dropped", "Words left out at the end", 0, least=0, most=6, puts=shortened),
    ),
    opens=lambda here: ("bleu", ()),
)


def row(here: Frame, n: int) -> tuple[Box, ...]:
    """The n-grams of the candidate: those that match, and those that the reference has used up."""
    grams, matched = here[f"ngrams_{n}"], here[f"matched_{n}"]
    known = {grams[place] for place in matched}
    return tuple(
        Box(" ".join(gram), MATCHES if place in matched else SPENT if gram in known else "")
        for place, gram in enumerate(grams)
    )


@figure.draws
def boxes(here: Frame) -> Boxes:
    reference = tuple(Box(word) for word in here["references"][0].split())
    rows = {"Reference": reference, "Candidate": row(here, 1), "Its pairs": row(here, 2)}
    return Boxes(
        "What the candidate has in common with the reference",
        "Matching words and pairs of the candidate are filled. None counts more often than the reference has it.",
        tuple((name, made) for name, made in rows.items() if made),
        shades=(MATCHES, SPENT),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    (words, of), (pairs, of_pairs) = now.run.reached["precisions"]
    penalty, score = now["brevity_penalty"], shown(now["bleu"])
    if not of_pairs:
        return "A single word has no pair, so the precision of pairs is 0, and BLEU with it."
    counts = f"{words} of {of} words and {pairs} of {of_pairs} pairs match"
    if not pairs:
        return f"{counts}. Without a pair the geometric mean of both shares is 0, and BLEU with it."
    if penalty < 1:
        short = f"but {of} words for {now['reference_length']} are too few"
        turns = f"turns {shown(now['geometric_mean'])} into {score}"
        return f"{counts}, {short}: the brevity penalty of {shown(penalty)} {turns}."
    spent = [box.text for box in row(now, 1) if box.shade == SPENT]
    change = moved("BLEU", before["bleu"], now["bleu"]) if before else f"BLEU is {score}"
    if spent:
        return f"{counts}: “{spent[0]}” counts no more often than the reference has it. {change}."
    if words / of >= 0.7 and words / of > 2 * pairs / of_pairs:
        return f"{counts}: the right words in the wrong order. {change}; it is not too short, so there is no penalty."
    return f"{counts}. The candidate is long enough for no penalty: {change}."
