"""The text of a course's exam: read into a blueprint, or into everything that must be fixed, each at its line."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from app.courses.store import assignments, courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.questions.library import Library
from app.web.sections import SECTIONS
from engine.bank import exam_of
from engine.exams import composing
from engine.exams.blueprints import Blueprint
from engine.exams.pools import pools_of
from engine.questions import Question
from engine.validation.locations import Broken, fault_at
from engine.validation.schema import Fault, Way

ID = "course"  # the name of every course exam as a blueprint
FILE = Path("exams") / f"{ID}.toml"
SCOPE = ("scope",)
GROUPS = ("groups",)
EVERYBODY = (
    "in a course, the groups and their points are the same for everybody, and which questions of a group somebody gets "
    'is drawn: "all" belongs here, or nothing; the key `sections` narrows it'
)


class Unreadable(ValueError):
    """Today's engine cannot read a blueprint that was published earlier."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to fix, with its line; ``place`` is the way to the key, with the numbers of lists in it."""

    line: int
    key: str
    message: str
    place: Way = ()


@dataclass(frozen=True, slots=True)
class Varying:
    """A group that draws from more questions than it asks, so that students get different ones; ``mixed``: also of
    different types."""

    title: str
    mixed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read: ``blueprint`` is None while the text is not one; without findings it can be sat.

    ``practised`` are the questions that it may ask and that its students can meet in practice before, ``assigned``
    those that are the same for everybody and that an assignment asks, too, with its title; ``fits`` is how many
    questions each group can draw from.
    """

    blueprint: Blueprint | None
    findings: tuple[Finding, ...]
    varying: tuple[Varying, ...] = ()
    practised: tuple[Question, ...] = ()
    assigned: tuple[tuple[Question, str], ...] = ()
    fits: tuple[int, ...] = ()

    @property
    def known(self) -> list[Question]:
        """The practised questions that are the same for everybody, so that their answers can be known."""
        return [one for one in self.practised if not one.varies]

    @property
    def off(self) -> int:
        """The minutes that the exam has beyond what its points take, negative if too few; 0 within a tenth of that."""
        if self.blueprint is None:
            return 0
        expected = self.blueprint.expected_minutes
        off = self.blueprint.minutes - round(expected)
        return off if abs(off) > expected / 10 else 0


def read(text: str, questions: Collection[Question]) -> Reading:
    """Reads the text and collects what must be fixed; ``questions`` are those that the course may ask."""
    match exam_of(text, FILE):
        case Blueprint() as blueprint:
            narrows = [Fault(SCOPE, EVERYBODY)] if blueprint.scope != "all" else []
            whole = blueprint.model_copy(update={"scope": "all"})
            faults = [*narrows, *composing.lacking(whole, questions, SECTIONS)]
            found = tuple(_finding(fault_at(text, FILE, fault)) for fault in faults)
            fits = tuple(map(len, pools_of(blueprint, questions)))
            return Reading(blueprint, found, tuple(_varying(blueprint, questions)), fits=fits)
        case problems:
            inside = any(one.place[:1] == GROUPS and len(one.place) > 1 for one in problems)
            told = [one for one in problems if one.place != GROUPS or not inside]  # else: that there are none
            return Reading(None, tuple(map(_finding, told)))


def looked_at(library: Library, text: str, questions: Collection[Question], course: int) -> Reading:
    """Reads the text for the course's instructors, with those of its questions that can be practised, or that an
    assignment asks."""
    reading = read(text, questions)
    if reading.blueprint is None:
        return reading
    may = asks(reading.blueprint, questions)
    there = library.practised(may)
    with library.database.read() as connection:
        known = assignments.of_course(connection, course)
    titles = {asked.question: one.title for one in known for asked in one.questions}
    return replace(
        reading,
        practised=tuple(one for one in questions if one.id in there),
        assigned=tuple(
            (one, titles[one.id])
            for one in questions
            if one.id in may and one.id in titles and not one.varies
        ),
    )


def asks(blueprint: Blueprint, questions: Collection[Question]) -> set[str]:
    """Returns the names of those of these questions that the blueprint may ask."""
    return {name for pool in pools_of(blueprint, questions) for name in pool}


@lru_cache(64)
def published(text: str) -> Blueprint:
    """Returns the blueprint of a published text. Raises Unreadable."""
    found = exam_of(text, FILE)
    if not isinstance(found, Blueprint):
        raise Unreadable(str(found[0]))
    return found


def points(text: str) -> Fraction:
    """Returns the total points of the exam; 0 where its text cannot be read."""
    try:
        return published(text).points
    except Unreadable:
        return Fraction(0)


def choice_of(database: Database, library: Library, course: int) -> list[Question]:
    """Returns the questions that the course may ask: the built-in ones, and those that its instructors published."""
    with database.read() as connection:
        everybody = courses.members_of(connection, course)
    teaching = (one.id for one in everybody if one.role is CourseRole.INSTRUCTOR)
    found = {question.id: question for one in teaching for question in library.choice_of(one)}
    return list(found.values())


def for_everybody(text: str) -> str:
    """Removes from a built-in exam's text what a learner chooses in it, and the description of that choice."""
    chosen = re.search(r'(?m)^scope = "(?!all")', text)
    every = re.sub(r'(?m)^scope = ".*"\n', "", text)
    return re.sub(r'(?ms)^about = (?:""".*?"""|"[^\n]*")\n', "", every) if chosen else every


def entitled(text: str, title: str) -> str:
    """Returns the text with another title."""
    quoted = '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return re.sub(r"(?m)^title\s*=.*$", lambda _: f"title = {quoted}", text, count=1)


def _varying(blueprint: Blueprint, questions: Collection[Question]) -> Iterator[Varying]:
    known = {question.id: question for question in questions}
    for group, pool in zip(blueprint.groups, pools_of(blueprint, questions), strict=True):
        if len(pool) > group.number:
            yield Varying(group.title, len({_sort(known[id]) for id in pool}) > 1)


def _sort(question: Question) -> str:
    """Classifies a question by what the student does: calculate, choose, or write."""
    if question.of_numbers:
        return "numbers"
    return question.kind if question.kind in ("text", "code") else "choice"


def _finding(broken: Broken) -> Finding:
    said = EVERYBODY if broken.place == SCOPE else broken.message
    return Finding(broken.line, broken.key, said, broken.place)
