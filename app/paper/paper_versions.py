"""Paper versions of a course's exam: each with drawn numbers of its own, as question sheets and as answer keys."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from app.courses.membership import running, taught
from app.courses.store import courses
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.exams import preparation
from app.exams.blueprints import blueprint
from app.exams.course_exam import find, not_archived
from app.exams.preparation import AT_ONCE
from app.exams.store import audit_log
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting
from app.paper import print_batches, printed
from app.paper.print_batches import Print
from app.paper.printed_exam import PrintedExam
from app.paper.store import paper_versions
from app.questions.context import Context

MOST = 300  # paper versions of one exam
FEW = 2  # paper versions printed while the instructor waits: three seconds each
NUMBER = re.compile(r"(?:[0-9]{1,9}-)?([0-9]{1,6})")


class NoSuchVersion(LookupError):
    """The exam has no paper version of this number."""


class NotPublished(ValueError):
    """The exam's text can still be changed; carries course and exam."""


class TooManyVersions(ValueError):
    """An exam may not have so many paper versions; carries course and exam."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A paper version in the list; ``called`` is its owner, "" while unknown or names are hidden; ``touched``:
    something is typed."""

    number: str
    called: str
    marked: bool
    touched: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """Paper versions that were drawn together; ``first`` is the number of the first in the table."""

    first: int
    at: datetime
    forms: tuple[Listed, ...]
    prints: tuple[Print, ...]

    @property
    def few(self) -> bool:
        return len(self.forms) <= FEW


@dataclass(frozen=True, slots=True)
class Versions:
    """All paper versions of an exam, those drawn last first."""

    course: Course
    exam: Exam
    batches: tuple[Batch, ...]
    hidden: bool

    @property
    def running(self) -> bool:
        return any(one.running for batch in self.batches for one in batch.prints)

    @property
    def count(self) -> int:
        return sum(len(batch.forms) for batch in self.batches)

    @property
    def marked(self) -> int:
        return sum(one.marked for batch in self.batches for one in batch.forms)

    @property
    def left(self) -> int:
        """The number of paper versions that can still be drawn."""
        return MOST - self.count


def shown(context: Context, course: str, exam: str) -> Versions:
    """Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        known = find(connection, here, exam)
        made = paper_versions.of_exam(connection, known.id)
        hidden = courses.names_hidden(connection, here.id)
        names = {} if hidden else {one.id: one.called for one in courses.members_of(connection, here.id)}
        touched = set(audit_log.saved_last(connection, [one.id for one in made if one.closed_at is None]))
        batches = []
        for at, some in groupby(made, key=lambda one: one.prepared_at):
            together = list(some)
            first = together[0].id
            prints = print_batches.of_batch(context, connection, first)
            listed = tuple(_listed(one, names, touched) for one in together)
            batches.append(Batch(first, at, listed, prints))
    return Versions(here, known, tuple(batches[::-1]), hidden)


def draw(context: Context, course: str, name: str, number: int) -> None:
    """Draws so many paper versions more, which form a batch. All are drawn before the first is stored; each transaction
    stores a few, so that nobody waits for it.

    Raises NoSuchCourse, CourseArchived, NoCourseExam, NotPublished, ExamArchived, TooManyVersions, CannotBeDrawn, and
    TakesTooLong.
    """
    with context.database.read() as connection:
        here = running(connection, context.person, course)
        exam = not_archived(connection, here, name)
        there = paper_versions.count(connection, exam.id)
    if exam.published_at is None:
        raise NotPublished(course, name)
    if there + number > MOST:
        raise TooManyVersions(course, name)
    now, composed = context.clock.now(), blueprint.published(exam.blueprint)
    every = preparation.drawn(context.database, context.library, exam, number)
    for done in range(0, number, AT_ONCE):
        with context.database.write() as connection:
            held = find(connection, here, name, hold=True)
            if paper_versions.count(connection, held.id) + (number - done) > MOST:
                raise TooManyVersions(course, name)
            for questions in every[done : done + AT_ONCE]:
                paper_versions.add(connection, held, secrets.token_urlsafe(12), composed, questions, now)


def by_number(connection: Connection, exam: Exam, number: str, hold: bool = False) -> Sitting:
    """Raises NoSuchVersion."""
    found = paper_versions.find(connection, exam.id, number, hold)
    if found is None:
        raise NoSuchVersion(number)
    return found


def found(context: Context, course: str, exam: str, typed: str) -> str:
    """Returns the whole number of a paper version, of which the last digits are enough. Raises NoSuchCourse,
    NoCourseExam, and NoSuchVersion."""
    asked = NUMBER.fullmatch("".join(typed.split()))
    with context.database.read() as connection:
        known = find(connection, taught(connection, context.person, course), exam)
        if asked is None:
            raise NoSuchVersion(typed)
        whole = f"{known.id:02d}-{int(asked[1]):03d}"
        if "-" in typed and "".join(typed.split()) != whole:
            raise NoSuchVersion(typed)
        return by_number(connection, known, whole).number


def printable(context: Context, course: str, exam: str, number: str, bengali: bool) -> PrintedExam:
    """Returns one paper version for printing, whoever has it. Raises NoSuchCourse, NoCourseExam, and NoSuchVersion."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        form = by_number(connection, find(connection, here, exam), number)
    return printed.printable(context.database, context.library, form.id, here.title, bengali)


def _listed(one: Sitting, names: Mapping[int, str], touched: set[int]) -> Listed:
    return Listed(one.number, names.get(one.person or 0, ""), one.closed_at is not None, one.id in touched)
