"""The letters of a name with the probabilities that a model gave to them, shown with digits that agree.

Every number that is shown is the model's own, rounded once. Where one follows from others on the page, all have as many
digits as it takes to come to the same from what is shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isinf, log
from statistics import fmean
from typing import Self

from engine.answers.forms import exponent_of

DIGITS = 4  # least number of digits, and of decimals, of a probability
NATS = 2  # least decimals of a surprisal and of their mean, which a sheet asks for
MOST = 12  # digits after which nothing more is looked for


def places(x: float, digits: int = DIGITS) -> int:
    """Number of decimals that show at least so many digits."""
    return max(digits, digits - 1 - exponent_of(x))


def shown(x: float, digits: int = DIGITS) -> float:
    return round(x, places(x, digits))


def digits(x: float) -> str:
    return f"{x:.{places(x)}f}"


@dataclass(frozen=True)
class Letter:
    """A letter, or the end of the name, and the probability that the model gave to it.

    Its surprisal is shown with so many decimals, ``nats``.
    """

    letter: str
    exact: float
    nats: int = NATS

    @cached_property
    def places(self) -> int:
        """Decimals of the probability: enough for its surprisal to follow from it."""
        tried = (places(self.exact, n) for n in range(DIGITS, MOST))
        return next(
            (one for one in tried if _surprisal(round(self.exact, one), self.nats) == self.surprisal), MOST
        )

    @property
    def probability(self) -> float:
        """As it is shown."""
        return round(self.exact, self.places)

    @property
    def text(self) -> str:
        return f"{self.exact:.{self.places}f}"

    @property
    def surprisal(self) -> float:
        """The surprisal in nats, as it is shown."""
        return _surprisal(self.exact, self.nats)

    @property
    def surprisal_text(self) -> str:
        return "∞" if isinf(self.surprisal) else f"{self.surprisal:.{self.nats}f}"


def _surprisal(p: float, decimals: int) -> float:
    return round(-log(p), decimals) + 0.0 if p > 0 else inf


@dataclass(frozen=True)
class Word:
    """A name, letter by letter; its mean surprisal is in nats per letter, counting the end as one."""

    pairs: Sequence[tuple[str, float]]

    @classmethod
    def of(cls, letters: Iterable[str], probabilities: Iterable[float]) -> Self:
        return cls(tuple(zip(letters, probabilities, strict=False)))

    @cached_property
    def exact(self) -> float:
        """The mean as the model has it."""
        return fmean(-log(p) if p > 0 else inf for _, p in self.pairs)

    @property
    def mean_places(self) -> int:
        """Decimals of the mean."""
        return NATS

    @property
    def mean(self) -> float:
        """As it is shown."""
        return round(self.exact, self.mean_places)

    @property
    def mean_text(self) -> str:
        return "∞" if isinf(self.exact) else f"{self.exact:.{self.mean_places}f}"

    @cached_property
    def letters(self) -> list[Letter]:
        """The letters, with as many decimals of each surprisal as it takes for the mean to follow from them."""
        found: list[Letter] = []
        for nats in range(NATS, MOST):
            found = [Letter(letter, p, nats) for letter, p in self.pairs]
            mean = fmean(one.surprisal for one in found)
            if isinf(mean) or f"{mean:.{self.mean_places}f}" == self.mean_text:
                break
        return found
