"""Parts that the normalization families share: a learned scale or shift, which is one number or one per feature."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import ValidationError, ValidationInfo, ValidatorFunctionWrapHandler, WrapValidator

from engine.parameters import Array, Real, Vector
from engine.solutions import latex


def _number_or_vector(value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    """One number, or as many as ``x`` has."""
    try:
        learned = handler(value)
    except ValidationError:
        raise ValueError("must be a number or a vector: a list of numbers") from None
    x = info.data.get("x")
    if isinstance(learned, np.ndarray) and x is not None and len(learned) != len(x):
        raise ValueError(f"must be one number, or one for each entry of x: {len(x)}")
    return learned


Learned = Annotated[Real | Vector, WrapValidator(_number_or_vector)]


def leaves_as_is(scale: float | Array, shift: float | Array = 0.0) -> bool:
    """True if scaling and shifting change nothing."""
    return bool(np.all(np.equal(scale, 1)) and np.all(np.equal(shift, 0)))


def entry(learned: float | Array, at: int) -> str:
    """The number that belongs to entry ``at``, as a factor or a term in LaTeX."""
    return latex.signed(float(learned[at] if isinstance(learned, np.ndarray) else learned))


def mean_of_squares(numbers: Sequence[float]) -> str:
    """The mean of the squares with its numbers, as LaTeX."""
    return rf"\frac{{{latex.squares(numbers)}}}{{{len(numbers)}}}"


def root_of(square: float, epsilon: float) -> str:
    r"""``\sqrt{square + epsilon}``, without an epsilon that is zero."""
    return rf"\sqrt{{{latex.number(square)}{f' + {latex.number(epsilon)}' if epsilon else ''}}}"


def draw_features(rng: Random, size: int, lowest: int, highest: int, parts: int = 1) -> list[float]:
    """Numbers in steps of one over ``parts``, never all equal."""
    x = [rng.randint(lowest * parts, highest * parts) / parts for _ in range(size)]
    return x if len(set(x)) > 1 else [x[0] + 1, *x[1:]]
