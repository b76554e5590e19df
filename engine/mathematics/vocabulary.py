"""Names for tokens, and a distribution over them: what the output head and the decoding families share."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationInfo, field_validator

from engine.parameters import MOST_CELLS, Array, Frozen, Probabilities, exact, symbol

Places = tuple[int, ...]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Names = Annotated[tuple[Name, ...], Field(max_length=MOST_CELLS)]
MISSING = 0.02  # by how much two-decimal probabilities may miss their sum
NOUNS = (
    "river",
    "garden",
    "market",
    "station",
    "library",
    "kitchen",
    "harbour",
    "forest",
    "museum",
    "bridge",
)


def numbered(tokens: Any, count: int) -> Any:
    """The names as they are given; where they are missing, token 1, token 2 ..."""
    return tokens or tuple(f"token {place + 1}" for place in range(count))


def check_names(tokens: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Raises ValueError where names are too many or too few, alike, or could not be ticked by name."""
    if len(tokens) != count:
        raise ValueError(f"must be one name for each token: {count}")
    if len(set(tokens)) < count or any("," in name for name in tokens):
        raise ValueError("must be different names without commas")
    return tokens


class Distribution(Frozen):
    """Missing names are token 1, token 2 ..."""

    probabilities: Probabilities = symbol("P", "probability of each token; they sum to 1, within 0.02")
    tokens: Names = symbol(
        r"\text{tokens}",
        "names of the tokens",
        default=(),
        empty="token 1, token 2 and so on",
        validate_default=True,
    )

    @field_validator("probabilities")
    @classmethod
    def sums_to_one(cls, probabilities: Array) -> Array:
        """Raises ValueError where the probabilities miss 1 by more than 0.02."""
        if abs(mass_of(probabilities, range(len(probabilities))) - 1) > exact(MISSING):
            raise ValueError(f"must sum to 1, or miss it by {MISSING} at most")
        return probabilities

    @field_validator("tokens", mode="before")
    @classmethod
    def filled_in(cls, tokens: Any, info: ValidationInfo) -> Any:
        """Names for all tokens: those given, else token 1, token 2 ..."""
        return numbered(tokens, len(info.data.get("probabilities", [0])))

    @field_validator("tokens")
    @classmethod
    def one_for_each(cls, tokens: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        """Raises ValueError unless each token has a name of its own, without commas."""
        return check_names(tokens, len(info.data.get("probabilities", tokens)))


def falling(probabilities: Array) -> list[int]:
    """The places from the most to the least probable; among equals the one that stands first."""
    shares = [exact(share) for share in np.asarray(probabilities).tolist()]
    return sorted(range(len(shares)), key=lambda place: (-shares[place], place))


def mass_of(probabilities: Array, places: Iterable[int]) -> Fraction:
    """The sum of these probabilities without float noise: 0.5 + 0.2 + 0.1 is 0.8."""
    shares = probabilities.tolist()
    return sum((exact(shares[place]) for place in places), Fraction(0))


def draw_distribution(rng: Random, level: str, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Two-decimal probabilities that sum to one, in the list's own order from the exam level on."""
    size = next((len(fixed[name]) for name in ("probabilities", "tokens") if fixed.get(name)), 0)
    size = size or {"warm-up": 4, "exam": 6, "hard": 8}[level]
    parts = 20 if level == "warm-up" else 100
    cuts = [0, *sorted(rng.sample(range(1, parts), size - 1)), parts]
    shares = [(after - before) / parts for before, after in pairwise(cuts)]
    if level == "warm-up":
        shares.sort(reverse=True)
    return {"probabilities": shares, "tokens": rng.sample(NOUNS, size) if size <= len(NOUNS) else []}
