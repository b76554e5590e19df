"""Reads for which assignment a sheet was begun, and what courses ask a student at present."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, func, or_, select

from app.courses.policy import Policy
from app.courses.store.assignments import own_due, policy_of
from app.courses.store.courses import CourseRole
from app.database.schema import assigned, assignments, attempts, courses, exams, extensions, members


@dataclass(frozen=True, slots=True)
class Duty:
    """The assignment that an attempt was begun for: assignment and course by name, this person's due date, and what
    counts."""

    id: int
    course: str
    assignment: str
    title: str
    due_at: datetime | None
    policy: Policy


@dataclass(frozen=True, kw_only=True, slots=True)
class Asking:
    """An assignment that asks a question at present: course and assignment by name, and the last moment at which an
    answer of anybody who is in the course counts, None where it is never due. ``waits``: also solutions of sheets with
    numbers of their own wait for it."""

    id: int
    question: str
    course: str
    assignment: str
    title: str
    until: datetime | None
    waits: bool


def duty(connection: Connection, attempt: int) -> Duty | None:
    """Returns what the attempt was begun for; None for practice."""
    theirs = and_(
        extensions.c.assignment_id == assignments.c.id, extensions.c.person_id == attempts.c.person_id
    )
    row = connection.execute(
        select(
            assignments, courses.c.name.label("course"), extensions.c.due_at.label("extended"),
        )
        .select_from(attempts)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .outerjoin(extensions, theirs)
        .where(attempts.c.id == attempt)
    ).first()  # fmt: skip
    if row is None:
        return None
    due = own_due(row.due_at, row.extended)
    return Duty(row.id, row.course, row.name, row.title, due, policy_of(row))


def asking(connection: Connection, student: int, now: datetime) -> list[Asking]:
    """Returns what courses ask in which somebody is a student: questions of open assignments, but not of exams."""
    mine, theirs = members.alias(), members.alias()
    there = (each.c.left_at.is_(None) & (each.c.role == CourseRole.STUDENT) for each in (mine, theirs))
    here, them = there
    still_in = and_(
        theirs.c.course_id == assignments.c.course_id, theirs.c.person_id == extensions.c.person_id, them
    )
    last = (
        select(func.max(extensions.c.due_at))
        .select_from(extensions)
        .join(theirs, still_in)
        .where(extensions.c.assignment_id == assignments.c.id)
        .scalar_subquery()
    )
    found = connection.execute(
        select(
            assignments, assigned.c.question, courses.c.name.label("course"), last.label("last"),
        )
        .select_from(assigned)
        .join(assignments, assignments.c.id == assigned.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(mine, and_(mine.c.course_id == courses.c.id, mine.c.person_id == student, here))
        .where(
            courses.c.archived_at.is_(None),
            or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= now),
            ~select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists(),
        )
    )  # fmt: skip
    return [
        Asking(
            id=row.id,
            question=row.question,
            course=row.course,
            assignment=row.name,
            title=row.title,
            until=policy_of(row).until(own_due(row.due_at, row.last)),
            waits=row.solutions_wait,
        )
        for row in found
    ]
