"""Numbers as the page of the real model shows them, and sums of many products as one reads them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.answers.forms.numbers import TIE, Fixed, exponent_of
from engine.parameters import Array
from engine.whole_model.arithmetic import bracketed

DIGITS, FINEST = 3, 5  # digits that count, and decimals at most: the table's numbers are hundredths
LARGEST = 10  # products of a long sum that are shown


@dataclass(frozen=True, kw_only=True, slots=True)
class Products:
    """A sum of products as it is shown: its ``largest`` ones, largest first, and the sum of the ``rest``."""

    largest: Sequence[tuple[int, float, float]]  # place, and the two factors
    rest: float
    hidden: int
    total: float

    @property
    def latex(self) -> str:
        terms = [rf"{factor(one)} \cdot {factor(other)}" for _, one, other in self.largest]
        return " + ".join([*terms, *([factor(self.rest)] if self.hidden else [])])

    @property
    def by_hand(self) -> float:
        return sum(read(one) * read(other) for _, one, other in self.largest) + (
            read(self.rest) if self.hidden else 0.0
        )

    @property
    def words(self) -> str:
        if not self.hidden:
            return "one product" if len(self.largest) == 1 else f"{len(self.largest)} products"
        rest = "the other one" if self.hidden == 1 else f"the sum of the {self.hidden} others"
        return f"the {len(self.largest)} largest products, and {rest}"

    @property
    def places(self) -> list[int]:
        return [place for place, _, _ in self.largest]


def products(one: Array, other: Array) -> Products:
    """The sum over the products of two vectors."""
    each = one * other
    best = np.argsort(-np.abs(each), kind="stable")[:LARGEST].tolist()
    return Products(
        largest=[(n, float(one[n]), float(other[n])) for n in best],
        rest=float(np.delete(each, best).sum()),
        hidden=len(each) - len(best),
        total=float(each.sum()),
    )


def places(x: float) -> int:
    """The decimals with which a number is shown."""
    return min(FINEST, max(0, DIGITS - 1 - exponent_of(x)))


def shown(x: float) -> str:
    """A number with three digits that count: 0.0123, 1.23, 123."""
    return Fixed(places(x)).show(x)


def near(guess: float, *values: float) -> bool:
    """True if it is one of the values to the decimals that are shown, however a half was rounded."""
    return any(abs(guess - one) <= (0.5 + TIE) * 10.0 ** -places(one) for one in values)


def differ(one: Array, other: Array) -> Array:
    """True where two arrays are shown as different numbers."""
    return np.asarray(_rounded(one) != _rounded(other))


def _rounded(x: Array) -> Array:
    """Numbers as they are shown; those that are infinite stay."""
    finite = np.where(np.isfinite(x), x, 0.0)
    with np.errstate(divide="ignore"):
        exponents = np.where(finite == 0, 0, np.floor(np.log10(np.abs(finite)) + TIE))
    scale = 10.0 ** np.clip(DIGITS - 1 - exponents, 0, FINEST)
    rounded = np.copysign(np.floor(np.abs(finite) * scale + 0.5 + TIE), finite) / scale
    return np.where(np.isfinite(x), rounded, x)


def exponent(x: float) -> str:
    """A power of e, to thousandths: what it comes to is then right to a thousandth of itself."""
    return Fixed(3).show(x)


def read(x: float) -> float:
    """The number that one reads."""
    return float(shown(x))


def factor(x: float) -> str:
    """A number inside a product or sum: in brackets if it is negative."""
    return bracketed(shown(x))
