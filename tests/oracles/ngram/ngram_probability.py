"""NLTK's Lidstone model. Its vocabulary counts one label for unknown words, which takes the place of the end symbol."""

from typing import Any

from nltk.lm import Lidstone, Vocabulary  # type: ignore[import-untyped]

from tests.oracles.ngram._nltk_counts import counter, types, words


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    order, history = parameters["n"], tuple(words(parameters["history"]))
    model = Lidstone(
        parameters.get("alpha", 0),
        order,
        vocabulary=Vocabulary(sorted(types(parameters))),
        counter=counter(parameters, order),
    )
    after = model.context_counts(history)
    return {
        "history_count": after.N(),
        "ngram_count": after[parameters["word"]],
        "vocabulary_size": len(model.vocab),
        "probability": model.unmasked_score(parameters["word"], history),
    }
