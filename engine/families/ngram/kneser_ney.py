"""Interpolated Kneser-Ney smoothing of a bigram model: discount what was seen, share it by continuation counts.

Kneser and Ney 1995; Chen and Goodman 1999 for the interpolated form; Jurafsky and Martin, Speech and Language
Processing, 3rd edition draft, chapter 3.
"""

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from engine.answers.forms import Fixed, Integer
from engine.chain import Family, NotApplicable, Run
from engine.mathematics.ngrams import (
    COUNTED,
    Gram,
    Sentence,
    Token,
    WithCorpus,
    corpus_of,
    count_history,
    count_ngrams,
    count_tokens,
    count_word,
    draw_corpus,
    fitting,
    padded,
    vocabulary,
)
from engine.parameters import exact, symbol


def _alone(history: Any) -> Any:
    return history[0] if isinstance(history, list | tuple) and len(history) == 1 else history


class Parameters(WithCorpus):
    history: Annotated[Token, BeforeValidator(_alone)] = symbol("h", "the word before")
    word: Token = symbol("w", "the token that is predicted")
    discount: Annotated[float, Field(ge=0, le=1)] = symbol("d", "what is taken off each count", default=0.75)

    @model_validator(mode="after")
    def can_be_looked_up(self) -> "Parameters":
        if self.word == self.start:
            raise ValueError("word must not be the start symbol: it is never predicted")
        if not count_history(self.counts(2), (self.history,)):
            raise ValueError("history must stand in the corpus as a context: some token must follow it")
        return self


family = Family(
    "kneser_ney",
    "Kneser-Ney smoothing",
    section="c.3",
    builds_on=("ngram_interpolation",),
    parameters=Parameters,
)


def bigrams(corpus: tuple[Gram, ...], start: str, end: str) -> dict[Gram, int]:
    return count_ngrams(padded(corpus, 2, start, end), 2)


@family.step(
    "Count of the word after the context", r"\text{how often w follows h}", symbol="C(h, w)", form=Integer()
)
def bigram_count(corpus: tuple[Sentence, ...], start: str, end: str, history: str, word: str) -> int:
    return bigrams(corpus, start, end).get((history, word), 0)


@family.step("Count of the context", r"\text{how often a token follows h}", symbol="C(h)", form=Integer())
def history_count(corpus: tuple[Sentence, ...], start: str, end: str, history: str) -> int:
    return count_history(bigrams(corpus, start, end), (history,))


@family.step(
    "Discounted share", r"\frac{\max(<bigram_count> - <discount>, 0)}{<history_count>}", symbol=r"P_{\mathrm{d}}",
    form=Fixed(4),
)  # fmt: skip
def discounted(bigram_count: int, discount: float, history_count: int) -> float:
    return float(max(bigram_count - exact(discount), Fraction(0)) / history_count)


@family.step(
    "Different tokens after the context", r"\text{types that follow h}", symbol=r"N(h, \bullet)", form=Integer()
)  # fmt: skip
def followers(corpus: tuple[Sentence, ...], start: str, end: str, history: str) -> int:
    return sum(first == history for first, _ in bigrams(corpus, start, end))


@family.step(
    "Weight of the continuation", r"\frac{<discount> \cdot <followers>}{<history_count>}", symbol=r"\lambda(h)",
    form=Fixed(4), answer="lambda",
)  # fmt: skip
def weight(discount: float, followers: int, history_count: int) -> float:
    return discount * followers / history_count


@family.step(
    "Different tokens before the word", r"\text{types that stand before w}", symbol=r"N(\bullet, w)", form=Integer()
)  # fmt: skip
def predecessors(corpus: tuple[Sentence, ...], start: str, end: str, word: str) -> int:
    return sum(second == word for _, second in bigrams(corpus, start, end))


@family.step(
    "Different bigrams", r"\text{bigram types in the corpus}", symbol=r"N(\bullet, \bullet)", form=Integer()
)
def bigram_types(corpus: tuple[Sentence, ...], start: str, end: str) -> int:
    return len(bigrams(corpus, start, end))


@family.step(
    "Continuation probability", r"\frac{<predecessors>}{<bigram_types>}", symbol=r"P_{\mathrm{c}}(w)", form=Fixed(4)
)  # fmt: skip
def continuation(predecessors: int, bigram_types: int) -> float:
    return predecessors / bigram_types


@family.step(
    "Kneser-Ney probability", r"<discounted> + <weight> \cdot <continuation>", symbol=r"P_{\mathrm{KN}}", form=Fixed(4)
)  # fmt: skip
def probability(discounted: float, weight: float, continuation: float) -> float:
    return discounted + weight * continuation


family.gives(
    {
        "bigram_count": ("whole number", "How often the word follows the history."),
        "history_count": ("whole number", "How often any token follows the history."),
        "discounted": ("number", "Bigram count less the discount, not below 0, over the history count."),
        "followers": ("whole number", "How many different tokens follow the history."),
        "lambda": ("number", "Weight of the continuation: discount times followers over history count."),
        "predecessors": ("whole number", "How many different tokens stand before the word."),
        "bigram_types": ("whole number", "How many different bigrams the corpus has."),
        "continuation": ("number", "Predecessors over bigram types."),
        "probability": ("number", "Discounted share plus lambda times continuation."),
    }
)
family.assumes(
    *COUNTED,
    "The model is interpolated, of bigrams: n is 2.",
    "The continuation counts different bigrams, those with the start symbol and those with the end symbol "
    "among them.",
)


@family.mistake(
    of="discounted",
    says="You left out the discount. Take d off the count first; what is taken off is shared by the continuations.",
)
def not_discounted(bigram_count: int, history_count: int) -> float:
    if not bigram_count:
        raise NotApplicable
    return bigram_count / history_count


@family.mistake(
    of="weight",
    says="You counted each occurrence after the context. The weight counts the different tokens that follow it.",
)
def occurrences_for_types(discount: float) -> float:
    return discount


@family.mistake(
    of="predecessors",
    says="You counted how often the word occurs. Continuation counts in how many different contexts it occurs.",
)
def frequency_for_contexts(corpus: tuple[Gram, ...], word: str, end: str) -> int:
    return count_word(corpus, word, end)


@family.mistake(
    of="bigram_types",
    says="You divided by the number of tokens. Below the line of the continuation stand the different bigrams.",
)
def tokens_for_types(corpus: tuple[Gram, ...]) -> int:
    return count_tokens(corpus)


@family.mistake(
    of="bigram_types",
    says="You divided by the size of the vocabulary. Below the line of the continuation stand the different bigrams.",
)
def vocabulary_for_types(corpus: tuple[Gram, ...], end: str) -> int:
    return len(vocabulary(corpus, end))


@family.mistake(
    of="bigram_types",
    says="You counted too few bigrams. Here those that begin with the start symbol count, too, and those that end with "
    "the end symbol.",
)
def start_left_out(corpus: tuple[Gram, ...], start: str, end: str) -> int:
    return sum(first != start for first, _ in bigrams(corpus, start, end))


@family.mistake(
    of="probability",
    says="You left out the weight of the continuation. Multiply the continuation probability by it, then add.",
)
def weight_forgotten(discounted: float, continuation: float) -> float:
    return discounted + continuation


@family.mistake(
    of="probability",
    says="You stopped at the discounted share. What was discounted comes back by the continuation.",
)
def nothing_added(discounted: float) -> float:
    return discounted


@family.refuses
def unknown_word(exact_run: Run) -> str | None:
    return None if exact_run.reached["predecessors"] else "the word stands nowhere in the corpus"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    given = {"corpus": draw_corpus(rng, {"warm-up": 2, "exam": 3, "hard": 4}[level]), **fixed}
    look = corpus_of(given)
    counts = look.counts(2)
    frequent = [first for first, _ in counts if count_history(counts, (first,)) > 1]
    history = _alone(given.get("history", rng.choice(frequent or [first for first, _ in counts])))
    seen = [second for first, second in counts if first == history]
    words = vocabulary(look.corpus, look.end)
    unseen = [word for word in fitting(history, words) if word not in seen]
    word = rng.choice(unseen if unseen and level != "warm-up" and rng.random() < 0.3 else seen or words)
    discount = 0.5 if level == "warm-up" else rng.choice((0.75, 0.75, 0.5))
    return {"discount": discount, **given, "history": history, "word": word}
