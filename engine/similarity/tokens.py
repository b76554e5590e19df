"""The tokens of an answer, normalised: what may differ between two answers that are the same is the same in them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """A normalised token, and where it stands in the answer."""

    text: str
    start: int
    end: int
