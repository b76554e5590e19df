"""Functions of numbers; of a vector or a matrix they are taken cell by cell."""

import math
from functools import partial
from typing import Any

import numpy as np

from engine.formula.entries import ANY, ATOM, FRACTION, POWER, Function, cell_by_cell, entry, takes
from engine.formula.values import SAME, Kind, Wrong, whole

TABLE: dict[str, Function] = {}
of_one = partial(entry, TABLE, kind=cell_by_cell)
of_two = partial(entry, TABLE, kind=cell_by_cell, most=2, needs=(ANY, ANY))
logarithm = partial(entry, TABLE, kind=cell_by_cell, needs=(ATOM,), binds=FRACTION)
MOST_CHOSEN = 1000
LARGEST_EXPONENT = 138  # e^138 is about 10^60


def _positive(x: Any) -> Any:
    if np.any(np.asarray(x) <= 0):
        raise Wrong("The logarithm of a number that is not positive has no value.")
    return x


@of_one("sqrt", latex=r"\sqrt{{{0}}}")
def root(x: Any) -> Any:
    """The square root."""
    if np.any(np.asarray(x) < 0):
        raise Wrong("The square root of a negative number has no value.")
    return np.sqrt(x)


def _raised(x: Any) -> Any:
    if np.any(np.asarray(x) > LARGEST_EXPONENT):
        raise Wrong("This exponential grows beyond 10^60.")
    return np.exp(x)


def _squashed(x: Any) -> Any:
    return 0.5 * (1.0 + np.tanh(0.5 * x))


@of_one("exp", latex="e^{{{0}}}", binds=POWER)
def exponential(x: Any) -> Any:
    """e to this power."""
    return _raised(x)


@logarithm("ln", latex=r"\ln {0}")
def natural(x: Any) -> Any:
    """The natural logarithm."""
    return np.log(_positive(x))


@logarithm("log2", latex=r"\log_2 {0}")
def binary(x: Any) -> Any:
    """The logarithm to base 2."""
    return np.log2(_positive(x))


@logarithm("log10", latex=r"\log_{{10}} {0}")
def decimal(x: Any) -> Any:
    """The logarithm to base 10."""
    return np.log10(_positive(x))


@of_one("abs", latex=r"\left\lvert {0} \right\rvert")
def size(x: Any) -> Any:
    """The number without its sign."""
    return np.abs(x)


@of_one("sin", latex=r"\sin \left({0}\right)")
def sine(x: Any) -> Any:
    """The sine, of radians."""
    return np.sin(x)


@of_one("cos", latex=r"\cos \left({0}\right)")
def cosine(x: Any) -> Any:
    """The cosine, of radians."""
    return np.cos(x)


@of_one("tanh", latex=r"\tanh \left({0}\right)")
def tangent(x: Any) -> Any:
    """The hyperbolic tangent."""
    return np.tanh(x)


@of_one("sigmoid", latex=r"\sigma \left({0}\right)")
def sigmoid(x: Any) -> Any:
    """1 / (1 + e^-x)."""
    return _squashed(x)


@of_one("relu")
def rectified(x: Any) -> Any:
    """The number, or 0 where it is negative."""
    return np.maximum(x, 0.0)


@of_one("floor", latex=r"\left\lfloor {0} \right\rfloor")
def floor(x: Any) -> Any:
    """The largest whole number that is not larger."""
    return np.floor(x + SAME * np.maximum(1.0, np.abs(x)))


@of_one("ceil", latex=r"\left\lceil {0} \right\rceil")
def ceiling(x: Any) -> Any:
    """The smallest whole number that is not smaller."""
    return -floor(-x)


@entry(
    TABLE,
    "round",
    takes(Kind.NUMBER, Kind.NUMBER, gives=Kind.NUMBER),
    least=1,
    most=2,
    latex=r"\operatorname{{round}} \left({0}\right)",
)
def rounded(x: float, places: float = 0.0) -> float:
    """Rounded to so many decimals (0 unless told), halves away from zero."""
    scale = 10.0 ** min(12, max(0, whole(places, "The places of round")))
    return math.copysign(math.floor(abs(x) * scale + 0.5 + SAME) / scale, x)


@of_two("mod", latex=r"{0} \bmod {1}", needs=(ATOM, ATOM), binds=ANY)
def remainder(a: Any, b: Any) -> Any:
    """The remainder of a divided by b."""
    if np.any(np.asarray(b) == 0):
        raise Wrong("Here something is divided by zero.")
    return np.mod(a, b)


@of_two("smaller")
def smaller(a: Any, b: Any) -> Any:
    """The smaller of two numbers."""
    return np.minimum(a, b)


@of_two("larger")
def larger(a: Any, b: Any) -> Any:
    """The larger of two numbers."""
    return np.maximum(a, b)


@entry(
    TABLE,
    "choose",
    takes(Kind.NUMBER, Kind.NUMBER, gives=Kind.NUMBER),
    r"\binom{{{0}}}{{{1}}}",
    most=2,
    needs=(ANY, ANY),
)
def choose(n: float, k: float) -> float:
    """In how many ways k things can be chosen among n."""
    among, chosen = whole(n, "The n of choose"), whole(k, "The k of choose")
    if not 0 <= among <= MOST_CHOSEN or chosen < 0:
        raise Wrong(f"choose(n, k) takes whole numbers from 0 to {MOST_CHOSEN:,}.")
    return float(math.comb(among, chosen))


@entry(TABLE, "factorial", takes(Kind.NUMBER, gives=Kind.NUMBER), "{0}!", needs=(ATOM,))
def factorial(n: float) -> float:
    """1 * 2 * ... * n."""
    if not 0 <= whole(n, "The n of factorial") <= 40:
        raise Wrong("factorial takes whole numbers from 0 to 40.")
    return float(math.factorial(round(n)))
