"""Stores final grades that instructors set by hand: a line for each time, of which a student's newest counts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, update

from app.database.schema import members, people, set_grades


@dataclass(frozen=True, kw_only=True, slots=True)
class SetGrade:
    """One line, of a student of the roster by number; the ``grade`` is "" where the computed one counts again, and
    ``who`` is called "" once that account is deleted."""

    student: int
    grade: str
    reason: str
    who: str
    at: datetime


def add(connection: Connection, student: int, grade: str, reason: str, person: int) -> None:
    """Stores a line, which counts from now on."""
    new = {"member_id": student, "grade": grade, "reason": reason, "person_id": person}
    connection.execute(insert(set_grades).values(at=datetime.now(UTC), **new))


def of_course(connection: Connection, course: int) -> Mapping[int, SetGrade]:
    """Returns what counts by now, by student; nothing where the computed grade counts again."""
    lines = _lines().where(members.c.course_id == course)
    newest = {row.member_id: _set_grade(row) for row in connection.execute(lines)}
    return {student: one for student, one in newest.items() if one.grade}


def of_student(connection: Connection, student: int) -> list[SetGrade]:
    """Returns all lines about a student, the newest first."""
    lines = _lines().where(set_grades.c.member_id == student)
    return [_set_grade(row) for row in connection.execute(lines)][::-1]


def move(connection: Connection, old: int, new: int) -> list[int]:
    """Moves the lines of a student to another entry of the roster, which is the same person; returns their numbers."""
    moved = update(set_grades).where(set_grades.c.member_id == old).values(member_id=new)
    return list(connection.execute(moved.returning(set_grades.c.id)).scalars())


def move_back(connection: Connection, lines: Collection[int], new: int) -> None:
    """Moves the lines with these numbers."""
    connection.execute(update(set_grades).where(set_grades.c.id.in_(lines)).values(member_id=new))


def _lines() -> Select[Any]:
    return (
        select(set_grades, people.c.name, people.c.email)
        .join(members, members.c.id == set_grades.c.member_id)
        .outerjoin(people, people.c.id == set_grades.c.person_id)
        .order_by(set_grades.c.id)
    )


def _set_grade(row: Row[Any]) -> SetGrade:
    return SetGrade(
        student=row.member_id,
        grade=row.grade,
        reason=row.reason,
        who=row.name or row.email or "",
        at=row.at,
    )
