"""Reads for which assignment a sheet was begun, and what courses ask a student at present."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, or_, select

from app.courses.policy import Policy
from app.courses.store.assignments import policy_of
from app.courses.store.courses import CourseRole
from app.courses.store.due_dates import due_of, last_due
from app.database.schema import assigned, assignments, attempts, courses, exams, members


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
    answer of anybody who is or is expected in the course counts, None where it is never due. ``waits``: also solutions
    of sheets with numbers of their own wait for it."""

    id: int
    question: str
    course: str
    assignment: str
    title: str
    until: datetime | None
    waits: bool


def duty(connection: Connection, attempt: int) -> Duty | None:
    """Returns what the attempt was begun for; None for practice."""
    row = connection.execute(
        select(assignments, courses.c.name.label("course"), due_of(attempts.c.person_id).label("theirs"))
        .select_from(attempts)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(attempts.c.id == attempt)
    ).first()
    if row is None:
        return None
    return Duty(row.id, row.course, row.name, row.title, row.theirs, policy_of(row))


def asking(connection: Connection, student: int, now: datetime) -> list[Asking]:
    """Returns what courses ask in which somebody is a student: questions of open assignments, but not of exams."""
    mine = (
        members.c.course_id == courses.c.id,
        members.c.person_id == student,
        members.c.left_at.is_(None),
        members.c.role == CourseRole.STUDENT,
    )
    found = connection.execute(
        select(assignments, assigned.c.question, courses.c.name.label("course"), last_due().label("last"))
        .select_from(assigned)
        .join(assignments, assignments.c.id == assigned.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(members, and_(*mine))
        .where(
            courses.c.archived_at.is_(None),
            or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= now),
            ~select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists(),
        )
    )
    return [
        Asking(
            id=row.id,
            question=row.question,
            course=row.course,
            assignment=row.name,
            title=row.title,
            until=policy_of(row).until(row.last),
            waits=row.solutions_wait,
        )
        for row in found
    ]
