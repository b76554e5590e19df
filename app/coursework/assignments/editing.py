"""Editing an assignment by those who teach the course: its questions, their order and levels, and later due dates."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from app.courses.membership import running, taught, titled
from app.courses.store import assignments, due_dates, roster
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course
from app.coursework.assignments import reopening
from app.coursework.assignments.assignment import asked_in, find
from app.coursework.assignments.settings import AlreadyBegun, WrongDates
from app.coursework.roster.page import entry_in
from app.database.connection import Connection
from app.questions.context import Context
from engine.questions import Question

MOST_QUESTIONS = 100


class NoSuchSection(LookupError):
    """Nobody on the roster of the course is in a section of this name."""


def add(context: Context, course: str, title: str) -> Assignment | None:
    """Stores a new assignment, a draft; None where the title is empty. Raises NoSuchCourse, and CourseArchived."""
    with context.database.write() as connection:
        here, said = running(connection, context.person, course), titled(title)
        return assignments.add(connection, here.id, said, published=False) if said else None


def remove(context: Context, course: str, name: str) -> None:
    """Raises NoSuchCourse, NoSuchAssignment, and AlreadyBegun."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        if not assignments.remove(connection, one.id):
            raise AlreadyBegun(name)


def assign(context: Context, course: str, name: str, questions: Sequence[Question]) -> None:
    """Adds questions at the end, up to a hundred. Raises NoSuchCourse, CourseArchived, and NoSuchAssignment."""
    with context.database.write() as connection:
        one = find(connection, running(connection, context.person, course), name)
        there = {asked.question for asked in one.questions}
        new = [question for question in questions if question.id not in there]
        for question in new[: MOST_QUESTIONS - len(there)]:
            assignments.assign(connection, one.id, question.id, question.default_level)


def withdraw(context: Context, course: str, name: str, question: str) -> None:
    """Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        assignments.withdraw(connection, one.id, asked_in(one, question).question)


def move(context: Context, course: str, name: str, question: str, by: int) -> None:
    """Moves a question up or down. Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        order, asked = list(one.questions), asked_in(one, question)
        place = order.index(asked)
        order.insert(max(0, place + by), order.pop(place))
        assignments.arrange(connection, order)


def arrange(context: Context, course: str, name: str, wanted: Sequence[str]) -> None:
    """Puts the questions of the assignment into this order. Raises NoSuchCourse, and NoSuchAssignment, also for a
    question that it does not have."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        assignments.arrange(connection, [asked_in(one, question) for question in wanted])


def give_level(context: Context, course: str, name: str, question: str, level: str) -> None:
    """Sets a question's level; one that it does not have changes nothing. Raises NoSuchCourse, and NoSuchAssignment."""
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        known = context.library.assigned(asked_in(one, question).question)
        if known and level in known.levels:
            assignments.give_level(connection, one.id, question, level)


def extend(context: Context, course: str, name: str, entry: int, due_at: datetime | None) -> int:
    """Sets an own due date for a student of the roster, who may not have joined yet; None removes it. Returns how many
    have time again by it though they could see what is right. Raises NoSuchCourse, NoSuchAssignment, NoSuchEntry, and
    WrongDates."""
    with context.database.write() as connection:
        here, one = _to_extend(connection, context, course, name, due_at)
        present = [who for who in roster.entries(connection, here.id) if who.present]
        with _reopening(connection, here, one) as again:
            due_dates.extend(connection, one.id, entry_in(present, entry).id, due_at)
    return len(again)


def extend_section(context: Context, course: str, name: str, section: str, due_at: datetime | None) -> int:
    """Sets a later due date for whoever is in a section of the roster, now or afterwards; None removes it. Returns as
    ``extend`` does. Raises NoSuchCourse, NoSuchAssignment, NoSuchSection, and WrongDates."""
    with context.database.write() as connection:
        here, one = _to_extend(connection, context, course, name, due_at)
        present = (who for who in roster.entries(connection, here.id) if who.present)
        known = roster.sections(present) if due_at is not None else due_dates.of_sections(connection, one.id)
        if section not in known:
            raise NoSuchSection(section)
        with _reopening(connection, here, one) as again:
            due_dates.extend_section(connection, one.id, section, due_at)
    return len(again)


@contextmanager
def _reopening(connection: Connection, course: Course, one: Assignment) -> Iterator[set[int]]:
    """Notes in what it yields which students get time again meanwhile, though they could see what is right."""
    now, again = datetime.now(UTC), set[int]()
    knew = reopening.knowing(connection, course.id, one, now)
    yield again
    again |= knew & reopening.with_time(connection, course.id, one, now)


def _to_extend(
    connection: Connection, context: Context, course: str, name: str, due_at: datetime | None
) -> tuple[Course, Assignment]:
    here = taught(connection, context.person, course)
    one = find(connection, here, name)
    if due_at and (one.due_at is None or due_at < one.due_at):
        raise WrongDates(name)
    return here, one
