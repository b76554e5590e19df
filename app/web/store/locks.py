"""Locks that the workers of all servers share. PostgreSQL gives them free when a worker dies."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, select, text

from app.database.connection import Database
from app.database.pool import PATIENCE
from app.identity.store.tokens import hashed

WAIT = text(f"SET LOCAL lock_timeout = '{PATIENCE}s'")


@contextmanager
def one_at_a_time(database: Database, key: str) -> Iterator[Connection]:
    """Opens a transaction, one with this key at a time. Raises DatabaseDown where it waits too long for another."""
    with database.write() as connection:
        connection.execute(WAIT)
        connection.execute(select(func.pg_advisory_xact_lock(int(hashed(key)[:15], 16))))
        yield connection
