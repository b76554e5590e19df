"""Steps that come to whole numbers whatever whole numbers are given: sums, differences and products of them.

A step runs once more with numbers that know nothing else. What compares, divides or takes a root is not among these
steps, so that nobody learns from "a whole number" on which side of a limit an answer lies. Where both sides are whole,
a step decides by ``known``.
"""

from typing import Any, NoReturn

import numpy as np

from engine.answers import cells
from engine.answers.forms import Fixed
from engine.chain import NotNeeded, Run, Step
from engine.parameters import Frozen

MOST_GIVEN = 400  # numbers of a parameter: beyond, nobody computes by hand
OTHER_ARITHMETIC = (TypeError, AttributeError, ValueError, ArithmeticError, LookupError)


class Whole:
    """A whole number that can be added and multiplied, and nothing else."""

    __slots__ = ("value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: int) -> None:
        self.value = value

    def __add__(self, other: Any) -> "Whole":
        return Whole(self.value + _value(other))

    def __mul__(self, other: Any) -> "Whole":
        return Whole(self.value * _value(other))

    def __neg__(self) -> "Whole":
        return Whole(-self.value)

    def __sub__(self, other: Any) -> "Whole":
        return Whole(self.value - _value(other))

    def __rsub__(self, other: Any) -> "Whole":
        return Whole(_value(other) - self.value)

    def __pow__(self, exponent: int) -> "Whole":
        return Whole(self.value ** _power(exponent))

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError

    def __bool__(self) -> NoReturn:
        raise TypeError

    def conjugate(self) -> "Whole":
        """NumPy asks for it in products of vectors."""
        return self

    def square(self) -> "Whole":
        """The number times itself."""
        return self * self


def known(numbers: Any) -> Any:
    """The numbers of an array, for a decision that leaves whole numbers whole on either side; others as they are."""
    return np.array([x.value for x in numbers.flat]).reshape(numbers.shape) if are_whole(numbers) else numbers


def are_whole(numbers: Any) -> bool:
    """True if an array holds nothing but whole numbers of this kind."""
    return numbers.dtype == object and all(isinstance(x, Whole) for x in numbers.flat)


def asks_for_whole(exact: Run, name: str) -> bool:
    """True if a step that is asked with decimals comes to whole numbers by the way it is computed."""
    leaves = cells.cells(exact.reached[name])
    if not isinstance(exact.steps[name].form, Fixed) or not all(map(_is_whole, leaves)):
        return False
    values = {given: _lifted(value) for given, value in vars(exact.parameters).items()}
    behind = exact.leads_to(name)
    for step in exact.steps.values():
        if step.name in behind:
            values[step.name] = _computed(step, values)
    return values[name] is not None


def _computed(step: Step, values: dict[str, Any]) -> Any:
    """The step's value; None where its arithmetic does not show it to be whole."""
    try:
        value = step.compute(*[values[source] for source in step.sources])
    except OTHER_ARITHMETIC:
        return None
    value = value.value if isinstance(value, NotNeeded) else value
    leaves = value.ravel().tolist() if isinstance(value, np.ndarray) else cells.cells(value)
    return value if leaves and all(isinstance(leaf, Whole) for leaf in leaves) else None


def _lifted(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        leaves = value.ravel().tolist()
        if len(leaves) > MOST_GIVEN or not all(map(_is_whole, leaves)):
            return None
        return np.array([Whole(int(leaf)) for leaf in leaves], dtype=object).reshape(value.shape)
    if isinstance(value, dict):
        return {name: _lifted(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_lifted, value))
    if isinstance(value, Frozen):
        return type(value).model_construct(**{name: _lifted(item) for name, item in vars(value).items()})
    if isinstance(value, bool | str) or value is None:
        return value
    return Whole(int(value)) if _is_whole(value) else None


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) or (isinstance(number, float) and number.is_integer())


def _value(other: Any) -> int:
    if isinstance(other, Whole):
        return other.value
    if isinstance(other, int) or (isinstance(other, float) and other == 0):
        return int(other)
    raise TypeError


def _power(exponent: int) -> int:
    if exponent < 0:
        raise TypeError
    return exponent
