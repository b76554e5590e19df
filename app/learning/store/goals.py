"""Stores the goals of learners."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, delete, insert, select

from app.database.schema import goals


@dataclass(frozen=True, slots=True)
class Goal:
    """The day of the exam, None for none, and the blueprint that is aimed at."""

    exam_on: date | None
    exam: str
    set_at: datetime


def of_person(connection: Connection, person: int) -> Goal | None:
    """Returns the goal of a person; None where none was set."""
    row = connection.execute(select(goals).where(goals.c.person_id == person)).first()
    return None if row is None else Goal(row.exam_on, row.exam, row.set_at)


def save(connection: Connection, person: int, goal: Goal) -> None:
    """Stores the goal in place of an earlier one."""
    connection.execute(delete(goals).where(goals.c.person_id == person))
    connection.execute(
        insert(goals).values(person_id=person, exam_on=goal.exam_on, exam=goal.exam, set_at=goal.set_at)
    )
