"""Responses typed into a sheet, read part by part: each as it stands after the earlier answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.answers import cells, units
from engine.answers.forms import Fixed, Form, Integer, Scientific, TokenSet, Written
from engine.answers.reading import EXACT, Number, Unreadable
from engine.marking import follow_through
from engine.variants import Asked, Variant

Responses = Mapping[str, Sequence[str]]
NATURAL = re.compile(r"natural[\s-]log", re.IGNORECASE)
OTHER_BASE = re.compile(r"log_|log2|log10|\bbase\b", re.IGNORECASE)
NUMBERS_ONLY = "As in the exam, a field takes a number alone: work this out, then type what it comes to."
LOG = re.compile(r"(?<!\w)log(?=\s*\()", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NotRead:
    """A part that was not marked, with what could not be read, by cell. Nothing is recorded for it."""

    name: str
    problems: Mapping[int, Unreadable]


@dataclass(frozen=True, slots=True)
class Read:
    """A readable response: ``leaves`` are the cells' values as the chain holds them.

    Where all is marked for good, cells that are not readable (``unread``) hold the exact value and earn nothing.
    """

    typed: tuple[Any, ...]
    leaves: tuple[Any, ...]
    shown: tuple[str, ...]
    unread: Mapping[int, Unreadable] = field(default_factory=dict)


def read_all(
    variant: Variant, responses: Responses, final: bool = False
) -> Iterator[tuple[Asked, Read | NotRead | None, Mapping[str, Any]]]:
    """Every part as it stands after the earlier answers, what was read in it (None where it is blank), and those
    answers. A table that now has other names is blank until it is filled in anew."""
    own: dict[str, Any] = {}
    natural = says_natural(variant)
    for asked in variant.asked:
        here = follow_through.here(variant, asked, own)
        texts = responses.get(asked.name, ())
        outdated = len(texts) != len(here.bands) and bool(follow_through.decided_by(variant, asked))
        if outdated or not any(text.strip() for text in texts):
            yield here, None, own
            continue
        read = read_part(here, texts, final, natural)
        yield here, read, own
        if isinstance(read, Read):
            own = {**own, here.name: cells.rebuilt(here.key, read.leaves)}


def fitted(variant: Variant, responses: Responses, final: bool = False) -> dict[str, list[str]]:
    """Each part with one text for each cell that it has after the earlier answers, where cells are kept one by one:
    a table that is longer or shorter than the key's has cells beyond its end that nobody sees, or lacks some."""
    own: dict[str, Any] = {}
    natural = says_natural(variant)
    found: dict[str, list[str]] = {}
    for asked in variant.asked:
        if asked.name in responses:
            here = follow_through.here(variant, asked, own)
            cells_here, texts = len(here.bands), responses[asked.name]
            found[asked.name] = [*texts[:cells_here], *[""] * (cells_here - len(texts))]
            if any(text.strip() for text in found[asked.name]):
                read = read_part(here, found[asked.name], final, natural)
                if isinstance(read, Read):
                    own[asked.name] = cells.rebuilt(here.key, read.leaves)
    return found


def expressions(variant: Variant, responses: Responses) -> dict[str, NotRead]:
    """The parts with cells that hold an expression instead of a number, for sheets that compute nothing."""
    natural, found = says_natural(variant), dict[str, NotRead]()
    for asked in variant.asked:
        read = {n: _read_cell(asked, text, natural) for n, text in enumerate(responses.get(asked.name, ()))}
        computed = [n for n, value in read.items() if _is_computed(value)]
        if computed:
            texts = responses[asked.name]
            found[asked.name] = NotRead(
                asked.name, {n: Unreadable(NUMBERS_ONLY, None, texts[n]) for n in computed}
            )
    return found


def _is_computed(value: Any) -> bool:
    """True for the value of an expression: nobody types so many digits."""
    return isinstance(value, Number) and value.significant == EXACT and value.value.is_finite()


def says_natural(variant: Variant) -> bool:
    """True if the sheet names the natural logarithm and no other, so that log can be no other either."""
    words = " ".join([variant.question.statement, *(asked.text for asked in variant.asked)])
    return bool(NATURAL.search(words)) and not OTHER_BASE.search(words)


def read_part(
    asked: Asked, texts: Sequence[str], final: bool = False, natural: bool = False
) -> Read | NotRead:
    """Reads every cell; one unreadable or empty cell leaves the whole part unmarked, with its spot, unless this is
    ``final``. ``natural``: log is ln here."""
    problems: dict[int, Unreadable] = {}
    typed = []
    if len(texts) != len(asked.bands):
        return NotRead(asked.name, {0: Unreadable(f"{len(asked.bands)} values are asked here.", None, "")})
    for index, text in enumerate(texts):
        value = _read_cell(asked, text, natural)
        if isinstance(value, Unreadable):
            problems[index] = value
        typed.append(value)
    if asked.step.ordering and not problems:
        twice = [index for index, value in enumerate(typed) if value in typed[:index]]
        problems = {
            index: Unreadable("This one stands twice. Each has one place.", None, "") for index in twice
        }
    if problems and not final:
        return NotRead(asked.name, problems)
    form, keys = asked.step.form, cells.cells(asked.key)
    leaves = tuple(
        keys[index] if index in problems else _leaf(form, value) for index, value in enumerate(typed)
    )
    shown = tuple("" if index in problems else _shown(form, value) for index, value in enumerate(typed))
    return Read(tuple(typed), leaves, shown, problems)


def _read_cell(asked: Asked, text: str, natural: bool) -> Any:
    if not text.strip():
        return Unreadable("This one is still empty.", None, text)
    form = asked.step.form
    if not isinstance(form, Fixed | Scientific | Integer):
        return form.read(text)
    number = units.without(asked.step.unit, text, f"{asked.step.title} {asked.text}")
    if isinstance(number, Unreadable):
        return number
    read = form.read(LOG.sub("ln ", number) if natural else number)
    return replace(read, text=text.strip()) if isinstance(read, Unreadable) else read


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
