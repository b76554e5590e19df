"""Reads for which assignment a sheet was begun, and until when what is answered for it counts or waits."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from app.courses.policy import Policy
from app.courses.store.asked import last_moment, of_exam
from app.courses.store.assignments import Assignment, policy_of, release_of
from app.courses.store.due_dates import due_of, last_due
from app.database.schema import assignments, attempts, courses, people


@dataclass(frozen=True, kw_only=True, slots=True)
class Duty:
    """The assignment that an attempt was begun for: assignment and course by name, this person's due date, what counts,
    and whether students may take hints."""

    id: int
    course: str
    assignment: str
    title: str
    due_at: datetime | None
    policy: Policy
    hints: bool


def duty(connection: Connection, attempt: int) -> Duty | None:
    """Returns what the attempt was begun for; None for practice."""
    row = connection.execute(_duty(), {"attempt": attempt}).first()
    if row is None:
        return None
    return Duty(
        id=row.id,
        course=row.course,
        assignment=row.name,
        title=row.title,
        due_at=row.theirs,
        policy=policy_of(row),
        hints=row.hints,
    )


def was_over(connection: Connection, assignment: int, person: int, at: datetime) -> bool:
    """True if no answer of this person counted for the assignment any more at that moment; False for an exam's."""
    row = connection.execute(_was_over(), {"assignment": assignment, "person": person}).first()
    if row is None:
        return False
    ends = (row.archived_at, policy_of(row).until(row.theirs))
    return any(end is not None and end < at for end in ends)


def open_results(connection: Connection, these: Collection[int], now: datetime) -> set[int]:
    """Returns the assignments among ``these`` whose results are open: all of a course that is archived."""
    wanted = (
        select(assignments, courses.c.archived_at, last_due().label("last"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(assignments.c.id.in_(these))
    )
    return {
        row.id
        for row in connection.execute(wanted)
        if row.archived_at or not release_of(row).waits(last_moment(row), now)
    }


def last_due_of(connection: Connection, one: Assignment) -> datetime | None:
    """Returns the last due date of anybody; None where the assignment is never due."""
    found: datetime | None = connection.execute(
        select(last_due()).select_from(assignments).where(assignments.c.id == one.id)
    ).scalar()
    return found


@cache
def _duty() -> Select[Any]:
    return (
        select(assignments, courses.c.name.label("course"), due_of(attempts.c.person_id).label("theirs"))
        .select_from(attempts)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(attempts.c.id == bindparam("attempt"))
    )


@cache
def _was_over() -> Select[Any]:
    return (
        select(assignments, courses.c.archived_at, due_of(people.c.id).label("theirs"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(people, people.c.id == bindparam("person"))
        .where(assignments.c.id == bindparam("assignment"), ~of_exam())
    )
