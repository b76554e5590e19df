"""Stores about which due dates and marks mails were queued, so that each is told once."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, and_, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite

from app.database.schema import assignments, attempts, mail_events, members

STUDENT = "student"


class Event(StrEnum):
    """The news of an assignment: that it is due soon, or that there are marks."""

    DUE = "due"
    MARKS = "marks"


def note(connection: Connection, assignment: int, event: Event, due: datetime | None = None) -> bool:
    """Notes that it is told; True unless it was before."""
    insert = insert_on_sqlite if connection.dialect.name == "sqlite" else insert_on_postgresql
    new = {"assignment_id": assignment, "event": event, "due": due.isoformat() if due else ""}
    added = insert(mail_events).values(new).on_conflict_do_nothing().returning(mail_events.c.id)
    return connection.execute(added).first() is not None


def forget(connection: Connection, assignment: int, event: Event) -> bool:
    """Forgets that it was told; True if it was."""
    this = (mail_events.c.assignment_id == assignment, mail_events.c.event == event)
    return connection.execute(delete(mail_events).where(*this)).rowcount > 0


def noted(connection: Connection, event: Event, of: Collection[int]) -> set[tuple[int, str]]:
    """Returns of which of these assignments it was told, by number and due date."""
    these = (mail_events.c.event == event, mail_events.c.assignment_id.in_(of))
    found = select(mail_events.c.assignment_id, mail_events.c.due).where(*these)
    return {(row.assignment_id, row.due) for row in connection.execute(found)}


def students_with_sheets(connection: Connection, assignment: int) -> list[int]:
    """Returns the students, in the course now, who have begun the assignment."""
    begun = and_(attempts.c.person_id == members.c.person_id, attempts.c.assignment_id == assignment)
    there = (members.c.role == STUDENT, members.c.left_at.is_(None), assignments.c.id == assignment)
    found = (
        select(members.c.person_id)
        .join(assignments, assignments.c.course_id == members.c.course_id)
        .where(*there, select(attempts.c.id).where(begun).exists())
        .order_by(members.c.id)
    )
    return list(connection.execute(found).scalars())


def whose_released(connection: Connection, of: Collection[int]) -> list[tuple[int, int]]:
    """Returns person and assignment of these sheets, of assignments whose marks are released."""
    told = and_(mail_events.c.assignment_id == attempts.c.assignment_id, mail_events.c.event == Event.MARKS)
    found = (
        select(attempts.c.person_id, attempts.c.assignment_id)
        .join(mail_events, told)
        .where(attempts.c.id.in_(of), attempts.c.person_id.is_not(None))
        .distinct()
    )
    return [(row.person_id, row.assignment_id) for row in connection.execute(found)]
