"""The hand that computes: it writes down what each operation comes to.

Values are plain floats, fractions and arrays all the while.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from tests.honest.computing.compiling import compiled, is_ours
from tests.honest.computing.decisions import UNCHANGED, Changed, Tape, Work
from tests.honest.computing.pens import Pen

NUMBER = int | float | Fraction | np.generic
Operation = Callable[..., Any]


class Hand:
    """``known`` are the operations by function, ``of_arrays`` the methods of arrays (`operations`).

    ``met`` are the functions that were rewritten; ``strayed`` says whether the last step was computed by other
    decisions than the exact ones.
    """

    def __init__(self, known: Mapping[Any, Operation], of_arrays: Mapping[str, Operation]) -> None:
        self.known = known
        self.of_arrays = of_arrays
        self.work = Work(pen=None, tape=[], place=None, changed=UNCHANGED)
        self.met = dict[CodeType, FunctionType]()
        self.strayed = False

    def exactly(
        self, function: Operation, values: Iterable[Any], changed: Changed = UNCHANGED
    ) -> tuple[Any, Tape]:
        """The result of a step without rounding, and the decisions on the way."""
        tape: Tape = []
        return self._computes(function, values, Work(pen=None, tape=tape, place=None, changed=changed)), tape

    def by_hand(
        self, function: Operation, values: Iterable[Any], pen: Pen, tape: Tape, changed: Changed = UNCHANGED
    ) -> Any:
        """The result that somebody with this pen comes to."""
        return self._computes(function, values, Work(pen=pen, tape=tape, place=0, changed=changed))

    def _computes(self, function: Operation, values: Iterable[Any], work: Work) -> Any:
        before, self.work = self.work, work
        try:
            return self.call(function, *values)
        finally:
            self.work, self.strayed = before, work.lost

    @property
    def pen(self) -> Pen | None:
        """None where nothing is rounded."""
        return None if self.work.deciding else self.work.pen

    def decided(self, decide: Callable[[], Any]) -> Any:
        return self.work.decided(decide)

    def decided_anew(self, decide: Callable[[], Any]) -> Any:
        return self.work.decided_anew(decide)

    # What is written down

    def write(self, value: Any, *of: Any) -> Any:
        """The value as it is written; a number that was taken over from ``of`` is not written anew."""
        pen = self.pen
        if pen is None:
            return value
        if isinstance(value, np.ndarray):
            if value.dtype.kind != "f":
                return value
            same = np.zeros(value.shape, bool)
            for other in of:
                same |= value == other
            return value if same.all() else np.where(same, value, pen.write(value))
        if isinstance(value, Fraction):
            number = float(value)
            written = number if value in of else pen.write(number)
            return value if written == number else Fraction(str(written))
        return value if value in of else pen.write(value)

    def total(self, signs: str, *terms: Any) -> Any:
        """A finished sum; other things than numbers are put together as they are."""
        found = terms[0]
        for sign, term in zip(signs[1:], terms[1:], strict=True):
            found = found + term if sign == "+" else found - term
        return self.write(found, *terms) if all(map(is_number, terms)) else found

    def product(self, a: Any, b: Any) -> Any:
        return self.write(a * b, a, b) if is_number(a) and is_number(b) else a * b

    def quotient(self, a: Any, b: Any) -> Any:
        return self.write(a / b, a)

    def power(self, a: Any, b: Any) -> Any:
        return self.write(a**b, a)

    def root(self, a: Any, degree: Any) -> Any:
        return self.write(a ** (1 / degree), a)

    def matrix_product(self, a: Any, b: Any) -> Any:
        """Rounded products, then their finished sums."""
        products, axis = self._products(a, b)
        found = products.sum(axis)
        taken = (np.expand_dims(found, axis) == products).any(axis)
        return self.write(found, np.where(taken, found, np.nan))

    def unfinished(self, a: Any, b: Any) -> Any:
        """A matrix product that is a part of a sum."""
        products, axis = self._products(a, b)
        return products.sum(axis)

    def _products(self, a: Any, b: Any) -> tuple[Any, int]:
        a, b = np.asarray(a), np.asarray(b)
        if b.ndim == 1:
            return self.product(a, b), a.ndim - 1
        left = a[..., :, None]
        return (self.product(left, b), 0) if a.ndim == 1 else (self.product(left, b[None]), 1)

    # What is called

    def method(self, of: Any, name: str, *values: Any, **named: Any) -> Any:
        if isinstance(of, ModuleType):
            return self.call(getattr(of, name), *values, **named)
        if isinstance(of, np.ndarray | np.generic):
            known = self.of_arrays.get(name)
            return known(self, of, *values, **named) if known else getattr(of, name)(*values, **named)
        if name == "index":
            return self.decided(lambda: of.index(*values))
        return self.call(getattr(of, name), *values, **named)

    def call(self, function: Any, *values: Any, **named: Any) -> Any:
        if isinstance(function, partial):
            return self.call(function.func, *function.args, *values, **{**function.keywords, **named})
        if isinstance(function, MethodType):
            return self.call(function.__func__, function.__self__, *values, **named)
        ours = function if is_ours(function) else None
        if ours:
            self.met.setdefault(ours.__code__, ours)
        known = self.known.get(function) if getattr(function, "__hash__", None) else None
        if known is not None and getattr(function, "__code__", None) not in self.work.changed:
            return known(self, *values, **named)
        if ours:
            function = compiled(ours, self, self.work.changed.get(ours.__code__))
        elif isinstance(function, np.vectorize) and is_ours(function.pyfunc):
            function = np.vectorize(compiled(function.pyfunc, self), otypes=function.otypes)
        return function(*values, **named)


def is_number(value: Any) -> bool:
    return value.dtype.kind in "bifu" if isinstance(value, np.ndarray) else isinstance(value, NUMBER)
