"""Stores marks that instructors set by hand in the gradebook: a line for each time, of which the newest counts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, update

from app.database.schema import assignments, members, people, set_marks


class Kind(StrEnum):
    """The statement of a line: the points that count in place of those earned, that the student is excused from the
    assignment, or that what was earned counts again."""

    POINTS = "points"
    EXCUSED = "excused"
    EARNED = "earned"


@dataclass(frozen=True, kw_only=True, slots=True)
class SetMark:
    """One line: of an assignment and a student of the roster, both by number; ``points`` are None but for points, and
    ``who`` is called "" once that account is deleted."""

    assignment: int
    student: int
    kind: Kind
    points: Fraction | None
    reason: str
    who: str
    at: datetime


def add(
    connection: Connection,
    assignment: int,
    student: int,
    kind: Kind,
    points: Fraction | None,
    reason: str,
    person: int,
) -> None:
    """Stores a line, which counts from now on."""
    new = {"assignment_id": assignment, "member_id": student, "kind": kind, "reason": reason}
    told = {"points": None if points is None else str(points), "person_id": person, "at": datetime.now(UTC)}
    connection.execute(insert(set_marks).values(**new, **told))


def of_course(connection: Connection, course: int) -> Mapping[tuple[int, int], SetMark]:
    """Returns what counts by now, by assignment and student; nothing where what was earned counts again."""
    newest = {(one.assignment, one.student): one for one in _read(connection, _lines(course))}
    return {key: one for key, one in newest.items() if one.kind is not Kind.EARNED}


def of_student(connection: Connection, course: int, student: int) -> list[SetMark]:
    """Returns all lines about a student, the newest first."""
    return _read(connection, _lines(course).where(set_marks.c.member_id == student))[::-1]


def of_person(connection: Connection, course: int, assignment: int, person: int) -> SetMark | None:
    """Returns what counts by now of a person in an assignment; None where what was earned does."""
    mine = _lines(course).join(members, members.c.id == set_marks.c.member_id)
    found = _read(connection, mine.where(assignments.c.id == assignment, members.c.person_id == person))
    return next((one for one in found[-1:] if one.kind is not Kind.EARNED), None)


def move(connection: Connection, old: int, new: int) -> list[int]:
    """Moves the lines of a student to another entry of the roster, which is the same person; returns their numbers."""
    moved = update(set_marks).where(set_marks.c.member_id == old).values(member_id=new)
    return list(connection.execute(moved.returning(set_marks.c.id)).scalars())


def move_back(connection: Connection, lines: Collection[int], new: int) -> None:
    """Moves the lines with these numbers."""
    connection.execute(update(set_marks).where(set_marks.c.id.in_(lines)).values(member_id=new))


def _lines(course: int) -> Select[Any]:
    return (
        select(set_marks, people.c.name, people.c.email)
        .join(assignments, assignments.c.id == set_marks.c.assignment_id)
        .outerjoin(people, people.c.id == set_marks.c.person_id)
        .where(assignments.c.course_id == course)
        .order_by(set_marks.c.id)
    )


def _read(connection: Connection, wanted: Select[Any]) -> list[SetMark]:
    return [_set_mark(row) for row in connection.execute(wanted)]


def _set_mark(row: Row[Any]) -> SetMark:
    return SetMark(
        assignment=row.assignment_id,
        student=row.member_id,
        kind=Kind(row.kind),
        points=None if row.points is None else Fraction(row.points),
        reason=row.reason,
        who=row.name or row.email or "",
        at=row.at,
    )
