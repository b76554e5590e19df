"""Forms of numbers: with fixed decimals, as a mantissa and a power of ten, and whole."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.answers import reading

LEGIBLE = 1e12  # from here on a power of ten is told instead of all digits
TIE = 1e-9  # in last places: how far float noise may move a value that lies exactly between two


def exponent_of(x: float) -> int:
    """The e in m * 10^e with 1 <= |m| < 10; 0 for zero and the infinities."""
    if x == 0 or not math.isfinite(x):
        return 0
    return int(f"{abs(x):.15e}".partition("e")[2])


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number with a fixed count of decimals; ``Fixed(2)`` is the exam's "two decimals"."""

    places: int = 2

    def last_place(self, x: float) -> float:
        return 10.0**-self.places

    def rounded(self, value: Any) -> Any:
        """Each number to its last place, halves away from zero as on paper."""
        if isinstance(value, np.ndarray):
            scale = 10.0**self.places
            return np.copysign(np.floor(np.abs(value) * scale + 0.5 + TIE) / scale, value)
        return _round_half_up(float(value), self.places)

    def show(self, value: float) -> str:
        if not math.isfinite(value):
            return "-inf" if value < 0 else "inf"
        return f"{_round_half_up(value, self.places) + 0.0:.{self.places}f}"

    def latex(self, value: float) -> str:
        if LEGIBLE <= abs(value) < math.inf:
            return Scientific(4).latex(value)
        return self.show(value).replace("inf", r"\infty")

    read = staticmethod(reading.read_number)


@dataclass(frozen=True, slots=True)
class Scientific:
    """A mantissa with a fixed count of decimals times a power of ten: 5.88e21."""

    places: int = 2

    def last_place(self, x: float) -> float:
        return 10.0 ** (exponent_of(x) - self.places)

    def rounded(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return np.vectorize(self.rounded, otypes=[float])(value)
        return float(f"{value:.{self.places}e}")

    def show(self, value: float) -> str:
        mantissa, _, exponent = f"{value:.{self.places}e}".partition("e")
        return f"{mantissa}e{int(exponent)}"

    def latex(self, value: float) -> str:
        mantissa, _, exponent = self.show(value).partition("e")
        return rf"{mantissa} \times 10^{{{exponent}}}"

    read = staticmethod(reading.read_scientific)


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number, exact to the last digit."""

    def last_place(self, x: float) -> float:
        return 0.0

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: float) -> str:
        return str(int(value))

    def latex(self, value: float) -> str:
        return f"{int(value):,}".replace(",", r"\,") if abs(value) >= 10_000 else str(int(value))

    read = staticmethod(reading.read_integer)


def _round_half_up(x: float, places: int) -> float:
    if not math.isfinite(x):
        return x
    scale = 10.0**places
    return math.copysign(math.floor(abs(x) * scale + 0.5 + TIE) / scale, x)
