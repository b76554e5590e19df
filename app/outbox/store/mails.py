"""Stores e-mails: each waits until it was sent or given up, and is then kept for some weeks.

Nothing that a mail says is stored: it is written when it leaves, and so are the tokens of its links made.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, case, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite

from app.database.schema import mails, people

KEPT = timedelta(days=14)
GIVEN_UP_KEPT = timedelta(days=60)
LASTS = timedelta(days=3)  # longer than it is tried
AT_ONCE = timedelta(0)


class MailKind(StrEnum):
    """The kind of an e-mail: what it is about."""

    CONFIRMATION = "confirmation"
    RESET = "reset"
    NEW_PASSWORD = "new password"
    NEW_ADDRESS = "new address"
    TEST = "test"
    ANNOUNCEMENT = "announcement"
    DUE = "due"
    MARKS = "marks"


OPTIONAL = (MailKind.ANNOUNCEMENT, MailKind.DUE, MailKind.MARKS)


@dataclass(frozen=True, slots=True)
class New:
    """An e-mail to be queued, to the account of a ``person``, or to whoever has the ``address``. Of those with one
    ``topic``, one is sent, and none after ``until``. ``wait``: how long it gathers what else happens."""

    kind: MailKind
    person: int | None
    address: str = ""
    _: KW_ONLY
    assignment: int | None = None
    announcement: int | None = None
    topic: str | None = None
    until: datetime | None = None
    wait: timedelta = AT_ONCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Mail:
    """An e-mail in the queue. ``next_at`` is None once it was sent or given up; ``said``: why the last try failed."""

    id: int
    name: str
    kind: MailKind
    person: int | None
    address: str
    assignment: int | None
    announcement: int | None
    until: datetime | None
    made_at: datetime
    next_at: datetime | None
    tries: int
    tried_at: datetime | None
    said: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many e-mails wait, were given up, and were sent since a moment; and why the last try of one that waits
    failed."""

    waiting: int
    given_up: int
    sent: int
    said: str


def add(connection: Connection, new: Iterable[New], now: datetime) -> None:
    """Queues these. Where one with the same topic is there, it stays."""
    insert = insert_on_sqlite if connection.dialect.name == "sqlite" else insert_on_postgresql
    rows = [
        {
            "name": secrets.token_urlsafe(12), "kind": one.kind, "person_id": one.person,
            "address": one.address or None, "assignment_id": one.assignment,
            "announcement_id": one.announcement, "topic": one.topic, "made_at": now,
            "until": one.until or now + one.wait + LASTS, "next_at": now + one.wait, "tries": 0, "said": "",
        }
        for one in new
    ]  # fmt: skip
    if rows:
        connection.execute(insert(mails).on_conflict_do_nothing(), rows)


def is_due(connection: Connection, now: datetime) -> bool:
    """True if something is to be sent now."""
    return connection.execute(select(mails.c.id).where(*_free(now)).limit(1)).first() is not None


def claim(connection: Connection, now: datetime, until: datetime, most: int) -> list[Mail]:
    """Holds what is to be sent now, and returns it: what somebody waits for first, then the oldest first. Of two
    servers at the same moment, each gets others."""
    soonest = case((mails.c.kind.in_(OPTIONAL), 1), else_=0)
    these = select(mails.c.id).where(*_free(now)).order_by(soonest, mails.c.id).limit(most)
    found = list(connection.execute(these.with_for_update(skip_locked=True)).scalars())
    connection.execute(update(mails).where(mails.c.id.in_(found)).values(held_until=until))
    rows = connection.execute(select(mails).where(mails.c.id.in_(found)).order_by(soonest, mails.c.id))
    return [_mail(row) for row in rows]


def let_go(connection: Connection, held: Collection[int]) -> None:
    """Lets other servers send what this one holds."""
    connection.execute(update(mails).where(mails.c.id.in_(held)).values(held_until=None))


def sent(connection: Connection, mail: Mail, now: datetime) -> None:
    """Notes that a server took it. What happens from now on about marks is told by another mail."""
    values: dict[str, Any] = {
        "sent_at": now,
        "tried_at": now,
        "next_at": None,
        "held_until": None,
        "said": "",
    }
    if mail.kind is MailKind.MARKS:
        values["topic"] = None
    connection.execute(update(mails).where(mails.c.id == mail.id).values(tries=mails.c.tries + 1, **values))


def failed(connection: Connection, mail: int, now: datetime, again: datetime | None, said: str) -> None:
    """Notes a try that failed, and when the next one is: None gives it up, which frees its topic."""
    values: dict[str, Any] = {"tried_at": now, "next_at": again, "held_until": None, "said": said}
    if again is None:
        values["topic"] = None
    connection.execute(update(mails).where(mails.c.id == mail).values(tries=mails.c.tries + 1, **values))


def put_off(connection: Connection, now: datetime, pauses: Sequence[timedelta], said: str) -> None:
    """Notes a failed try for all that is to be sent now: the server of e-mails does not work. What has been tried as
    often as there are pauses is given up."""
    due = (mails.c.next_at <= now,)
    for tries, pause in enumerate(pauses):
        again = {"next_at": now + pause, "tries": tries + 1}
        mine = update(mails).where(*due, mails.c.tries == tries)
        connection.execute(mine.values(tried_at=now, held_until=None, said=said, **again))
    over = update(mails).where(*due, mails.c.tries >= len(pauses))
    gone = {"next_at": None, "held_until": None, "topic": None, "tried_at": now, "said": said}
    connection.execute(over.values(tries=mails.c.tries + 1, **gone))


def withdraw(connection: Connection, kind: MailKind, assignment: int) -> None:
    """Deletes what still waits, of a kind and about an assignment."""
    these = (mails.c.kind == kind, mails.c.assignment_id == assignment, mails.c.next_at.is_not(None))
    connection.execute(delete(mails).where(*these))


def drop(connection: Connection, mail: int) -> None:
    """Deletes one that is not wanted any more."""
    connection.execute(delete(mails).where(mails.c.id == mail))


def given_up(connection: Connection, most: int) -> list[tuple[Mail, str]]:
    """Returns what was given up, the newest first, each with the address that it would go to now."""
    found = (
        select(mails, func.coalesce(mails.c.address, people.c.email, "").label("goes_to"))
        .outerjoin(people, people.c.id == mails.c.person_id)
        .where(*_given_up())
        .order_by(mails.c.id.desc())
    )
    return [(_mail(row), row.goes_to) for row in connection.execute(found.limit(most))]


def again(connection: Connection, now: datetime, mail: int | None = None) -> int:
    """Puts one that was given up into the queue again, or all of them; returns how many. A reminder stays bound to its
    date."""
    which = [] if mail is None else [mails.c.id == mail]
    until = case((mails.c.kind == MailKind.DUE, mails.c.until), else_=now + LASTS)
    anew = update(mails).where(*_given_up(), *which).values(next_at=now, tries=0, until=until)
    return connection.execute(anew).rowcount


def discard(connection: Connection, mail: int) -> bool:
    """Deletes one that was given up; True if it was there."""
    return connection.execute(delete(mails).where(*_given_up(), mails.c.id == mail)).rowcount == 1


def counts(connection: Connection, since: datetime) -> Counts:
    """Counts what waits, was given up, and was sent since then."""
    waits, over = mails.c.next_at.is_not(None), _given_up()

    def number(*which: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(mails).where(*which)).scalar_one())

    last = select(mails.c.said).where(waits, mails.c.said != "").order_by(mails.c.tried_at.desc()).limit(1)
    said = connection.execute(last).scalar() or ""
    return Counts(number(waits), number(*over), number(mails.c.sent_at > since), said)


def late_since(connection: Connection, now: datetime) -> datetime | None:
    """Returns since when the one that has waited longest should have been sent, if one is late."""
    found: datetime | None = connection.execute(
        select(func.min(mails.c.next_at)).where(mails.c.next_at <= now)
    ).scalar()
    return found


def forget_older(connection: Connection, now: datetime) -> None:
    """Deletes what was sent, or given up, long ago."""
    sent_before = (mails.c.sent_at < now - KEPT,)
    given_up_before = (*_given_up(), mails.c.made_at < now - GIVEN_UP_KEPT)
    connection.execute(delete(mails).where(*sent_before))
    connection.execute(delete(mails).where(*given_up_before))


def _free(now: datetime) -> tuple[Any, ...]:
    return mails.c.next_at <= now, or_(mails.c.held_until.is_(None), mails.c.held_until <= now)


def _given_up() -> tuple[Any, ...]:
    return mails.c.next_at.is_(None), mails.c.sent_at.is_(None)


def _mail(row: Row[Any]) -> Mail:
    return Mail(
        id=row.id, name=row.name, kind=MailKind(row.kind), person=row.person_id, address=row.address or "",
        assignment=row.assignment_id, announcement=row.announcement_id, until=row.until, made_at=row.made_at,
        next_at=row.next_at, tries=row.tries, tried_at=row.tried_at, said=row.said,
    )  # fmt: skip
