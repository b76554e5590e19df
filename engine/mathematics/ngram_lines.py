"""Lines that the solutions of several n-gram families share: counts, a probability, the logarithm of a product."""

import math
from collections.abc import Mapping

import numpy as np

from engine.answers.forms import Fixed, Integer, text_latex
from engine.chain import Step
from engine.mathematics.ngrams import Gram, count_history, vocabulary
from engine.parameters import Array

SMOOTHED = r"\frac{{<{0}> + <alpha>}}{{<{1}> + <alpha> \cdot <vocabulary_size>}}"
TINY = 1e-290  # a product below this has lost digits


def in_latex(tokens: Gram) -> str:
    """Tokens within a formula, where < and > would look like a slot of the template."""
    return text_latex(" ".join(tokens)).replace("<", r"\textless{}").replace(">", r"\textgreater{}")


def history_step(name: str, history: Gram, counts: Mapping[Gram, int], answer: str = "") -> Step:
    """The line that counts a history as a context; for an empty one, the line that counts all tokens."""
    return Step(
        name, f"Count of “{' '.join(history)}” as a context" if history else "Tokens in all",
        r"\text{how often a token follows it}" if history else r"\text{words and end symbols}",
        lambda corpus: count_history(counts, history), ("corpus",),
        symbol=f"C({in_latex(history)})" if history else "N", form=Integer(), answer=answer,
    )  # fmt: skip


def ngram_step(name: str, gram: Gram, counts: Mapping[Gram, int], answer: str = "") -> Step:
    """The line that looks up the count of an n-gram."""
    return Step(
        name, f"Count of “{' '.join(gram)}”", r"\text{how often this stands in the corpus}",
        lambda corpus: counts.get(gram, 0), ("corpus",), symbol=f"C({in_latex(gram)})", form=Integer(), answer=answer,
    )  # fmt: skip


def vocabulary_step(answer: str = "") -> Step:
    """The line that counts the vocabulary: different words, and the end symbol."""
    return Step(
        "vocabulary_size", "Size of the vocabulary", r"\text{different words, and the end symbol}",
        lambda corpus, end: len(vocabulary(corpus, end)), ("corpus", "end"), symbol="V", form=Integer(), answer=answer,
    )  # fmt: skip


def probability_step(
    name: str, gram: Gram, above: str, below: str, smoothed: bool, symbol: str, answer: str = ""
) -> Step:
    """The line that divides the count of an n-gram by that of its history; ``smoothed``, with alpha added."""
    after = f" after “{' '.join(gram[:-1])}”" if gram[:-1] else ""
    title = f"Probability of “{gram[-1]}”{after}"
    if not smoothed:
        return Step(
            name, title, rf"\frac{{<{above}>}}{{<{below}>}}", lambda count, history: count / history, (above, below),
            symbol=symbol, form=Fixed(4), answer=answer,
        )  # fmt: skip
    return Step(
        name, title, SMOOTHED.format(above, below),
        lambda count, alpha, history, size: (count + alpha) / (history + alpha * size),
        (above, "alpha", below, "vocabulary_size"), symbol=symbol, form=Fixed(4), answer=answer,
    )  # fmt: skip


def log_of_product(product: float, factors: Array) -> float:
    """The logarithm of a product of probabilities: minus infinity for 0, the sum of logarithms where it underflows."""
    if product > TINY:
        return math.log(product)
    return float(np.log(factors).sum()) if (factors > 0).all() else -math.inf
