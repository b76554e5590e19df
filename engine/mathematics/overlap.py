"""Overlap of two texts: n-grams of words, how often they match, and drawn sentences with their rewordings."""

from collections import Counter
from collections.abc import Collection, Mapping
from random import Random
from typing import Annotated

from pydantic import AfterValidator, Field

Ngrams = list[tuple[str, ...]]
Slots = list[list[str]]


def _with_words(text: str) -> str:
    if not text.split():
        raise ValueError("must hold at least one word")
    return text


Text = Annotated[
    str, Field(max_length=10_000, json_schema_extra={"format": "text"}), AfterValidator(_with_words)
]


def ngrams(text: str, n: int) -> Ngrams:
    """Every run of n neighbouring words, in order; none where the text is shorter."""
    words = text.split()
    return [tuple(words[place : place + n]) for place in range(len(words) - n + 1)]


def every_run(n: int) -> str:
    """The same as a formula in words."""
    return r"\text{every word}" if n == 1 else rf"\text{{every {n} words side by side}}"


def clipped_overlap(mine: Ngrams, theirs: Ngrams) -> int:
    """The number of n-grams that both have; each counts as often as in the text that has it less often."""
    return (Counter(mine) & Counter(theirs)).total()


def places_that_match(candidate: Ngrams, allowed: Mapping[tuple[str, ...], int]) -> tuple[int, ...]:
    """The places of matching n-grams; one that occurs more often than allowed counts in its first places."""
    seen = Counter[tuple[str, ...]]()
    places = []
    for place, gram in enumerate(candidate):
        seen[gram] += 1
        if seen[gram] <= allowed.get(gram, 0):
            places.append(place)
    return tuple(places)


def names_of(grams: Ngrams) -> tuple[str, ...]:
    """The n-grams as names; the second "the cat" is "the cat (2)"."""
    seen = Counter[str]()
    names = []
    for gram in map(" ".join, grams):
        seen[gram] += 1
        names.append(gram if seen[gram] == 1 else f"{gram} ({seen[gram]})")
    return tuple(names)


def longest_common_subsequence(mine: Ngrams, theirs: Ngrams) -> int:
    """The length of the longest common subsequence: n-grams in the same order, not necessarily side by side."""
    best = [0] * (len(theirs) + 1)  # best[j]: of what was read so far and the first j of theirs
    for gram in mine:
        before = 0
        for j, other in enumerate(theirs, 1):
            before, best[j] = best[j], before + 1 if gram == other else max(best[j], best[j - 1])
    return best[-1]


# Sentences of one shape, with alternatives between bars: clause, then phrase.
CLAUSES = (
    "the|a young|tall nurse|farmer|teacher opens|closes|paints the|a blue|small door|window|gate",
    "the|a red|crowded train|bus|boat reaches|leaves|passes the|a quiet|northern town|harbour|valley",
    "the|a new|large model|program|robot translates|reads|writes the|a short|difficult text|letter|story",
    "the|a grey|hungry dog|fox|horse watches|follows|finds the|a small|brown bird|cat|child",
)
PHRASES = ("before|after the long|heavy storm|meal|lesson", "in|during the cold|late morning|night|winter")
ADJECTIVES, PHRASE = (1, 5, 9), 7  # the places of adjectives, and the one at which the phrase begins


def draw_slots(rng: Random, phrase: bool) -> Slots:
    """The places of a sentence with their alternatives."""
    chosen = [rng.choice(CLAUSES)] + [rng.choice(PHRASES)] * phrase
    return [slot.split("|") for slot in " ".join(chosen).split()]


def draw_words(rng: Random, slots: Slots) -> list[str]:
    """One alternative for each place."""
    return [rng.choice(slot) for slot in slots]


def reworded(rng: Random, slots: Slots, words: list[str], changes: int) -> list[str]:
    """The same words with another alternative in so many places."""
    words = list(words)
    for place in rng.sample([place for place, slot in enumerate(slots) if len(slot) > 1], changes):
        words[place] = rng.choice([word for word in slots[place] if word != words[place]])
    return words


def with_the(words: list[str]) -> list[str]:
    """The words with "the" in place of each "a"."""
    return ["the" if word == "a" else word for word in words]


def sentence(words: list[str], without: Collection[int] = (), turned: bool = False) -> str:
    """The words as a text, without some places; ``turned``, the phrase stands before the clause."""
    places = [place for place in range(len(words)) if place not in without]
    return " ".join(words[place] for place in sorted(places, key=lambda place: turned and place < PHRASE))
