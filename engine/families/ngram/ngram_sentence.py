"""The probability of a whole sentence under an n-gram model, token by token, and its perplexity.

The end symbol is predicted like a word: T is the number of words and one more. Jurafsky and Martin, Speech and Language
Processing, 3rd edition draft, chapter 3.
"""

import math
from collections.abc import Generator, Mapping
from dataclasses import replace
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from engine.answers.forms import Fixed, Scientific
from engine.chain import Family, NotApplicable, Run, Step
from engine.mathematics.ngram_lines import (
    history_step,
    log_of_product,
    ngram_step,
    probability_step,
    vocabulary_step,
)
from engine.mathematics.ngrams import (
    COUNTED,
    Gram,
    Sentence,
    WithCorpus,
    count_history,
    count_tokens,
    draw_corpus,
    draw_sentence,
    padded,
)
from engine.parameters import Array, BadParameters, symbol
from engine.solutions import latex


class Parameters(WithCorpus):
    n: int = symbol("n", "tokens in one n-gram", ge=1, le=10)
    sentence: Sentence = symbol(r"\text{sentence}", "the sentence that is scored, without start and end")
    alpha: Annotated[float, Field(ge=0, le=1e6)] = symbol(
        r"\alpha", "what is added to each count", default=0.0
    )

    @model_validator(mode="after")
    def every_history_is_known(self) -> "Parameters":
        if {self.start, self.end} & set(self.sentence):
            raise ValueError(f"sentence must not hold {self.start} or {self.end}: they are added to it")
        counts = self.counts(self.n)
        for gram in () if self.alpha else self.grams():
            if not count_history(counts, gram[:-1]):
                raise ValueError(
                    f"sentence must have contexts that stand in the corpus ({' '.join(gram[:-1])} does not), "
                    "or alpha must be above 0"
                )
        return self

    def grams(self) -> list[Gram]:
        """The n-grams that are looked up, one for each predicted token."""
        tokens = padded((self.sentence,), self.n, self.start, self.end)[0]
        return [tokens[place : place + self.n] for place in range(len(self.sentence) + 1)]


family = Family(
    "ngram_sentence",
    "Probability of a sentence",
    section="c.3",
    builds_on=("ngram_probability", "sequence_probability"),
    parameters=Parameters,
)


@family.unroll("probabilities", "probability", "log_probability", "perplexity")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    counts, grams = given.counts(given.n), given.grams()
    if given.alpha:
        yield vocabulary_step()
    for t, gram in enumerate(grams, 1):
        above, below = f"ngram_{t}", f"history_{t}"
        yield of_token(t, history_step(below, gram[:-1], counts))
        yield of_token(t, ngram_step(above, gram, counts))
        yield of_token(t, probability_step(f"p_{t}", gram, above, below, given.alpha > 0, symbol=f"p_{t}"))
    T = len(grams)
    factors = tuple(f"p_{t}" for t in range(1, T + 1))
    yield Step(
        "probabilities", "All probabilities, in order", r"\text{probabilities}", lambda *p: np.array(p), factors,
        symbol="p", form=Fixed(4), answer="probabilities", gathers=True,
    )  # fmt: skip
    yield Step(
        "probability", "Probability of the sentence", r" \cdot ".join(f"<{factor}>" for factor in factors),
        lambda *p: math.prod(p), factors, symbol="P", form=Scientific(), answer="probability",
    )  # fmt: skip
    yield Step(
        "log_probability", "Its natural logarithm", r"\ln <probability>", log_of_product,
        ("probability", "probabilities"), symbol=r"\ln P", answer="log_probability",
    )  # fmt: skip
    yield Step(
        "perplexity", "Perplexity", "P^{-1/T} = e^{-<log_probability>/T}",
        lambda log_probability: math.exp(-log_probability / T), ("log_probability",), symbol=r"\mathrm{PPL}",
        numbers=lambda log_probability: f"e^{{{latex.number(-log_probability)}/{T}}}", answer="perplexity",
    )  # fmt: skip


def of_token(t: int, step: Step) -> Step:
    return replace(step, title=f"Token {t}: {step.title[0].lower()}{step.title[1:]}")


family.gives(
    {
        "probabilities": ("len(sentence) + 1", "Probability of each word and of the end symbol."),
        "probability": ("number", "Their product."),
        "log_probability": ("number", "Its natural logarithm; -inf where it is 0.", "nats"),
        "perplexity": ("number", "Probability to the power -1/T; T counts the words and the end symbol."),
    }
)
family.assumes(
    *COUNTED,
    "The perplexity's T counts the words and the end symbol.",
)


@family.mistake(
    of="p",
    says="You left out the smoothing. Add alpha to the count, and alpha times V to the count of the context.",
)
def not_smoothed(ngram: int, history: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return ngram / history


@family.mistake(
    of="p",
    says="You added alpha above the line only. Below the line add alpha times V, so that all words together have "
    "probability 1.",
)
def only_above(ngram: int, history: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return (ngram + alpha) / history


@family.mistake(
    of="p",
    says="You added alpha once below the line. Every word of the vocabulary gets an alpha: add alpha times V.",
)
def once_below(ngram: int, history: int, alpha: float) -> float:
    if not alpha:
        raise NotApplicable
    return (ngram + alpha) / (history + alpha)


@family.mistake(
    of="vocabulary_size",
    says="You left out the end symbol. It can be predicted like a word, so it is in the vocabulary.",
)
def end_not_in_vocabulary(right: int) -> int:
    return right - 1


@family.mistake(
    of="vocabulary_size",
    says="You counted one too many for the vocabulary. Here it is the different words and the end symbol; the start "
    "symbol is never predicted.",
)
def start_in_vocabulary(right: int) -> int:
    return right + 1


@family.mistake(
    of="p",
    says="You divided by the number of all tokens. Below the line stands the count of the context.",
)
def share_of_all_tokens(ngram: int, corpus: tuple[Gram, ...], n: int) -> float:
    if n == 1:
        raise NotApplicable
    return ngram / count_tokens(corpus)


@family.mistake(
    of="probability",
    says="You stopped at the last word. The end symbol is predicted too: multiply by its probability.",
)
def end_not_predicted(probabilities: Array) -> float:
    return float(probabilities[:-1].prod())


@family.mistake(
    of="probability",
    says="You added the probabilities. The sentence needs all of its tokens, so they are multiplied.",
)
def added(probabilities: Array) -> float:
    return float(probabilities.sum())


@family.mistake(
    of="log_probability", says="You used the logarithm to base 10. The natural logarithm, ln, is asked."
)
def base_ten(right: float) -> float:
    return right / math.log(10)


@family.mistake(
    of="log_probability", says="You used the logarithm to base 2. The natural logarithm, ln, is asked."
)
def base_two(right: float) -> float:
    return right / math.log(2)


@family.mistake(
    of="perplexity",
    says="You counted the words only. The end symbol is predicted too, so T is one more than the words.",
)
def end_not_counted(log_probability: float, sentence: Gram) -> float:
    return math.exp(-log_probability / len(sentence))


@family.mistake(
    of="perplexity",
    says="You took one token too many. T counts the words and the end symbol; a start symbol is given, not predicted.",
)
def start_counted(log_probability: float, sentence: Gram) -> float:
    return math.exp(-log_probability / (len(sentence) + 2))


@family.mistake(
    of="perplexity",
    says="That is 1/P. Perplexity is per token: take the T-th root of it.",
)
def root_forgotten(log_probability: float) -> float:
    return math.exp(-log_probability)


@family.mistake(
    of="perplexity",
    says="The minus sign of the exponent is missing: that is the geometric mean of the probabilities. Take one over "
    "it.",
)
def sign_forgotten(right: float) -> float:
    return 1 / right


@family.refuses
def told_already(exact: Run) -> str | None:
    """A sentence of the corpus, or one that the model thinks impossible, asks for too little."""
    if exact.values["sentence"] in exact.values["corpus"]:
        return "the sentence stands in the corpus"
    return None if exact.reached["probability"] else "the sentence has probability 0"


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    alpha = 0.0 if level == "warm-up" else rng.choice((0, 0, 1, 1, 0.5))
    given = {
        "corpus": draw_corpus(rng, {"warm-up": 3, "exam": 4, "hard": 5}[level]),
        "n": 3 if level == "hard" else 2,
        "alpha": alpha,
        **fixed,
    }
    if "corpus" in fixed or "sentence" in fixed:
        return {"sentence": given["corpus"][0], **given}
    words = list(dict.fromkeys(token for sentence in given["corpus"] for token in sentence))
    for _ in range(40):
        sentence = draw_sentence(rng, words)
        try:
            scored = Parameters.of({**given, "sentence": sentence})
        except BadParameters:  # a context that the corpus does not hold
            continue
        counts = scored.counts(scored.n)
        new = sum(gram not in counts for gram in scored.grams())
        if sentence not in given["corpus"] and (0 < new <= 2 if given["alpha"] else not new):
            return {**given, "sentence": sentence}
    return {**given, "sentence": given["corpus"][0]}
