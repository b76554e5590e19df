"""Encoding with merges that were learned before: known words become one token, new ones fall into known pieces."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase
from typing import Any

from engine import catalogue
from engine.chain import run
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Steps, Words
from engine.figures.wording import counted
from engine.solutions.pictures import Box, Boxes

READ = Counter({"train": 3, "trains": 1, "rain": 2, "rainy": 1, "water": 2, "waters": 1, "later": 1})
LETTERS = frozenset(ascii_lowercase)  # its first tokens, with </w>
MOST = 13
NEW, OLD = "made by this merge", "made earlier"


@cache
def learned() -> tuple[tuple[str, str], ...]:
    """The merges that the tokenizer learned from the words it read."""
    family = catalogue.find("bpe_train")
    return tuple(run(family, family.parameters.of({"corpus": dict(READ), "merges": MOST})).reached["merges"])


def first(parameters: Mapping[str, Any], count: int) -> Mapping[str, Any]:
    return {"merges": learned()[:count]}


figure = Figure(
    "bpe-encode",
    "A word meets a tokenizer",
    family="bpe_encode",
    section="2.2",
    question="tokenize-with-a-merge-table",
    start={"end_of_word": "</w>"},
    handles=(
        Words(
            "words",
            "Your words",
            "trains rainwater drained",
            most=40,
            puts=lambda p, text: {"words": text.split()},
        ),
        Steps("merges", "Merges", MOST, least=0, most=MOST, puts=first),
    ),
    opens=lambda here: ("token_count", ()),
)


def pieces(here: Frame) -> Mapping[str, tuple[str, ...]]:
    return dict(here["tokens"])


@figure.draws
def words(here: Frame) -> Boxes:
    made = ["".join(pair) for pair in here.run.values["merges"]]
    shade = {**dict.fromkeys(made, OLD), made[-1]: NEW} if made else {}
    return Boxes(
        f"Your words after {len(made)} of {MOST} merges",
        "Each box is one token; “</w>” ends a word. The tokenizer began with the letters a to z and learned its merges "
        "from train, trains, rain, rainy, water, waters and later.",
        tuple(
            (
                f"{word} ({'known' if word in READ else 'new'})",
                tuple(Box(one, shade.get(one, "")) for one in found),
            )
            for word, found in pieces(here).items()
        ),
        shades=(NEW, OLD),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    merges, count = now.run.values["merges"], now["token_count"]
    tokens = counted(count, "token")
    stepping = before is None and len(merges) < MOST
    if stepping or (before is not None and before["words"] == now["words"]):
        if not merges:
            return f"Before the first merge every character is a token, and so is the end of a word: {count} in all."
        (left, right), name = merges[-1], f"words_{len(merges)}"
        said = f"Merge {len(merges)} joins “{left}” and “{right}”"
        if name in now.run.notes:
            return f"{said}, which stand side by side in none of these words: still {tokens}."
        return f"{said}, wherever they stand side by side: {tokens} {'is' if count == 1 else 'are'} left."
    new = [word for word in pieces(now) if word not in READ]
    if not new:
        many = len(now.run.values["words"])
        if many == 1:
            return f"The tokenizer has read this word: {tokens} for it."
        return f"The tokenizer has read all of these words: {tokens} for {many} words."
    strange = next((word for word in new if not LETTERS.issuperset(word)), "")
    if strange:
        return (
            f"“{strange}” is not only of the letters a to z, with which this tokenizer began: it is unknown. One that "
            "begins with bytes knows every text."
        )
    parts = max((pieces(now)[word] for word in new), key=len)
    word = next(word for word in new if pieces(now)[word] == parts)
    cut = f": {' + '.join(parts)}" if len(parts) < 7 else ""
    if len(parts) == 1:
        return f"“{word}” was never read, but is a token all the same: a merge made it, or it is a single letter."
    return (
        f"“{word}” was never read and is cut into {len(parts)} tokens{cut}. No word of known letters is unknown; a "
        "new one only costs more."
    )
