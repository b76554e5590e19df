"""How numbers of the page about depth and time are written, and what one comes to with those given beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from engine.answers.forms import Scientific

PLACES = 4  # decimals of the factor that one goes on with; two are enough for whoever rounds


def four_digits(x: float) -> str:
    """The four digits that are recorded of a norm: never a power of ten, which would show fewer. A larger norm than
    1,000 has no decimals, a smaller one than 1 four."""
    digits = float(f"{x:.4g}")
    places = next((places for places, least in enumerate((1000, 100, 10, 1)) if digits >= least), 4)
    return f"{digits:,.{places}f}"


def three_digits(x: float) -> str:
    """A power of ten only where another number could not be read."""
    return f"{x:.3g}" if 1e-3 <= x < 999.5 else Scientific().show(x)


@dataclass(frozen=True, slots=True)
class GoingOn:
    """From the parts of the gradient that are ``given``, 0 steps back first, to those ``back``: each further step has
    the last factor that is seen."""

    given: Sequence[float]
    back: int

    @property
    def part(self) -> float:
        return self.given[-1]

    @property
    def factor(self) -> float:
        return round(self.given[-1] / self.given[-2], PLACES)

    @property
    def steps(self) -> int:
        return self.back + 1 - len(self.given)

    @property
    def comes(self) -> float:
        return float(self.part * self.factor**self.steps)

    @property
    def power(self) -> float:
        """Of ten."""
        return round(log10(self.comes), 2)

    def missed(self, outcome: float) -> float:
        """How far from this power of ten one is led, even if one rounds the factor to two decimals."""
        rounded = log10(self.part) + self.steps * log10(round(self.factor, 2))
        return max(abs(self.power - outcome), abs(round(rounded, 2) - outcome))
