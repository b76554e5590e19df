"""Marks what was typed: reading -> verdict, part by part and cell by cell.

A cell is right by the two-decimal rule, right from rounded steps, right because it follows from the student's own
earlier answers (or from a mistake that took points there already), or wrong; a wrong part is explained
(``engine.marking.explanations``). Sentences stay open for a person. The exact rule is tried first; the chain runs again
only when it fails.
"""

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np

from engine.answers import cells
from engine.answers.forms import (
    Choice,
    Fixed,
    Form,
    Program,
    Scientific,
    Several,
    ShortAnswer,
    Tokens,
    TokenSet,
    Written,
    exponent_of,
    same_words,
)
from engine.answers.reading import Number, Unreadable
from engine.answers.responses import NotRead, Read, Responses, read_all
from engine.chain import CannotGoOn, Run, run
from engine.marking import explanations
from engine.marking.explanations import Explanation
from engine.rounding.bands import Band, bands, exact_band, reach
from engine.variants import Asked, Variant


class Rule(StrEnum):
    """The rule that accepted a cell, or that none did."""

    EXACT = "right"
    ROUNDED = "right, from rounded steps"
    FOLLOWS = "right, from your earlier answer"
    WRONG = "wrong"
    OPEN = "not marked yet"


@dataclass(frozen=True, slots=True)
class CellMark:
    """The rule that accepted a cell, and the typed text as it was read."""

    rule: Rule
    read_as: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PartMark:
    """The verdict on one part. ``credit`` is a share of its points; ``first_wrong`` where the chain first broke.

    ``unread`` are the cells that were empty or could not be read where all was marked for good; they earn nothing.
    """

    name: str
    cells: tuple[CellMark, ...]
    credit: Fraction
    first_wrong: bool
    explanation: Explanation
    unread: Mapping[int, Unreadable] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """True if it earns all of its points; sentences are open until a person marks them."""
        return self.credit == 1

    @property
    def rule(self) -> Rule:
        """The weakest rule among the cells, which speaks for the part."""
        return max((cell.rule for cell in self.cells), key=list(Rule).index)


def mark(
    variant: Variant, responses: Responses, only: Iterable[str] | None = None, final: bool = False
) -> dict[str, PartMark | NotRead]:
    """Marks the parts that were answered (or ``only`` some of them), in the order of the chain.

    Responses hold one text per cell. A part left wholly blank is not in the result, nor is a program, which is not run
    here; what stands in the other parts still counts as the student's own earlier values. With ``final`` there
    is no later: cells that are empty or unreadable earn nothing, and the others of their part are marked.
    """
    wanted = None if only is None else set(only)
    broken = False
    charged: set[str] = set()
    marks: dict[str, PartMark | NotRead] = {}
    for asked, read, own in read_all(variant, responses, final):
        if isinstance(read, NotRead):
            marks[asked.name] = read
        elif read and not isinstance(asked.step.form, Program):
            mark = _mark_part(variant, asked, read, own, broken, charged)
            broken = broken or mark.rule is Rule.WRONG
            charged |= explanations.charges(variant, mark.explanation)
            marks[asked.name] = mark
    return {name: mark for name, mark in marks.items() if wanted is None or name in wanted}


def _mark_part(
    variant: Variant,
    asked: Asked,
    read: Read,
    own: Mapping[str, Any],
    broken: bool,
    charged: Set[str],
) -> PartMark:
    """The verdict on one part; a slip or convention that is ``charged`` already takes no points again."""
    keys = cells.cells(asked.key)
    form = asked.step.form
    rules = [
        Rule.WRONG if index in read.unread else rule_for(form, typed, key, band, asked.step.distribution)
        for index, (typed, key, band) in enumerate(zip(read.typed, keys, asked.bands, strict=True))
    ]
    if Rule.WRONG in rules:
        rules = _followed(variant, asked, read, own, broken, rules)
        rules = _by_detours(asked, read, own, rules)
    ordering = asked.step.ordering
    if ordering and Rule.WRONG in rules:
        counts = set(ordering.places(read.leaves, keys, read.unread)) - read.unread.keys()
        rules = [Rule.EXACT if place in counts else Rule.WRONG for place in range(len(rules))]
    if asked is not variant.part(asked.name):
        rules = [rule if rule is Rule.WRONG else Rule.FOLLOWS for rule in rules]
    wrong = [index for index, rule in enumerate(rules) if rule is Rule.WRONG and index not in read.unread]
    again = explanations.repeated(variant, asked, read.leaves, own, charged) if wrong and charged else None
    if again:
        rules = [Rule.FOLLOWS if index in wrong else rule for index, rule in enumerate(rules)]
        wrong = []
    explanation = (
        explanations.explain(variant, asked, read.leaves, wrong, own, first=not broken)
        if wrong
        else again or Explanation()
    )
    earning = sum(rule not in (Rule.WRONG, Rule.OPEN) for rule in rules)
    credit = Fraction(earning, len(rules))
    if isinstance(form, Choice | ShortAnswer) and wrong and len(rules) == 1:
        credit = form.credit(read.leaves[0], asked.key)
    return PartMark(
        name=asked.name,
        cells=tuple(map(CellMark, rules, read.shown)),
        credit=credit,
        first_wrong=bool(wrong) and not broken,
        explanation=explanation,
        unread=read.unread,
    )


def _followed(
    variant: Variant, asked: Asked, read: Read, own: Mapping[str, Any], broken: bool, rules: list[Rule]
) -> list[Rule]:
    """The rules again, with wrong cells accepted that follow from the student's own earlier values."""
    exact = variant.exact
    used = exact.leads_to(asked.name, given=own)
    given = {name: value for name, value in own.items() if name in used}
    if not given:
        return rules
    try:
        mine = run(exact.family, exact.parameters, given=given, wanted=[asked.name], like=exact)
        limits = bands(mine, [asked.name], given=given)[asked.name]
        if broken:
            limits = _from_longer_values(mine, given, asked.name, limits)
    except (CannotGoOn, KeyError):
        return rules
    keys = cells.cells(mine.reached[asked.name])
    if len(keys) != len(rules):
        return rules
    accepted = Rule.FOLLOWS if broken else Rule.ROUNDED
    for index, rule in enumerate(rules):
        if rule is Rule.WRONG and index not in read.unread:
            band = within_reach(asked.step.form, limits[index])
            again = rule_for(asked.step.form, read.typed[index], keys[index], band, asked.step.distribution)
            rules[index] = accepted if again is not Rule.WRONG else rule
    return rules


def _by_detours(asked: Asked, read: Read, own: Mapping[str, Any], rules: list[Rule]) -> list[Rule]:
    """The rules again, with wrong cells accepted that follow from other lines of the student than the usual ones."""
    for compute, sources in asked.step.detours:
        if not own.keys() >= set(sources):
            continue
        with suppress(ArithmeticError, ValueError), np.errstate(all="raise"):
            keys = cells.cells(compute(*(own[source] for source in sources)))
            for index, (rule, key) in enumerate(zip(rules, keys, strict=True)):
                if rule is Rule.WRONG and index not in read.unread:
                    again = rule_for(
                        asked.step.form, read.typed[index], key, exact_band(asked.step.form, key)
                    )
                    rules[index] = rule if again is Rule.WRONG else Rule.FOLLOWS
    return rules


def _from_longer_values(
    mine: Run, given: Mapping[str, Any], name: str, limits: list[Band | None]
) -> list[Band | None]:
    """The bands, reaching also what follows from the longer values behind the typed ones: people type 4.46 and go on
    with the 4.4613 in their calculator. Values move by half a last place, each alone and all together."""
    numbers = [step for step in given if isinstance(mine.steps[step].form, Fixed | Scientific)]
    form = mine.steps[name].form
    if not numbers or not isinstance(form, Fixed | Scientific):
        return limits
    for moving in dict.fromkeys([tuple(numbers), *((step,) for step in numbers)]):
        for half in (-0.5, 0.5):
            longer = {step: _moved(mine.steps[step].form, given[step], half) for step in moving}
            try:
                moved = {**given, **longer}
                reached = run(mine.family, mine.parameters, given=moved, wanted=[name], like=mine).reached[
                    name
                ]
            except CannotGoOn:
                continue
            bounds = [exact_band(form, x) for x in cells.cells(reached)]
            if len(bounds) == len(limits):
                limits = [band and hull(band, bound) for band, bound in zip(limits, bounds, strict=True)]
    return limits


def hull(band: Band, other: Band) -> Band:
    """The smallest band around both, with the first one's key."""
    return Band(band.exact, min(band.low, other.low), max(band.high, other.high))


def _moved(form: Form, value: Any, places: float) -> Any:
    assert isinstance(form, Fixed | Scientific)
    return cells.rebuilt(value, [x + places * form.last_place(x) for x in cells.cells(value)])


def within_reach(form: Form, band: Band | None) -> Band | None:
    """A band cut back to what may be accepted at most."""
    if band is None:
        return None
    far = reach(form, band.exact)
    return Band(band.exact, max(band.low, band.exact - far), min(band.high, band.exact + far))


def rule_for(form: Form, typed: Any, key: Any, band: Band | None, distribution: bool = False) -> Rule:
    """The two-decimal rule for one cell. Discrete answers are the same or not, and sentences wait for a person."""
    if isinstance(form, Written):
        return Rule.OPEN
    if not isinstance(typed, Number):
        whole = same_words(form, typed, key) or (isinstance(form, Several) and form.credit(typed, key) == 1)
        return Rule.EXACT if whole else Rule.WRONG
    if isinstance(form, Tokens | TokenSet | Choice) or band is None:
        return Rule.EXACT if typed.value == key else Rule.WRONG
    x = float(typed.value)
    if not distribution and x * key <= 0 and x != key and abs(key) > 1e-9:
        return Rule.WRONG
    if exact_band(form, key).holds(x) or _in_other_form(form, typed, key):
        return Rule.EXACT
    return Rule.ROUNDED if band.holds(x) else Rule.WRONG


def _in_other_form(form: Form, typed: Number, key: float) -> bool:
    """True if a scientific answer to a fixed question, or the reverse, with three digits or more, is right by the
    coarser of the last places."""
    if not isinstance(form, Fixed | Scientific) or key == 0:
        return False
    if typed.significant < 3 or typed.scientific is isinstance(form, Scientific):
        return False
    u = max(Fixed().last_place(key), 10.0 ** (exponent_of(float(typed.value)) - 2))
    coarser = (
        max(u, form.last_place(key)) if typed.scientific and isinstance(form, Fixed) else form.last_place(key)
    )
    return exact_band(form, key, coarser).holds(float(typed.value))
