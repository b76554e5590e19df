"""Stupid backoff: the longest context in which the word was seen, times a factor for each token dropped.

Brants, Popat, Xu, Och and Dean 2007, "Large Language Models in Machine Translation", section 4. The scores are no
probabilities: they need not sum to one.
"""

from collections.abc import Generator, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Fixed, Integer
from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics.ngram_lines import history_step, ngram_step
from engine.mathematics.ngrams import (
    COUNTED,
    Gram,
    NextWord,
    corpus_of,
    count_tokens,
    count_word,
    draw_corpus,
    fitting,
    vocabulary,
    words_of,
)
from engine.parameters import symbol


class Parameters(NextWord):
    factor: Annotated[float, Field(gt=0, le=1)] = symbol(
        r"\alpha",
        "factor for each token dropped",
        default=0.4,
        because="at 0 nothing is left of a shorter context, and there is no backoff",
    )


family = Family(
    "ngram_backoff",
    "Backing off to shorter contexts",
    section="c.3",
    builds_on=("ngram_probability",),
    parameters=Parameters,
)


@family.unroll("level", "probability")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    """Counts longer n-grams first, until one was seen; ``level`` is how many tokens of the history were dropped."""
    looked_up: list[str] = []
    for dropped in range(given.n):
        gram = (*given.history[dropped:], given.word)
        counts = given.counts(len(gram))
        looked_up.append(f"count_{dropped}")
        seen = yield ngram_step(looked_up[-1], gram, counts)
        if seen:
            break
    yield history_step("history_count", gram[:-1], counts)
    yield Step(
        "level", "Tokens dropped from the context", r"\text{how many counts were 0 before one was not}",
        level_of, tuple(looked_up), symbol="k", form=Integer(), answer="level",
    )  # fmt: skip
    yield Step(
        "relative", "Relative count", rf"\frac{{<{looked_up[-1]}>}}{{<history_count>}}",
        lambda count, history: count / history, (looked_up[-1], "history_count"), symbol="f", form=Fixed(4),
    )  # fmt: skip
    yield Step(
        "probability", "Score with backoff", r"<factor>^{<level>} \cdot <relative>",
        lambda factor, level, relative: factor**level * relative, ("factor", "level", "relative"),
        symbol="S", form=Fixed(4), answer="probability",
    )  # fmt: skip


def level_of(*counts: int) -> int:
    return next((level for level, count in enumerate(counts) if count), len(counts) - 1)


family.gives(
    {
        "level": (
            "whole number",
            "Tokens dropped from the history before the n-gram was seen; n - 1 where even the word alone was not.",
        ),
        "probability": ("number", "The score: factor to the power of level, times the relative count."),
    }
)
family.assumes(
    *COUNTED,
    "Tokens are dropped from the front of the history until the n-gram was seen; level is how many, and "
    "each costs the factor once.",
    "Shorter n-grams are counted with fewer start symbols, as a model of that n would. Without a history "
    "left, the count of the word stands over all words and end symbols.",
    "A word that was never seen has level n - 1 and score 0. The scores need not sum to 1.",
)


@family.mistake(
    of="probability",
    says="You left out the factor. Each token that you drop from the context costs one factor.",
)
def factor_forgotten(relative: float, level: int) -> float:
    if level == 0:
        raise NotApplicable
    return relative


@family.mistake(
    of="probability",
    says="You took the factor once. Two tokens were dropped from the context, so the factor counts twice.",
)
def factor_once(factor: float, relative: float, level: int) -> float:
    if level != 2:
        raise NotApplicable
    return factor * relative


@family.mistake(
    of="probability",
    says="You took one factor too many. Only a token that is dropped from the context costs a factor.",
)
def factor_too_many(factor: float, relative: float, level: int) -> float:
    return factor ** (level + 1) * relative


@family.mistake(
    of="probability",
    says="You stopped at a count of 0. Backoff drops the first token of the context and looks again.",
)
def no_backoff(level: int) -> float:
    if level == 0:
        raise NotApplicable
    return 0.0


@family.mistake(
    of="history_count",
    says="You divided by all tokens. Below the line stands the count of the context that is left.",
)
def all_tokens(corpus: tuple[Gram, ...]) -> int:
    return count_tokens(corpus)


@family.mistake(
    of="history_count",
    says="You counted the start symbols among all tokens. They are given, never predicted: here they do not count.",
)
def start_counted(right: int, corpus: tuple[Gram, ...]) -> int:
    if right != count_tokens(corpus):
        raise NotApplicable  # a context is left, and it is counted
    return right + len(corpus)


@family.mistake(
    of="history_count",
    says="You divided by the count of the word. Below the line stands the count of the context that is left.",
)
def word_for_context(corpus: tuple[Gram, ...], word: str, end: str) -> int:
    return count_word(corpus, word, end)


@family.refuses
def certain(exact: Run) -> str | None:
    return "only one word can follow" if exact.reached["probability"] == 1 else None


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Any context of the corpus with any word; where they are met is drawn first, so that each level is frequent."""
    given = {
        "corpus": draw_corpus(rng, 4 if level == "hard" else 3),
        "n": 2 if level == "warm-up" else 3,
        "factor": 0.4 if level != "hard" else rng.choice((0.4, 0.5, 0.3)),
        **fixed,
    }
    look = corpus_of(given)
    n = given["n"]
    counts = [look.counts(n - dropped) for dropped in range(n)]
    histories = (
        [tuple(words_of(fixed["history"]))]
        if "history" in fixed
        else list({gram[:-1]: 0 for gram in counts[0]})
    )
    words = vocabulary(look.corpus, look.end)
    found: dict[int, list[tuple[Gram, str]]] = {}
    for history in histories:
        for word in [fixed["word"]] if "word" in fixed else fitting(history[-1] if history else "", words):
            seen = level_of(*(counts[k].get((*history[k:], word), 0) for k in range(n)))
            found.setdefault(seen, []).append((history, word))
    wanted = (0, 1, 1, 2, 2) if n > 2 else (0, 1)
    dropped = rng.choice([k for k in wanted if k in found] or list(found))
    history, word = rng.choice(found[dropped])
    return {**given, "history": history, "word": word}
