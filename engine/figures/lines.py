"""The line of a figure, told such that what is printed in it comes out: 1.69 + 0.3540 + 0.1793 is 2.2233, and no line
may go on with "= 2.2232". Where four decimals are too few, it has more of them."""

from collections.abc import Iterator
from dataclasses import replace
from math import isclose
from typing import Any

import numpy as np

from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import NotNeeded, Run, Step
from engine.parameters import BadParameters
from engine.solutions import latex, worked_solution
from engine.solutions.worked_solution import At, Line

MOST = 9  # decimals
SAME = 1e-12  # float noise


def line(exact: Run, step: Step, at: At | None = None) -> Line:
    """The step told with as few decimals, from four on, as its numbers need to come to the value that is printed."""
    told = worked_solution.line(exact, step, at=at)
    if not told.numbers or not isinstance(step.form, Fixed | Scientific | Integer):
        return told
    for kept, inside in _decimals():
        if _comes_out(exact, step, told, kept, inside):
            with latex.decimals(inside):
                return replace(worked_solution.line(exact, step, at=at), kept=kept)
    return told


def _decimals() -> Iterator[tuple[int, int]]:
    """Decimals of the value and of the numbers that it is computed from."""
    for kept in range(latex.INSIDE, MOST):
        for inside in range(kept, MOST + 1):
            yield kept, inside


def _comes_out(exact: Run, step: Step, told: Line, kept: int, inside: int) -> bool:
    """True if the step, with its sources as they are printed, comes to what is printed of its value."""
    with latex.decimals(inside):
        sources = [_printed(source) for source in exact.sources(step)]
    try:
        with np.errstate(all="ignore"):
            came = step.compute(*sources)
    except (ArithmeticError, ValueError, BadParameters):
        return False
    if isinstance(came, NotNeeded):
        return False
    if told.at is not None:
        return _asked(step, _cell(came, told.at)) == _asked(step, _cell(told.value, told.at))
    with latex.decimals(kept):
        comes, shown = (latex.rounded(float(value)) for value in (came, told.value))
    return isclose(comes, shown, rel_tol=SAME) and _asked(step, shown) == _asked(step, told.value)


def _asked(step: Step, value: Any) -> str:
    assert isinstance(step.form, Fixed | Scientific | Integer)
    return step.form.show(float(value))


def _cell(value: Any, at: At) -> Any:
    return value[at if isinstance(value, np.ndarray) else at[0]]


def _printed(source: Any) -> Any:
    """A source of a step with each of its numbers as it is printed."""
    match source:
        case bool() | int():
            return source
        case float():
            return latex.rounded(source)
        case np.ndarray() if source.dtype.kind == "f":
            return np.vectorize(latex.rounded, otypes=[float])(source)
        case dict():
            return {name: _printed(one) for name, one in source.items()}
    return source
