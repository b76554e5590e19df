"""Stores reports that a key is wrong, with the variant that they are about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, insert, select, update

from app.database.schema import assignments, attempts, people, reports


def add(
    connection: Connection,
    person: int,
    form_key: str,
    variant: Mapping[str, Any],
    sentence: str,
    attempt: int | None = None,
) -> None:
    """Stores a report once per form; ``attempt`` is the sheet that it was sent from, where that is stored."""
    sent = (reports.c.person_id == person, reports.c.form_key == form_key)
    if connection.execute(select(reports.c.id).where(*sent)).first() is None:
        connection.execute(
            insert(reports).values(
                person_id=person,
                form_key=form_key,
                question=variant["question"],
                variant=dict(variant),
                sentence=sentence,
                at=datetime.now(UTC),
                attempt_id=attempt,
            )
        )


def all_of(connection: Connection) -> list[dict[str, Any]]:
    """Returns all reports, newest first."""
    return [dict(row._mapping) for row in connection.execute(select(reports).order_by(reports.c.id.desc()))]


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """A sentence about a key, with the variant that it is about; ``attempt`` is the sheet's name, "" where there is
    none."""

    id: int
    question: str
    variant: Mapping[str, Any]
    sentence: str
    called: str
    attempt: str
    at: datetime
    answer: str
    answered_at: datetime | None


def of_course(connection: Connection, course: int) -> list[Report]:
    """Returns the open reports from the course's sheets, oldest first."""
    found = (
        _selected()
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(assignments.c.course_id == course, reports.c.answered_at.is_(None))
    )
    return [_read(row) for row in connection.execute(found.order_by(reports.c.id))]


def of_attempt(connection: Connection, attempt: int) -> list[Report]:
    """Returns the reports from one sheet with their answers, oldest first."""
    return [_read(row) for row in connection.execute(_of_attempt(), {"attempt": attempt})]


@cache
def _of_attempt() -> Select[Any]:
    return _selected().where(reports.c.attempt_id == bindparam("attempt")).order_by(reports.c.id)


def of_sitting(connection: Connection, sitting: int) -> list[Report]:
    """Returns the reports from the sheets of one sitting with their answers, oldest first."""
    found = _selected().where(attempts.c.sitting_id == sitting).order_by(reports.c.id)
    return [_read(row) for row in connection.execute(found)]


def answer(connection: Connection, report: int, answer: str) -> bool:
    """Answers a report; False if it was answered already, so that of two answers at the same moment one is stored."""
    values = {"answer": answer, "answered_at": datetime.now(UTC)}
    still = (reports.c.id == report, reports.c.answered_at.is_(None))
    return connection.execute(update(reports).where(*still).values(values)).rowcount == 1


def _selected() -> Select[Any]:
    return (
        select(reports, attempts.c.name.label("attempt"), people.c.name, people.c.email)
        .outerjoin(attempts, attempts.c.id == reports.c.attempt_id)
        .outerjoin(people, people.c.id == reports.c.person_id)
    )


def _read(row: Row[Any]) -> Report:
    return Report(
        id=row.id, question=row.question, variant=row.variant, sentence=row.sentence,
        called=row.name or row.email or "", attempt=row.attempt or "", at=row.at, answer=row.answer or "",
        answered_at=row.answered_at,
    )  # fmt: skip
