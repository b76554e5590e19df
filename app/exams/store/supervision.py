"""Stores where an exam of a course is sat: its rooms with their ranges, room codes, and keys of Safe Exam Browser."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, insert, select, update

from app.database.schema import assignments, exams, supervision


@dataclass(frozen=True, slots=True)
class Room:
    """A room by its name, with the ranges of its addresses; without any, its code alone tells it."""

    name: str
    ranges: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Supervision:
    """The rules for where an exam is sat. ``code_minutes`` is how long a room code holds, 0 where there are none, and
    ``code_again`` asks for it after each break, too. ``closes_site``: practice is closed to the rooms while it is sat.
    ``own_settings``: the settings that we make for Safe Exam Browser are accepted beside the ``config_keys``."""

    rooms: tuple[Room, ...] = ()
    code_minutes: int = 0
    code_again: bool = False
    closes_site: bool = False
    config_keys: tuple[str, ...] = ()
    browser_keys: tuple[str, ...] = ()
    own_settings: bool = False
    secret: str = ""

    @property
    def by_address(self) -> bool:
        """True if it matters from where one comes."""
        return any(room.ranges for room in self.rooms)

    @property
    def by_seb(self) -> bool:
        """True if Safe Exam Browser is needed."""
        return bool(self.config_keys or self.browser_keys or self.own_settings)

    @property
    def asks_something(self) -> bool:
        return self.by_address or self.by_seb or self.code_minutes > 0


def find(connection: Connection, exam: int) -> Supervision | None:
    """Returns the exam's supervision; None where it is sat from anywhere."""
    row = connection.execute(select(supervision).where(supervision.c.exam_id == exam)).first()
    return _supervision(row) if row else None


def put(connection: Connection, exam: int, new: Supervision) -> None:
    """Sets the exam's supervision, whose row the transaction holds; its secret stays as it was."""
    values = {
        "rooms": [{"name": room.name, "ranges": list(room.ranges)} for room in new.rooms],
        "code_minutes": new.code_minutes, "code_again": new.code_again, "closes_site": new.closes_site,
        "config_keys": list(new.config_keys), "browser_keys": list(new.browser_keys),
        "own_settings": new.own_settings,
    }  # fmt: skip
    there = supervision.c.exam_id == exam
    if not connection.execute(update(supervision).where(there).values(values)).rowcount:
        connection.execute(insert(supervision).values(exam_id=exam, secret=secrets.token_hex(32), **values))


def remove(connection: Connection, exam: int) -> None:
    """Lets the exam be sat from anywhere."""
    connection.execute(delete(supervision).where(supervision.c.exam_id == exam))


def copy(connection: Connection, old: int, new: int) -> None:
    """Gives another exam the same supervision, with room codes of its own."""
    if found := find(connection, old):
        put(connection, new, found)


def closing(connection: Connection, after: datetime, until: datetime) -> Iterable[tuple[int, Supervision]]:
    """Returns the exams that close practice to their rooms, and that opened in this time."""
    found = connection.execute(_closing(), {"after": after, "until": until})
    return [(row.exam_id, _supervision(row)) for row in found]


@cache
def _closing() -> Select[Any]:
    open_ones = (exams.c.published_at.is_not(None), exams.c.archived_at.is_(None))
    since = (assignments.c.opens_at > bindparam("after"), assignments.c.opens_at <= bindparam("until"))
    return (
        select(supervision)
        .join(exams, exams.c.id == supervision.c.exam_id)
        .join(assignments, assignments.c.id == exams.c.assignment_id)
        .where(supervision.c.closes_site, *open_ones, *since)
        .order_by(exams.c.id)
    )


def _supervision(row: Row[Any]) -> Supervision:
    return Supervision(
        rooms=tuple(Room(one["name"], tuple(one["ranges"])) for one in row.rooms),
        code_minutes=row.code_minutes, code_again=row.code_again, closes_site=row.closes_site,
        config_keys=tuple(row.config_keys), browser_keys=tuple(row.browser_keys),
        own_settings=row.own_settings, secret=row.secret,
    )  # fmt: skip
