"""What a backup holds, and whether it is sound; nothing is changed by looking."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.database import migration
from app.database.backups import contents, files
from app.database.backups.contents import PEOPLE, Content, Contents
from app.database.backups.errors import Unsound
from app.database.migration import Standing

SEAL = "backup_seal"  # the table that only backups have
OURS = {"attempts", "responses", "alembic_version"}  # tables of every revision
SPOILT = (
    sqlite3.DatabaseError,
    ValueError,
    TypeError,
)  # what reading raises where bytes were changed or are missing
NO_DATABASE = (
    "is no SQLite database, or only a part of one ({}). `examformer backup` makes such files; what pg_dump made goes "
    "to psql or pg_restore."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What was written into a backup when it was made, about itself."""

    made_at: datetime
    made_from: str
    contents: Contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A sound backup. Without a seal, rows are not compared: it is a copy from before a migration, or was worked with
    since it was made."""

    file: Path
    revision: str
    standing: Standing
    contents: Contents
    seal: Seal | None

    @property
    def rows(self) -> int:
        return sum(content.rows for content in self.contents.values())

    @property
    def people(self) -> int:
        return sum(self.count(name) for name in PEOPLE)

    def count(self, table: str) -> int:
        return self.contents[table].rows if table in self.contents else 0


def check(file: Path) -> Holding:
    """Reads all of a file. Raises FileNotFoundError, and Unsound with the first thing that is wrong."""
    with examined(file) as connection:
        revision = _revision(file, connection)
        found, seal = compared(file, connection)
    return Holding(
        file=file, revision=revision, standing=migration.standing(revision), contents=found, seal=seal
    )


@contextmanager
def examined(file: Path) -> Iterator[sqlite3.Connection]:
    """Opens a file to look at what is in it. Raises FileNotFoundError, and Unsound where it cannot be read."""
    if not file.is_file():
        raise FileNotFoundError(f"{file} is not there, or is no file")
    try:
        with closing(files.reading_at_rest(file)) as connection:
            yield connection
    except SPOILT as error:
        raise Unsound(f"{file} {NO_DATABASE.format(error)}") from error


def compared(
    file: Path, connection: sqlite3.Connection, instead: str = "Take an older backup."
) -> tuple[Contents, Seal | None]:
    """Reads every row, and compares them with the seal, if there is one. Raises Unsound, which says what to do
    ``instead``."""
    if fault := faults(connection):
        raise Unsound(f"{file} is damaged: {fault}. {instead}")
    seal = None if files.is_in_wal(file) else _seal(connection)
    found = {name: one for name, one in contents.of_file(connection).items() if name != SEAL}
    if seal and (differ := [name for name in seal.contents if seal.contents[name] != found.get(name)]):
        raise Unsound(
            f"{file} is damaged, or somebody has changed it: the rows of {', '.join(differ)} are not those that were "
            f"written. {instead}"
        )
    return found, seal


def faults(connection: sqlite3.Connection) -> str:
    """The first fault that SQLite finds in pages, indexes or references; "" where there is none."""
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        return str(said)
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    return f"a row of {lost[0]} refers to one of {lost[2]} that is not there" if lost else ""


def people_in(connection: sqlite3.Connection) -> int | None:
    """Counts the people of a database; None where it is damaged, or another program's."""
    try:
        tables = _tables(connection)
        if (tables and not tables >= OURS) or connection.execute("PRAGMA quick_check(1)").fetchone() != (
            "ok",
        ):
            return None
        return sum(
            int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in tables & PEOPLE
        )
    except SPOILT:
        return None


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _revision(file: Path, connection: sqlite3.Connection) -> str:
    ours = _tables(connection) >= OURS
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if ours else None
    if found is None:
        raise Unsound(f"{file} is an SQLite database, but none that Examformer has written.")
    return str(found[0])


def _seal(connection: sqlite3.Connection) -> Seal | None:
    there = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (SEAL,)).fetchone()
    if there is None:
        return None
    made_at, made_from, written = connection.execute(f"SELECT * FROM {SEAL}").fetchone()
    content: Mapping[str, tuple[int, str]] = json.loads(written)
    return Seal(
        made_at=datetime.fromisoformat(made_at),
        made_from=made_from,
        contents={name: Content(*one) for name, one in content.items()},
    )
