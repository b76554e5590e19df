"""Byte-pair encoding learns merges from a few words of one's own, one merge at a time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.families.tokens.bpe_train import Parameters
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Handle, Steps, Words, as_named
from engine.figures.wording import counted
from engine.solutions.pictures import Box, Boxes

NEW, OLD = "made by this merge", "made earlier"
MERGES = Steps(
    "merges", "Merge", 1, least=1, most=12, puts=as_named("merges"), gets=lambda given: given["merges"]
)
MOST_WORDS, LONGEST = 10, 24  # in the picture


def as_corpus(parameters: Mapping[str, Any], text: str) -> Mapping[str, Any]:
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
        Words("words", "Your words", "low lower lowest newer newest", puts=as_corpus),
        MERGES,
    ),
    opens=lambda here: (f"count_{last(here)}", ()),
)


@figure.takes
def handles(given: Parameters) -> Sequence[Handle] | None:
    """The merges alone: the words and how often each stands there are given."""
    words = given.corpus
    if len(words) > MOST_WORDS or max(map(len, words)) > LONGEST:
        return None
    marked = bool(given.end_of_word)
    if all(len(word) + marked < 2 for word in words):
        return None  # nothing can be merged
    return (MERGES,)


def last(here: Frame) -> int:
    """The number of merges: fewer than asked where no pair is left."""
    return len(here.run.reached["merges"])


def cut(here: Frame) -> list[tuple[int, tuple[str, ...]]]:
    """The frequency of each word in the text, and its pieces."""
    corpus = here.run.values["corpus"]
    return [(corpus[word], tuple(found)) for word, found in here.run.reached["segmentations"].items()]


@figure.draws
def words(here: Frame) -> Boxes:
    merges = here.run.reached["merges"]
    made = ["".join(pair) for pair in merges]
    shade = {**dict.fromkeys(made, OLD), made[-1]: NEW} if made else {}
    end = here["end_of_word"]
    ends = f"; “{end}” ends a word" if end else ""
    return Boxes(
        f"The words after {counted(len(made), 'merge')}{ends}",
        f"Each box is one token{ends}.",
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
    equals = list(now.run.values[f"pairs_{len(merges)}"].values()).count(count) - 1
    also = "Another pair does" if equals == 1 else f"{equals} other pairs do"
    most = (
        f". {also} so just as often; the pair met first is merged. "
        if equals
        else ", and no pair more often. "
    )
    return (
        f"Merge {len(merges)} joins “{left}” and “{right}”, which stand side by side {times}{most}"
        f"Together the words are {counted(tokens, 'token')} now."
    )
