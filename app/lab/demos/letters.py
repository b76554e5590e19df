"""The letters of a name with the probabilities that a model gave to them, and what follows from these as shown."""

from dataclasses import dataclass
from math import inf, log

from engine.answers.forms import exponent_of

DIGITS = 4  # of a probability at least, and decimals
NATS = 2  # decimals of a surprisal, and of a mean of them: those that a sheet asks for


def places(x: float) -> int:
    """Decimals that show four digits at least."""
    return max(DIGITS, DIGITS - 1 - exponent_of(x))


def shown(x: float) -> float:
    return round(x, places(x))


def digits(x: float) -> str:
    return f"{x:.{places(x)}f}"


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter, or the end of the name, and its probability as it is shown."""

    letter: str
    probability: float

    @property
    def surprisal(self) -> float:
        """In nats."""
        return round(-log(self.probability), NATS) + 0.0 if self.probability else inf
