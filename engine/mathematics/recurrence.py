"""Parts that recurrent families share: checked shapes, sums of products written out, sizes and numbers to draw."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from engine.answers.forms import Fixed
from engine.chain import Run
from engine.parameters import Array
from engine.solutions import latex

GIVEN = Fixed(12)  # numbers that the exercise gives are never rounded
SMALLEST = 0.1  # for a lone number with two decimals


def affine_latex(*products: tuple[Array, Array], bias: float) -> str:
    """Sums of products and a bias: ``2 \\cdot 1 + 0.5 \\cdot 3 + (-1)``; a bias of zero is not written."""
    sums = [latex.dot(row.tolist(), vector.tolist()) for row, vector in products]
    return " + ".join([*sums, latex.signed(bias)] if bias else sums)


def check_shape(name: str, array: Array, *shape: int) -> None:
    """Raises ValueError, in words, where a matrix (rows, columns) or a vector (entries) has another shape."""
    if array.shape != shape:
        wanted, found = (" x ".join(map(str, sizes)) for sizes in (shape, array.shape))
        if len(shape) == 2:
            raise ValueError(f"{name} must be {wanted} (rows x columns), not {found}")
        raise ValueError(f"{name} must have {wanted} {'entry' if shape == (1,) else 'entries'}, not {found}")


def zeros_for(given: Any, other: Array | None) -> Any:
    """A vector as it is given; where it is missing, zeros, as many as ``other`` has rows."""
    return np.zeros(1 if other is None else len(other)) if given is None else given


def size(fixed: Mapping[str, Any], default: int, *places: tuple[str, int]) -> int:
    """The length of an axis that fits what is fixed: that of the first fixed (name, axis), else the default."""
    return next((np.shape(fixed[name])[axis] for name, axis in places if name in fixed), default)


def vector(rng: Random, among: Sequence[float], length: int) -> list[float]:
    """Numbers drawn from those given."""
    return [rng.choice(among) for _ in range(length)]


def matrix(rng: Random, among: Sequence[float], rows: int, columns: int) -> list[list[float]]:
    """Rows of numbers drawn from those given."""
    return [vector(rng, among, columns) for _ in range(rows)]


def too_small(exact: Run) -> str | None:
    """The reason against a state that is a lone number of which two decimals say too little; else None."""
    for name, value in exact.reached.items():
        if isinstance(value, np.ndarray) and value.size == 1 and 0 < abs(value.item()) < SMALLEST:
            return f"{name}: too small for two decimals"
    return None
