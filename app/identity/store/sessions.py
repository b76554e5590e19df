"""Sessions: a cookie is one session of one person, who is a guest or has an account."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from app.database.schema import people, sessions
from app.identity.store.tokens import hashed

NOTED = timedelta(minutes=5)  # a session that was noted within this time is not written again


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which somebody is signed in; ``here`` where it is the one that asks."""

    created_at: datetime
    seen_at: datetime
    here: bool


class Expired(NamedTuple):
    """A session by its number, whose cookie no browser has any more."""

    id: int
    person: int


def add(connection: Connection, person: int, token: str) -> None:
    """Begins a session; only the hash of its token is kept."""
    now = datetime.now(UTC)
    new = {"token_hash": hashed(token), "person_id": person, "created_at": now, "seen_at": now}
    connection.execute(insert(sessions).values(new))


_SEE = (
    update(sessions)
    .where(sessions.c.token_hash == bindparam("token"), sessions.c.seen_at < bindparam("noted"))
    .values(seen_at=bindparam("now"))
)


def see(connection: Connection, token: str) -> None:
    """Notes that the session was used now."""
    now = datetime.now(UTC)
    connection.execute(_SEE, {"token": hashed(token), "now": now, "noted": now - NOTED})


def of_person(connection: Connection, person: int, token: str) -> list[Session]:
    """The person's sessions, the one seen last first; ``token`` is that of the browser that asks."""
    found = select(sessions).where(sessions.c.person_id == person)
    return [
        Session(row.created_at, row.seen_at, row.token_hash == hashed(token))
        for row in connection.execute(found.order_by(sessions.c.seen_at.desc(), sessions.c.id.desc()))
    ]


def end(connection: Connection, token: str) -> None:
    """Ends the session of this token."""
    connection.execute(delete(sessions).where(sessions.c.token_hash == hashed(token)))


def end_others(connection: Connection, person: int, token: str) -> None:
    """Ends all sessions of the person except this one."""
    others = (sessions.c.person_id == person, sessions.c.token_hash != hashed(token))
    connection.execute(delete(sessions).where(*others))


def end_all(connection: Connection, person: int) -> None:
    """Ends every session of the person."""
    connection.execute(delete(sessions).where(sessions.c.person_id == person))


def expired(connection: Connection, before: datetime, most: int) -> list[Expired]:
    """Those of the ``most`` first sessions that began before that moment; numbers grow with time, so no other is looked
    at."""
    first = select(sessions).order_by(sessions.c.id).limit(most).subquery()
    found = select(first.c.id, first.c.person_id).where(first.c.created_at < before)
    return [Expired(*row) for row in connection.execute(found)]


def end_expired(connection: Connection, session: Expired) -> bool:
    """Ends this session; True if it was the only one of a guest, who is held then and as whom nobody can come back."""
    guest = (people.c.id == session.person, people.c.email.is_(None))
    held = connection.execute(select(people.c.id).where(*guest).with_for_update()).first()
    connection.execute(delete(sessions).where(sessions.c.id == session.id))
    others = select(sessions.c.id).where(sessions.c.person_id == session.person).limit(1)
    return held is not None and connection.execute(others).first() is None
