"""Finished lines of a chain that people round before they go on."""

from collections.abc import Iterator

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Scientific, rounded_in
from engine.chain import Run


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
    """The ways to round lines: all of them, each alone, the first j, the last k; each way once."""
    ways = [names, *([name] for name in names)]
    ways += [names[:j] for j in range(2, len(names))] + [names[-k:] for k in range(2, len(names))]
    yield from dict.fromkeys(frozenset(way) for way in ways if way)
