"""Size of the table of an n-gram model: a row per context of n - 1 words, a probability per word in each row.

Both are upper bounds, for every combination of words counts, seen or not (Bengio et al. 2003, introduction, on why this
explodes with n).
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field, model_validator

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable
from engine.fairness import LARGEST_INTEGER
from engine.parameters import Frozen, symbol


class Parameters(Frozen):
    vocabulary_size: Annotated[int, Field(ge=2, le=10**9)] = symbol("V", "words in the vocabulary")
    n: Annotated[int, Field(ge=1, le=60)] = symbol("n", "words in one n-gram")

    @model_validator(mode="after")
    def can_be_written(self) -> "Parameters":
        if self.vocabulary_size**self.n > 10**60:
            raise ValueError("n must be smaller: vocabulary_size to the power n may be at most 10^60")
        return self


family = Family(
    "ngram_size", "Size of an n-gram model", section="c.3", builds_on=("ngram_counts",), parameters=Parameters
)


@family.step(
    "Contexts: all sequences of n - 1 words", r"<vocabulary_size>^{<n> - 1}", symbol="H", form=Integer()
)
def contexts(vocabulary_size: int, n: int) -> int:
    return int(vocabulary_size ** (n - 1))


@family.step(
    "Parameters: a probability per word in each context", r"<contexts> \cdot <vocabulary_size>", symbol="P",
    form=Integer(),
)  # fmt: skip
def parameters(contexts: int, vocabulary_size: int) -> int:
    return contexts * vocabulary_size


family.gives(
    {
        "contexts": ("whole number", "Contexts: vocabulary_size to the power n - 1."),
        "parameters": (
            "whole number",
            "Probabilities in the table: vocabulary_size to the power n, an upper bound.",
        ),
    }
)
family.assumes(
    "Both are upper bounds: every combination of the words counts, seen or not.",
)


@family.mistake(
    of="contexts",
    says="You counted whole n-grams. A context is what stands before the last word: n - 1 words.",
)
def whole_ngrams(vocabulary_size: int, n: int) -> int:
    return int(vocabulary_size**n)


@family.mistake(
    of="contexts",
    says="You multiplied V by n - 1. Each of the n - 1 places can hold any word: take V to the power n - 1.",
)
def times_for_power(vocabulary_size: int, n: int) -> int:
    if n < 3:
        raise NotApplicable
    return vocabulary_size * (n - 1)


@family.mistake(
    of="contexts",
    says="You swapped base and exponent. There are V choices for each of n - 1 places: V to the power n - 1.",
)
def swapped(vocabulary_size: int, n: int) -> int:
    if n < 3 or vocabulary_size > 40:
        raise NotApplicable
    return int((n - 1) ** vocabulary_size)


@family.mistake(
    of="parameters",
    says="You counted one number per context. Each context has a probability for every word: multiply by V.",
)
def one_per_context(contexts: int) -> int:
    return contexts


@family.mistake(
    of="parameters",
    says="You left out the last word of each row, which follows from the others. The whole table is asked: V per row.",
)
def last_one_follows(contexts: int, vocabulary_size: int) -> int:
    return contexts * (vocabulary_size - 1)


@family.mistake(
    of="parameters", says="You added V to the contexts. Every context has V probabilities: multiply."
)
def added(contexts: int, vocabulary_size: int) -> int:
    return contexts + vocabulary_size


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    if level == "warm-up":
        return {"vocabulary_size": rng.randint(3, 12), "n": fixed.get("n", rng.choice((2, 3)))}
    words = (20, 26, 30, 40, 50, 60, 100, 200) if level == "exam" else (500, 1000, 2000, 5000, 10_000, 20_000)
    size = fixed.get("vocabulary_size", rng.choice(words))
    longest = next((n for n in (6, 5, 4, 3) if size**n < LARGEST_INTEGER), 2)
    return {"vocabulary_size": size, "n": rng.randint(3, max(3, longest))}
