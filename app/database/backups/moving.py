"""Moves everything from one database into another, from SQLite to PostgreSQL or back; neither is in use meanwhile."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection

from app.database.backups import checking, files, making, postgres, replacing
from app.database.backups.copying import Copied, Told, untold
from app.database.backups.errors import Different, Refusal, failures_of
from app.database.connection import Database, no_database, shown, sqlite_file


def move(source: str, target: str, told: Told = untold) -> Copied:
    """Copies all rows into an empty database, migrated or not, and leaves the source as it is.

    Raises NewerDatabase, NoDatabase and Refusal.
    """
    file = sqlite_file(target)
    if source == target or (file and file.exists() and sqlite_file(source) == file):
        raise Refusal(f"{shown(target)} is the database that is to move. Name another one.")
    with failures_of(source), _still(source) as rows, failures_of(target):
        if file is None:
            copied, _ = replacing.replace_rows(target, rows, told, folder=None)
            return copied
        made: list[Copied] = []
        replacing.replace_file(file, lambda part: made.append(_build(rows, part, told)), replace=False)
        return made[0]


def _build(rows: Connection, part: Path, told: Told) -> Copied:
    copied = making.build(rows, part, told)
    with closing(files.reading(part)) as connection:
        if fault := checking.faults(connection):
            raise Different(f"What was written is damaged: {fault}. Nothing was kept; try again.")
    return copied


@contextmanager
def _still(url: str) -> Iterator[Connection]:
    """Reads from a database of the code's revision that nobody uses, and into which nobody writes meanwhile."""
    file = sqlite_file(url)
    if file is not None:
        if not file.is_file():
            raise no_database(url, "it is not there")
        with files.alone(file):
            pass
    database = Database(url)
    try:
        making.refuse_other_revisions(database)
        with database.write() if database.is_sqlite else postgres.alone(database, "SHARE") as rows:
            yield rows
    finally:
        database.close()
