"""The text of a course's exam: what it is composed of, or everything that is to be mended, each at its line."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from app.i18n import N_
from app.library import Library
from app.store import courses
from app.store.courses import CourseRole
from app.store.database import Database
from engine import composing
from engine.bank import exam_of
from engine.blueprints import Blueprint
from engine.broken import Broken, broken_at, line_of
from engine.questions import Question

ID = "course"  # what every exam of a course is called as a blueprint
FILE = Path("exams") / f"{ID}.toml"
KEYS = {"question": "questions", "question of the family": "families", "section": "sections"}
STRANGE = re.compile(r"there is no (question of the family|question|section) ([^\s;]+)")
EVERYBODY = N_(
    'in a course, everybody sits the same exam: write "all" here, and name sections with the key sections'
)


class Unreadable(ValueError):
    """Today's engine does not understand a blueprint that it once published."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend, with the line that it is about."""

    line: int
    key: str
    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: ``blueprint`` is None while it is none; without findings it can be sat."""

    blueprint: Blueprint | None
    findings: tuple[Finding, ...]


def read(text: str, questions: Collection[Question]) -> Reading:
    """``questions`` are those that the course may ask."""
    match exam_of(text, FILE):
        case Blueprint() as blueprint:
            narrows = [_finding(text, ("scope",), EVERYBODY)] if blueprint.scope != "all" else []
            said = composing.findings(blueprint.model_copy(update={"scope": "all"}), questions)
            return Reading(blueprint, (*narrows, *(_at_its_line(text, blueprint, one) for one in said)))
        case problems:
            return Reading(None, tuple(Finding(one.line, one.key, one.message) for one in problems))


@lru_cache(64)
def published(text: str) -> Blueprint:
    """Raises Unreadable."""
    found = exam_of(text, FILE)
    if not isinstance(found, Blueprint):
        raise Unreadable(str(found[0]))
    return found


def points(text: str) -> Fraction:
    """What it is worth; nothing where it cannot be read."""
    try:
        return published(text).points
    except Unreadable:
        return Fraction(0)


def choice_of(database: Database, library: Library, course: int) -> list[Question]:
    """What the course may ask: the built-in questions, and those that its instructors published."""
    with database.read() as rows:
        everybody = courses.roster(rows, course)
    teaching = (one.id for one in everybody if one.role is CourseRole.INSTRUCTOR)
    found = {question.id: question for one in teaching for question in library.choice_of(one)}
    return list(found.values())


def for_everybody(text: str) -> str:
    """The text without what a learner chooses in a built-in exam, and what it says of that."""
    every = re.sub(r'(?m)^scope = ".*"$', 'scope = "all"', text)
    return text if every == text else re.sub(r'(?ms)^about = (?:""".*?"""|"[^\n]*")\n', "", every)


def entitled(text: str, title: str) -> str:
    """The text with another title."""
    quoted = '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return re.sub(r"(?m)^title\s*=.*$", lambda _: f"title = {quoted}", text, count=1)


def _at_its_line(text: str, blueprint: Blueprint, said: str) -> Finding:
    return next(_placed(text, blueprint, said), None) or _finding(text, ("minutes",), said)


def _placed(text: str, blueprint: Blueprint, said: str) -> Iterator[Finding]:
    """Where a sentence begins with the title of a group, or names something, there."""
    named = STRANGE.search(said)
    for n, group in enumerate(blueprint.groups):
        if said.startswith((f"{group.title}: ", f"{group.title}, ")):
            if not named:
                yield Finding(line_of(text, ("groups", n)), "groups", said)
            else:
                place = ("groups", n, KEYS[named[1]])
                yield _from(broken_at(text, FILE, place, said, f'"{named[2]}"'))
    if named:
        yield _finding(text, ("sections",), said)


def _finding(text: str, place: tuple[str | int, ...], said: str) -> Finding:
    return _from(broken_at(text, FILE, place, said))


def _from(broken: Broken) -> Finding:
    return Finding(broken.line, broken.key, broken.message)
