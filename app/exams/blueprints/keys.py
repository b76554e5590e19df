"""The vocabulary of a course exam's text: its keys as the engine reads them, and the sections it may name."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from app.web.sections import SECTIONS
from engine.exams.blueprints import Blueprint, Group
from engine.questions import Question
from engine.sections import section_order
from engine.validation.schema import Shape, keys

CHOSEN_ELSEWHERE = {"scope"}  # what a learner chooses in a built-in exam


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """A key with its description; ``values`` are the texts that it accepts, one of them or ``several`` in a list."""

    name: str
    says: str
    needed: bool
    values: tuple[str, ...]
    several: bool
    usual: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All that a text may contain; ``sections`` are pairs of number and title."""

    of_exam: tuple[Key, ...]
    of_group: tuple[Key, ...]
    sections: tuple[tuple[str, str], ...]


def vocabulary(questions: Collection[Question]) -> Vocabulary:
    """Returns the keys and sections that a text may use; ``questions`` are those that the course may ask."""
    sections = sorted({question.section for question in questions}, key=section_order)
    titled = tuple((one, SECTIONS.get(one, one)) for one in sections)
    return Vocabulary(_keys(Blueprint), _keys(Group), titled)


@cache
def _keys(model: type[Shape]) -> tuple[Key, ...]:
    there = keys(model, ()) - CHOSEN_ELSEWHERE
    return tuple(_key(name, field) for name, field in model.model_fields.items() if name in there)


def _key(name: str, field: FieldInfo) -> Key:
    usual = "" if field.is_required() or not field.default else str(field.default)
    values = tuple(_texts(field.annotation))
    several = get_origin(field.annotation) is tuple
    return Key(
        name=name,
        says=field.description or "",
        needed=field.is_required(),
        values=values,
        several=several,
        usual=usual,
    )


def _texts(annotation: Any) -> list[str]:
    """Returns the texts that a type allows; none where it does not list them."""
    if get_origin(annotation) is Literal:
        return [text for text in get_args(annotation) if text]
    return [text for inner in get_args(annotation) for text in _texts(inner)]
