"""Secrets of a doctor, as hashes, for a minute or two. They lie among the counts for rate limits, which need no copy;
no count has such a key."""

from sqlalchemy import delete, exists, insert, select

from app.database.connection import Connection
from app.database.schema import rate_counts
from app.identity.store.tokens import hashed


def leave(connection: Connection, secret: str, ends: float) -> None:
    connection.execute(insert(rate_counts).values(key=_key(secret), hits=[], number=0, ends=ends))


def is_known(connection: Connection, secret: str, now: float) -> bool:
    there = (rate_counts.c.key == _key(secret)) & (rate_counts.c.ends > now)
    return bool(connection.execute(select(exists().where(there))).scalar_one())


def remove(connection: Connection, secret: str) -> None:
    connection.execute(delete(rate_counts).where(rate_counts.c.key == _key(secret)))


def _key(secret: str) -> str:
    return hashed(f"probe {secret}")
