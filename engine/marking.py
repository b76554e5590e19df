"""Marks what was typed: reading -> verdict, part by part and cell by cell.

A cell is right by the two-decimal rule, right from rounded steps, right because it follows from the student's own
earlier answers, or wrong; a wrong part is explained (``engine.explaining``). Sentences stay open for a person. The
exact rule is tried first; the chain runs again only when it fails.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from engine import cells, explaining, own_way
from engine.by_hand import Band, bands, exact_band, reach
from engine.chain import CannotGoOn, Run, run
from engine.explaining import Explanation
from engine.forms import (
    Choice,
    Fixed,
    Form,
    Integer,
    Program,
    Scientific,
    Tokens,
    TokenSet,
    Written,
    exponent_of,
    same_words,
)
from engine.reading import Number, Unreadable
from engine.variants import Asked, Variant

Responses = Mapping[str, Sequence[str]]


class Rule(StrEnum):
    """Which rule accepted a cell, or that none did."""

    EXACT = "right"
    ROUNDED = "right, from rounded steps"
    FOLLOWS = "right, from your earlier answer"
    WRONG = "wrong"
    OPEN = "not marked yet"


@dataclass(frozen=True, slots=True)
class CellMark:
    rule: Rule
    read_as: str


@dataclass(frozen=True, slots=True)
class PartMark:
    """The verdict on one part. ``credit`` is a share of its points; ``first_wrong`` where the chain first broke."""

    name: str
    cells: tuple[CellMark, ...]
    credit: Fraction
    first_wrong: bool
    explanation: Explanation

    @property
    def right(self) -> bool:
        return self.credit == 1

    @property
    def rule(self) -> Rule:
        """The weakest rule among the cells, which speaks for the part."""
        return max((cell.rule for cell in self.cells), key=list(Rule).index)


@dataclass(frozen=True, slots=True)
class NotRead:
    """A part that was not marked: what could not be read, by cell. Nothing is recorded for it."""

    name: str
    problems: Mapping[int, Unreadable]


@dataclass(frozen=True, slots=True)
class Read:
    """A readable response: ``leaves`` are the cells' values as the chain holds them."""

    typed: tuple[Any, ...]
    leaves: tuple[Any, ...]
    shown: tuple[str, ...]


def mark(
    variant: Variant, responses: Responses, only: Iterable[str] | None = None
) -> dict[str, PartMark | NotRead]:
    """Marks the parts that were answered (or ``only`` some of them), in the order of the chain.

    Responses hold one text per cell. A part left wholly blank is not in the result, nor is a program, which is not run
    here; what stands in the other parts
    still counts as the student's own earlier values.
    """
    wanted = None if only is None else set(only)
    broken = False
    marks: dict[str, PartMark | NotRead] = {}
    for asked, read, own in read_all(variant, responses):
        if isinstance(read, NotRead):
            marks[asked.name] = read
        elif read and not isinstance(asked.step.form, Program):
            mark = _mark_part(variant, asked, read, own, broken)
            broken = broken or mark.rule is Rule.WRONG
            marks[asked.name] = mark
    return {name: mark for name, mark in marks.items() if wanted is None or name in wanted}


def read_all(
    variant: Variant, responses: Responses
) -> Iterator[tuple[Asked, Read | NotRead | None, Mapping[str, Any]]]:
    """Every part as it stands after the earlier answers, what was read in it (None where it is blank), and those
    answers. A table that now has other names is blank until it is filled in anew."""
    own: dict[str, Any] = {}
    for asked in variant.asked:
        here = own_way.here(variant, asked, own)
        texts = responses.get(asked.name, ())
        outdated = len(texts) != len(here.bands) and bool(own_way.decided_by(variant, asked))
        if outdated or not any(text.strip() for text in texts):
            yield here, None, own
            continue
        read = read_part(here, texts)
        yield here, read, own
        if isinstance(read, Read):
            own = {**own, here.name: cells.rebuilt(here.key, read.leaves)}


def read_part(asked: Asked, texts: Sequence[str]) -> Read | NotRead:
    """Reads every cell; one unreadable or empty cell leaves the whole part unmarked, with its spot."""
    problems: dict[int, Unreadable] = {}
    typed = []
    if len(texts) != len(asked.bands):
        return NotRead(asked.name, {0: Unreadable(f"{len(asked.bands)} values are asked here.", None, "")})
    for index, text in enumerate(texts):
        value = _read_cell(asked.step.form, text)
        if isinstance(value, Unreadable):
            problems[index] = value
        typed.append(value)
    if asked.step.counts and not problems:
        twice = [index for index, value in enumerate(typed) if value in typed[:index]]
        problems = {
            index: Unreadable("This one stands twice. Each has one place.", None, "") for index in twice
        }
    if problems:
        return NotRead(asked.name, problems)
    leaves = tuple(_leaf(asked.step.form, value) for value in typed)
    return Read(tuple(typed), leaves, tuple(_shown(asked.step.form, value) for value in typed))


def _read_cell(form: Form, text: str) -> Any:
    if not text.strip():
        return Unreadable("This one is still empty.", None, text)
    return form.read(text)


def _leaf(form: Form, value: Any) -> Any:
    if isinstance(value, Number):
        return int(value.value) if isinstance(form, Integer) else float(value.value)
    return tuple(sorted(value)) if isinstance(form, TokenSet) else value


def _shown(form: Any, value: Any) -> str:
    if isinstance(value, Number):
        return value.shown
    return (
        ""
        if isinstance(form, Written)
        else str(form.show(tuple(sorted(value)) if isinstance(value, frozenset) else value))
    )


def _mark_part(variant: Variant, asked: Asked, read: Read, own: Mapping[str, Any], broken: bool) -> PartMark:
    keys = cells.cells(asked.key)
    form = asked.step.form
    rules = [
        rule_for(form, typed, key, band, asked.step.distribution)
        for typed, key, band in zip(read.typed, keys, asked.bands, strict=True)
    ]
    if Rule.WRONG in rules:
        rules = _followed(variant, asked, read, own, broken, rules)
    if asked is not variant.part(asked.name):
        rules = [rule if rule is Rule.WRONG else Rule.FOLLOWS for rule in rules]
    wrong = [index for index, rule in enumerate(rules) if rule is Rule.WRONG]
    explanation = explaining.explain(variant, asked, read.leaves, wrong, own) if wrong else Explanation()
    if wrong and asked.step.counts:
        counts = asked.step.counts(read.leaves, keys)
        rules = [Rule.EXACT if place in counts else Rule.WRONG for place in range(len(rules))]
    earning = sum(rule not in (Rule.WRONG, Rule.OPEN) for rule in rules)
    credit = Fraction(earning, len(rules))
    return PartMark(
        asked.name,
        tuple(map(CellMark, rules, read.shown)),
        credit,
        bool(wrong) and not broken,
        explanation,
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
        if rule is Rule.WRONG:
            band = within_reach(asked.step.form, limits[index])
            again = rule_for(asked.step.form, read.typed[index], keys[index], band, asked.step.distribution)
            rules[index] = accepted if again is not Rule.WRONG else rule
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
    """The two-decimal rule for one cell; discrete forms are the same or not, and sentences wait for a person."""
    if isinstance(form, Written):
        return Rule.OPEN
    if not isinstance(typed, Number):
        return Rule.EXACT if same_words(form, typed, key) else Rule.WRONG
    if isinstance(form, Tokens | TokenSet | Choice) or band is None:
        return Rule.EXACT if typed.value == key else Rule.WRONG
    x = float(typed.value)
    if not distribution and x * key <= 0 and x != key and abs(key) > 1e-9:
        return Rule.WRONG
    if exact_band(form, key).holds(x) or _in_other_form(form, typed, key):
        return Rule.EXACT
    return Rule.ROUNDED if band.holds(x) else Rule.WRONG


def _in_other_form(form: Form, typed: Number, key: float) -> bool:
    """A scientific answer to a fixed question, or the reverse: the coarser last place, from three digits on."""
    if not isinstance(form, Fixed | Scientific) or key == 0:
        return False
    if typed.significant < 3 or typed.scientific is isinstance(form, Scientific):
        return False
    u = max(Fixed().last_place(key), 10.0 ** (exponent_of(float(typed.value)) - 2))
    coarser = (
        max(u, form.last_place(key)) if typed.scientific and isinstance(form, Fixed) else form.last_place(key)
    )
    return exact_band(form, key, coarser).holds(float(typed.value))
