"""Kind ``code``: a small function, run against tests that are shown and tests that are not.

Nothing runs here: ``app.practice.sandbox`` hands the arguments of the tests to the learner's function, and ``judge``
compares what came back. What is expected never leaves this side.
"""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import Field, model_validator

from engine import kinds
from engine.answers.forms import Program
from engine.chain import Family
from engine.parameters import Frozen
from engine.questions import Points
from engine.validation.schema import Shape

NOT_TOLD = "It raised an error, or did not come back."


class Parameters(Frozen):
    """Nothing is drawn."""


class Test(Shape):
    """One call: its arguments in order, and what it is to return. ``says`` is read when it fails."""

    __test__ = False
    name: str = Field(min_length=1, max_length=80)
    says: str = Field(min_length=1, max_length=300)
    hidden: bool = False
    arguments: dict[str, Any]
    expected: Any


class Wrong(Shape):
    """A classic wrong solution, which at least one of the tests must find."""

    says: str = Field(min_length=1, max_length=200)
    code: str = Field(min_length=1, max_length=4000)


class Item(kinds.Item):
    """A coding question as its file says it. ``arrays`` are the arguments that come as NumPy arrays of floats."""

    kind: str = "code"
    asks = "Your function"
    points: Points = Fraction(5)
    function: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)
    arrays: tuple[str, ...] = ()
    starter: str = Field(max_length=2000)
    solution: str = Field(max_length=4000)
    tolerance: float = Field(1e-6, gt=0, lt=0.01)
    tests: list[Test] = Field(min_length=3, max_length=12)
    wrong: list[Wrong] = Field(min_length=1, max_length=6)

    @model_validator(mode="after")
    def tests_are_shown_and_hidden(self) -> "Item":
        """Raises ValueError unless some tests are hidden, some not, all are named, and all take the same arguments."""
        if len({test.hidden for test in self.tests}) < 2:
            raise ValueError("tests: some must be shown and some hidden")
        if len({test.name for test in self.tests}) < len(self.tests):
            raise ValueError("tests: each needs a name of its own")
        if len({tuple(test.arguments) for test in self.tests}) > 1:
            raise ValueError("tests: all must name the same arguments in the same order")
        if not set(self.arrays) <= set(self.tests[0].arguments):
            raise ValueError("arrays: each must be the name of an argument")
        return self

    def chain(self) -> Family:
        """One step, whose value is the model solution."""
        task = Program(
            function=self.function,
            arrays=self.arrays,
            starter=self.starter.strip(),
            tests=tuple(self.tests),
            tolerance=self.tolerance,
        )
        solution = self.solution.strip()
        return self.one_step("Function", Parameters, task, lambda: solution)


@dataclass(frozen=True, slots=True)
class Called:
    """The outcome of one call: a value (JSON), or the sentence that tells why there is none; and what it printed."""

    value: Any = None
    error: str = ""
    output: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tested:
    """One test with what came of it, as it is stored and shown."""

    name: str
    hidden: bool
    passed: bool
    says: str
    arguments: Mapping[str, Any]
    expected: Any
    got: Any
    error: str
    output: str


def judge(tests: Sequence[Test], tolerance: float, calls: Sequence[Called]) -> list[Tested]:
    """Each test beside its call; tests without a call were not reached.

    Of a hidden test nothing is told that the program could have put its arguments into.
    """
    reached = [*calls, *[Called(error="Not run: the one before did not end.")] * (len(tests) - len(calls))]
    reached = [
        Called(call.value, call.error and NOT_TOLD) if test.hidden else call
        for test, call in zip(tests, reached, strict=True)
    ]
    return [
        Tested(
            name=test.name,
            hidden=test.hidden,
            passed=not call.error and same(call.value, test.expected, tolerance),
            says=test.says,
            arguments=test.arguments,
            expected=test.expected,
            got=call.value,
            error=call.error,
            output=call.output,
        )
        for test, call in zip(tests, reached, strict=True)
    ]


def sentences(tests: Sequence[Mapping[str, Any]]) -> list[str]:
    """The sentences on tests that were run: how many passed, and what the first failure teaches."""
    passed = sum(test["passed"] for test in tests)
    failed = [test for test in tests if not test["passed"]]
    if not failed:
        return ["Right: all tests passed."]
    first = next((test for test in failed if test["error"] and not test["hidden"]), failed[0])
    said = first["says"] if first["hidden"] or not first["error"] else _ended(first["error"])
    return [f"{passed} of {len(tests)} tests passed.", f"First to look at: {first['name']}. {said}"]


def _ended(error: str) -> str:
    """The sentence on a program that returned nothing, which comes before what it should have returned."""
    return f"It returned nothing: {error.rstrip('.')}."


def same(got: Any, expected: Any, tolerance: float) -> bool:
    """True for values of one shape whose numbers agree within the tolerance, absolute or relative; True is not 1."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return got is expected
    if isinstance(expected, int | float) and isinstance(got, int | float):
        with suppress(OverflowError):  # a whole number too large for a float
            return math.isclose(got, expected, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(expected, list) and isinstance(got, list):
        return len(got) == len(expected) and all(map(same, got, expected, [tolerance] * len(got)))
    if isinstance(expected, dict) and isinstance(got, dict):
        return got.keys() == expected.keys() and all(same(got[key], expected[key], tolerance) for key in got)
    return bool(got == expected)
