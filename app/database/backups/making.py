"""Makes a backup of a database that may be in use."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, make_url

from app.database import migration
from app.database.backups import contents, copying, files, postgres, sealing
from app.database.backups.checking import SEAL
from app.database.backups.contents import Contents
from app.database.backups.copying import Copied, Told, untold
from app.database.backups.errors import Different, OtherRevision, failures_of
from app.database.connection import Database, sqlite_file, sqlite_url
from app.database.migration import Standing


@dataclass(frozen=True, slots=True)
class Backup:
    file: Path
    contents: Contents


def backup(url: str, to: Path, told: Told = untold) -> Backup:
    """Makes a backup, into a folder or as a file, over nothing; a failure leaves nothing.

    Raises FileExistsError, NoDatabase and Refusal.
    """
    file = sqlite_file(url)
    name = file.name if file else make_url(url).database
    target = to / f"{name}.backup-{files.stamp()}" if to.is_dir() else to
    if file is not None:
        return of_file(file, target)
    database = Database(url)
    try:
        with failures_of(url), postgres.reading(database) as source:
            refuse_other_revisions(database)
            return of_postgres(source, target, told)
    finally:
        database.close()


def of_file(file: Path, target: Path) -> Backup:
    """Copies one moment of an SQLite database of any revision."""
    url = sqlite_url(file)
    with failures_of(url, f", or {target} cannot be written"), files.written(target) as part:
        with closing(files.reading(file)) as source, closing(sqlite3.connect(part)) as made:
            source.execute("BEGIN")  # what is counted and what is copied is of one moment
            there = contents.of_file(source)
            source.backup(made)
        return _sealed(part, target, f"SQLite {sqlite3.sqlite_version}", there)


def of_postgres(source: Connection, target: Path, told: Told) -> Backup:
    """Copies what this transaction sees, which is of the code's revision."""
    with files.written(target) as part:
        build(source, part, told)
        return _sealed(part, target, postgres.version(source))


def build(source: Connection, part: Path, told: Told) -> Copied:
    """Makes an SQLite database with all rows of the source. Raises Refusal; then the file is to be thrown away."""
    migration.upgrade(sqlite_url(part), copied=False)
    with failures_of(sqlite_url(part)), files.filling(part) as target:
        return copying.copy(source, target, told)


def refuse_other_revisions(database: Database) -> None:
    """Raises OtherRevision unless the database is of the revision of the code."""
    at = migration.revision(database.engine)
    what = f"The database {database.url.render_as_string()}"
    match migration.standing(at):
        case Standing.EMPTY:
            raise OtherRevision(f"{what} holds nothing: `examformer migrate` makes its tables.")
        case Standing.OLDER:
            raise OtherRevision(
                f"{what} is of revision {at}, and this version of Examformer works with {migration.head()}. Bring it "
                "up with `examformer migrate`, or use the version that works with it."
            )
        case Standing.NEWER:
            raise OtherRevision(
                f"A newer version of Examformer wrote {what} (its revision is {at}). Use that version."
            )


def _sealed(part: Path, target: Path, made_from: str, there: Contents | None = None) -> Backup:
    found = sealing.seal(part, made_from)
    if there is not None and found != {name: content for name, content in there.items() if name != SEAL}:
        raise Different(f"What was written to {target} was not what was read. Nothing was kept; try again.")
    return Backup(target, found)
