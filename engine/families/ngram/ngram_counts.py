"""The count table of an n-gram model: what is counted, and how many different n-grams and contexts there are.

Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter 3.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.answers.forms import Integer, Tokens
from engine.chain import Family, NotApplicable, NotNeeded, Run
from engine.mathematics.ngrams import (
    Gram,
    Sentence,
    WithCorpus,
    count_ngrams,
    draw_corpus,
    padded,
    vocabulary,
)
from engine.parameters import symbol
from engine.solutions import latex

Counts = dict[str, int]


class Parameters(WithCorpus):
    n: int = symbol("n", "tokens in one n-gram", ge=1, le=10)


family = Family("ngram_counts", "Counting n-grams", section="c.3", parameters=Parameters)


def history_of(gram: str) -> str:
    return gram.rpartition(" ")[0]


@family.step(
    "The sentences with start and end symbols",
    r"\text{n - 1 start symbols before each sentence, one end symbol after it}",
    form=Tokens(),
)
def sentences(corpus: tuple[Sentence, ...], n: int, start: str, end: str) -> list[Gram]:
    return padded(corpus, n, start, end)


@family.step(
    "Count of each n-gram", r"\text{slide a window of n tokens over each sentence}", symbol="C(h, w)", form=Integer()
)  # fmt: skip
def counts(sentences: list[Gram], n: int) -> Counts:
    return {" ".join(gram): count for gram, count in count_ngrams(sentences, n).items()}


@family.step(
    "Count of each context", r"\sum_w C(h, w)", symbol="C(h)", form=Integer(),
    numbers=lambda counts, n, at: latex.total([c for gram, c in counts.items() if history_of(gram) == at[0]]),
)  # fmt: skip
def context_counts(counts: Counts, n: int) -> Counts | NotNeeded:
    found: Counts = {}
    for gram, count in counts.items():
        found[history_of(gram)] = found.get(history_of(gram), 0) + count
    return (
        NotNeeded(found, "Single words have no context: the empty one stands before all.")
        if n == 1
        else found
    )


@family.step("Different n-grams", r"\text{rows of the table of n-grams}", form=Integer())
def distinct(counts: Counts) -> int:
    return len(counts)


@family.step("Different contexts", r"\text{rows of the table of contexts}", form=Integer())
def contexts(context_counts: Counts) -> int:
    return len(context_counts)


family.gives(
    {
        "sentences": ("list of list of text", "The sentences with their start and end symbols."),
        "counts": (
            "{text}: whole number",
            "Count of each n-gram, its tokens joined by spaces, in the order met.",
        ),
        "context_counts": (
            "{text}: whole number",
            "Count of each context of n - 1 tokens that a token follows.",
        ),
        "distinct": ("whole number", "How many different n-grams there are."),
        "contexts": ("whole number", "How many different contexts there are."),
    }
)
family.assumes(
    "Each sentence gets n - 1 start symbols before it and one end symbol after it.",
    "The end symbol is predicted and counted like a word, the start symbol never: the vocabulary is the "
    "different words and the end symbol.",
    "Words are split at white space, case kept.",
)


@family.mistake(
    of="sentences", says="You left out the end symbol. One end symbol follows each sentence and is counted."
)
def no_end(corpus: tuple[Gram, ...], n: int, start: str) -> list[Gram]:
    return [(start,) * (n - 1) + sentence for sentence in corpus]


@family.mistake(
    of="sentences", says="You left out the start symbols. The first word needs a context too: n - 1 start symbols."
)  # fmt: skip
def no_start(corpus: tuple[Gram, ...], n: int, end: str) -> list[Gram]:
    return [(*sentence, end) for sentence in corpus]


@family.mistake(
    of="sentences",
    says="You put one start symbol before each sentence. A model of n-grams with n = 3 needs n - 1 = 2 of them.",
)
def one_start(corpus: tuple[Gram, ...], n: int, start: str, end: str) -> list[Gram]:
    if n != 3:
        raise NotApplicable
    return padded(corpus, 2, start, end)


@family.mistake(
    of="counts", says="You noted each n-gram once. Count every place where it stands, in all sentences."
)
def once_each(right: Counts) -> Counts:
    return dict.fromkeys(right, 1)


@family.mistake(
    of="counts",
    says="You counted across the border of two sentences. A window stays inside one sentence.",
)
def across_borders(sentences: list[Gram], n: int) -> Counts:
    return counts([tuple(token for sentence in sentences for token in sentence)], n)


@family.mistake(
    of="distinct", says="You counted every occurrence. Different n-grams count once, however often they stand there."
)  # fmt: skip
def occurrences(counts: Counts) -> int:
    return sum(counts.values())


@family.mistake(
    of="contexts", says="You counted the end symbol as a context. Nothing follows it, so it is none."
)
def end_as_context(context_counts: Counts) -> int:
    return len(context_counts) + 1


@family.mistake(
    of="contexts",
    says="You computed how many contexts are possible. Count those that stand in the corpus: far fewer do.",
)
def possible_contexts(corpus: tuple[Gram, ...], n: int, end: str) -> int:
    possible: int = len(vocabulary(corpus, end)) ** (n - 1)
    return possible


@family.refuses
def nothing_twice(exact: Run) -> str | None:
    return None if max(exact.reached["counts"].values()) > 1 else "every n-gram stands there once"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    size = {"warm-up": 2, "exam": 3, "hard": 4}[level]
    return {"corpus": draw_corpus(rng, size), "n": 2 if level == "warm-up" else rng.choice((2, 3))}
