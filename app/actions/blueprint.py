"""The text of a course's exam: what it is composed of, or everything that is to be mended, each at its line."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from app.library import Library
from app.sections import SECTIONS
from app.store import courses
from app.store.courses import CourseRole
from app.store.database import Database
from engine import composing
from engine.bank import exam_of
from engine.blueprints import Blueprint
from engine.broken import Broken, fault_at
from engine.questions import Question
from engine.unfit import Fault

ID = "course"  # what every exam of a course is called as a blueprint
FILE = Path("exams") / f"{ID}.toml"
SCOPE = ("scope",)
EVERYBODY = 'in a course, everybody sits the same exam: "all" belongs here; the key `sections` narrows it'


class Unreadable(ValueError):
    """Today's engine does not understand a blueprint that it once published."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend, with the line that it is about."""

    line: int
    key: str
    message: str


@dataclass(frozen=True, slots=True)
class Pace:
    """``off``: so many minutes more than its points take, or fewer; from ``least`` to ``most`` it is accepted."""

    off: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: ``blueprint`` is None while it is none; without findings it can be sat."""

    blueprint: Blueprint | None
    findings: tuple[Finding, ...]

    @property
    def pace(self) -> Pace | None:
        """Where its minutes are accepted, and yet are by more than a tenth others than its points take."""
        if self.blueprint is None:
            return None
        expected, minutes = self.blueprint.expected_minutes, self.blueprint.minutes
        least, most = composing.borders(self.blueprint)
        off = minutes - round(expected)
        return Pace(off, least, most) if least <= minutes <= most and abs(off) > expected / 10 else None


def read(text: str, questions: Collection[Question]) -> Reading:
    """``questions`` are those that the course may ask."""
    match exam_of(text, FILE):
        case Blueprint() as blueprint:
            narrows = [Fault(SCOPE, EVERYBODY)] if blueprint.scope != "all" else []
            whole = blueprint.model_copy(update={"scope": "all"})
            faults = [*narrows, *composing.findings(whole, questions, SECTIONS)]
            return Reading(blueprint, tuple(_finding(fault_at(text, FILE, fault)) for fault in faults))
        case problems:
            return Reading(None, tuple(map(_finding, problems)))


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


def _finding(broken: Broken) -> Finding:
    return Finding(broken.line, broken.key, EVERYBODY if broken.place == SCOPE else broken.message)
