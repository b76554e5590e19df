"""The word vectors of the small world as they were recorded: without torch."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

import numpy as np

from engine.demos import recording
from engine.demos.vectors.embeddings import WordVectors
from engine.demos.vectors.small_world import analogies

MODEL = "skip_gram"


def words() -> Mapping[str, int]:
    """The words of the small world, with their counts."""
    found: Mapping[str, int] = recording.shown(MODEL)["words"]
    return found


def thinnings() -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = recording.shown(MODEL)["thinning"]
    return found


@cache
def recorded(name: str) -> WordVectors:
    return WordVectors(tuple(words()), recording.weights(MODEL)[name].astype(np.float64))


def overall(shares: Mapping[str, Sequence[float]]) -> float:
    """The share of all analogies that come right, from the shares by relation."""
    number = {relation: len(asked) for relation, asked in analogies().items()}
    return sum(shares[relation][0] * number[relation] for relation in number) / sum(number.values())


def nearest_name(typed: str, otherwise: str) -> str:
    """The word of the small world that is spelt most like it; ``otherwise`` where none is."""
    said = typed.strip().lower()
    return said if said in words() else next(iter(get_close_matches(said, list(words()), 1, 0.5)), otherwise)
