"""Links that work once and for a time: whoever opens one may choose a password, or is the first administrator.

In the same table stand journeys to an OpenID provider, which end as a link does. No address leads to them.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from app.database.schema import links
from app.identity.store import tokens
from app.identity.store.tokens import hashed

JOURNEY = "openid"


class Purpose(StrEnum):
    FIRST_ADMINISTRATOR = "first administrator"
    PASSWORD = "password"


@dataclass(frozen=True, slots=True)
class Link:
    """``person`` is None where the link makes a new one."""

    purpose: Purpose
    person: int | None
    ends_at: datetime
    used: bool

    @property
    def over(self) -> bool:
        return self.ends_at <= datetime.now(UTC)


def add(rows: Connection, purpose: Purpose, person: int | None, lasts: timedelta) -> str:
    """A new link's token; earlier ones for the same thing end with it."""
    end(rows, purpose, person)
    token, now = tokens.made(), datetime.now(UTC)
    rows.execute(
        insert(links).values(
            token_hash=hashed(token), purpose=purpose, person_id=person, made_at=now, ends_at=now + lasts
        )
    )
    return token


def end(rows: Connection, purpose: Purpose, person: int | None) -> None:
    """Ends the links for this that are still open."""
    now = datetime.now(UTC)
    same = (links.c.purpose == purpose, links.c.person_id == person)
    rows.execute(update(links).where(*same, *_open(now)).values(ends_at=now))


def find(rows: Connection, token: str) -> Link | None:
    this = (links.c.token_hash == hashed(token), links.c.purpose != JOURNEY)
    row = rows.execute(select(links).where(*this)).first()
    return Link(Purpose(row.purpose), row.person_id, row.ends_at, row.used_at is not None) if row else None


def use(rows: Connection, token: str) -> bool:
    """Whether it was open until now; of two who use it at the same moment, one gets True."""
    now = datetime.now(UTC)
    this = (links.c.token_hash == hashed(token), *_open(now))
    return rows.execute(update(links).where(*this).values(used_at=now)).rowcount == 1


def set_out(rows: Connection, secret: str, lasts: timedelta) -> None:
    """Begins a journey, of which the browser keeps the secret; those whose time is over are forgotten."""
    now = datetime.now(UTC)
    rows.execute(delete(links).where(links.c.purpose == JOURNEY, links.c.ends_at <= now))
    new = {"token_hash": hashed(secret), "purpose": JOURNEY, "made_at": now, "ends_at": now + lasts}
    rows.execute(insert(links).values(new))


def arrive(rows: Connection, secret: str) -> bool:
    """Whether this journey was under way until now; of two who come at the same moment, one gets True."""
    now = datetime.now(UTC)
    this = (links.c.token_hash == hashed(secret), links.c.purpose == JOURNEY, *_open(now))
    return rows.execute(update(links).where(*this).values(used_at=now)).rowcount == 1


def _open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return links.c.used_at.is_(None), links.c.ends_at > now
