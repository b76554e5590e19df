"""The probability of the next token in an n-gram model: relative counts, or with alpha added to each count.

Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter 3 (maximum likelihood; add-k smoothing).
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field, model_validator

from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics.ngram_lines import (
    history_step,
    in_latex,
    ngram_step,
    probability_step,
    vocabulary_step,
)
from engine.mathematics.ngrams import (
    COUNTED,
    Gram,
    NextWord,
    corpus_of,
    count_history,
    count_tokens,
    count_word,
    draw_corpus,
    fitting,
    vocabulary,
    words_of,
)
from engine.parameters import symbol


class Parameters(NextWord):
    alpha: Annotated[float, Field(ge=0, le=1e6)] = symbol(
        r"\alpha", "what is added to each count", default=0.0
    )

    @model_validator(mode="after")
    def history_is_known(self) -> "Parameters":
        if not self.alpha and not count_history(self.counts(self.n), self.history):
            raise ValueError("history must stand in the corpus as a context, or alpha must be above 0")
        return self


family = Family(
    "ngram_probability",
    "Probability of the next word",
    section="c.3",
    builds_on=("ngram_counts",),
    parameters=Parameters,
)


@family.unroll("history_count", "ngram_count", "vocabulary_size", "probability")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    history, gram, counts = given.history, (*given.history, given.word), given.counts(given.n)
    yield history_step("history_count", history, counts, answer="history_count")
    yield ngram_step("ngram_count", gram, counts, answer="ngram_count")
    yield vocabulary_step(answer="vocabulary_size")
    condition = rf" \mid {in_latex(history)}" if history else ""
    yield probability_step(
        "probability", gram, "ngram_count", "history_count", given.alpha > 0,
        symbol=f"P({in_latex((given.word,))}{condition})", answer="probability",
    )  # fmt: skip


family.gives(
    {
        "history_count": (
            "whole number",
            "How often a token follows the history; all tokens where the history is empty.",
        ),
        "ngram_count": ("whole number", "How often the word follows the history."),
        "vocabulary_size": ("whole number", "Different words and the end symbol, without the start symbol."),
        "probability": (
            "number",
            "n-gram count plus alpha over history count plus alpha times vocabulary size.",
        ),
    }
)
family.assumes(
    *COUNTED,
    "With alpha 0 a history that was never seen is refused: its share would be 0/0.",
)


@family.mistake(
    of="probability",
    says="You left out the smoothing. Add alpha to the count, and alpha times V to the count of the context.",
)
def not_smoothed(ngram_count: int, history_count: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return ngram_count / history_count


@family.mistake(
    of="probability",
    says="You added alpha above the line only. Below the line add alpha times V, so that all words together have "
    "probability 1.",
)
def only_above(ngram_count: int, history_count: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return (ngram_count + alpha) / history_count


@family.mistake(
    of="probability",
    says="You added alpha once below the line. Every word of the vocabulary gets an alpha: add alpha times V.",
)
def once_below(ngram_count: int, history_count: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return (ngram_count + alpha) / (history_count + alpha)


@family.mistake(
    of="vocabulary_size",
    says="You left out the end symbol. It can be predicted like a word, so it is in the vocabulary.",
)
def end_left_out(right: int) -> int:
    return right - 1


@family.mistake(
    of="vocabulary_size",
    says="You counted one too many for the vocabulary. Here it is the different words and the end symbol; the start "
    "symbol is never predicted.",
)
def start_counted(right: int) -> int:
    return right + 1


@family.mistake(of="vocabulary_size", says="You counted every token. The vocabulary holds each word once.")
def tokens_counted(corpus: tuple[Gram, ...]) -> int:
    return count_tokens(corpus)


@family.mistake(
    of="history_count",
    says="You counted the predicted word. Below the line stands the count of the context: what comes before.",
)
def word_for_context(corpus: tuple[Gram, ...], word: str, end: str) -> int:
    return count_word(corpus, word, end)


@family.mistake(
    of="history_count",
    says="You divided by all tokens. Below the line count only those that follow the context.",
)
def all_tokens(corpus: tuple[Gram, ...]) -> int:
    return count_tokens(corpus)


@family.refuses
def certain(exact: Run) -> str | None:
    return "only one word can follow" if exact.reached["probability"] == 1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    alpha = 0.0 if level == "warm-up" else rng.choice((0, 1, 1, 0.5) if level == "exam" else (1, 0.5, 0.1))
    given = {
        "corpus": draw_corpus(rng, {"warm-up": 3, "exam": 3, "hard": 4}[level]),
        "n": 2 if level != "hard" else rng.choice((2, 3)),
        "alpha": alpha,
        **fixed,
    }
    look = corpus_of(given)
    counts = look.counts(given["n"])
    often = [gram[:-1] for gram in counts if count_history(counts, gram[:-1]) > 1]
    history = tuple(words_of(given.get("history", rng.choice(often))))
    seen = [gram[-1] for gram in counts if gram[:-1] == history]
    words = vocabulary(look.corpus, look.end)
    unseen = [word for word in fitting(history[-1] if history else "", words) if word not in seen]
    word = rng.choice(unseen if unseen and given["alpha"] and rng.random() < 0.5 else seen or words)
    return {**given, "history": history, "word": word}
