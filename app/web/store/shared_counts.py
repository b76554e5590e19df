"""Counts of rate limits in PostgreSQL, shared by all workers of all servers that use the database.

Each hit is one statement, under the lock of the one row that it changes, so no two workers let the same try through.
Keys are stored as hashes: they are made of addresses and of whatever was typed as an e-mail.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from limits.storage import MemoryStorage, MovingWindowSupport, Storage
from sqlalchemy import Row, TextClause, delete, select, text
from sqlalchemy.exc import DBAPIError

from app.database.connection import Database
from app.database.schema import rate_counts, sign_in_turns
from app.identity.store.tokens import hashed

P = ParamSpec("P")
T = TypeVar("T")

HIT = text("""
    INSERT INTO rate_counts AS old (key, hits, number, ends)
    VALUES (:key, array_fill(CAST(:now AS double precision), ARRAY[CAST(:amount AS integer)]), 0, :until)
    ON CONFLICT (key) DO UPDATE
    SET hits = excluded.hits || ARRAY(SELECT hit FROM unnest(old.hits) AS hit WHERE hit > :since), ends = excluded.ends
    WHERE (SELECT count(*) FROM unnest(old.hits) AS hit WHERE hit > :since) <= :room
    RETURNING key
""")
ADD = text("""
    INSERT INTO rate_counts AS old (key, hits, number, ends) VALUES (:key, '{}', :amount, :until)
    ON CONFLICT (key) DO UPDATE
    SET number = CASE WHEN old.ends > :now THEN old.number ELSE 0 END + excluded.number,
        ends = CASE WHEN old.ends > :now THEN old.ends ELSE excluded.ends END
    RETURNING number
""")
WINDOW = text("""
    SELECT min(hit) AS first, count(*) AS number FROM rate_counts, unnest(hits) AS hit
    WHERE key = :key AND hit > :since
""")
NUMBER = text("SELECT number, ends FROM rate_counts WHERE key = :key AND ends > :now")
log = logging.getLogger("examformer")


def _or_alone(
    method: "Callable[Concatenate[SharedCounts, P], T]",
) -> "Callable[Concatenate[SharedCounts, P], T]":
    """Counts in the memory of this process while the database cannot be used: nobody is refused for that, and nobody
    tries without end either."""

    @wraps(method)
    def counted(self: "SharedCounts", /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return method(self, *given, **named)
        except DBAPIError as error:
            log.error("rate limits are counted by each worker alone just now: %s", error.orig)
            alone: T = getattr(self.alone, method.__name__)(*given, **named)
            return alone

    return counted


class SharedCounts(Storage, MovingWindowSupport):
    """A storage of `limits` for moving and fixed windows; ``alone`` takes its place where the database is down."""

    STORAGE_SCHEME = None
    base_exceptions = DBAPIError

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self.alone = MemoryStorage()

    @_or_alone
    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        now = time.time()
        window = {"now": now, "since": now - expiry, "until": now + expiry}
        return (
            amount <= limit and self._ask(HIT, key, room=limit - amount, amount=amount, **window) is not None
        )

    @_or_alone
    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        now = time.time()
        found = self._ask(WINDOW, key, since=now - expiry)
        return (found.first, found.number) if found and found.number else (now, 0)

    @_or_alone
    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        added = self._ask(ADD, key, now=now, until=now + expiry, amount=amount)
        return int(added.number) if added else 0

    @_or_alone
    def get(self, key: str) -> int:
        found = self._ask(NUMBER, key, now=time.time())
        return int(found.number) if found else 0

    @_or_alone
    def get_expiry(self, key: str) -> float:
        found = self._ask(NUMBER, key, now=time.time())
        return float(found.ends) if found else time.time()

    def check(self) -> bool:
        with self._database.read() as rows:
            return bool(rows.execute(select(1)).scalar_one())

    def reset(self) -> int:
        with self._database.write() as rows:
            return rows.execute(delete(rate_counts)).rowcount

    def clear(self, key: str) -> None:
        with self._database.write() as rows:
            rows.execute(delete(rate_counts).where(rate_counts.c.key == hashed(key)))

    def _ask(self, statement: TextClause, key: str, **values: float) -> Row[Any] | None:
        with self._database.write() as rows:
            return rows.execute(statement, {"key": hashed(key), **values}).first()


def drop_old(database: Database) -> None:
    """Drops what says nothing any more, but no row that a worker holds."""
    if database.is_sqlite:
        return
    with database.write() as rows:
        for table in (rate_counts, sign_in_turns):
            old = select(table.c.key).where(table.c.ends <= time.time()).with_for_update(skip_locked=True)
            rows.execute(delete(table).where(table.c.key.in_(old)))
