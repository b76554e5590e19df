"""Files that a page and a job hand to one another; they are dropped after some hours.

They lie in the database, so that they are there whichever server answers.
"""

from datetime import UTC, datetime, timedelta

from app.database.connection import Connection, Database
from app.jobs.store import files

LASTS = timedelta(hours=6)
PIECE = 256 * 1024  # bytes


def keep(database: Database, name: str, content: bytes, person: int | None = None) -> None:
    """Stores the file; until all of it is stored, it is not there. It goes with the ``person`` whose it is. What was
    kept under this name before, as by a job that begins once more, is dropped."""
    with database.write() as connection:
        files.drop(connection, name)
        file = files.begin(connection, name, person, datetime.now(UTC))
    for number, start in enumerate(range(0, len(content), PIECE)):
        with database.write() as connection:
            files.add_piece(connection, file, number, content[start : start + PIECE])
    with database.write() as connection:
        files.finish(connection, file)


def read(database: Database, name: str) -> bytes | None:
    """Returns the content; None where it is gone."""
    with database.read() as connection:
        return files.content(connection, name, datetime.now(UTC) - LASTS)


def is_there(connection: Connection, name: str) -> bool:
    return files.is_there(connection, name, datetime.now(UTC) - LASTS)


def drop(connection: Connection, *names: str) -> None:
    """Removes the files, if they are there."""
    files.drop(connection, *names)


def drop_old(database: Database) -> int:
    """Removes the files that have expired, and returns how many."""
    with database.write() as connection:
        return files.drop_old(connection, datetime.now(UTC) - LASTS)
