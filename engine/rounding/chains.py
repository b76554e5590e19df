"""A chain as a crowd follows it: everybody computes every line, writes down what they do, and goes on with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from engine import deadline
from engine.answers import cells
from engine.answers.forms import Fixed, Form, Scientific
from engine.chain import NOTHING, Mistake, NotApplicable, NotNeeded, Run, Step, source_of
from engine.rounding.arithmetic import written
from engine.rounding.number import Written, desk, seated
from engine.rounding.people import EVERYBODY, EXACT, ROADS, Crowd, Numbers
from engine.rounding.values import MOST_BY_HAND, leaves, lifted, lowered, mapped, of_each, rebuilt

CLOSE = 1e-9  # relative: how far the exact one's number may lie from that of the chain
NO_SUCH_ARITHMETIC = TypeError, AttributeError, ValueError, ArithmeticError, LookupError


def everybody(
    exact: Run,
    wanted: Iterable[str],
    *,
    given: Mapping[str, Any] = NOTHING,
    instead: Mapping[str, Mistake] = NOTHING,
    crowd: Crowd = EVERYBODY,
) -> dict[str, list[Numbers | None]]:
    """The crowd's numbers in each cell of the wanted steps, before they are typed; None for what is not rounded.

    ``exact`` is the run without rounding under the same knobs.
    """
    names = [name for name in wanted if name in exact.steps]
    needed = exact.leads_to(*names, given=given)
    lines = [name for name, step in exact.steps.items() if name in needed and _is_rounded(step)]
    finest = _asked_forms(exact, names, given)
    place = {name: n / max(1, len(lines) - 1) for n, name in enumerate(lines)}
    reached: dict[str, list[Numbers | None]] = {}
    with seated(crowd) as here, np.errstate(all="ignore"):
        values: dict[str, Any] = {name: lifted(value) for name, value in vars(exact.parameters).items()}
        for turn, (name, step) in enumerate(exact.steps.items()):
            if name not in needed:
                values[name] = exact.values[name]
                continue
            deadline.check()
            here.begin(turn, finest[name])
            found = _computed(exact, step, values, instead)
            if name in names:
                reached[name] = [
                    item.settled() if isinstance(item, Written) else None for item in leaves(found)
                ]
            if name in given:
                found = lifted(exact.values[name])
            elif name in place:
                found = _carried(found, step.form, turn, place[name])
            values[name] = found
    return reached


def _asked_forms(exact: Run, names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Form]:
    """The form in which each step is asked; for one that is not asked, that of the next one which rests on it."""
    forms: dict[str, Form] = {}
    for name in sorted(names, key=list(exact.steps).index):
        for step in exact.leads_to(name, given=given):
            forms.setdefault(step, exact.steps[name].form)
    return forms | {name: exact.steps[name].form for name in names}


def _is_rounded(step: Step) -> bool:
    return isinstance(step.form, Fixed | Scientific) and not step.gathers


def _computed(exact: Run, step: Step, values: Mapping[str, Any], instead: Mapping[str, Mistake]) -> Any:
    """A line as everybody computes it: by its own arithmetic where that takes their numbers, else person by person."""
    reached = exact.reached[step.name]
    if not isinstance(step.form, Fixed | Scientific):
        return lifted(exact.values[step.name])
    if isinstance(reached, np.ndarray) and reached.size > MOST_BY_HAND:
        return exact.values[step.name]
    compute, sources = _asked(step, values, instead)
    value = _by(compute, sources, reached)
    if compute is step.compute:
        for n, road in enumerate(step.roads):
            value = _some_by(n, _by(road, sources, reached), value, reached)
    return value


def _some_by(n: int, road: Any, value: Any, reached: Any) -> Any:
    """The same line where some people took another road to it."""
    pairs = zip(map(Written.of, leaves(road)), map(Written.of, leaves(value)), strict=True)
    taking = desk.get().crowd.taking[n % ROADS]
    return rebuilt(reached, [Written(np.where(taking, a.settled(), b.settled())) for a, b in pairs])


def _by(compute: Callable[..., Any], sources: Sequence[Any], reached: Any) -> Any:
    for plain_counts in (False, True):
        try:
            value = written(compute)(*[lowered(source) if plain_counts else source for source in sources])
        except NotApplicable:
            raise
        except NO_SUCH_ARITHMETIC:
            continue
        value = value.value if isinstance(value, NotNeeded) else value
        if _is_that_of(value, reached):
            return value
    return _one_by_one(compute, sources, reached)


def _asked(
    step: Step, values: Mapping[str, Any], instead: Mapping[str, Mistake]
) -> tuple[Callable[..., Any], list[Any]]:
    """The function that computes a line, and what it is computed from."""
    mistake = (instead.get(step.name) or instead.get(step.stem)) if instead else None
    if mistake is None:
        return step.compute, [values[source] for source in step.sources]
    right = written(step.compute)
    sources = [source_of(values, step, wanted, right) for wanted in mistake.sources]
    return mistake.compute, sources


def _is_that_of(value: Any, reached: Any) -> bool:
    """True if the numbers of the one who never rounds are those of the chain."""
    mine, keys = leaves(value), cells.cells(reached)
    return len(mine) == len(keys) and all(map(_agrees, mine, keys))


def _agrees(item: Any, key: Any) -> bool:
    x = item.exact if isinstance(item, Written) else item
    if not isinstance(x, int | float) or not isinstance(key, int | float):
        return bool(x == key)
    return bool(x == key or abs(x - key) <= CLOSE * max(1e-3, abs(key)))


def _one_by_one(compute: Callable[..., Any], sources: Sequence[Any], reached: Any) -> Any:
    keys, size = cells.cells(reached), desk.get().crowd.size
    rows = np.full((size, len(keys)), np.nan)
    theirs = [of_each(source, size) for source in sources]
    for person in range(size):
        try:
            value = compute(*[source[person] for source in theirs])
            leaves = cells.cells(value.value if isinstance(value, NotNeeded) else value)
            rows[person] = leaves if len(leaves) == len(keys) else np.nan
        except NO_SUCH_ARITHMETIC:
            continue
    rows[EXACT] = keys
    return rebuilt(reached, [Written(column) for column in rows.T])


def _carried(value: Any, form: Form, turn: int, place: float) -> Any:
    """A line as everybody goes on with it."""
    on = desk.get().crowd.carrier(form, turn, place)
    return mapped(value, lambda item: Written(on(item.settled())) if isinstance(item, Written) else item)
