"""A number as many people hold it, each rounded as they do; it goes through a step's own arithmetic."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

import numpy as np

from engine.answers.forms import Form
from engine.rounding.people import EXACT, Crowd, Least, Numbers

MOST_OPERATIONS = 2000  # per line
Plain = int | float | np.generic


class TooLong(ArithmeticError):
    """More operations than anybody writes down for one line."""


class Desk:
    """The crowd that computes here, and how many operations of this line it has done: each person rounds some of them
    and not others, always the same."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.turn = 0
        self.least = Least()
        self.operations = 0

    def begin(self, line: int, form: Form) -> None:
        """Begins a line: operations are counted anew, and rounded with the habits that belong to this line."""
        self.turn, self.least, self.operations = 7 * line, Least.of(form), 0

    def count(self) -> None:
        """Counts one operation more. Raises TooLong."""
        self.operations += 1
        if self.operations > MOST_OPERATIONS:
            raise TooLong("more operations than anybody writes down for one line")

    def written(self, numbers: Numbers) -> Numbers:
        """Counts an operation, and rounds its result as each person does. Raises TooLong."""
        self.count()
        self.turn += 1
        return self.crowd.written(numbers, self.turn, self.least)


desk = ContextVar[Desk]("desk")  # where this thread computes


@contextmanager
def seated(crowd: Crowd) -> Iterator[Desk]:
    """Sets the crowd that computes in this thread, while it lasts."""
    mine = Desk(crowd)
    before = desk.set(mine)
    try:
        yield mine
    finally:
        desk.reset(before)


class Written:
    """A number as each person holds it. What was added up is ``open`` until it is used: nobody writes a running sum. A
    count has a ``whole`` value, the same for all. Methods with names of NumPy's functions are those functions, written
    down.

    Comparisons, and so every decision, are those of the exact numbers. What a person cannot go on from is NaN.
    """

    __slots__ = ("numbers", "open", "whole")
    ndim = 0  # to those who ask whether it is an array

    def __init__(self, numbers: Numbers, open: bool = False, whole: int | None = None) -> None:
        self.numbers, self.open, self.whole = numbers, open, whole

    @classmethod
    def of(cls, number: Any) -> "Written":
        """A given number, a typed decimal or a count: everybody has it exactly."""
        if isinstance(number, cls):
            return number
        whole = int(number) if isinstance(number, int | np.integer) else None
        return cls(np.full(desk.get().crowd.size, float(number)), whole=whole)

    @property
    def exact(self) -> float:
        """The number of the one who never rounds."""
        return float(self.numbers[EXACT])

    def settled(self) -> Numbers:
        """The number as each person has written it down; an open sum is written now."""
        if self.open:
            self.numbers, self.open = desk.get().written(self.numbers), False
        return self.numbers

    def _with(self, other: Any, operation: Callable[[Numbers, Numbers], Numbers]) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        theirs = Written.of(other)
        if self.whole is not None and theirs.whole is not None:
            return _whole(operation(np.array(float(self.whole)), np.array(float(theirs.whole))))
        return _result(operation(self.settled(), theirs.settled()))

    def _added(self, other: Any, sign: float) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        theirs = Written.of(other)
        if self.whole is not None and theirs.whole is not None:
            return _whole(self.whole + sign * theirs.whole)
        desk.get().count()
        return Written(self.numbers + sign * theirs.numbers, open=True)

    def __add__(self, other: Any) -> Any:
        return self._added(other, 1.0)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._added(other, -1.0)

    def __rsub__(self, other: Any) -> Any:
        return Written.of(other)._added(self, -1.0)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, np.multiply)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, np.divide)

    def __rtruediv__(self, other: Any) -> Any:
        return Written.of(other)._with(self, np.divide)

    def __pow__(self, exponent: Any) -> Any:
        if isinstance(exponent, Plain) and float(exponent) == 0.5:
            return self.sqrt()
        return self._with(exponent, _power)

    def __rpow__(self, base: Any) -> Any:
        return Written.of(base)._with(self, _power)

    def __floordiv__(self, other: Any) -> Any:
        return self._decided(other, lambda mine, theirs: mine // theirs)

    def __mod__(self, other: Any) -> Any:
        return self._decided(other, lambda mine, theirs: mine % theirs)

    def __rfloordiv__(self, other: Any) -> Any:
        return Written.of(other)._decided(self, lambda mine, theirs: mine // theirs)

    def __rmod__(self, other: Any) -> Any:
        return Written.of(other)._decided(self, lambda mine, theirs: mine % theirs)

    def _decided(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        """The result by the exact numbers: where whole numbers are meant, nobody rounds on the way."""
        theirs = Written.of(other)
        mine = self.exact if self.whole is None else self.whole
        return Written.of(operation(mine, theirs.exact if theirs.whole is None else theirs.whole))

    def __neg__(self) -> "Written":
        return Written(-self.numbers, self.open, None if self.whole is None else -self.whole)

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> "Written":
        return Written(np.abs(self.numbers), self.open, None if self.whole is None else abs(self.whole))

    def _of_one(self, function: Callable[[Numbers], Numbers]) -> "Written":
        return _result(function(self.settled()))

    def exp(self) -> "Written":
        """e to this number; exactly 0 for minus infinity."""
        return Written.of(0.0) if self.exact == -math.inf else self._of_one(np.exp)

    def exp2(self) -> "Written":
        return self._of_one(np.exp2)

    def expm1(self) -> "Written":
        return self._of_one(np.expm1)

    def log(self) -> "Written":
        return self._of_one(np.log)

    def log2(self) -> "Written":
        return self._of_one(np.log2)

    def log10(self) -> "Written":
        return self._of_one(np.log10)

    def log1p(self) -> "Written":
        """The logarithm of 1 plus this number, in two operations."""
        return (1 + self).log()  # type: ignore[no-any-return]

    def sqrt(self) -> "Written":
        return self._of_one(np.sqrt)

    def square(self) -> "Written":
        return self._of_one(np.square)

    def tanh(self) -> "Written":
        return self._of_one(np.tanh)

    def sin(self) -> "Written":
        return self._of_one(np.sin)

    def cos(self) -> "Written":
        return self._of_one(np.cos)

    def arccos(self) -> "Written":
        """The arc cosine, of what rounding carried beyond 1 or -1 too."""
        return self._of_one(lambda numbers: np.arccos(np.clip(numbers, -1, 1)))

    def radians(self) -> "Written":
        return self._of_one(np.radians)

    def degrees(self) -> "Written":
        return self._of_one(np.degrees)

    def erf(self) -> "Written":
        return self._of_one(lambda numbers: np.array([math.erf(x) for x in numbers]))

    def erfc(self) -> "Written":
        return self._of_one(lambda numbers: np.array([math.erfc(x) for x in numbers]))

    def conjugate(self) -> Self:
        """NumPy asks for it in variances."""
        return self

    def __round__(self, places: int = 0) -> "Written":
        scale = 10.0**places
        return Written(np.trunc(self.numbers * scale + np.copysign(0.5 + 1e-9, self.numbers)) / scale)

    def rint(self) -> "Written":
        """The nearest whole number to the exact one, for everybody."""
        return Written.of(np.rint(self.exact))

    def floor(self) -> "Written":
        """The floor of the exact number, for everybody."""
        return Written.of(math.floor(self.exact))

    def ceil(self) -> "Written":
        """The ceiling of the exact number, for everybody."""
        return Written.of(math.ceil(self.exact))

    __floor__, __ceil__ = floor, ceil

    def __index__(self) -> int:
        if self.whole is None:
            raise TypeError("this is no count")
        return self.whole

    def __int__(self) -> int:
        return int(self.exact) if self.whole is None else self.whole

    def __bool__(self) -> bool:
        return self.exact != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float | Written | np.generic) and self.exact == _exact(other)

    def __hash__(self) -> int:
        return hash(self.exact)

    def __lt__(self, other: Any) -> bool:
        return self.exact < _exact(other)

    def __le__(self, other: Any) -> bool:
        return self.exact <= _exact(other)

    def __gt__(self, other: Any) -> bool:
        return self.exact > _exact(other)

    def __ge__(self, other: Any) -> bool:
        return self.exact >= _exact(other)


def _exact(number: Any) -> float:
    return number.exact if isinstance(number, Written) else float(number)


def _power(base: Numbers, exponent: Numbers) -> Numbers:
    return np.asarray(np.power(base, exponent))


def _whole(number: Any) -> Written:
    """The result for two counts: a count again where it is one."""
    value = float(number)
    return (
        Written.of(int(value))
        if value.is_integer() and abs(value) < 2**53
        else _result(np.full(desk.get().crowd.size, value))
    )


def _result(numbers: Numbers) -> Written:
    return Written(desk.get().written(numbers))
