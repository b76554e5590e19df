"""Fairness of drawn numbers: can they be asked and marked (curriculum, "two decimals", rules 1, 3, 4 and 6)?"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Integer, Scientific
from engine.chain import CannotGoOn, Mistake, NotApplicable, Run, Step, run
from engine.rounding.bands import Band, bands, reach

SAME = 1e-9  # relative: two keys that differ by no more are the same key
LARGEST_INTEGER = 10**15


def unfair(exact: Run, limits: Mapping[str, Sequence[Band | None]]) -> str | None:
    """The reason why these numbers must be drawn again, in one sentence; None where they are fair."""
    for name, accepted in limits.items():
        if reason := unfit(exact.steps[name], exact.reached[name], accepted):
            return f"{name}: {reason}"
    for mistake in exact.family.mistakes.values():
        if hides(mistake, exact, limits):
            return f"the mistake {mistake.name} cannot be told from the key"
    return exact.family.unfair(exact)


def hides(mistake: Mistake, exact: Run, limits: Mapping[str, Sequence[Band | None]]) -> bool:
    """True if a mistake changes an asked answer, but nowhere so much that its answer would be marked wrong."""
    differs = near = False
    for name, mine in outcomes(mistake, exact, limits):
        theirs = cells(exact.reached[name])
        if mine is None or len(mine) != len(theirs):
            return False
        step, bands = exact.steps[name], limits[name]
        for x, y, band in zip(mine, theirs, bands, strict=True):
            if not same(x, y):
                differs = True
                u = step.form.last_place(y) if band else 0.0  # type: ignore[union-attr]
                if band is None or not band.holds(x, reach(step.form, y)):
                    return False
                near = near or not band.holds(x, u)
    return differs and (not near or _rounds_back(mistake, exact, limits))


def _rounds_back(mistake: Mistake, exact: Run, limits: Mapping[str, Sequence[Band | None]]) -> bool:
    """True if people who make the mistake and round on the way may land in the accepted band, in every cell."""
    instead = {mistake.of: mistake}
    mistaken = run(exact.family, exact.parameters, instead=instead, wanted=limits, like=exact)
    reached = bands(mistaken, limits, instead=instead)
    return all(
        len(reached[name]) == len(limits[name]) and all(map(_meet, reached[name], limits[name]))
        for name in limits
    )


def _meet(one: Band | None, other: Band | None) -> bool:
    return one is None or other is None or (one.low <= other.high and other.low <= one.high)


def speaks(mistake: Mistake, exact: Run, names: Mapping[str, Any]) -> bool:
    """True if a mistake changes any asked answer of this variant."""
    return any(
        not same_cells(mine, cells(exact.reached[name])) for name, mine in outcomes(mistake, exact, names)
    )


def outcomes(mistake: Mistake, exact: Run, names: Mapping[str, Any]) -> list[tuple[str, list[Any] | None]]:
    """The cells of each asked step after a mistake, None where it is not reached; [] if the mistake does not apply."""
    try:
        instead = {mistake.of: mistake}
        reached = run(exact.family, exact.parameters, instead=instead, wanted=names, like=exact).reached
    except NotApplicable:
        return []
    except CannotGoOn as error:
        reached = error.reached
    return [(name, cells(reached[name]) if name in reached else None) for name in names]


def same(x: Any, y: Any) -> bool:
    """True for equal values, and for floats that differ by noise only."""
    if isinstance(x, float) or isinstance(y, float):
        return bool(x == y or (abs(x - y) <= SAME * max(1.0, abs(x), abs(y)) < np.inf))
    return bool(x == y)


def same_cells(mine: Sequence[Any] | None, theirs: Sequence[Any] | None) -> bool:
    """True if all cells are equal but for noise; None, which was not reached, equals itself alone."""
    if mine is None or theirs is None:
        return mine is theirs
    return len(mine) == len(theirs) and all(map(same, mine, theirs))


def unfit(step: Step, value: Any, bands: Sequence[Band | None]) -> str | None:
    """The reason why this one answer cannot be asked and marked; None where it can."""
    if isinstance(step.form, Integer):
        return None if all(abs(x) < LARGEST_INTEGER for x in cells(value)) else "too large for a calculator"
    if not isinstance(step.form, Fixed | Scientific):
        return None
    lone = not isinstance(value, np.ndarray | list | dict)
    for band in bands:
        if band is None or not math.isfinite(band.exact) or band.exact == 0:
            continue
        if abs(band.exact) < SAME:
            if len(bands) == 1 and isinstance(step.form, Fixed):
                return "the number is zero but for the noise of floats"
            continue
        x, u = abs(band.exact), step.form.last_place(band.exact)
        if isinstance(step.form, Fixed) and lone and not 10 * u <= x < 1000:
            return "the number does not fit its form: ask it in scientific form or with more places"
        if step.tolerance:  # its author says how far it may be off
            continue
        if max(band.exact - band.low, band.high - band.exact) > reach(step.form, band.exact) + u * SAME:
            return "rounding on the way moves the answer too far"
        if not step.distribution and band.low <= 0 <= band.high:
            return "a number that is not zero could be rounded to zero"
    return None
