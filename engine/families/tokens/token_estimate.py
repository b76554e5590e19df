"""The rule of thumb for English: one token is about three quarters of a word, so a text has more tokens than words."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from engine.answers.forms import Integer
from engine.chain import Family, NotApplicable, Run
from engine.parameters import CountOrNone, Frozen, Positive, exact, symbol


class Parameters(Frozen):
    words: CountOrNone = symbol("w", "words of the text")
    words_per_token: Positive = symbol("r", "words that one token stands for", default=0.75)


family = Family("token_estimate", "Tokens of a text", section="2.2", parameters=Parameters)


def whole(x: Fraction) -> int | float:
    return int(x) if x.denominator == 1 else float(x)


@family.step("Tokens, about", r"\frac{<words>}{<words_per_token>}", symbol="T", form=Integer())
def tokens(words: int, words_per_token: float) -> int | float:
    return whole(words / exact(words_per_token))


family.gives(
    {
        "tokens": ("number", "Words over words per token; not rounded.", "tokens"),
    }
)
family.assumes(
    "The quotient is not rounded.",
)


@family.mistake(
    of="tokens",
    says="You multiplied. A token is less than a word, so there are more tokens than words: divide.",
)
def multiplied(words: int, words_per_token: float) -> int | float:
    return whole(words * exact(words_per_token))


@family.mistake(
    of="tokens",
    says="You counted words. A token is often only a piece of a word: divide by the words per token.",
)
def words_for_tokens(words: int, words_per_token: float) -> int:
    if words_per_token == 1:
        raise NotApplicable
    return words


@family.mistake(
    of="tokens",
    says="You added the missing share to the words. Divide the words by the words per token.",
)
def share_added(words: int, words_per_token: float) -> int | float:
    if words_per_token >= 1:
        raise NotApplicable
    return whole(words * (2 - exact(words_per_token)))


@family.mistake(
    of="tokens",
    says="You multiplied the words by 1 plus the words per token. Divide the words by the words per token.",
)
def ratio_added(words: int, words_per_token: float) -> int | float:
    return whole(words * (1 + exact(words_per_token)))


@family.refuses
def not_whole(exact_run: Run) -> str | None:
    return None if isinstance(exact_run.reached["tokens"], int) else "the number of tokens is not whole"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 20, "exam": 400, "hard": 8000}[level]
    ratio = 0.75 if level != "hard" else rng.choice((0.75, 0.6, 0.5, 0.8, 0.4))
    return {"words": rng.randint(5, size) * 60, "words_per_token": ratio}
