"""Counting n-grams in a small corpus: what the n-gram families share.

Every sentence gets n - 1 start symbols before it and one end symbol after it. The vocabulary holds the types and the
end symbol, not the start symbol: the end is predicted, the start never is.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from engine.parameters import Frozen, symbol

Gram = tuple[str, ...]
COUNTED = (
    "Each sentence gets n - 1 start symbols before it and one end symbol after it.",
    (
        "The end symbol is predicted and counted like a word, the start symbol never: the vocabulary is the "
        "different words and the end symbol."
    ),
    (
        "Words are split at white space, case kept. A word that the corpus lacks has count 0; the vocabulary "
        "does not grow by it."
    ),
)


def _without_spaces(token: str) -> str:
    if token.split() != [token]:
        raise ValueError("must be a word without spaces")
    return token


def words_of(text: Any) -> Any:
    """The words of a sentence given as one text, split on white space; a list as it is."""
    return text.split() if isinstance(text, str) else text


Token = Annotated[str, Field(max_length=60), AfterValidator(_without_spaces)]
Sentence = Annotated[tuple[Token, ...], Field(max_length=500), BeforeValidator(words_of)]


class WithCorpus(Frozen):
    """Base of the parameters that are counted in a corpus."""

    corpus: tuple[Sentence, ...] = symbol(
        r"\text{corpus}", "training sentences", min_length=1, max_length=1000
    )
    start: Token = symbol(r"\text{start}", "symbol before the first word", default="<s>")
    end: Token = symbol(r"\text{end}", "symbol after the last word", default="</s>")

    @model_validator(mode="after")
    def symbols_of_their_own(self) -> "WithCorpus":
        """Raises ValueError where start and end are alike, or the corpus holds one of them."""
        if self.start == self.end:
            raise ValueError("end must be another symbol than start")
        if any({self.start, self.end} & set(sentence) for sentence in self.corpus):
            raise ValueError(
                f"corpus must not hold {self.start} or {self.end}: they are added to each sentence"
            )
        return self

    def counts(self, n: int) -> dict[Gram, int]:
        """The n-grams of the padded corpus with their counts."""
        return count_ngrams(padded(self.corpus, n, self.start, self.end), n)


class NextWord(WithCorpus):
    """Base of the parameters that look one word up after its history."""

    n: int = symbol("n", "tokens in one n-gram", ge=1, le=10)
    history: Sentence = symbol("h", "the n - 1 tokens before")
    word: Token = symbol("w", "the token that is predicted")

    @model_validator(mode="after")
    def can_be_looked_up(self) -> "NextWord":
        """Raises ValueError where the history is not n - 1 tokens long, or the word is the start symbol."""
        if len(self.history) != self.n - 1:
            raise ValueError(f"history must have n - 1 = {self.n - 1} tokens")
        if self.word == self.start:
            raise ValueError("word must not be the start symbol: it is never predicted")
        return self


def corpus_of(given: Mapping[str, Any]) -> WithCorpus:
    """The corpus among the values of a draw."""
    return WithCorpus.of({name: given[name] for name in WithCorpus.model_fields if name in given})


def padded(sentences: Sequence[Gram], n: int, start: str, end: str) -> list[Gram]:
    """The sentences with n - 1 start symbols before each and one end symbol after it."""
    return [((start,) * (n - 1) + sentence + (end,)) for sentence in sentences]


def count_ngrams(sentences: Sequence[Gram], n: int) -> dict[Gram, int]:
    """Windows of n tokens with their counts, in the order in which they are met."""
    counts: dict[Gram, int] = {}
    for sentence in sentences:
        for place in range(len(sentence) - n + 1):
            gram = sentence[place : place + n]
            counts[gram] = counts.get(gram, 0) + 1
    return counts


def count_history(counts: Mapping[Gram, int], history: Gram) -> int:
    """The number of predicted tokens that the history comes before; the empty one comes before all of them."""
    return sum(count for gram, count in counts.items() if gram[:-1] == history)


def count_word(corpus: Sequence[Gram], word: str, end: str) -> int:
    """The number of times that a word is predicted; the end symbol is, once for each sentence."""
    return len(corpus) if word == end else sum(sentence.count(word) for sentence in corpus)


def count_tokens(corpus: Sequence[Gram]) -> int:
    """Words and end symbols: all that is predicted."""
    return sum(len(sentence) + 1 for sentence in corpus)


def vocabulary(corpus: Sequence[Gram], end: str) -> Gram:
    """The types in the order in which they are met, then the end symbol."""
    return (*dict.fromkeys(token for sentence in corpus for token in sentence), end)


# The world of the drawn corpora: somebody does something to somebody.
PEOPLE = ("Anna", "Ben", "Mia", "Tom")
ANIMALS = ("dog", "cat", "bird", "horse")
VERBS = ("sees", "likes", "calls", "helps")


def fitting(after: str, words: Sequence[str]) -> list[str]:
    """The words that could go on a sentence of this world, seen there or not; all words in another world."""
    someone = PEOPLE + ANIMALS
    if after == "the":
        fit = [word for word in words if word in ANIMALS]
    elif after in someone:
        fit = [word for word in words if word not in (*someone, "the")]
    else:
        fit = [word for word in words if word in (*PEOPLE, "the")]
    return fit or list(words)


def draw_sentence(rng: Random, words: Sequence[str]) -> list[str]:
    """Three to five words of those given, all of this world: "Anna sees the dog"."""
    verbs = [word for word in words if word in VERBS]
    someone = [[word] if word in PEOPLE else ["the", word] for word in words if word in PEOPLE + ANIMALS]
    first, second = rng.sample(someone, 2)
    return [*first, rng.choice(verbs), *second]


def draw_corpus(rng: Random, sentences: int) -> list[list[str]]:
    """Different sentences of this world, made of two people, two animals and two verbs."""
    words = [*rng.sample(PEOPLE, 2), *rng.sample(ANIMALS, 2), *rng.sample(VERBS, 2)]
    corpus: list[list[str]] = []
    while len(corpus) < sentences:
        sentence = draw_sentence(rng, words)
        if sentence not in corpus:
            corpus.append(sentence)
    return corpus
