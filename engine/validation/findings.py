"""Faults of one variant of a question, as a page shows it and a person answers it."""

from collections.abc import Iterator
from typing import Any

from engine.answers import cells
from engine.answers.forms import Fixed, Program, Prose, Scientific
from engine.chain import run
from engine.marking.feedback import accepted
from engine.marking.marking import PartMark, Rule, mark
from engine.rounding.lines import roundable, roundings
from engine.solutions import latex, wording, worked_solution
from engine.solutions.mathml import BadFormula, mathml
from engine.variants import Asked, Variant

Said = Iterator[tuple[str, str]]  # what the fault is about, and the fault
MOST_TYPED = 80


def found_in(variant: Variant) -> Said:
    """All faults of one variant."""
    yield from _key_typed(variant)
    yield from _by_hand_typed(variant)
    yield from _near_ties(variant)
    yield from _unwritable(variant)
    typed = sum(len(asked.bands) for asked in variant.asked)
    if typed > MOST_TYPED:
        yield "typed", f"{typed} answers are to be typed; more than {MOST_TYPED} are no exercise but a chore"
    total = variant.question.points
    if variant.points != total or any(asked.points <= 0 for asked in variant.asked):
        shares = " + ".join(str(asked.points) for asked in variant.asked)
        yield "points", f"the points of the parts ({shares}) are not the question's {total}"


def _key_typed(variant: Variant) -> Said:
    """The key, typed in the form in which it is asked, must be marked right by the exact rule, or left to a person."""
    marks = mark(variant, {asked.name: _texts(asked, asked.key) for asked in variant.asked})
    for asked in variant.asked:
        if isinstance(asked.step.form, Program):
            continue  # its own tests run it (tests/app/practice/test_code_grading.py)
        verdict = marks.get(asked.name)
        wanted = Rule.OPEN if isinstance(asked.step.form, Prose) else Rule.EXACT
        if not isinstance(verdict, PartMark) or verdict.rule is not wanted:
            said = str(verdict.rule) if isinstance(verdict, PartMark) else "not read"
            key = ", ".join(_texts(asked, asked.key))
            yield f"key {asked.step.stem}", f"{asked.name}: its own key {key} is marked {said!r}"


def _by_hand_typed(variant: Variant) -> Said:
    """A person who rounds every line to its form, and types what comes of it, must be marked right, too."""
    exact = variant.exact
    needed = exact.leads_to(*(asked.name for asked in variant.asked))
    every_line = [name for name in roundable(exact) if name in needed]
    by_hand = run(exact.family, exact.parameters, rounded=every_line)
    for asked in variant.asked:
        reached = by_hand.reached[asked.name]
        if not isinstance(asked.step.form, Fixed | Scientific) or reached is exact.reached[asked.name]:
            continue
        verdict = mark(variant, {asked.name: _texts(asked, reached)}).get(asked.name)
        if not isinstance(verdict, PartMark) or not verdict.right:
            gets = f"{asked.name}: with every line rounded one gets {', '.join(_texts(asked, reached))}"
            yield f"by hand {asked.step.stem}", f"{gets}, which is not accepted (accepted: {accepted(asked)})"


def _near_ties(variant: Variant) -> Said:
    """No choice on the way (an argmax, a floor, a pair) may fall otherwise because a line was rounded."""
    exact = variant.exact
    needed = exact.leads_to(*(asked.name for asked in variant.asked))
    lines = [name for name in roundable(exact) if name in needed]
    choices = [
        step
        for name, step in exact.steps.items()
        if name in needed
        and not isinstance(step.form, Fixed | Scientific)
        and not exact.leads_to(name).isdisjoint(lines)
    ]
    for way in roundings(lines) if choices else ():
        reached = run(exact.family, exact.parameters, rounded=way).reached
        for step in choices:
            if reached[step.name] != exact.reached[step.name]:
                turns = f"{exact.reached[step.name]} becomes {reached[step.name]}"
                rounded = ", ".join(sorted(way))
                yield f"tie {step.stem}", f"{step.name}: a near-tie: {turns} where {rounded} is rounded"


def _unwritable(variant: Variant) -> Said:
    """Every formula of the statement and of the worked solution must convert, and no mark-up be left in the text."""
    if wording.too_long(variant.question.statement, variant.parameters):
        yield "statement", "the statement with its numbers is too long for a page; name each large value once"
    for block in variant.statement:
        for part in block.inlines if isinstance(block, wording.Paragraph) else ():
            if isinstance(part, wording.Text) and any(sign in part.text for sign in ("$", "`", "**")):
                yield (
                    "statement",
                    f"the statement has a $, ` or ** that nothing closes: {part.text.strip()[:60]!r}",
                )
    for about, formula in _formulas(variant):
        try:
            mathml(formula)
        except BadFormula as error:
            yield f"formula {about}", f"{about}: this formula does not convert: {error}"


def _formulas(variant: Variant) -> Iterator[tuple[str, str]]:
    for block in variant.statement:
        if isinstance(block, wording.Shown):
            yield "statement", f"{block.symbol} = {latex.value(block.value)}"
        elif isinstance(block, wording.Paragraph):
            yield from (("statement", part.latex) for part in block.inlines if isinstance(part, wording.Math))
    for line in worked_solution.tell(variant.exact, [asked.name for asked in variant.asked]):
        step = line.step
        yield from (
            (step.name, formula)
            for formula in (step.symbol, line.formula, line.cell, line.numbers)
            if formula
        )
        yield from ((step.name, step.form.latex(leaf)) for leaf in cells.cells(line.value)[:1])


def _texts(asked: Asked, value: Any) -> list[str]:
    return [asked.step.form.show(leaf) for leaf in cells.cells(value)]
