"""Numbers as people write them down: with so many decimals or digits, and never with fewer than two digits.

A small number keeps two significant digits whatever the decimals: 0.0034 stays 0.0034 where two decimals are written.
Whole numbers below a million are written in full.
"""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

FULL = 1e6  # whole numbers below it are written with all their digits
TIE = 1e-9  # of a last place: what float noise may move a number that lies exactly between two
FEWEST = 2  # significant digits


@dataclass(frozen=True, slots=True)
class Precision:
    """A way to write a number: with ``decimals`` behind the point, or with so many significant ``digits``.

    With decimals, a small number keeps the ``fewest`` digits that it should have.
    """

    decimals: int = 0
    digits: int = 0
    fewest: int = FEWEST

    def last(self, exponent: Any) -> Any:
        """The decimal place of the last digit of a number of about 10^exponent (below 0 before the point)."""
        if self.digits:
            return self.digits - 1 - exponent
        return max_of(self.decimals, self.fewest - 1 - exponent) if self.fewest else self.decimals


def max_of(x: Any, y: Any) -> Any:
    return np.maximum(x, y) if isinstance(y, np.ndarray) else max(x, y)


@dataclass(slots=True)
class Pen:
    """Writes numbers for one person. ``precision`` is asked before each number, and says None where none is rounded.

    ``least`` is what the line that is being computed needs at least; ``whole`` lines are computed in full.
    With ``ties`` a number exactly between two goes either way, by chance; without, up.
    """

    precision: Callable[[Random], Precision | None]
    rng: Random
    ties: bool = False
    least: Collection[Precision] = ()
    whole: bool = False

    def write(self, value: Any) -> Any:
        precision = None if self.whole else self.precision(self.rng)
        return value if precision is None else self.rounded(value, precision)

    def rounded(self, value: Any, precision: Precision) -> Any:
        """A number or an array of floats; other values stay as they are."""
        up = not self.ties or self.rng.random() < 0.5
        if isinstance(value, np.ndarray):
            if value.dtype.kind != "f":
                return value
            return _rounded_array(value, precision, self.least, up)
        if isinstance(value, float):
            number = _rounded(float(value), precision, self.least, up)
            return type(value)(number)
        return value


def _rounded(x: float, precision: Precision, least: Collection[Precision], up: bool) -> float:
    if x == 0 or not math.isfinite(x) or (x == int(x) and abs(x) < FULL):
        return x
    exponent = math.floor(math.log10(abs(x)))
    place = int(max(one.last(exponent) for one in (precision, *least)))
    scaled = abs(x) * 10.0**place if place >= 0 else abs(x) / 10.0**-place
    below = math.floor(scaled)
    noise = TIE + 4e-16 * scaled
    over = scaled - below
    units = below + (over > 0.5 + noise or (up and over >= 0.5 - noise))
    return math.copysign(units / 10.0**place if place >= 0 else units * 10.0**-place, x)


def _rounded_array(values: Any, precision: Precision, least: Collection[Precision], up: bool) -> Any:
    size = np.abs(values)
    kept = ~np.isfinite(values) | (size == 0) | ((size < FULL) & (size == np.floor(size)))
    size = np.where(kept, 1.0, size)
    exponent = np.floor(np.log10(size))
    place = np.broadcast_to(precision.last(exponent), size.shape)
    for one in least:
        place = np.maximum(place, one.last(exponent))
    finer, coarser = 10.0 ** np.maximum(place, 0), 10.0 ** np.maximum(-place, 0)
    scaled = size * finer / coarser
    below = np.floor(scaled)
    noise = TIE + 4e-16 * scaled
    over = scaled - below
    units = below + ((over > 0.5 + noise) | (up & (over >= 0.5 - noise)))
    return np.where(kept, values, np.copysign(units * coarser / finer, values))
