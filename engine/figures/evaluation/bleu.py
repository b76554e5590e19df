"""BLEU counts words and pairs that a reference has, and a penalty takes back what a short candidate wins."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Slider, Words
from engine.figures.wording import fitting, moved, read, rounded_as, shown
from engine.mathematics.overlap import ngrams
from engine.solutions.pictures import Box, Boxes

PAIRED, SINGLE, SPENT = (
    "matches, in a pair",
    "matches, as a word alone",
    "in the reference, but not that often",
)


def referred(parameters: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    return {"references": [text]}


def first(parameters: Mapping[str, Any]) -> str:
    """The one reference; of several, the first."""
    return str(parameters["references"][0])


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
        Words(
            "reference",
            "Reference",
            "he can not see the river from the train today",
            puts=referred,
            gets=first,
        ),
        Slider(
            "dropped", "Words left out at the end", 0, least=0, most=6, puts=shortened, gets=lambda given: 0
        ),
    ),
    opens=lambda here: ("bleu", ()),
)


def twins(here: Frame, n: int, wished: Mapping[int, Sequence[int]] | None = None) -> Mapping[int, int]:
    """The place of each matching n-gram of the candidate, and the one of the reference that it is matched with.

    ``wished`` are places to be preferred. The reference has enough of each n-gram, for matches are clipped.
    """
    reference, grams = ngrams(here["references"][0], n), here[f"ngrams_{n}"]
    free = dict(enumerate(reference))
    found: dict[int, int] = {}
    for asks_first in (True, False):
        for place in here[f"matched_{n}"]:
            fit = (wished or {}).get(place, ()) if asks_first else sorted(free)
            at = next((at for at in fit if free.get(at) == grams[place]), None)
            if place not in found and at is not None:
                found[place] = at
                del free[at]
    return found


def words_and_pairs(here: Frame) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The twins of the words and of the pairs; a word in a matching pair has its twin in the same pair if it can."""
    pairs = twins(here, 2)
    wished: dict[int, list[int]] = {}
    for place, at in pairs.items():
        for step in (0, 1):
            wished.setdefault(place + step, []).append(at + step)
    return twins(here, 1, wished), pairs


def marked(
    text: str, numbers: Mapping[int, int], paired: set[int], spent: set[tuple[str, ...]]
) -> tuple[Box, ...]:
    """The words of a text, each matching one with its number; the other text has a word of the same number."""

    def box(place: int, word: str) -> Box:
        if place in numbers:
            return Box(word, PAIRED if place in paired else SINGLE, note=str(numbers[place]))
        return Box(word, SPENT if (word,) in spent else "", note="–")

    return tuple(box(place, word) for place, word in enumerate(text.split()))


def spent(here: Frame, n: int) -> set[tuple[str, ...]]:
    """The n-grams that the candidate has more often than the reference."""
    grams, matched = here[f"ngrams_{n}"], here[f"matched_{n}"]
    return {grams[place] for place in matched} & {
        gram for place, gram in enumerate(grams) if place not in matched
    }


def pairs_of(
    grams: Sequence[tuple[str, ...]], matched: Collection[int], more: set[tuple[str, ...]]
) -> tuple[Box, ...]:
    return tuple(
        Box(" ".join(gram), PAIRED if place in matched else SPENT if gram in more else "")
        for place, gram in enumerate(grams)
    )


@figure.draws
def boxes(here: Frame) -> Boxes:
    """Both texts with their matches numbered from left to right in the candidate, and the pairs of both below."""
    reference, candidate = here["references"][0], here.run.values["candidate"]
    words, pairs = words_and_pairs(here)
    order = {place: number for number, place in enumerate(sorted(words), 1)}
    inside = {place + step for place in pairs for step in (0, 1)}
    inside_there = {at + step for at in pairs.values() for step in (0, 1)}
    there = {at: order[place] for place, at in words.items()}
    rows = {
        "Reference": marked(reference, there, inside_there, set()),
        "Candidate": marked(candidate, order, inside, spent(here, 1)),
        "Pairs of the reference": pairs_of(ngrams(reference, 2), set(pairs.values()), set()),
        "Pairs of the candidate": pairs_of(here["ngrams_2"], set(pairs), spent(here, 2)),
    }
    return Boxes(
        "What the candidate has in common with the reference",
        "Words of both texts with the same number match. None counts more often than the reference has it.",
        tuple((name, made) for name, made in rows.items() if made),
        shades=(PAIRED, SINGLE, SPENT),
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
        factors = fitting(
            lambda places: (shown(penalty, places), shown(now["geometric_mean"], places)),
            lambda texts: rounded_as(read(texts[0]) * read(texts[1]), score),
        )
        return f"{counts}, {short}: the brevity penalty of {factors[0]} turns {factors[1]} into {score}."
    more = [word for word in now.run.values["candidate"].split() if (word,) in spent(now, 1)]
    change = moved("BLEU", before["bleu"], now["bleu"]) if before else f"BLEU is {score}"
    if more:
        return f"{counts}: “{more[0]}” counts no more often than the reference has it. {change}."
    if words / of >= 0.7 and words / of > 2 * pairs / of_pairs:
        return f"{counts}: the right words in the wrong order. {change}; it is not too short, so there is no penalty."
    return f"{counts}. The candidate is long enough for no penalty: {change}."
