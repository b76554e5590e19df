"""A run read aloud: worked solution, hints and printed key are all made of these lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from engine import latex
from engine.chain import Run, Step
from engine.forms import text_latex
from engine.variants import Asked, Variant


@dataclass(frozen=True, slots=True)
class Line:
    """One step told: its formula in symbols, the same with numbers (of one cell, where it has several), its value.

    ``note`` stands instead where these numbers make the step superfluous; ``legend`` says in words what the symbols
    of the formula's parameters mean.
    """

    step: Step
    formula: str
    numbers: str
    cell: str
    value: Any
    note: str = ""
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def lone(self) -> bool:
        """Whether the value is a single number or word, shown in the line itself."""
        return not isinstance(self.value, np.ndarray | list | dict)


def tell(exact: Run, asked: Iterable[str]) -> list[Line]:
    """The solution, line by line: the steps that the asked ones rest on, without those that only gather lines."""
    needed = exact.leads_to(*asked)
    return [line(exact, step) for name, step in exact.steps.items() if name in needed and not step.gathers]


def line(exact: Run, step: Step) -> Line:
    if step.name in exact.notes:
        return Line(step, "", "", "", exact.reached[step.name], exact.notes[step.name])
    formula = latex.filled(step.formula, {source: symbol_of(exact, source) for source in step.sources})
    numbers, cell = _numbers_put_in(exact, step)
    return Line(step, formula, numbers, cell, exact.reached[step.name], legend=_legend(exact, step))


def _legend(exact: Run, step: Step) -> tuple[tuple[str, str], ...]:
    fields = type(exact.parameters).model_fields
    names = [name for name in latex.SLOT.findall(step.formula) if name in fields]
    return tuple(
        (exact.parameters.symbol_of(name), fields[name].description or name) for name in dict.fromkeys(names)
    )


def symbol_of(exact: Run, name: str) -> str:
    step = exact.steps.get(name)
    return step.symbol if step else exact.parameters.symbol_of(name)


def _numbers_put_in(exact: Run, step: Step) -> tuple[str, str]:
    """The calculation with its numbers, and which cell it shows ("" for a lone value)."""
    sources, value = exact.sources(step), exact.reached[step.name]
    if step.numbers is None:
        slots = dict(zip(step.sources, sources, strict=True))
        used = set(latex.SLOT.findall(step.formula))
        if not used or any(isinstance(slots[name], np.ndarray) for name in used):
            return "", ""
        return latex.filled(step.formula, {name: latex.value(slots[name]) for name in used}), ""
    at = example_cell(value)
    if at is None:
        return step.numbers(*sources), ""
    return cell_numbers(exact, step, at), cell_symbol(step, at)


def cell_numbers(exact: Run, step: Step, at: tuple[Any, ...]) -> str:
    """The arithmetic of one cell, with its numbers."""
    return step.numbers(*exact.sources(step), at=at) if step.numbers else ""


def cell_symbol(step: Step, at: tuple[Any, ...]) -> str:
    """A_{21} for row 2, column 1 of A; a name stands in words."""
    if isinstance(at[0], str):
        return text_latex(at[0])
    places = (
        ",".join(str(place + 1) for place in at) if max(at) > 8 else "".join(str(place + 1) for place in at)
    )
    symbol = step.symbol.partition("_")[0]
    return f"{symbol}_{{{places}}}"


def example_cell(value: Any) -> tuple[Any, ...] | None:
    """The cell that is shown in full: the start of the last row, where a mask leaves most to see."""
    if isinstance(value, np.ndarray):
        return (*(size - 1 for size in value.shape[:-1]), 0)
    if isinstance(value, dict):
        return (next(iter(value)),)
    return None


@dataclass(frozen=True, slots=True)
class Hint:
    """One rung of the ladder for a part: what it shows, and the points that it costs."""

    kind: str
    lines: tuple[Line, ...]
    cost: Fraction


def ladder(variant: Variant, asked: Asked) -> tuple[Hint, ...]:
    """Formula, then numbers put in (where there are any), then the value of one step, which costs its share."""
    lines = tuple(line(variant.exact, step) for step in own_steps(variant, asked))
    rungs = (
        Hint("formula", lines, Fraction(0)),
        Hint("numbers", lines[:1], Fraction(0)),
        Hint("value", lines[:1], asked.points / len(lines)),
    )
    return rungs if lines[0].numbers else (rungs[0], rungs[2])


def own_steps(variant: Variant, asked: Asked) -> Iterator[Step]:
    """The steps that belong to a part: those it rests on that no other asked part already gives, and itself."""
    exact = variant.exact
    others = {other.name for other in variant.asked if other.name != asked.name}
    given: set[str] = set()
    needed = exact.leads_to(asked.name)
    for other in others & needed:
        given |= exact.leads_to(other)
    for name, step in exact.steps.items():
        if name == asked.name or (name in needed - given and name not in exact.notes and not step.gathers):
            yield step
