"""A scale from data to the view box, and the letters beside it."""

import math
from dataclasses import dataclass

from engine.pictures import written

WIDTH, HEIGHT = 440.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 26.0, 12.0, 40.0
LETTER, MONO = 6.5, 8.0  # about their width


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from data to the view box, with its ticks: place and text."""

    low: float
    high: float
    start: float
    end: float
    log: bool

    def at(self, value: float) -> float:
        low, high, x = self._scaled(self.low), self._scaled(self.high), self._scaled(value)
        return round(self.start + (x - low) / (high - low) * (self.end - self.start), 2)

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value

    @property
    def ticks(self) -> list[tuple[float, str]]:
        return [(self.at(value), written(value)) for value in self._values()]

    def _values(self) -> list[float]:
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            if last > first:
                every = max(1, -(-(last - first) // 5))
                return [10.0**exponent for exponent in range(first, last + 1, every)]
        step = nice((self.high - self.low) / 5)
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


def nice(step: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))
