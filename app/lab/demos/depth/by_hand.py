"""Number formats of the page about depth and time, and the estimate from the numbers that are shown beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

from engine.answers.forms import Scientific

PLACES = 4  # decimals of the factor for further steps; two are accepted, too
EXACT = 1e-9  # rounding error of floats


def four_digits(x: float) -> str:
    """Formats the four digits that are recorded of a norm, never as a power of ten, which would show fewer.

    A norm above 1,000 has no decimals, one below 1 has four.
    """
    digits = float(f"{x:.4g}")
    places = next((places for places, least in enumerate((1000, 100, 10, 1)) if digits >= least), 4)
    return f"{digits:,.{places}f}"


def three_digits(x: float) -> str:
    """Formats three digits, with a power of ten only if the number could not be read otherwise."""
    return f"{x:.3g}" if 1e-3 <= x < 999.5 else Scientific().show(x)


@dataclass(frozen=True, slots=True)
class Extrapolation:
    """An estimate of the gradient's part ``back`` steps back from those ``given``, 0 steps back first.

    Each further step has the last factor that is seen.
    """

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
    def estimate(self) -> float:
        return float(self.part * self.factor**self.steps)

    @property
    def exponent(self) -> float:
        """The estimate as a power of ten: its exponent."""
        return round(log10(self.estimate), 2)

    def missed(self, outcome: float) -> float:
        """Distance from this power of ten to the estimate, with the factor as given or rounded to two decimals."""
        rounded = log10(self.part) + self.steps * log10(round(self.factor, 2))
        return max(abs(self.exponent - outcome), abs(round(rounded, 2) - outcome))
