"""A line that was rounded too early: the numbers come out where one line before them keeps too few digits."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import ROUND_DOWN, Decimal
from typing import Any

import numpy as np

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Scientific
from engine.chain import CannotGoOn, Run, run
from engine.rounding.bands import meets

LONG = 1e15  # from here on a float has no decimals


def _cut(x: float) -> float:
    """The number cut off after two decimals, of those that are seen: 1.13 * 100 is less than 113 to a float."""
    return float(Decimal(repr(x)).quantize(Decimal("0.01"), ROUND_DOWN)) if abs(x) < LONG else x


KEPT: Mapping[str, Callable[[float], float]] = {
    "cut off after two decimals": _cut,
    "rounded to one decimal": lambda x: round(x, 1),
    "rounded to a whole number": lambda x: float(round(x)),
}


def rounded_early(exact: Run, asked: str, leaves: Sequence[Any], own: Mapping[str, Any]) -> str:
    """Says which line before the ``asked`` one was carried on with too few digits, "" where none was.

    ``own`` are the lines that were handed in, which were carried on as they are, or shorter.
    """
    if not any(leaves):
        return ""  # a nought is typed for many reasons
    used = exact.leads_to(asked)
    given = {name: value for name, value in own.items() if name in used}
    for name in reversed([*exact.steps]):
        step = exact.steps[name]
        if name == asked or name not in used or not isinstance(step.form, Fixed | Scientific):
            continue
        value = given.get(name, exact.reached[name])
        for kept, shorten in KEPT.items():
            short = _shortened(value, shorten)
            if short is None or not _comes_out(exact, asked, leaves, {**given, name: short}):
                continue
            return (
                f"Rounded too early: this comes out where “{step.title}” is {kept}. "
                "Carry two decimals more than are asked for."
            )
    return ""


def _comes_out(exact: Run, asked: str, leaves: Sequence[Any], given: Mapping[str, Any]) -> bool:
    with suppress(CannotGoOn):
        there = run(exact.family, exact.parameters, given=given, wanted=[asked], like=exact)
        if asked in there.reached:
            return meets(there.reached[asked], exact.steps[asked].form, leaves)
    return False


def _shortened(value: Any, shorten: Callable[[float], float]) -> Any:
    """The value with fewer digits; None where it has no digits to lose, or none would be left."""
    leaves = cells(value)
    if not all(isinstance(leaf, int | float) and math.isfinite(leaf) for leaf in leaves):
        return None
    short = [shorten(float(leaf)) for leaf in leaves]
    if short == leaves or not any(short):
        return None
    if isinstance(value, np.ndarray):
        return np.asarray(short).reshape(value.shape)
    if isinstance(value, dict):
        return dict(zip(value, short, strict=True))
    return short[0] if len(leaves) == 1 else None
