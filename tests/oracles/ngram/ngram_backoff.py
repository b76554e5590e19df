"""NLTK's StupidBackoff over orders 1 to n; the level is found by looking for the longest window that NLTK has met."""

from typing import Any

from nltk.lm import StupidBackoff, Vocabulary  # type: ignore[import-untyped]

from tests.oracles.ngram._nltk_counts import counter, types, words


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    order, word, history = parameters["n"], parameters["word"], tuple(words(parameters["history"]))
    model = StupidBackoff(
        parameters.get("factor", 0.4),
        order,
        vocabulary=Vocabulary(sorted(types(parameters))),
        counter=counter(parameters, *range(1, order + 1)),
    )
    longest = max(
        (k for k in range(order) if model.context_counts(history[order - 1 - k :])[word]), default=0
    )
    return {"level": order - 1 - longest, "probability": model.unmasked_score(word, history)}
