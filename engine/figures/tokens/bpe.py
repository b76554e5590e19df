"""Byte-pair encoding learns merges from a few words of one's own, one merge at a time."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Steps, Words, as_named
from engine.solutions.pictures import Box, Boxes

NEW, OLD = "made by this merge", "made earlier"


def counted(parameters: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """The words of a text with their counts, as a corpus."""
    return {"corpus": dict(Counter(text.split()))}


figure = Figure(
    "bpe",
    "Byte pairs merge, one after another",
    family="bpe_train",
    section="2.2",
    question="merges-of-a-small-corpus",
    start={},
    handles=(
        Words("words", "Your words", "low lower lowest newer newest", puts=counted),
        Steps("merges", "Merge", 1, least=1, most=12, puts=as_named("merges")),
    ),
    opens=lambda here: (f"count_{last(here)}", ()),
)


def last(here: Frame) -> int:
    """How many merges there are: fewer than asked where no pair is left."""
    return (
        len(here["merges"]) if isinstance(here["merges"], tuple | list) else len(here.run.reached["merges"])
    )


def cut(here: Frame) -> list[tuple[int, tuple[str, ...]]]:
    """How often each word stands in the text, and its pieces."""
    corpus = here.run.values["corpus"]
    return [(corpus[word], tuple(found)) for word, found in here.run.reached["segmentations"].items()]


@figure.draws
def words(here: Frame) -> Boxes:
    merges = here.run.reached["merges"]
    made = ["".join(pair) for pair in merges]
    shade = {**dict.fromkeys(made, OLD), made[-1]: NEW} if made else {}
    return Boxes(
        f"The words after {len(made)} {'merge' if len(made) == 1 else 'merges'}",
        "Each box is one token; “</w>” ends a word.",
        tuple(
            (
                "" if count == 1 else f"{count} times",
                tuple(Box(piece, shade.get(piece, "")) for piece in pieces),
            )
            for count, pieces in cut(here)
        ),
        shades=(NEW, OLD),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    merges, counts = now.run.reached["merges"], now.run.reached["counts"]
    (left, right), count = merges[-1], counts[-1]
    tokens = sum(times * len(pieces) for times, pieces in cut(now))
    times = "once" if count == 1 else "twice" if count == 2 else f"{count} times"
    return (
        f"Merge {len(merges)} joins “{left}” and “{right}”, which stand side by side {times}. "
        f"Together the words are {tokens} {'token' if tokens == 1 else 'tokens'} now."
    )
