"""Stores in which language and by which clock people read e-mails, and which they do not want."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from app.database.schema import mail_readers, mail_switches, people
from app.outbox.store.mails import MailKind

ENGLISH, UTC_ZONE = "en", "UTC"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """A person as a reader of e-mails. ``secret`` signs the links that end them; ``refused_at``: a server said then
    that the address takes none."""

    person: int
    language: str
    zone: str
    secret: str = field(repr=False)
    refused_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A kind of e-mail that a person does not want: from one course, or None for all."""

    kind: MailKind
    course: int | None


def find(connection: Connection, person: int) -> Reader | None:
    """Returns how a person reads; None where nothing is known of it."""
    row = connection.execute(select(mail_readers).where(mail_readers.c.person_id == person)).first()
    return _reader(row) if row else None


def hold(connection: Connection, person: int) -> Reader:
    """Returns how a person reads, and holds their row; without one, English and UTC are noted."""
    connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    found = find(connection, person)
    if found is None:
        new = {"person_id": person, "language": ENGLISH, "zone": UTC_ZONE, "chosen": False}
        made = insert(mail_readers).values(secret=secrets.token_urlsafe(32), **new)
        row = connection.execute(made.returning(mail_readers)).one()
        found = _reader(row)
    return found


def note(connection: Connection, person: int, language: str, zone: str, chosen: bool = False) -> None:
    """Notes language and clock, "" for the clock that was noted before. What the person has ``chosen`` stays, whatever
    their browsers are set to."""
    before = hold(connection, person)
    values = {"language": language, "zone": zone or before.zone, "chosen": chosen}
    theirs = (mail_readers.c.person_id == person, *(() if chosen else [mail_readers.c.chosen.is_(False)]))
    connection.execute(update(mail_readers).where(*theirs).values(values))


def refuse(connection: Connection, person: int, at: datetime | None) -> None:
    """Notes that the person's address takes no mail; None: that it does."""
    hold(connection, person)
    connection.execute(update(mail_readers).where(mail_readers.c.person_id == person).values(refused_at=at))


def off(connection: Connection, person: int) -> set[Switch]:
    """Returns what the person has switched off."""
    found = select(mail_switches).where(mail_switches.c.person_id == person)
    return {Switch(MailKind(row.kind), row.course_id) for row in connection.execute(found)}


def switch(connection: Connection, person: int, turned_off: Collection[Switch]) -> None:
    """Sets what the person does not want."""
    hold(connection, person)
    connection.execute(delete(mail_switches).where(mail_switches.c.person_id == person))
    new = [
        {"person_id": person, "kind": one.kind, "course_id": one.course}
        for one in sorted(turned_off, key=repr)
    ]
    if new:
        connection.execute(insert(mail_switches), new)


def _reader(row: Row[Any]) -> Reader:
    return Reader(
        person=row.person_id, language=row.language, zone=row.zone, secret=row.secret,
        refused_at=row.refused_at,
    )  # fmt: skip
