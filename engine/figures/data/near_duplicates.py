"""Near duplicates by shingles: one changed word breaks every shingle that it stands in, so long ones are strict."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from engine.chain import run
from engine.families.data.shingle_jaccard import space_of
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, Words
from engine.figures.wording import counted, moved, shown
from engine.solutions.pictures import Box, Boxes

SHARED, ALONE = "in both texts", "only in this one"


def fitting(parameters: Mapping[str, Any], n: int) -> Mapping[str, Any]:
    """Shingles of n words, of fewer where both texts are shorter."""
    return {"n": min(n, max(len(parameters[name].split()) for name in ("text_a", "text_b")))}


figure = Figure(
    "near-duplicates",
    "How alike are two texts?",
    family="shingle_jaccard",
    section="2.1",
    question="three-words-at-a-time",
    start={"unit": "word"},
    handles=(
        Words("text_a", "Text A", "the night train to Vienna leaves at ten past nine", most=70),
        Words("text_b", "Text B", "the night train from Vienna leaves at ten past nine", most=70),
        Slider("n", "Words in one shingle, n", 3, least=1, most=6, puts=fitting, gets=itemgetter("n")),
    ),
    opens=lambda here: ("jaccard", ()),
)


def size(here: Frame) -> int:
    return int(here.run.values["n"])


def word_by_word(here: Frame) -> float:
    """The similarity by single words."""
    return float(run(here.run.family, here.run.parameters.replace(n=1)).reached["jaccard"])


@figure.draws
def shingles(here: Frame) -> Boxes:
    space = space_of(here["text_a"], here["text_b"])
    texts = {"Text A": here["shingles_a"], "Text B": here["shingles_b"]}
    return Boxes(
        f"Shingles of {counted(size(here), 'word')}: {here['intersection']} in both texts, {here['union']} different "
        "ones in all",
        "Each box is one shingle: so many words in a row. A shingle of both texts stands in both rows.",
        tuple(
            (
                name,
                tuple(
                    Box(one.replace(space, " "), SHARED if one in here["common"] else ALONE) for one in found
                ),
            )
            for name, found in texts.items()
        ),
        shades=(SHARED, ALONE),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    n, alike, count = size(now), float(now["jaccard"]), now["intersection"]
    if not count:
        row = "word stands" if n == 1 else f"{n} words in a row stand"
        return f"No {row} in both texts: the similarity is 0, however alike they may read."
    if count == now["union"]:
        alike_read = now["text_a"].split() == now["text_b"].split()
        then = (
            "and one of the texts can go"
            if alike_read
            else "though the texts differ in the order of their words, or in how often one stands there"
        )
        return f"All shingles stand in both texts: the similarity is 1, {then}."
    if before is not None and before["n"] == now["n"]:
        return (
            f"{moved('The similarity', float(before['jaccard']), alike)}: "
            f"{count} of {now['union']} different shingles are in both texts."
        )
    if n == 1:
        return f"Word by word the similarity is {shown(alike)}. The order of the words does not count here."
    return (
        f"By {n} words in a row the similarity is {shown(alike)}, word by word {shown(word_by_word(now))}: "
        "a changed word breaks every shingle that it stands in."
    )
