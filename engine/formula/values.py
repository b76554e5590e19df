"""Values of formulas: numbers, vectors, matrices, words and lists of words; and how large they may become."""

import math
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from engine.limits import EXPONENT
from engine.parameters import MOST_CELLS

MOST_WORK = 20_000  # cells touched by one formula
LARGEST = 10.0**EXPONENT
SAME = 1e-9  # relative: what float noise may do to a comparison


class Kind(IntEnum):
    """Kind of a value; the first three equal their number of dimensions. What is true is 1, what is not 0."""

    NUMBER = 0
    VECTOR = 1
    MATRIX = 2
    WORD = 3
    WORDS = 4

    @property
    def said(self) -> str:
        """The kind in words, with its article."""
        return ("a number", "a vector", "a matrix", "a word", "a list of words")[self]


class Wrong(ValueError):
    """Values that do not fit what is to be done with them; the text is a sentence."""


@dataclass(slots=True)
class Budget:
    """The work, in cells, that is left for one formula."""

    left: int = field(default=MOST_WORK)

    def take(self, value: Any) -> Any:
        """Pays for a value and returns it. Raises Wrong where it is too large or the budget is spent."""
        cells = value.size if isinstance(value, np.ndarray) else 1
        self.left -= cells
        if self.left < 0 or cells > MOST_CELLS:
            raise Wrong("This is too much to compute for an exercise: make its vectors and matrices smaller.")
        if isinstance(value, float):  # as below, in a fifth of its time
            none, beyond = math.isnan(value), LARGEST < abs(value) < math.inf
        elif isinstance(value, np.ndarray) and value.dtype != object:
            size = np.abs(value)
            none, beyond = bool(np.isnan(size).any()), bool(((size > LARGEST) & np.isfinite(size)).any())
        else:
            return value
        if none:
            raise Wrong("This has no value.")
        if beyond:
            raise Wrong(f"This grows beyond 10^{EXPONENT}.")
        return value


def check_size(rows: int, columns: int) -> None:
    """Raises Wrong before a matrix of this size is made."""
    if rows * columns > MOST_CELLS:
        raise Wrong(f"This makes a matrix of {rows * columns:,} cells; {MOST_CELLS:,} are the most.")


def kind_of(value: Any) -> Kind:
    """The kind of a value as ``settled`` gives it."""
    if isinstance(value, np.ndarray):
        return Kind(value.ndim)
    if isinstance(value, str):
        return Kind.WORD
    return Kind.WORDS if isinstance(value, tuple) else Kind.NUMBER


def settled(value: Any) -> Any:
    """A value as formulas compute with it: floats, arrays of floats, texts, tuples of texts."""
    if isinstance(value, list | tuple):
        return tuple(value) if isinstance(value[0], str) else np.array(value, float)
    return float(value) if isinstance(value, int | np.generic) else value


def same(a: Any, b: Any) -> Any:
    """True where both are equal but for float noise, cell by cell; minus infinity (masked) is near nothing else."""
    size = np.maximum(1.0, np.maximum(np.abs(a), np.abs(b)))
    with np.errstate(invalid="ignore"):  # infinity minus infinity
        near = np.abs(a - b) <= SAME * size
    return (a == b) | (np.isfinite(size) & near)


def whole(x: float, what: str) -> int:
    """The whole number that a float is but for noise. Raises Wrong."""
    if not np.isfinite(x) or abs(x - round(x)) > SAME * max(1.0, abs(x)):
        raise Wrong(f"{what} must be a whole number, not {x:g}.")
    return round(x)


def place(at: float, size: int) -> int:
    """The index of a place that is counted from 1. Raises Wrong."""
    found = whole(at, "A place")
    if not 1 <= found <= size:
        raise Wrong(f"There is no place {found} among {size}.")
    return found - 1
