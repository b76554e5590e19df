"""Accepted bands: as far from the exact number as honest people come (curriculum, "two decimals", rule 3).

A band reaches from the key to whoever comes to the number that is farthest from it, and as far on its other side: what
is nearer to the key than an accepted number is accepted, too.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.answers import cells
from engine.answers.forms import Fixed, Form, Scientific, same_words
from engine.chain import NOTHING, CannotGoOn, Mistake, Run
from engine.rounding.chains import everybody
from engine.rounding.people import EVERYBODY, LINE_BY_LINE, Numbers

SLACK = 1e-9  # float noise at the ends of a band, in last places and relative
WIDEST = 0.05  # as a share of the key


@dataclass(frozen=True, slots=True)
class Band:
    """The accepted range of one numeric cell: from ``low`` to ``high``, both ends included; ``exact`` is the key."""

    exact: float
    low: float
    high: float

    def holds(self, x: float, slack: float = 0.0) -> bool:
        """True if x lies in the band, or beyond an end by ``slack`` at most."""
        return self.low - slack <= x <= self.high + slack


def exact_band(form: Form, x: float, places: float | None = None) -> Band:
    """The band of rule 2: half a last place around the key; ``places`` is a coarser one that the student used."""
    half = (
        (form.last_place(x) if places is None else places) / 2
        if isinstance(form, Fixed | Scientific)
        else 0.0
    )
    slack = SLACK * half + 1e-12 * abs(x)
    return Band(x, x - half - slack, x + half + slack) if math.isfinite(x) else Band(x, x, x)


def reach(form: Form, x: float) -> float:
    """The distance from the key that a band may not exceed: two last places or a twentieth, whichever is more."""
    return max(2 * form.last_place(x), WIDEST * abs(x)) if isinstance(form, Fixed | Scientific) else 0.0


def bands(
    exact: Run,
    wanted: Iterable[str],
    *,
    given: Mapping[str, Any] = NOTHING,
    instead: Mapping[str, Mistake] = NOTHING,
    strict: bool = False,
) -> dict[str, list[Band | None]]:
    """The bands of each wanted step's cells, None for a cell that is not a number in a rounded form.

    ``exact`` is the run without rounding under the same knobs. With ``strict`` a rounding that breaks the chain
    raises CannotGoOn; without, it is left out.
    """
    names = [name for name in wanted if name in exact.steps]
    reached = everybody(exact, names, given=given, instead=instead)
    found: dict[str, list[Band | None]] = {}
    for name in names:
        step, keys = exact.steps[name], cells.cells(exact.reached[name])
        if not isinstance(step.form, Fixed | Scientific):
            found[name] = [None] * len(keys)
            continue
        numbers = reached[name]
        if strict and any(
            item is not None and not np.isfinite(item[LINE_BY_LINE]).all() and math.isfinite(key)
            for item, key in zip(numbers, keys, strict=True)
        ):
            raise CannotGoOn(f"{step.title}: rounding on the way leaves nothing to go on with", exact.reached)
        found[name] = [
            _tolerating(_band(step.form, float(key), item), step.tolerance)
            for item, key in zip(numbers, keys, strict=True)
        ]
    return found


def meets(
    value: Any, form: Form, leaves: Sequence[Any], width: Callable[[Form, float], float] | None = None
) -> bool:
    """True if typed leaves are this value: to half a last place, or within ``width(form, x)``."""
    if value is None:
        return False
    keys = cells.cells(value)
    if len(keys) != len(leaves):
        return False
    for x, key in zip(leaves, keys, strict=True):
        if isinstance(form, Fixed | Scientific):
            band = exact_band(form, key)
            far = width(form, key) if width else 0.0
            if not Band(key, min(band.low, key - far), max(band.high, key + far)).holds(x):
                return False
        elif not same_words(form, x, key):
            return False
    return True


def _band(form: Form, x: float, numbers: Numbers | None) -> Band:
    around = exact_band(form, x)
    if numbers is None or not math.isfinite(x):
        return around
    farthest = max(_farthest(numbers, x), _farthest(EVERYBODY.typed(numbers, form), x))
    far = farthest + SLACK * form.last_place(x)  # type: ignore[union-attr]
    return Band(x, min(around.low, x - far), max(around.high, x + far))


def _tolerating(band: Band, tolerance: float) -> Band:
    """The band, at least as wide as the author of the question tolerates."""
    x = band.exact
    return Band(x, min(band.low, x - tolerance), max(band.high, x + tolerance)) if tolerance else band


def _farthest(numbers: Numbers, x: float) -> float:
    return float(np.fmax.reduce(np.abs(numbers - x)))  # which passes over what is not a number
