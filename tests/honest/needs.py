"""The precision that a line is written with at least, and values of any shape written down or compared."""

from collections.abc import Mapping
from typing import Any

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Form, Scientific
from engine.chain import Run
from tests.honest.computing.pens import Pen, Precision

NOISE = 1e-9


def least(form: Form) -> Precision | None:
    """The least precision that a person writes where a line is asked in this form."""
    if isinstance(form, Fixed):
        return Precision(decimals=form.places)
    return Precision(digits=form.places + 1) if isinstance(form, Scientific) else None


def needs(run: Run, asked: frozenset[str]) -> Mapping[str, frozenset[Precision]]:
    """The least precisions of each line: that in which it is asked; for others, those of the asked lines after it.

    Nobody who is asked for four decimals carries two of a line that the sheet does not show.
    """
    found = dict.fromkeys(run.steps, frozenset[Precision]())
    for name, step in reversed([*run.steps.items()]):
        if name in asked:
            found[name] = frozenset(filter(None, [least(step.form)]))
        for source in step.sources:
            if source in found and source not in asked:
                found[source] |= found[name]
    return found


def written(value: Any, pen: Pen) -> Any:
    """A value of any shape, each number of it written down."""
    if isinstance(value, dict):
        return {name: written(item, pen) for name, item in value.items()}
    return [written(item, pen) for item in value] if isinstance(value, list) else pen.write(value)


def agree(one: Any, other: Any) -> bool:
    mine, theirs = cells(one), cells(other)
    return len(mine) == len(theirs) and all(map(_same, mine, theirs))


def _same(x: Any, y: Any) -> bool:
    if isinstance(x, float | int) and isinstance(y, float | int):
        return bool(x == y or abs(x - y) <= NOISE * max(1e-300, abs(x), abs(y)) or abs(x - y) < 1e-12)
    return bool(x == y)
