"""Copies a course for another term: its assignments, exams, weights, grade scale and rubric comments, with all dates
moved; nobody's work or role."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from app.courses.membership import taught, titled
from app.courses.store import assignments, categories, courses, grade_scales
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.exams.blueprints import blueprint
from app.exams.store import exams, supervision
from app.exams.store.exams import Exam
from app.grading.store import comments
from app.questions.context import Context

MOST_DAYS = 3660


class TooFar(ValueError):
    """The dates would move by more than ten years, or out of the calendar."""


def zone(name: str) -> tzinfo:
    """Returns a time zone by the name that a browser sends, UTC for one that there is not."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # also for names that are no path, or a folder's
        return UTC


def copy(context: Context, name: str, title: str, first: date | None, where: tzinfo) -> Course:
    """Returns a new course, which the person owns. Its earliest date is on the ``first`` day, None for where it is, and
    all others are as many days later as they were: at the same time of the day, as clocks ``where`` the person is say
    it. Assignments are drafts, and exams are copied as nobody sees them yet, without their passwords.

    Raises NoSuchCourse, and TooFar.
    """
    with context.database.write() as connection:
        old = taught(connection, context.person, name)
        sat = {exam.assignment: exam for exam in exams.of_course(connection, old.id)}
        asked = assignments.of_course(connection, old.id, drafts=True)
        days = _days(earliest(asked, sat.values()), first, where)
        new = courses.add(connection, titled(title) or old.title, context.account)
        groups = {}
        for one in categories.of_course(connection, old.id):
            groups[one.id] = categories.add(connection, new.id, one.title, one.weight, one.drop)
        grade_scales.put(connection, new.id, grade_scales.find(connection, old.id))
        for part in asked:
            exam = sat.get(part.id)
            made = (
                _copy_exam(connection, new, exam, days, where)
                if exam
                else _copy_assignment(connection, new, part, days, where)
            )
            kept = None if part.category is None else groups[part.category]
            categories.put(connection, made, kept, part.extra_credit)
        comments.copy(connection, old.id, new.id)
        return new


def earliest(asked: Iterable[Assignment], sat: Iterable[Exam]) -> datetime | None:
    """Returns the earliest date of assignments and exams."""
    dates = [at for one in asked for at in (one.opens_at, one.due_at)]
    dates += [at for exam in sat for at in (exam.rules.opens_at, exam.rules.closes_at)]
    return min((at for at in dates if at), default=None)


def moved(at: datetime | None, days: int, where: tzinfo) -> datetime | None:
    """Returns the moment so many days later at the same time of the day, on either side of a change of summer time.
    Raises TooFar."""
    if at is None:
        return None
    try:
        local = at.astimezone(where).replace(tzinfo=None) + timedelta(days=days)
        return local.replace(tzinfo=where).astimezone(UTC)
    except OverflowError as error:
        raise TooFar(days) from error


def _copy_assignment(
    connection: Connection, course: Course, old: Assignment, days: int, where: tzinfo
) -> int:
    new = assignments.add(connection, course.id, old.title, published=False).id
    opens, due = moved(old.opens_at, days, where), moved(old.due_at, days, where)
    assignments.change(
        connection, new, title=old.title, opens_at=opens, due_at=due, solutions_wait=old.solutions_wait,
        results=old.release.results, closes_practice=old.closes_practice, hints=old.hints,
    )  # fmt: skip
    assignments.give_policy(connection, new, old.policy)
    if old.figure:
        assignments.begin_with(connection, new, old.figure, old.figure_moves)
    assignments.assign_copies(connection, new, old.questions)
    return new


def _copy_exam(connection: Connection, course: Course, old: Exam, days: int, where: tzinfo) -> int:
    text = blueprint.for_everybody(old.blueprint)
    name = exams.add(connection, course.id, old.title, text, old.rules)
    new = exams.find(connection, course.id, name)
    assert new is not None
    opens, closes = moved(old.rules.opens_at, days, where), moved(old.rules.closes_at, days, where)
    exams.rule(connection, new, replace(old.rules, opens_at=opens, closes_at=closes, password=""))
    supervision.copy(connection, old.id, new.id)
    return new.assignment


def _days(was: datetime | None, first: date | None, where: tzinfo) -> int:
    if first is None or was is None:
        return 0
    days = (first - was.astimezone(where).date()).days
    if abs(days) > MOST_DAYS:
        raise TooFar(first)
    return days
