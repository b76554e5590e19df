"""A run read aloud: worked solution, hints and printed key are all made of these lines."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from engine.answers.cells import cells
from engine.answers.exact_values import closed_forms
from engine.answers.forms import Fixed, Integer, Prose, Scientific, text_latex
from engine.chain import Run, Step
from engine.solutions import latex, wording
from engine.solutions.pictures import Picture
from engine.variants import Asked, Variant

At = tuple[Any, ...]  # the place of a cell: row and column, or a name


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One step told: its formula in symbols, the same with numbers (of one cell, where it has several), its value.

    ``note`` stands instead where these numbers make the step superfluous; ``legend`` says in words what the symbols
    of the formula's parameters mean; ``closed`` has a closed form for each cell, "" where there is none. ``at`` is the
    cell whose numbers are shown, None of a lone value. ``kept`` are the decimals that the value has in a calculation.
    ``working`` is the step's, with its numbers.
    """

    step: Step
    formula: str
    numbers: str
    cell: str
    value: Any
    note: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    picture: Picture | None = None
    closed: tuple[str, ...] = ()
    at: At | None = None
    kept: int = latex.INSIDE
    working: tuple[wording.Paragraph, ...] = ()

    @property
    def lone(self) -> bool:
        """True if the value is a single number or word, shown in the line itself."""
        return not isinstance(self.value, np.ndarray | list | dict)

    @property
    def number(self) -> bool:
        """True if the value is a single number."""
        return self.lone and isinstance(self.step.form, Fixed | Scientific | Integer)


def tell(exact: Run, asked: Iterable[str]) -> list[Line]:
    """The solution, line by line: the steps that the asked ones rest on, without those that only gather lines."""
    needed = exact.leads_to(*asked)
    told = [step for name, step in exact.steps.items() if name in needed and not step.gathers]
    last = {step.stem: step.name for step in told} | {step.name: step.name for step in told}
    drawn = {last[after]: made for after, made in exact.family.pictures.items() if after in last}
    closed = closed_forms(exact)
    return [
        replace(
            line(exact, step),
            picture=drawn[step.name](exact) if step.name in drawn else None,
            closed=closed.get(step.name, ()),
        )
        for step in told
    ]


def line(exact: Run, step: Step, hidden: Collection[str] = (), at: At | None = None) -> Line:
    """One step told, the numbers of the cell ``at`` put in, or of the one that shows most (``example_cell``); sources
    that are ``hidden`` keep their symbols there."""
    at = at or example_cell(exact.reached[step.name])
    if step.name in exact.notes:
        return Line(
            step=step,
            formula="",
            numbers="",
            cell="",
            value=exact.reached[step.name],
            note=exact.notes[step.name],
            at=at,
        )
    formula = latex.filled(step.formula, {source: symbol_of(exact, source) for source in step.sources})
    numbers, cell = _numbers_put_in(exact, step, hidden, at)
    return Line(
        step=step,
        formula=formula,
        numbers=numbers,
        cell=cell,
        value=exact.reached[step.name],
        legend=_legend(exact, step),
        at=at,
        working=tuple(
            wording.Paragraph(tuple(wording.inlines(text, vars(exact.parameters)))) for text in step.working
        ),
    )


def _legend(exact: Run, step: Step) -> tuple[tuple[str, str], ...]:
    fields = type(exact.parameters).model_fields
    names = [name for name in latex.SLOT.findall(step.formula) if name in fields]
    return tuple(
        (exact.parameters.symbol_of(name), fields[name].description or name) for name in dict.fromkeys(names)
    )


def symbol_of(exact: Run, name: str) -> str:
    """The symbol of a step or a parameter; a step that was not needed goes by the symbol of what it left as it was."""
    step = exact.steps.get(name)
    if name in exact.notes and step and exact.values[step.sources[0]] is exact.values[name]:
        return symbol_of(exact, step.sources[0])
    return step.symbol if step else exact.parameters.symbol_of(name)


def _numbers_put_in(exact: Run, step: Step, hidden: Collection[str], at: At | None) -> tuple[str, str]:
    """The calculation with its numbers, and which cell it shows ("" for a lone value)."""
    sources = exact.sources(step)
    kept = {name for name in step.sources if name in hidden}
    if kept and step.numbers is not None:
        return "", ""
    if step.numbers is None:
        slots = dict(zip(step.sources, sources, strict=True))
        used = set(latex.SLOT.findall(step.formula))
        if not used or any(isinstance(slots[name], np.ndarray) for name in used):
            return "", ""
        if not used - kept:
            return "", ""
        filling = {
            name: symbol_of(exact, name) if name in kept else latex.value(slots[name]) for name in used
        }
        return latex.filled(step.formula, filling), ""
    if at is None:
        return step.numbers(*sources), ""
    return cell_numbers(exact, step, at), cell_symbol(step, at)


def cell_numbers(exact: Run, step: Step, at: At) -> str:
    """The arithmetic of one cell, with its numbers."""
    return step.numbers(*exact.sources(step), at=at) if step.numbers else ""


def cell_symbol(step: Step, at: At) -> str:
    """A_{21} for row 2, column 1 of A, counted from 0 where the formula says i = 0; a name stands in words."""
    if isinstance(at[0], str):
        return text_latex(at[0])
    first = 0 if "i = 0" in step.formula else 1
    places = ("," if max(at) > 8 else "").join(str(place + first) for place in at)
    symbol = step.symbol.partition("_")[0]
    return f"{symbol}_{{{places}}}"


def example_cell(value: Any) -> At | None:
    """The cell that is shown in full: the start of the last row, where a mask leaves most to see."""
    if isinstance(value, np.ndarray):
        return (*(size - 1 for size in value.shape[:-1]), 0)
    if isinstance(value, dict):
        return (next(iter(value)),)
    return None


@dataclass(frozen=True, slots=True)
class Hint:
    """One rung of the ladder for a part: what it shows, and the points that it costs.

    ``rung`` is 0 for the formula, 1 for the numbers put in or the first sentence of the working, 2 for a value;
    ``whole`` where that is the answer itself.
    """

    rung: int
    kind: str
    lines: tuple[Line, ...]
    cost: Fraction
    whole: bool = False

    @property
    def in_words(self) -> bool:
        """True if no formula stands in it, only words."""
        return all(line.formula.startswith(r"\text") or line.note for line in self.lines)


def ladder(variant: Variant, asked: Asked, settled: Collection[str] = ()) -> tuple[Hint, ...]:
    """Formula, then numbers put in or the first sentence of the working (where there are any), then the value of one
    step, which costs its share.

    Numbers put in cost half of what their cells are worth, for a field computes what is typed into it, and so does the
    sentence; the value of the same step costs the rest. No hint before the value shows what another part asks, unless
    that part's points are ``settled``; nor does the formula of a step that is computed from nothing, which is its
    value.
    """
    hidden = {other.name for other in variant.asked} - set(settled)
    lines = tuple(line(variant.exact, step, hidden) for step in own_lines(variant, asked))
    share = asked.points / len(lines)
    filled = tuple(told for told in lines if told.numbers or told.working)[:1]
    kind = "working" if filled and filled[0].working else "numbers"
    shown = sum((share / 2 / (len(cells(told.value)) if told.cell else 1) for told in filled), Fraction(0))
    told = tuple(one for one in lines if one.step.sources or one.note)
    rungs = (
        Hint(0, "formula", told if any(one.formula or one.note for one in told) else (), Fraction(0)),
        Hint(1, kind, filled, shown),
        Hint(2, "value", lines[:1], share - shown * (filled == lines[:1]), whole=len(lines) == 1),
    )
    return tuple(rung for rung in rungs if rung.lines)


def own_lines(variant: Variant, asked: Asked) -> list[Step]:
    """The lines that earn a part's points: its own steps, or the points of its rubric, without the model answer."""
    steps = list(own_steps(variant, asked))
    return steps[:-1] if isinstance(asked.step.form, Prose) else steps


def worth(variant: Variant, asked: Asked) -> dict[str, Fraction]:
    """The points of each line that earns some, by its weight: they add up to those of the part."""
    lines = own_lines(variant, asked)
    whole = sum((line.weight for line in lines), Fraction(0))
    return {line.name: asked.points * line.weight / whole for line in lines}


def own_steps(variant: Variant, asked: Asked) -> Iterator[Step]:
    """The steps that belong to a part: those it rests on that no other asked part already gives and that are not told,
    and itself."""
    exact = variant.exact
    others = {other.name for other in variant.asked if other.name != asked.name}
    given = set(variant.told)
    needed = exact.leads_to(asked.name)
    for other in others & needed:
        given |= exact.leads_to(other)
    for name, step in exact.steps.items():
        if name == asked.name or (name in needed - given and name not in exact.notes and not step.gathers):
            yield step
