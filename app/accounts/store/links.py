"""Links that work once and for a limited time: to choose a password, to confirm an e-mail, to become the first
administrator, or for a learning platform to register itself.

The same table holds journeys to an OpenID provider, which end as a link does. No address leads to them.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from app.database.schema import links
from app.identity.store import tokens
from app.identity.store.tokens import hashed

JOURNEY = "openid"
KEPT = timedelta(days=7)  # that a link which has ended says so


class Purpose(StrEnum):
    """The purpose of a link that works once."""

    FIRST_ADMINISTRATOR = "first administrator"
    PASSWORD = "password"
    MAILED_PASSWORD = "mailed password"
    EMAIL = "email"
    PLATFORM = "lti platform"


@dataclass(frozen=True, slots=True)
class Link:
    """A link; ``person`` is None where it makes a new account, ``address`` the e-mail that it confirms or came to."""

    purpose: Purpose
    person: int | None
    ends_at: datetime
    used: bool
    address: str = ""

    @property
    def over(self) -> bool:
        """True if its time has passed, whether it was used or not."""
        return self.ends_at <= datetime.now(UTC)


def add(
    connection: Connection, purpose: Purpose, person: int | None, lasts: timedelta, address: str = ""
) -> str:
    """Adds a link and returns its token; earlier links for the same purpose and person end."""
    end(connection, purpose, person)
    token, now = tokens.made(), datetime.now(UTC)
    connection.execute(
        insert(links).values(
            token_hash=hashed(token),
            purpose=purpose,
            person_id=person,
            made_at=now,
            ends_at=now + lasts,
            address=address or None,
        )
    )
    return token


def end(connection: Connection, purpose: Purpose, person: int | None) -> None:
    """Ends the open links for this purpose and person."""
    now = datetime.now(UTC)
    same = (links.c.purpose == purpose, links.c.person_id == person)
    connection.execute(update(links).where(*same, *_open(now)).values(ends_at=now))


def forget_older(connection: Connection) -> None:
    """Deletes links that were mailed and ended a week ago: anybody can have one mailed."""
    mailed = (Purpose.MAILED_PASSWORD, Purpose.EMAIL)
    long_ago = datetime.now(UTC) - KEPT
    connection.execute(delete(links).where(links.c.purpose.in_(mailed), links.c.ends_at < long_ago))


def find(connection: Connection, token: str) -> Link | None:
    """The link of this token, used or expired ones too; journeys are not found."""
    this = (links.c.token_hash == hashed(token), links.c.purpose != JOURNEY)
    row = connection.execute(select(links).where(*this)).first()
    if row is None:
        return None
    return Link(Purpose(row.purpose), row.person_id, row.ends_at, row.used_at is not None, row.address or "")


def use(connection: Connection, token: str) -> bool:
    """Uses up a link; True if it was open until now. Of two that use it at the same moment, one gets True."""
    now = datetime.now(UTC)
    this = (links.c.token_hash == hashed(token), *_open(now))
    return connection.execute(update(links).where(*this).values(used_at=now)).rowcount == 1


def set_out(connection: Connection, secret: str, lasts: timedelta) -> None:
    """Begins a journey, whose secret the browser keeps; expired ones are deleted."""
    now = datetime.now(UTC)
    connection.execute(delete(links).where(links.c.purpose == JOURNEY, links.c.ends_at <= now))
    new = {"token_hash": hashed(secret), "purpose": JOURNEY, "made_at": now, "ends_at": now + lasts}
    connection.execute(insert(links).values(new))


def arrive(connection: Connection, secret: str) -> bool:
    """Ends a journey; True if it was under way until now. Of two that arrive at the same moment, one gets True."""
    now = datetime.now(UTC)
    this = (links.c.token_hash == hashed(secret), links.c.purpose == JOURNEY, *_open(now))
    return connection.execute(update(links).where(*this).values(used_at=now)).rowcount == 1


def _open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return links.c.used_at.is_(None), links.c.ends_at > now
