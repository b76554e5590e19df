"""Stores as which student of a roster a person joined: the two are paired, and parted again.

What was set by hand for somebody who joined without a line, marks, grades and later due dates, goes along.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, update

from app.courses.store import due_dates, set_grades, set_marks
from app.courses.store.courses import CourseRole
from app.courses.store.roster import Entry, of_person
from app.database.schema import members


@dataclass(frozen=True, kw_only=True, slots=True)
class Alone:
    """The data of a person as a student without a line, before they were paired with one: time, breaks, and the numbers
    of the lines about marks and grades, and of the later due dates, that were set for them."""

    person: int
    extra_time: int
    break_minutes: int
    marks: tuple[int, ...]
    grades: tuple[int, ...]
    dates: tuple[int, ...] = ()


def pair(connection: Connection, expected: Entry, course: int, person: int) -> Alone:
    """Makes the person this student, whom nobody has joined as. Their own entry, if they joined before, goes into this
    one: of extra time and of breaks the larger stays, of later due dates the later. Returns what it had."""
    mine = of_person(connection, course, person)
    marks: list[int] = []
    grades: list[int] = []
    dates: list[int] = []
    joined: dict[str, Any] = {"person_id": person, "joined_at": datetime.now(UTC)}
    if mine is not None:
        joined |= {
            "joined_at": mine.joined_at,
            "stated_number": mine.stated or None,
            "extra_time": max(mine.line.extra_time, expected.line.extra_time),
            "break_minutes": max(mine.break_minutes, expected.break_minutes),
        }
        marks = set_marks.move(connection, mine.id, expected.id)
        grades = set_grades.move(connection, mine.id, expected.id)
        dates = due_dates.move(connection, mine.id, expected.id)
    own = (members.c.course_id == course, members.c.person_id == person)
    connection.execute(delete(members).where(*own))
    connection.execute(update(members).where(members.c.id == expected.id).values(joined))
    return Alone(
        person=person,
        extra_time=mine.line.extra_time if mine else 0,
        break_minutes=mine.break_minutes if mine else 0,
        marks=tuple(marks),
        grades=tuple(grades),
        dates=tuple(dates),
    )


def part(connection: Connection, paired: Entry, course: int, before: Alone | None = None) -> None:
    """Takes the person off this line, which expects somebody again; the person stays in the course, without a line, and
    has again what they had ``before``."""
    free = {"person_id": None, "joined_at": None, "break_minutes": 0, "stated_number": None}
    connection.execute(update(members).where(members.c.id == paired.id).values(free))
    alone: dict[str, Any] = {"course_id": course, "person_id": paired.person, "role": CourseRole.STUDENT}
    alone["stated_number"] = paired.stated or None
    if before is not None:
        alone |= {"extra_time": before.extra_time, "break_minutes": before.break_minutes}
    new = insert(members).values(joined_at=paired.joined_at, **alone).returning(members.c.id)
    entry = connection.execute(new).scalar_one()
    if before is not None:
        set_marks.move_back(connection, before.marks, entry)
        set_grades.move_back(connection, before.grades, entry)
        due_dates.move_back(connection, before.dates, entry)
