"""The text of a course's exam as a form of fields and groups. It holds what the text says, right or wrong, so that
everything can be mended in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.exams.blueprints.blueprint import Finding, Reading
from app.questions.search import found
from engine.bank import Bank, values_in
from engine.exams.blueprints import Blueprint, Group
from engine.questions import Question

FILE = Path("exams/course.toml")
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A question that a group names; ``title`` is its name where there is no such question."""

    id: str
    title: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupForm:
    """A group as its fields hold it, all as texts. ``fits`` is how many questions it can draw from, None while the
    text is no exam; ``named`` are the questions that it names, and ``families`` it keeps as the text says."""

    title: str
    number: str
    points: str
    level: str
    kinds: tuple[str, ...]
    forms: tuple[str, ...]
    sections: tuple[str, ...]
    named: tuple[Named, ...]
    families: tuple[str, ...]
    fits: int | None
    faults: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """The exam as its fields hold it. ``sections``, which it is narrowed to, are kept as the text says; ``faults`` are
    those of no group."""

    title: str
    about: str
    minutes: str
    aids: tuple[str, ...]
    order: str
    passes: str
    scale: str
    rules: tuple[str, ...]
    sections: tuple[str, ...]
    groups: tuple[GroupForm, ...]
    faults: tuple[Finding, ...]


def form(text: str, reading: Reading, questions: Sequence[Question]) -> Form | None:
    """Returns the text as a form; None where it is not TOML, or its groups are no tables."""
    values, groups = values_in(text, FILE), groups_of(text)
    if not isinstance(values, dict) or groups is None:
        return None
    known = {one.id: one.title for one in questions}
    faults: dict[int | None, list[Finding]] = {}
    for one in reading.findings:
        faults.setdefault(_group_of(one), []).append(one)
    return Form(
        title=_text(values, "title"),
        about=_text(values, "about"),
        minutes=_text(values, "minutes"),
        aids=texts(values, "aids"),
        order=_text(values, "order") or usual(Blueprint, "order"),
        passes=_text(values, "passes") or usual(Blueprint, "passes"),
        scale=_text(values, "scale") or usual(Blueprint, "scale"),
        rules=texts(values, "rules"),
        sections=texts(values, "sections"),
        groups=tuple(
            GroupForm(
                title=_text(one, "title"),
                number=_text(one, "number"),
                points=_text(one, "points"),
                level=_text(one, "level"),
                kinds=texts(one, "kinds"),
                forms=texts(one, "forms"),
                sections=texts(one, "sections"),
                named=tuple(Named(id, known.get(id, id)) for id in texts(one, "questions")),
                families=texts(one, "families"),
                fits=reading.fits[n] if n < len(reading.fits) else None,
                faults=tuple(faults.get(n, ())),
            )
            for n, one in enumerate(groups)
        ),
        faults=tuple(faults.get(None, ())),
    )


def groups_of(text: str) -> list[dict[str, Any]] | None:
    """Returns the groups as the text has them; None where it cannot be a form."""
    values = values_in(text, FILE)
    found = values.get("groups", []) if isinstance(values, dict) else None
    return found if isinstance(found, list) and all(isinstance(one, dict) for one in found) else None


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key, "")
    return "" if isinstance(value, list | dict) else str(value).strip()


def texts(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = values.get(key, [])
    return tuple(str(one) for one in value) if isinstance(value, list) else ()


def _group_of(one: Finding) -> int | None:
    match one.place:
        case ("groups", int(n), *_):
            return n
    return None


def hits(bank: Bank, questions: Sequence[Question], words: str, but: Sequence[Named]) -> list[Question]:
    """Returns up to twelve questions for these words, without those that are named already."""
    there = {one.id for one in but}
    hit = found(bank, questions, words).questions if words.strip() else ()
    return [one for one in hit if one.id not in there][:SHOWN]


def usual(model: type[Blueprint] | type[Group], key: str) -> str:
    """Returns the text of what a key means where it is left out, "" where it is needed."""
    field = model.model_fields[key]
    return "" if field.is_required() else str(field.default)
