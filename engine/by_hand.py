"""The band that honest people reach: what the chain gives when some of its lines are rounded on the way.

Curriculum, "two decimals", rule 3: the least and the greatest value over the runs with no step rounded, all
rounded, each alone, the first j, the last k, widened by half a last place. Wider than ``REACH`` is not fair.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cells import cells
from engine.chain import NOTHING, CannotGoOn, Mistake, NotApplicable, Run, run
from engine.forms import Fixed, Form, Scientific, rounded_in

SLACK = 1e-9  # float noise at the ends of a band, in last places and relative


@dataclass(frozen=True, slots=True)
class Band:
    """What is accepted for one numeric cell: from ``low`` to ``high``, both ends included; ``exact`` is the key."""

    exact: float
    low: float
    high: float

    def holds(self, x: float, slack: float = 0.0) -> bool:
        return self.low - slack <= x <= self.high + slack


def exact_band(form: Form, x: float, places: float | None = None) -> Band:
    """Rule 2: half a last place around the key; ``places`` is a coarser last place that the student used."""
    half = (
        (form.last_place(x) if places is None else places) / 2
        if isinstance(form, Fixed | Scientific)
        else 0.0
    )
    slack = SLACK * half + 1e-12 * abs(x)
    return Band(x, x - half - slack, x + half + slack) if math.isfinite(x) else Band(x, x, x)


def reach(form: Form, x: float) -> float:
    """How far from the key a band may go: two last places or 2 %, whichever is more."""
    return max(2 * form.last_place(x), 0.02 * abs(x)) if isinstance(form, Fixed | Scientific) else 0.0


def roundable(exact: Run) -> list[str]:
    """The steps that rounding changes, themselves or through an earlier one, in order."""
    names: list[str] = []
    for name, step in exact.steps.items():
        if isinstance(step.form, Fixed | Scientific):
            value = exact.values[name]
            if cells(rounded_in(step.form, value)) != cells(value) or not set(step.sources).isdisjoint(names):
                names.append(name)
    return names


def roundings(names: list[str]) -> Iterator[frozenset[str]]:
    """Which lines people round: all, each alone, the first j, the last k; each way once."""
    ways = [names, *([name] for name in names)]
    ways += [names[:j] for j in range(2, len(names))] + [names[-k:] for k in range(2, len(names))]
    yield from dict.fromkeys(frozenset(way) for way in ways if way)


def bands(
    exact: Run,
    wanted: Iterable[str],
    *,
    given: Mapping[str, Any] = NOTHING,
    instead: Mapping[str, Mistake] = NOTHING,
    strict: bool = False,
) -> dict[str, list[Band | None]]:
    """Per wanted step its cells' bands, None for a cell that is not a number in a rounded form.

    ``exact`` is the run without rounding under the same knobs. With ``strict`` a rounding that breaks the chain
    raises CannotGoOn; without, it is left out.
    """
    family, parameters = exact.family, exact.parameters
    names = [name for name in wanted if name in exact.steps]
    needed = exact.leads_to(*names, given=given)
    ways = roundings([name for name in roundable(exact) if name in needed and name not in given])
    reached = {name: [exact.reached[name]] for name in names}
    for way in ways:
        try:
            by_hand = run(
                family, parameters, rounded=way, given=given, instead=instead, wanted=names, like=exact
            )
        except NotApplicable:  # nobody who rounds so makes this mistake
            continue
        except CannotGoOn:
            if strict:
                raise
            continue
        for name in names:
            if name in by_hand.reached:
                reached[name].append(by_hand.reached[name])
    return {name: _hull(exact.steps[name].form, values) for name, values in reached.items()}


def _hull(form: Form, values: list[Any]) -> list[Band | None]:
    rows = [cells(value) for value in values]
    rows = [row for row in rows if len(row) == len(rows[0])]
    if not isinstance(form, Fixed | Scientific):
        return [None] * len(rows[0])
    hull: list[Band | None] = []
    for column in zip(*rows, strict=True):
        x = float(column[0])
        around = exact_band(form, x)
        hull.append(
            Band(x, around.low + min(column) - x, around.high + max(column) - x)
            if math.isfinite(x)
            else around
        )
    return hull
