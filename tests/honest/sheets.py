"""Sheets as they are typed and marked, and what is said of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.answers.cells import cells
from engine.answers.forms import Fixed, Scientific
from engine.answers.responses import NotRead
from engine.chain import Run
from engine.marking.marking import PartMark, mark
from engine.variants import Asked, Variant
from tests.honest.people import Style, shown
from tests.honest.ways import Way

ROUNDING = re.compile(r"round|digit|decimal|cut off", re.IGNORECASE)
Typed = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Marked:
    """``parts`` are those that were marked; the others could not be read."""

    typed: Typed
    parts: Mapping[str, PartMark]

    @property
    def right(self) -> bool:
        return self.parts.keys() == self.typed.keys() and all(part.right for part in self.parts.values())

    def wrong(self) -> list[str]:
        return [name for name in self.typed if name not in self.parts or not self.parts[name].right]

    def accusations(self) -> dict[str, str]:
        """Everything that is said of a part beside that it was rounded."""
        return {name: said for name, part in self.parts.items() if (said := accusation(part))}


def sheet(variant: Variant, way: Way, style: Style, rng: Random) -> Typed:
    """The sheet that somebody types who goes this way. Raises CannotGoOn."""
    pen = style.pen(rng)
    reached = way.solved(pen, style.carried, frozenset(asked.name for asked in variant.asked))
    return {
        asked.name: [shown(asked.step.form, leaf, pen) for leaf in cells(reached[asked.name])]
        for asked in variant.asked
        if asked.name in reached
    }


def marked(variant: Variant, typed: Typed) -> Marked:
    parts = mark(variant, typed)
    return Marked(typed, {name: part for name, part in parts.items() if not isinstance(part, NotRead)})


def accusation(part: PartMark) -> str:
    """A mistake, a convention or a slip that was named; "" where only rounding is spoken of."""
    explanation = part.explanation
    named = [*explanation.mistakes, *filter(None, [explanation.convention])]
    if named:
        return ", ".join(named)
    return "" if ROUNDING.search(explanation.slip) else explanation.slip


def accepted(asked: Asked) -> str:
    """The range of each cell that is accepted whatever stands above it."""
    ends = (f"{band.low:.6g} to {band.high:.6g}" if band else "just the key" for band in asked.bands)
    return "; ".join(ends)


def shows(asked: Asked, value: Any) -> bool:
    """True if a wrong value differs from the key by more than the form of the answer can show."""
    keys, others = cells(asked.key), cells(value)
    return len(keys) != len(others) or any(map(lambda key, other: _apart(asked, key, other), keys, others))


def _apart(asked: Asked, key: Any, other: Any) -> bool:
    """True if two values differ; for numbers by more than half a last place, and still so as they are typed."""
    form = asked.step.form
    if isinstance(form, Fixed | Scientific):
        half = form.last_place(key) / 2 * (1 + 1e-6)
        return bool(key != other) and not (
            abs(other - key) <= half or abs(float(form.show(other)) - key) <= half
        )
    return bool(key != other)


def differing(variant: Variant, reached: Mapping[str, Any]) -> list[str]:
    """The asked parts in which a wrong way shows."""
    return [
        asked.name for asked in variant.asked if asked.name in reached and shows(asked, reached[asked.name])
    ]


def same_numbers(variant: Variant, one: Run, other: Run) -> bool:
    """True if two runs agree in all that is asked, as far as it shows."""
    return all(
        asked.name in one.reached
        and asked.name in other.reached
        and alike(asked, one.reached[asked.name], other.reached[asked.name])
        for asked in variant.asked
    )


def alike(asked: Asked, one: Any, other: Any) -> bool:
    """True if two values are the same, as far as the form of the answer shows."""
    form, mine, theirs = asked.step.form, cells(one), cells(other)
    if len(mine) != len(theirs):
        return False
    if isinstance(form, Fixed | Scientific):
        return all(x == y or abs(x - y) <= form.last_place(y) for x, y in zip(mine, theirs, strict=True))
    return mine == theirs
