"""Paper arithmetic for the page of the ladder: everything follows from the numbers as they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean

from app.lab.demos.fairness import is_fair
from app.lab.demos.letters import DIGITS, NATS, Letter, places, shown
from app.web.languages.languages import N_
from engine.families.evaluation.perplexity import family as perplexity
from engine.families.ngram.ngram_interpolation import family as ngram_interpolation

HALF = 1e-9  # added so that a half is rounded up as on paper, despite float error
ROUNDED = 0.02  # of a perplexity: the error from rounding on the way
MOST = 1000  # perplexities on a sheet are smaller
NOTHING = 5e-5  # a product up to this is 0 in four decimals
NEAR = 1.5e-4  # two probabilities this near cannot be told apart once rounded
ASKED_OF_A_LETTER = "shares", "probability"
ASKED_OF_A_NAME = "surprisals", "nats", "perplexity"


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """The probability of one letter by one order, with its ``weight`` in the mixture.

    The letter came ``count`` times after the history, which was met ``of`` times.
    """

    order: int
    history: str
    count: int
    of: int
    probability: float
    weight: float


@dataclass(frozen=True, slots=True)
class Mixture:
    """The products of each order's probability with its weight, and their sum."""

    terms: Sequence[Term]

    @property
    def places(self) -> int:
        """Decimals of the products: two more than their sum has, so that it follows from them."""
        return places(sum(one.weight * one.probability for one in self.terms)) + 2

    @property
    def products(self) -> list[float]:
        return [round(one.weight * one.probability, self.places) for one in self.terms]

    @property
    def probability(self) -> float:
        return shown(sum(self.products))

    @property
    def obstacle(self) -> str:
        """The reason why a sheet does not ask for it; "" if none is known."""
        average = fmean(one.probability for one in self.terms)
        if HALF < abs(average - sum(one.weight * one.probability for one in self.terms)) < NEAR:
            return N_(
                "These numbers make no exercise: once rounded, the mixture is the same as the plain average. Let each "
                "order outweigh the one before by another number, or take another letter."
            )
        if any(0 < product <= NOTHING for product in self.products):
            return N_(
                "These numbers make no exercise: one of the products is 0.0000 to four decimals, but not 0. Take a "
                "lower order, or let each order outweigh the one before by less."
            )
        if len({one.probability for one in self.terms if one.probability}) == 1:
            return N_("These numbers make no exercise: all orders say the same. Take another letter.")
        if not is_fair(ngram_interpolation, self.numbers, ASKED_OF_A_LETTER):
            return N_(
                "These numbers make no exercise: once rounded, a number could be 0, or a wrong way could not be told "
                "from the right one. Take another letter, or let each order outweigh the one before by another number."
            )
        return ""

    @property
    def numbers(self) -> dict[str, object]:
        """Parameters of an exercise."""
        return {
            "weights": [one.weight for one in self.terms],
            "probabilities": [one.probability for one in self.terms],
        }


@dataclass(frozen=True, slots=True)
class Name:
    """A name, letter by letter; its mean surprisal is in nats per letter, counting the end as one."""

    letters: Sequence[Letter]

    @property
    def mean(self) -> float:
        return round(fmean(one.surprisal for one in self.letters) + HALF, NATS)

    @property
    def perplexity(self) -> float:
        return exp(self.mean)

    @property
    def obstacle(self) -> str:
        if self.perplexity >= MOST:
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
    def nats(self) -> float:
        return round(-sum(one.share * log(one.probability) for one in self.kinds), DIGITS)

    @property
    def perplexity(self) -> float:
        return exp(self.nats)
