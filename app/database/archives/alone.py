"""The lock that one archiving command holds at a time. It is free again when its process ends, however that is."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from app.database.backups.errors import InUse
from app.database.connection import Database, sqlite_file

LOCK = 0x61726368  # its number on PostgreSQL
BESIDE = (
    ".archiving"  # how the file ends beside an SQLite database; one of SQLite's own must not be opened twice
)
BUSY = "Somebody archives from this database, or puts something back, at this moment. Come back after it."


@contextmanager
def alone(database: Database) -> Iterator[None]:
    """Keeps other archiving commands away. Raises InUse, and OSError."""
    file = sqlite_file(database.url.render_as_string(hide_password=False))
    if file is not None:
        with open(f"{file}{BESIDE}", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise InUse(BUSY) from error
            yield
        return
    with database.engine.connect() as connection:
        connection.execution_options(
            isolation_level="AUTOCOMMIT"
        )  # a transaction that is idle would be ended
        if not connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({LOCK})").scalar_one():
            raise InUse(BUSY)
        try:
            yield
        finally:
            connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
