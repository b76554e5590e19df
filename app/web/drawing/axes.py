"""An axis: a scale from data to the view box, and its labels."""

import math
from dataclasses import KW_ONLY, dataclass

from engine.solutions.columns import minus, written

WIDTH, HEIGHT = 440.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 26.0, 18.0, 40.0
LETTER, MONO = 6.5, 8.0  # approximate width of a letter
TICKS = 5  # approximate number


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from data to the view box, with its ticks: place and text.
    A ``whole`` one has ticks at whole numbers only."""

    low: float
    high: float
    start: float
    _: KW_ONLY
    end: float
    log: bool
    whole: bool = False

    def at(self, value: float) -> float:
        low, high, x = self._scaled(self.low), self._scaled(self.high), self._scaled(value)
        return round(self.start + (x - low) / (high - low) * (self.end - self.start), 2)

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value

    @property
    def ticks(self) -> list[tuple[float, str]]:
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            if last > first:
                every = max(1, -(-(last - first) // TICKS))
                powers = [10.0**exponent for exponent in range(first, last + 1, every)]
                return [(self.at(power), written(power)) for power in powers]
        step = step_of(self.low, self.high, self.whole)
        first = math.ceil(self.low / step - 1e-9)
        values = [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]
        return [(self.at(value), _text(value, step)) for value in values]


def step_of(low: float, high: float, whole: bool = False) -> float:
    """The distance from one tick to the next."""
    step = nice((high - low) / TICKS)
    return max(1.0, step) if whole else step


def nice(step: float) -> float:
    """Rounds up to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


def _text(value: float, step: float) -> str:
    """The text of a tick, with the decimals that tell it from the next."""
    if abs(value) < step / 2:
        return "0"
    if not 1e-4 <= step < 1e5 or abs(value) >= 1e5:
        return written(value)
    return minus(f"{value:.{max(0, -math.floor(math.log10(step) + 1e-9))}f}")
