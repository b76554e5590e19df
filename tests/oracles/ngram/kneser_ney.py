"""NLTK's KneserNeyInterpolated of order 2 for the probability; its parts by sets of pairs and exact fractions."""

from fractions import Fraction
from typing import Any

from nltk.lm import KneserNeyInterpolated, Vocabulary  # type: ignore[import-untyped]

from tests.oracles.ngram._nltk_counts import counter, types, windows


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    discount, word = parameters.get("discount", 0.75), parameters["word"]
    (history,) = [parameters["history"]] if isinstance(parameters["history"], str) else parameters["history"]
    model = KneserNeyInterpolated(
        2,
        discount,
        vocabulary=Vocabulary(sorted(types(parameters))),
        counter=counter(parameters, 1, 2),
    )
    stream = [pair for sentence in parameters["corpus"] for pair in windows(sentence, 2, parameters)]
    following = [second for first, second in stream if first == history]
    pairs = set(stream)
    taken = sum(
        (min(Fraction(following.count(w)), Fraction(str(discount))) for w in set(following)), Fraction(0)
    )
    kept = max(Fraction(0), following.count(word) - Fraction(str(discount)))
    return {
        "discounted": float(kept / len(following)),
        "lambda": float(taken / len(following)),  # what was taken off all counts, to be shared out
        "continuation": float(Fraction(sum(second == word for _, second in pairs), len(pairs))),
        "probability": model.unmasked_score(word, (history,)),
    }
