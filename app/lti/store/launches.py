"""Stores launches: begun by a platform, returned by it once, and gone on with by one secret after the other.

What a launch says names a person, so it is deleted soon after its time is over.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from app.database.schema import lti_launches
from app.identity.store.tokens import hashed
from app.lti.protocol.message import Message, revived, stored


@dataclass(frozen=True, slots=True)
class Begun:
    """A launch that a platform has begun: its number, the platform's, the nonce, and the frame that keeps data."""

    id: int
    platform: int
    nonce: str
    storage: str


@dataclass(frozen=True, slots=True)
class Launched:
    """A launch that was believed."""

    id: int
    platform: int
    message: Message


def begin(
    connection: Connection, platform: int, state: str, nonce: str, storage: str, lasts: timedelta
) -> None:
    now = datetime.now(UTC)
    new = {"platform_id": platform, "state_hash": hashed(state), "nonce": nonce, "storage": storage}
    connection.execute(insert(lti_launches).values(made_at=now, ends_at=now + lasts, **new))


def find(connection: Connection, state: str) -> Begun | None:
    """Returns what was begun with this state, returned already or not, whose time is not over."""
    this = (lti_launches.c.state_hash == hashed(state), lti_launches.c.ends_at > datetime.now(UTC))
    row = connection.execute(select(lti_launches).where(*this)).first()
    return Begun(row.id, row.platform_id, row.nonce, row.storage) if row else None


def arrive(connection: Connection, launch: int) -> bool:
    """Takes a launch as returned; of two at the same moment, one gets True."""
    now = datetime.now(UTC)
    this = (lti_launches.c.id == launch, lti_launches.c.launched_at.is_(None), lti_launches.c.ends_at > now)
    return connection.execute(update(lti_launches).where(*this).values(launched_at=now)).rowcount == 1


def keep(connection: Connection, launch: int, message: Message, secret: str, lasts: timedelta) -> None:
    """Stores what a launch says, for who has this secret."""
    values = {"message": stored(message), "secret_hash": hashed(secret), "ends_at": datetime.now(UTC) + lasts}
    connection.execute(update(lti_launches).where(lti_launches.c.id == launch).values(values))


def with_secret(connection: Connection, secret: str) -> Launched | None:
    """Returns the launch that goes on with this secret."""
    row = connection.execute(select(lti_launches).where(*_open(secret))).first()
    return _launched(row) if row else None


def swap(connection: Connection, secret: str, new: str, lasts: timedelta) -> bool:
    """Replaces a secret, which works once; of two at the same moment, one gets True."""
    values = {"secret_hash": hashed(new), "ends_at": datetime.now(UTC) + lasts}
    return connection.execute(update(lti_launches).where(*_open(secret)).values(values)).rowcount == 1


def end(connection: Connection, launch: int) -> None:
    connection.execute(delete(lti_launches).where(lti_launches.c.id == launch))


def drop_old(connection: Connection) -> None:
    """Deletes the launches whose time is over."""
    connection.execute(delete(lti_launches).where(lti_launches.c.ends_at < datetime.now(UTC)))


def _open(secret: str) -> tuple[Any, ...]:
    return lti_launches.c.secret_hash == hashed(secret), lti_launches.c.ends_at > datetime.now(UTC)


def _launched(row: Row[Any]) -> Launched:
    return Launched(row.id, row.platform_id, revived(row.message))
