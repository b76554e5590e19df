"""Stores the announcements of courses."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from app.database.schema import announcements, courses, members, people


@dataclass(frozen=True, kw_only=True, slots=True)
class Announcement:
    """An announcement, by the name of who wrote it, "" once their account is deleted."""

    id: int
    course: int
    title: str
    text: str
    who: str
    at: datetime
    edited_at: datetime | None


def add(connection: Connection, course: int, person: int, title: str, text: str, now: datetime) -> int:
    """Stores a new announcement, and returns its number."""
    new = {"course_id": course, "person_id": person, "title": title, "text": text, "at": now}
    return int(
        connection.execute(insert(announcements).values(new).returning(announcements.c.id)).scalar_one()
    )


def of_course(connection: Connection, course: int) -> list[Announcement]:
    """Returns the announcements of a course, the newest first."""
    found = _all().where(announcements.c.course_id == course).order_by(announcements.c.id.desc())
    return [_announcement(row) for row in connection.execute(found)]


def by_id(connection: Connection, number: int) -> Announcement | None:
    """Returns the announcement of this number, of whatever course."""
    row = connection.execute(_all().where(announcements.c.id == number)).first()
    return _announcement(row) if row else None


def edit(connection: Connection, number: int, title: str, text: str, now: datetime) -> None:
    """Replaces what it says."""
    values = {"title": title, "text": text, "edited_at": now}
    connection.execute(update(announcements).where(announcements.c.id == number).values(values))


def remove(connection: Connection, number: int) -> None:
    """Removes an announcement, with the mails about it that still wait."""
    connection.execute(delete(announcements).where(announcements.c.id == number))


def course_of(connection: Connection, number: int) -> tuple[str, str]:
    """Returns name and title of an announcement's course."""
    there = select(courses.c.name, courses.c.title).join(
        announcements, announcements.c.course_id == courses.c.id
    )
    row = connection.execute(there.where(announcements.c.id == number)).one()
    return row.name, row.title


def is_read_by(connection: Connection, number: int, person: int) -> bool:
    """True if the person is in the announcement's course, in whatever role."""
    there = (members.c.course_id == announcements.c.course_id, members.c.left_at.is_(None))
    found = select(members.c.id).where(*there, announcements.c.id == number, members.c.person_id == person)
    return connection.execute(found.limit(1)).first() is not None


def _all() -> Select[Any]:
    called = func.coalesce(func.nullif(people.c.name, ""), people.c.email, "").label("who")
    return select(announcements, called).outerjoin(people, people.c.id == announcements.c.person_id)


def _announcement(row: Row[Any]) -> Announcement:
    return Announcement(
        id=row.id, course=row.course_id, title=row.title, text=row.text, who=row.who, at=row.at,
        edited_at=row.edited_at,
    )  # fmt: skip
