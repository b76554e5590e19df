"""Windows by NLTK's `ngrams`, counted by `collections.Counter`; contexts are the windows without their end."""

from collections import Counter
from typing import Any

from tests.oracles.ngram._nltk_counts import windows


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    stream = [
        gram for sentence in parameters["corpus"] for gram in windows(sentence, parameters["n"], parameters)
    ]
    counts = Counter(" ".join(gram) for gram in stream)
    before = Counter(" ".join(gram[:-1]) for gram in stream)
    return {
        "counts": dict(counts),
        "context_counts": dict(before),
        "distinct": len(set(stream)),
        "contexts": len({gram[:-1] for gram in stream}),
    }
