"""NLTK's Lidstone model scores each token and gives the perplexity, as 2 to a mean of base-2 logarithms.

The probability of the sentence is an exact product of fractions; a logarithm is taken of that product alone.
"""

from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import Any

from nltk.lm import Lidstone, Vocabulary  # type: ignore[import-untyped]

from tests.oracles.ngram._nltk_counts import counter, types, windows


class Unmasked(Lidstone):  # type: ignore[misc]
    """Words outside the vocabulary keep their names: what counts is that they were never seen."""

    def score(self, word: str, context: Any = None) -> float:
        return float(self.unmasked_score(word, context))


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    order, alpha = parameters["n"], parameters.get("alpha", 0)
    model = Unmasked(
        alpha, order, vocabulary=Vocabulary(sorted(types(parameters))), counter=counter(parameters, order)
    )
    grams = windows(parameters["sentence"], order, parameters)
    added = Fraction(str(alpha))
    exact = prod(
        (model.context_counts(gram[:-1])[gram[-1]] + added)
        / (model.context_counts(gram[:-1]).N() + added * len(model.vocab))
        for gram in grams
    )
    scores = [model.score(gram[-1], gram[:-1]) for gram in grams]
    if not exact:
        return {"probabilities": scores, "probability": 0.0, "log_probability": "-inf", "perplexity": "inf"}
    return {
        "probabilities": scores,
        "probability": float(exact),
        "log_probability": float((Decimal(exact.numerator) / exact.denominator).ln()),
        "perplexity": model.perplexity(grams),
    }
