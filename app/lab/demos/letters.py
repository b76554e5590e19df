"""The letters of a name with the probabilities that a model gave to them, and what follows from these as shown."""

from dataclasses import dataclass
from math import inf, log

from engine.answers.forms import exponent_of

DIGITS = 4  # least number of digits, and of decimals, of a probability
NATS = 2  # decimals of a surprisal and of their mean, as a sheet asks for them


def places(x: float) -> int:
    """Number of decimals that show at least four digits."""
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
