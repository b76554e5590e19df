"""The training pairs of skip-gram: each word with every word in its window (Mikolov, Chen, Corrado and Dean 2013).

The window reaches as many words to each side, and is cut at the ends of the sentence.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.answers.forms import Integer, Tokens
from engine.chain import Family, NotApplicable
from engine.parameters import Frozen, symbol
from engine.solutions import latex

Token = Annotated[str, Field(min_length=1, max_length=60)]
Contexts = Mapping[str, tuple[str, ...]]
Pairs = list[tuple[str, str]]


class Parameters(Frozen):
    sentence: tuple[Token, ...] = symbol(r"\text{sentence}", "tokens in order", min_length=1, max_length=200)
    window: int = symbol("m", "words to each side", ge=1, le=200)
    center: int | str | None = symbol(
        r"\text{center}",
        "a place counted from 0, or a word (all its places)",
        default=None,
        empty="every word",
    )

    @field_validator("sentence")
    @classmethod
    def tokens_without_spaces(cls, sentence: tuple[str, ...]) -> tuple[str, ...]:
        if any(token.split() != [token] for token in sentence):
            raise ValueError("each token must be written without spaces")
        return sentence

    @field_validator("center", mode="before")
    @classmethod
    def place_or_word(cls, center: Any, info: ValidationInfo) -> Any:
        if isinstance(center, str) and center.isdecimal() and center not in info.data.get("sentence", ()):
            return int(center)
        if isinstance(center, bool) or not isinstance(center, int | str | None):
            raise ValueError("must be a place counted from 0, a word, or null")
        return center

    @model_validator(mode="after")
    def center_is_there(self) -> "Parameters":
        if isinstance(self.center, int) and not 0 <= self.center < len(self.sentence):
            raise ValueError(f"center must be a place from 0 to {len(self.sentence) - 1}, or a word")
        if isinstance(self.center, str) and self.center not in self.sentence:
            raise ValueError(f"center must be a word of the sentence; {self.center} is not")
        return self


family = Family("skipgram_pairs", "Training pairs of skip-gram", section="2.4", parameters=Parameters)


def centers(sentence: tuple[str, ...], center: int | str | None) -> dict[str, int]:
    """The places of the centers by name: the word, with a number where it occurs several times."""
    often, met = Counter(sentence), Counter[str]()
    places: dict[str, int] = {}
    for place, word in enumerate(sentence):
        met[word] += 1
        if center in (None, place, word):
            places[f"{word} ({met[word]})" if often[word] > 1 else word] = place
    return places


def around(
    sentence: tuple[str, ...], window: int, center: int | str | None, itself: bool = False
) -> dict[str, tuple[str, ...]]:
    """The words around each center, left to right, with or without the center itself."""
    return {
        name: (
            *sentence[max(0, place - window) : place + itself],
            *sentence[place + 1 : place + 1 + window],
        )
        for name, place in centers(sentence, center).items()
    }


@family.step(
    "Context of each center", r"\text{up to } <window> \text{ words before and after the center, cut at the ends}",
    form=Tokens(), symbol=r"\text{contexts}",
)  # fmt: skip
def contexts(sentence: tuple[str, ...], window: int, center: int | str | None) -> Contexts:
    return around(sentence, window, center)


@family.step("Training pairs", r"\text{each center with each word of its context}", form=Tokens())
def pairs(contexts: Contexts) -> Pairs:
    return [(name.partition(" ")[0], word) for name, words in contexts.items() for word in words]


@family.step(
    "Number of pairs", r"\text{sizes of the contexts, added up}", symbol="n", form=Integer(),
    numbers=lambda contexts: latex.total([len(words) for words in contexts.values()]),
)  # fmt: skip
def count(contexts: Contexts) -> int:
    return sum(map(len, contexts.values()))


family.gives(
    {
        "contexts": (
            "{text}: list of text",
            "Context words of each center, left to right; a center that occurs several times is numbered: the (1).",
        ),
        "pairs": ("list of list of text", "Center and context word, by center and then left to right."),
        "count": ("whole number", "How many pairs there are."),
    }
)
family.assumes(
    "The window reaches that many words to each side and is cut at the ends of the sentence. A word that "
    "occurs several times is a center in each of its places.",
)


@family.mistake(
    of="contexts",
    says="You shared the window between the two sides. It counts the words on each side of the center.",
)
def window_shared(sentence: tuple[str, ...], window: int, center: int | str | None) -> Contexts:
    if window < 2:
        raise NotApplicable
    return around(sentence, window // 2, center)


@family.mistake(
    of="contexts", says="You counted the center among its own context. A word is not predicted from itself."
)
def center_included(sentence: tuple[str, ...], window: int, center: int | str | None) -> Contexts:
    return around(sentence, window, center, itself=True)


@family.mistake(
    of="pairs",
    says="You wrote the context word first. Skip-gram predicts the context from the center, so the center comes first.",
)
def context_first(right: Pairs) -> Pairs:
    return [(word, center) for center, word in right]


@family.mistake(
    of="count", says="You counted a full window for every center. At the ends of the sentence it is cut."
)
def not_cut(contexts: Contexts, window: int) -> int:
    return 2 * window * len(contexts)


@family.mistake(
    of="count",
    says="You counted two neighbours once. Each of them is a center in turn, so they make two pairs.",
)
def each_pair_once(contexts: Contexts, center: int | str | None) -> int:
    if center is not None:
        raise NotApplicable
    return sum(map(len, contexts.values())) // 2


@family.mistake(of="count", says="You counted the centers. Count the pairs: every center has several.")
def centers_counted(contexts: Contexts) -> int:
    return len(contexts)


WHO = ("the cat", "my friend", "the teacher", "a child", "her brother", "the sailor", "our neighbour")
SHORT = ("Anna", "Omar", "Mina", "Luca", "she", "he", "everybody")
DOES = ("sees", "likes", "paints", "finds", "wants", "loves", "remembers")
WHAT = ("the river", "a boat", "old songs", "the house", "fresh bread", "the garden", "new books")
WHEN = ("", "today", "every day", "again", "all the time")
WHERE = ("near the old town", "after the long winter", "in the north of the country", "on the first day")


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    who, does, what = rng.choice(WHO), rng.choice(DOES), rng.choice(WHAT)
    if level == "warm-up":
        who = rng.choice(SHORT)
    tail = rng.choice(WHERE if level == "hard" else WHEN)
    return {
        "sentence": f"{who} {does} {what} {tail}".split(),
        "window": {"warm-up": 1, "exam": 2, "hard": rng.choice((2, 3))}[level],
    }
