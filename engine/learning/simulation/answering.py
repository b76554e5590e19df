"""Sheets of people who fail at some steps: a classic mistake or another number, and what follows from it."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from engine.answers import cells
from engine.answers.forms import Choice, Fixed, Integer, Scientific
from engine.chain import CannotGoOn, Mistake, NotApplicable, Run, Step, run
from engine.rounding.lines import roundable
from engine.variants import Variant

Sheet = dict[str, list[str]]
OFF = (2.0, 0.5, -1.0, 1.3)  # times the right number


def handed_in(variant: Variant, failing: Collection[str], rng: Random) -> Sheet:
    """The texts in all fields; ``failing`` are names of steps. Where no other value can be made up, the person is
    stuck: what rests on the step stays empty."""
    rounded = [name for name in roundable(variant.exact) if rng.random() < 0.3]
    instead: dict[str, Mistake] = {}
    given: dict[str, Any] = {}
    for name in failing:
        step = variant.exact.steps[name]
        if mistake := _mistake(variant, step, rng):
            instead[name] = mistake
        elif (other := _other(step, variant.exact.reached[name], rng)) is not None:
            given[name] = other
    try:
        solution = run(
            variant.question.family, variant.parameters, rounded=rounded, instead=instead, given=given
        )
    except (CannotGoOn, NotApplicable):
        try:
            solution = run(variant.question.family, variant.parameters, given=given)
        except CannotGoOn:
            solution = run(variant.question.family, variant.parameters)
            return _written(variant, solution, leave_out=failing)
    return _written(variant, solution, leave_out=set(failing) - instead.keys() - given.keys())


def _rests_on(variant: Variant, name: str, steps: Collection[str]) -> bool:
    return bool({name, *variant.exact.leads_to(name)} & set(steps))


def _mistake(variant: Variant, step: Step, rng: Random) -> Mistake | None:
    """A classic mistake in this step that these numbers allow and show, two times in three where there is one."""
    found = [one for one in variant.question.family.mistakes.values() if one.of in (step.name, step.stem)]
    rng.shuffle(found)
    if rng.random() < 1 / 3:
        return None
    for mistake in found:
        try:
            wrong = run(
                variant.question.family, variant.parameters, instead={step.name: mistake}, like=variant.exact
            )
        except (CannotGoOn, NotApplicable):
            continue
        if step.name in wrong.reached and _leaves(wrong, step.name) != _leaves(variant.exact, step.name):
            return mistake
    return None


def _leaves(solution: Run, name: str) -> list[str]:
    form = solution.steps[name].form
    return [form.show(leaf) for leaf in cells.cells(solution.reached[name])]


def _other(step: Step, value: Any, rng: Random) -> Any:
    """Another value of the same shape; None where nobody would know one to write."""
    form = step.form
    if isinstance(form, Fixed | Scientific | Integer):
        times = rng.choice(OFF)
        leaves = [_off(leaf, times, isinstance(form, Integer)) for leaf in cells.cells(value)]
        if any(not np.isfinite(leaf) for leaf in leaves):
            return None
        return cells.rebuilt(value, leaves)
    if type(form) is Choice and isinstance(value, str):
        names = [name for name in form.names if name != value]
        return rng.choice(names) if names else None
    return None


def _off(leaf: Any, times: float, whole: bool) -> Any:
    other = leaf * times if leaf else leaf + 1
    return max(1, round(other)) + (round(other) == leaf) if whole else other


def _written(variant: Variant, solution: Run, leave_out: Collection[str]) -> Sheet:
    texts: Sheet = {}
    for asked in variant.asked:
        if asked.name not in solution.values or _rests_on(variant, asked.name, leave_out):
            continue
        shown = [asked.step.form.show(leaf) for leaf in cells.cells(solution.values[asked.name])]
        if len(shown) == len(asked.bands):
            texts[asked.name] = shown
    return texts


def failing_steps(variant: Variant, done: Mapping[str, bool], skills: Mapping[str, str]) -> Sequence[str]:
    """The steps of this chain whose skill did not succeed; ``skills`` by the stem of a step."""
    return [
        name for name, step in variant.exact.steps.items() if not done.get(skills.get(step.stem, ""), True)
    ]
