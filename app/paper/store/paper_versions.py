"""Stores paper versions of an exam: sittings that belong to nobody until somebody marks them.

All paper versions of an exam have the same form key, so the database itself lets nobody have two of them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select, update

from app.database.schema import attempts
from app.database.schema import sittings as table
from app.exams.store import sittings
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting, paper_key
from engine.exams.blueprints import Blueprint


def add(
    connection: Connection,
    exam: Exam,
    name: str,
    composed: Blueprint,
    questions: Sequence[Mapping[str, Any]],
    now: datetime,
) -> int:
    """Stores a paper version with the next number of its exam, which the transaction holds. Returns its number in the
    table."""
    number = f"{exam.id:02d}-{sittings.newest_number(connection, exam.id) + 1:03d}"
    return sittings.add(
        connection, name, None, number, composed.model_dump(mode="json"), composed.minutes, composed.points,
        "notes" not in composed.aids, questions, now, exam=exam.id, form_key=paper_key(exam.id),
    )  # fmt: skip


def of_exam(connection: Connection, exam: int) -> list[Sitting]:
    """Returns the paper versions of an exam by number."""
    these = set(connection.execute(select(table.c.id).where(*_there(exam))).scalars())
    return [one for one in sittings.of_exam(connection, exam) if one.id in these]


def find(connection: Connection, exam: int, number: str, hold: bool = False) -> Sitting | None:
    """Returns the paper version of this number; a sitting on screen is not found."""
    if "\0" in number:  # PostgreSQL takes no such text
        return None
    found = connection.execute(select(table.c.id).where(*_there(exam), table.c.number == number)).scalar()
    return None if found is None else sittings.by_id(connection, found, hold)


def count(connection: Connection, exam: int) -> int:
    """Counts the exam's paper versions."""
    return int(connection.execute(select(func.count()).select_from(table).where(*_there(exam))).scalar_one())


def belongs(connection: Connection, form: int, person: int, now: datetime) -> None:
    """Sets the owner; its time begins and ends in the same transaction."""
    whose = {"person_id": person, "begun_at": now}
    connection.execute(update(table).where(table.c.id == form).values(whose))


def move(connection: Connection, form: int, person: int) -> None:
    """Gives a paper version that is done to somebody else, with its attempts."""
    connection.execute(update(table).where(table.c.id == form).values(person_id=person))
    connection.execute(update(attempts).where(attempts.c.sitting_id == form).values(person_id=person))


def _there(exam: int) -> tuple[Any, ...]:
    return table.c.exam_id == exam, table.c.form_key == paper_key(exam)
