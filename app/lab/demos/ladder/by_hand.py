"""Paper arithmetic for the page of the ladder: everything follows from the numbers as they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import exp, log
from statistics import fmean

from app.lab.demos.fairness import is_fair
from app.lab.demos.letters import DIGITS, MOST, NATS, Letter, Word, places, shown
from app.web.languages.languages import N_
from engine.families.evaluation.perplexity import family as perplexity
from engine.families.ngram.ngram_interpolation import family as ngram_interpolation

SAME = 1e-9  # rounding error of floats
ROUNDED = 0.02  # of a perplexity: the error from rounding on the way
LARGEST = 1000  # perplexities on a sheet are smaller; from here on one is shown without decimals
NOTHING = 5e-5  # a product up to this is 0 in four decimals
NEAR = 1.5e-4  # two probabilities this near cannot be told apart once rounded
ASKED_OF_A_LETTER = "shares", "probability"
ASKED_OF_A_NAME = "surprisals", "nats", "perplexity"


def large(perplexity: float) -> str:
    return f"{perplexity:,.0f}" if perplexity >= LARGEST else f"{perplexity:.2f}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """The ``exact`` probability of one letter by one order, with its ``share`` in the mixture, both shown with so many
    ``digits``.

    The letter came ``count`` times after the history, which was met ``of`` times.
    """

    order: int
    history: str
    count: int
    of: int
    exact: float
    share: float
    digits: int = DIGITS

    @property
    def probability(self) -> float:
        return shown(self.exact, self.digits)

    @property
    def weight(self) -> float:
        return shown(self.share, self.digits)

    @property
    def texts(self) -> tuple[str, str]:
        """The probability and the weight as they are shown."""
        probability, weight = (
            f"{x:.{places(x, self.digits)}f}" if x else "0" for x in (self.exact, self.share)
        )
        return probability, weight


@dataclass(frozen=True)
class Mixture:
    """The products of each order's probability with its weight, and their sum, the probability of the ``letter``."""

    exact: Sequence[Term]
    letter: Letter

    @cached_property
    def _digits(self) -> tuple[int, int]:
        """Digits of the terms and decimals of the products: enough for the products to follow from the terms, and the
        sum from the products."""
        for digits, more in product(range(DIGITS, MOST), (1, 2)):
            places = self.letter.places + more
            multiplied = [round(one.weight * one.probability, places) for one in self._with(digits)]
            follow = multiplied == self._products(places)
            if follow and round(sum(multiplied), self.letter.places) == self.letter.probability:
                return digits, places
        return MOST, MOST

    def _with(self, digits: int) -> list[Term]:
        return [replace(one, digits=digits) for one in self.exact]

    def _products(self, places: int) -> list[float]:
        return [round(one.share * one.exact, places) for one in self.exact]

    @property
    def terms(self) -> list[Term]:
        return self._with(self._digits[0])

    @property
    def places(self) -> int:
        """Decimals of the products."""
        return self._digits[1]

    @property
    def products(self) -> list[float]:
        return self._products(self.places)

    @property
    def probability(self) -> float:
        return self.letter.probability

    @property
    def obstacle(self) -> str:
        """The reason why a sheet does not ask for it; "" if none is known."""
        average = fmean(one.probability for one in self.terms)
        if SAME < abs(average - sum(one.weight * one.probability for one in self.terms)) < NEAR:
            return N_(
                "These numbers make no exercise: once rounded, the mixture is the same as the plain average. Take "
                "other weights, or another letter."
            )
        if any(0 < one <= NOTHING for one in self.products):
            return N_(
                "These numbers make no exercise: one of the products is 0.0000 to four decimals, but not 0. Take a "
                "lower order, or weights that are more alike."
            )
        if len({one.probability for one in self.terms if one.probability}) == 1:
            return N_("These numbers make no exercise: all orders say the same. Take another letter.")
        if not is_fair(ngram_interpolation, self.numbers, ASKED_OF_A_LETTER):
            return N_(
                "These numbers make no exercise: once rounded, a number could be 0, or a wrong way could not be told "
                "from the right one. Take another letter, or other weights."
            )
        return ""

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise."""
        return {
            "weights": [one.weight for one in self.terms],
            "probabilities": [one.probability for one in self.terms],
        }


@dataclass(frozen=True)
class Name(Word):
    """A name whose perplexity is shown, and may become an exercise."""

    @property
    def perplexity(self) -> float:
        return exp(self.exact)

    @cached_property
    def mean_places(self) -> int:
        """Decimals of the mean: enough for the perplexity to follow from it."""
        comes = large(self.perplexity)
        return next((n for n in range(NATS, MOST) if large(exp(round(self.exact, n))) == comes), MOST)

    @property
    def obstacle(self) -> str:
        if self.perplexity >= LARGEST:
            return N_(
                "These numbers make no exercise: the perplexity of this name is above 1,000. Take another name."
            )
        if not is_fair(perplexity, self.numbers, ASKED_OF_A_NAME):
            return N_(
                "These numbers make no exercise: once rounded, a wrong way could not be told from the right one, as "
                "where all letters are nearly as likely. Take another name or another alpha."
            )
        return ""

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise."""
        return {"probabilities": [one.probability for one in self.letters]}


@dataclass(frozen=True, slots=True)
class Kind:
    """Letters held out of one kind: their share of all, and the probability that the model typically gives to them."""

    share: float
    probability: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The perplexity computed from the table that is shown before the prediction."""

    kinds: Sequence[Kind]

    @property
    def places(self) -> int:
        """Decimals of the shares, as many as were needed for them to add up to 1."""
        return max(len(f"{one.share:g}".partition(".")[2]) for one in self.kinds)

    @property
    def nats(self) -> float:
        return round(-sum(one.share * log(one.probability) for one in self.kinds), DIGITS)

    @property
    def perplexity(self) -> float:
        return exp(self.nats)
