"""Stores our own keys: the newest signs, those before it are still published for a while."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select

from app.database.schema import lti_keys


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key by its id; ``private`` is a JSON Web Key as text."""

    kid: str
    private: str = field(repr=False)
    made_at: datetime


def every(connection: Connection) -> list[SigningKey]:
    """Returns the keys, the newest first."""
    rows = connection.execute(select(lti_keys).order_by(lti_keys.c.id.desc()))
    return [SigningKey(row.kid, row.private, row.made_at) for row in rows]


def add(connection: Connection, kid: str, private: str) -> None:
    connection.execute(insert(lti_keys).values(kid=kid, private=private, made_at=datetime.now(UTC)))


def drop(connection: Connection, kid: str) -> None:
    connection.execute(delete(lti_keys).where(lti_keys.c.kid == kid))
