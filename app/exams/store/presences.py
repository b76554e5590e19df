"""Stores from where people sit a supervised exam, and who let them in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects import postgresql, sqlite

from app.database.schema import presences


@dataclass(frozen=True, kw_only=True, slots=True)
class Presence:
    """From where a person sits an exam. ``assigned`` is the one room in which they sit it, "" for any; ``address`` is
    the one from which they came last, in ``room``. ``seb``: whether Safe Exam Browser was proven, None where it is not
    asked for. ``code_room`` is the room whose code they typed, at ``code_at``. ``held`` counts answers from outside
    that wait. A supervisor may have let them in, ``admitted_by`` name and with a ``reason``."""

    assigned: str = ""
    address: str = ""
    room: str = ""
    seb: bool | None = None
    seen_at: datetime | None = None
    code_room: str = ""
    code_at: datetime | None = None
    held: int = 0
    admitted_at: datetime | None = None
    admitted_by: str = ""
    reason: str = ""


NOWHERE = Presence()


def find(connection: Connection, exam: int, person: int) -> Presence:
    """Returns what is known; NOWHERE where nothing is."""
    there = (presences.c.exam_id == exam, presences.c.person_id == person)
    row = connection.execute(select(presences).where(*there)).first()
    return _presence(row) if row else NOWHERE


def of_exam(connection: Connection, exam: int) -> Mapping[int, Presence]:
    """Returns the presences of an exam by person."""
    found = connection.execute(select(presences).where(presences.c.exam_id == exam))
    return {row.person_id: _presence(row) for row in found}


def note(connection: Connection, exam: int, person: int, **values: Any) -> None:
    """Sets some fields of a ``Presence``; of two requests that are a person's first, neither fails."""
    there = (presences.c.exam_id == exam, presences.c.person_id == person)
    wanted = update(presences).where(*there).values(values)
    if not connection.execute(wanted).rowcount:
        database: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
        empty = {name: getattr(NOWHERE, name) for name in Presence.__slots__}
        new = database.insert(presences).values(exam_id=exam, person_id=person, **(empty | values))
        if not connection.execute(new.on_conflict_do_nothing()).rowcount:
            connection.execute(wanted)


def forget_addresses(connection: Connection, before: datetime) -> int:
    """Empties the addresses of those who came last before this moment, and returns how many."""
    old = (presences.c.address != "", presences.c.seen_at < before)
    return connection.execute(update(presences).where(*old).values(address="")).rowcount


def _presence(row: Row[Any]) -> Presence:
    return Presence(**{name: getattr(row, name) for name in Presence.__slots__})
