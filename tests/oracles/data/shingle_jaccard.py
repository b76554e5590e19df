"""Shingles by NLTK's `ngrams` as sets of tuples; the similarity as one minus NLTK's Jaccard distance."""

from typing import Any

from nltk.metrics.distance import jaccard_distance  # type: ignore[import-untyped]
from nltk.util import ngrams  # type: ignore[import-untyped]


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    texts = [parameters["text_a"], parameters["text_b"]]
    pieces = [text.split() if parameters.get("unit", "word") == "word" else list(text) for text in texts]
    first, second = ({*ngrams(piece, parameters["n"])} for piece in pieces)
    return {
        "intersection": len(first & second),
        "union": len(first | second),
        "jaccard": 1 - jaccard_distance(first, second),
    }
