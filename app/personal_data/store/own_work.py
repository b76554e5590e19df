"""Reads all that a person did by themselves, and what they did for courses.

Work of one's own is practice, and mock exams with their sheets; all else was begun for a course. Of a course, only what
is open to its student by now is read.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, not_, or_, select

from app.database.schema import (
    assignments,
    attempts,
    courses,
    drawn,
    entries,
    goals,
    hints,
    mark_changes,
    members,
    predictions,
    reports,
    responses,
    sittings,
    trail,
)

Rows = Sequence[Row[Any]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stock:
    """Counts of what is stored about a person, and since when; ``exam_on`` is the day of their exam."""

    sheets: int
    answers: int
    exams: int
    predictions: int
    reports: int
    of_courses: int
    since: datetime | None
    exam_on: date | None

    @property
    def is_empty(self) -> bool:
        work = self.sheets or self.exams or self.predictions or self.reports or self.of_courses
        return not work and self.exam_on is None


@dataclass(frozen=True, kw_only=True, slots=True)
class Work:
    """The rows of sheets, oldest first, with what belongs to each, by the number of its attempt."""

    sheets: Rows
    answers: Mapping[int, Rows]
    hints: Mapping[int, Rows]
    changes: Mapping[int, Rows]


def is_own(person: int) -> ColumnElement[bool]:
    """The attempts that belong to no course."""
    mock = select(sittings.c.id).where(sittings.c.exam_id.is_(None), sittings.c.person_id == person)
    alone = or_(attempts.c.sitting_id.is_(None), attempts.c.sitting_id.in_(mock))
    return and_(attempts.c.person_id == person, attempts.c.assignment_id.is_(None), alone)


def of_courses(person: int) -> ColumnElement[bool]:
    """The attempts that belong to a course, those of exams that are not open yet as well."""
    return and_(attempts.c.person_id == person, not_(is_own(person)))


def stock(connection: Connection, person: int) -> Stock:
    """Counts what is stored."""

    def count(table: Table, *where: ColumnElement[bool]) -> int:
        return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())

    mine = select(attempts.c.id).where(is_own(person))
    since = select(func.min(attempts.c.begun_at)).where(is_own(person))
    return Stock(
        sheets=count(attempts, is_own(person)),
        answers=count(responses, responses.c.attempt_id.in_(mine)),
        exams=count(sittings, *_ended(person)),
        predictions=count(predictions, predictions.c.person_id == person),
        reports=count(reports, reports.c.person_id == person),
        of_courses=count(attempts, of_courses(person), _opened()),
        since=connection.execute(since).scalar(),
        exam_on=connection.execute(select(goals.c.exam_on).where(goals.c.person_id == person)).scalar(),
    )


def sheets_on(connection: Connection, person: int, questions: Collection[str]) -> int:
    """Counts the person's own sheets on these questions."""
    found = select(func.count(attempts.c.id)).where(is_own(person), attempts.c.question.in_(questions))
    return int(connection.execute(found).scalar_one())


def questions_of(connection: Connection, person: int) -> set[str]:
    """Returns the questions that the person practised."""
    return set(connection.execute(select(attempts.c.question).where(is_own(person)).distinct()).scalars())


def own_sheets(connection: Connection, person: int) -> Work:
    """Returns the sheets of practice and of mock exams."""
    return _work(connection, is_own(person))


def course_sheets(connection: Connection, person: int) -> Work:
    """Returns the sheets that were begun for courses and that their student may see by now; each row has the title of
    its assignment and the number of its course, NULL where the course removed it."""
    return _work(connection, and_(of_courses(person), _opened()))


def own_exams(connection: Connection, person: int) -> Rows:
    """Returns the mock exams that have ended, in the order in which they were begun."""
    found = select(sittings).where(*_ended(person)).order_by(sittings.c.id)
    return connection.execute(found).all()


def of_exams(connection: Connection, person: int) -> dict[str, Mapping[int, Rows]]:
    """Returns by table what belongs to each mock exam that has ended: its questions, texts and submission history."""
    these = select(sittings.c.id).where(*_ended(person))
    return {
        table.name: _grouped(connection, table, table.c.sitting_id.in_(these), "sitting_id")
        for table in (drawn, entries, trail)
    }


def own_predictions(connection: Connection, person: int) -> Rows:
    """Returns the predictions in the lab, oldest first."""
    mine = select(predictions).where(predictions.c.person_id == person)
    return connection.execute(mine.order_by(predictions.c.id)).all()


def own_reports(connection: Connection, person: int) -> Rows:
    """Returns the reports that a key is wrong, oldest first, each with the name of its sheet."""
    mine = (
        select(reports, attempts.c.name.label("sheet"))
        .outerjoin(attempts, attempts.c.id == reports.c.attempt_id)
        .where(reports.c.person_id == person, or_(reports.c.attempt_id.is_(None), _opened()))
    )
    return connection.execute(mine.order_by(reports.c.id)).all()


def memberships(connection: Connection, person: int) -> Rows:
    """Returns the courses that the person is or was in."""
    found = select(members, courses.c.title).join(courses, courses.c.id == members.c.course_id)
    return connection.execute(found.where(members.c.person_id == person).order_by(members.c.id)).all()


def sits_for_a_course(connection: Connection, person: int) -> bool:
    """True while the clock of a course's exam runs for the person."""
    runs = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None))
    found = select(sittings.c.id).where(
        sittings.c.person_id == person, sittings.c.exam_id.is_not(None), *runs
    )
    return connection.execute(found.limit(1)).first() is not None


def _ended(person: int) -> tuple[ColumnElement[bool], ...]:
    return (
        sittings.c.person_id == person,
        sittings.c.exam_id.is_(None),
        sittings.c.begun_at.is_not(None),
        sittings.c.closed_at.is_not(None),
    )


def _opened() -> ColumnElement[bool]:
    return or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= datetime.now(UTC))


def _work(connection: Connection, which: ColumnElement[bool]) -> Work:
    found = (
        select(attempts, sittings.c.name.label("exam"), assignments.c.title, assignments.c.course_id)
        .outerjoin(sittings, sittings.c.id == attempts.c.sitting_id)
        .outerjoin(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(which)
        .order_by(attempts.c.id)
    )
    these = select(attempts.c.id).where(which)
    grouped = {
        table.name: _grouped(connection, table, table.c.attempt_id.in_(these), "attempt_id")
        for table in (responses, hints, mark_changes)
    }
    return Work(
        sheets=connection.execute(found).all(),
        answers=grouped["responses"],
        hints=grouped["hints"],
        changes=grouped["mark_changes"],
    )


def _grouped(connection: Connection, table: Table, which: ColumnElement[bool], by: str) -> dict[int, Rows]:
    found: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(select(table).where(which).order_by(table.c.id)):
        found.setdefault(row._mapping[by], []).append(row)
    return dict(found)
