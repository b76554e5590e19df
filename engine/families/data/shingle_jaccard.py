"""Jaccard similarity of two texts over their n-gram shingles: the common ones over all of them.

Broder 1997, "On the resemblance and containment of documents". Shingles are sets: each counts once. On paper a shingle
is written with "_" for a space, so that it stays one symbol.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from pydantic import field_validator, model_validator

from engine.answers.forms import Integer, TokenSet
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Frozen, symbol

Shingles = tuple[str, ...]
SPACES = "_␣"  # how a space is written within a shingle: with the first sign that stands in neither text


class Parameters(Frozen):
    text_a: str = symbol("A", "first text", max_length=10_000)
    text_b: str = symbol("B", "second text", max_length=10_000)
    n: int = symbol("n", "words or characters in one shingle", ge=1, le=100)
    unit: Literal["word", "char"] = symbol(r"\text{unit}", "what a shingle is made of", default="word")

    @field_validator("text_a", "text_b")
    @classmethod
    def space_can_be_written(cls, text: str) -> str:
        if SPACES[-1] in text:
            raise ValueError(
                f"a text must not hold the sign {SPACES[-1]}: it stands for a space within a shingle"
            )
        return text

    @model_validator(mode="after")
    def any_shingle(self) -> "Parameters":
        if not shingles(self.text_a, self.n, self.unit) and not shingles(self.text_b, self.n, self.unit):
            raise ValueError("n must not be larger than both texts: there would be no shingle at all")
        return self


family = Family("shingle_jaccard", "Jaccard similarity of shingles", section="2.1", parameters=Parameters)


def shingles(text: str, n: int, unit: str, space: str = SPACES[0]) -> Shingles:
    """Different shingles, in the order in which they are met."""
    pieces: Sequence[str] = text.split() if unit == "word" else text.replace(" ", space)
    joint = space if unit == "word" else ""
    return tuple(dict.fromkeys(joint.join(pieces[place : place + n]) for place in range(len(pieces) - n + 1)))


def space_of(text_a: str, text_b: str) -> str:
    return next(sign for sign in SPACES if sign not in text_a + text_b)


@family.step(
    "Shingles of the first text", r"\text{every n neighbours, each once}", symbol="S_A", form=TokenSet()
)
def shingles_a(text_a: str, text_b: str, n: int, unit: str) -> Shingles:
    return shingles(text_a, n, unit, space_of(text_a, text_b))


@family.step(
    "Shingles of the second text", r"\text{every n neighbours, each once}", symbol="S_B", form=TokenSet()
)
def shingles_b(text_a: str, text_b: str, n: int, unit: str) -> Shingles:
    return shingles(text_b, n, unit, space_of(text_a, text_b))


@family.step(
    "Common shingles", r"\text{shingles that stand in both sets}", symbol=r"S_A \cap S_B", form=TokenSet()
)
def common(shingles_a: Shingles, shingles_b: Shingles) -> Shingles:
    return tuple(shingle for shingle in shingles_a if shingle in shingles_b)


@family.step(
    "Size of the intersection",
    r"\text{how many shingles are common}",
    symbol=r"|S_A \cap S_B|",
    form=Integer(),
)
def intersection(common: Shingles) -> int:
    return len(common)


@family.step(
    "Size of the union", r"|S_A| + |S_B| - <intersection>", symbol=r"|S_A \cup S_B|", form=Integer(),
    numbers=lambda shingles_a, shingles_b, intersection: f"{len(shingles_a)} + {len(shingles_b)} - {intersection}",
)  # fmt: skip
def union(shingles_a: Shingles, shingles_b: Shingles, intersection: int) -> int:
    return len(shingles_a) + len(shingles_b) - intersection


@family.step("Jaccard similarity", r"\frac{<intersection>}{<union>}", symbol="J")
def jaccard(intersection: int, union: int) -> float:
    return intersection / union


family.gives(
    {
        "shingles_a": (
            "list of text",
            "The different shingles of text_a, in the order met; a space within one is written as _ or another sign.",
        ),
        "shingles_b": ("list of text", "The different shingles of text_b, likewise."),
        "common": ("list of text", "The shingles that both have."),
        "intersection": ("whole number", "How many shingles both have."),
        "union": ("whole number", "How many different shingles the two have together."),
        "jaccard": ("number", "Intersection over union."),
    }
)
family.assumes(
    "Shingles are sets: each counts once. Words are split at white space; shingles of characters hold the "
    "spaces too. Case and punctuation stay.",
)


@family.mistake(
    of="union", says="You added the sizes of both sets. Common shingles are then counted twice: subtract them once."
)  # fmt: skip
def sizes_added(shingles_a: Shingles, shingles_b: Shingles) -> int:
    return len(shingles_a) + len(shingles_b)


@family.mistake(
    of="union", says="You counted only what stands in one of the texts. The union holds the common shingles too."
)  # fmt: skip
def common_left_out(right: int, intersection: int) -> int:
    return right - intersection


@family.mistake(
    of="jaccard",
    says="That is the Dice coefficient: twice the common ones over both sizes. Divide by the union.",
)
def dice(intersection: int, shingles_a: Shingles, shingles_b: Shingles) -> float:
    return 2 * intersection / (len(shingles_a) + len(shingles_b))


@family.mistake(
    of="jaccard",
    says="You divided by the shingles of the first text: that is how much of it stands in the second. Divide by the "
    "union.",
)
def containment(intersection: int, shingles_a: Shingles) -> float:
    return intersection / len(shingles_a)


@family.mistake(
    of="jaccard", says="That is the Jaccard distance, 1 minus the similarity. The similarity is asked."
)
def distance(right: float) -> float:
    return 1 - right


@family.mistake(
    of="intersection",
    says="You counted single pieces that both texts have. Count shingles: n neighbours in the same order.",
)
def single_pieces(text_a: str, text_b: str, n: int, unit: str) -> int:
    if n == 1:
        raise NotApplicable
    return len(set(shingles(text_a, 1, unit)) & set(shingles(text_b, 1, unit)))


@family.convention("Right for shingles of characters. Here a shingle is made of words.")
def of_characters(given: Parameters) -> Parameters | None:
    return given.replace(unit="char") if given.unit == "word" else None


@family.convention("Right for shingles of words. Here a shingle is made of characters, spaces included.")
def of_words(given: Parameters) -> Parameters | None:
    enough = max(len(given.text_a.split()), len(given.text_b.split())) >= given.n
    return given.replace(unit="word") if given.unit == "char" and enough else None


@family.refuses
def nothing_shared(exact: Run) -> str | None:
    if not exact.reached["common"]:
        return "no shingle is common"
    return None if exact.reached["jaccard"] < 1 else "both sets are the same"


WORDS = {
    "who": ("the cat", "the dog", "a bird", "the old man", "my neighbour"),
    "does": ("sat on", "jumped over", "looked at", "ran to"),
    "what": ("the wall", "the red sofa", "the small box", "a green mat"),
    "when": ("today", "last night", "again", "in the rain"),
}
PAIRS = (
    ("night", "nacht"), ("colour", "color"), ("banana", "bandana"), ("statistics", "statistical"),
    ("token", "taken"), ("the cat", "the hat"), ("a new day", "a new way"), ("data set", "dataset"),
    ("encoder", "decoder"), ("training", "raining"), ("test set", "text set"), ("modelling", "modeling"),
)  # fmt: skip


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    unit = fixed.get("unit", {"warm-up": "char", "exam": rng.choice(("word", "char")), "hard": "word"}[level])
    if unit == "char":
        text_a, text_b = rng.sample(rng.choice(PAIRS), 2)
        return {"text_a": text_a, "text_b": text_b, "n": 2 if level != "hard" else 3, "unit": unit}
    sentence = {
        place: rng.choice(words) for place, words in WORDS.items() if level != "warm-up" or place != "when"
    }
    other = dict(sentence)
    for place in rng.sample(list(sentence), 1 if level != "hard" else 2):
        other[place] = rng.choice([words for words in WORDS[place] if words != sentence[place]])
    text_a, text_b = (" ".join(parts.values()) for parts in (sentence, other))
    return {
        "text_a": text_a,
        "text_b": text_b,
        "n": 2 if level != "hard" else rng.choice((2, 3)),
        "unit": unit,
    }
