"""The file of an archive: written whole or not at all, checked, and read again."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, select

from app.database.backups import checking, files, postgres, sealing
from app.database.backups.contents import AT_ONCE, Content, Contents, Tally
from app.database.backups.errors import Different, Unsound, failures_of
from app.database.connection import Database, sqlite_url
from app.database.schema.naming import Moment

Values = Mapping[str, Any]
Add = Callable[[Table, Sequence[Values]], None]  # to a table of the archive
ANOTHER = "Take another copy of the archive."
HEAD = Table("archive_head", MetaData(), Column("name", String(32)), Column("before", Moment))


@dataclass(frozen=True, kw_only=True, slots=True)
class Holding:
    """A sound archive. Its ``name`` is random; what it holds ended ``before`` that moment."""

    file: Path
    name: str
    before: datetime
    made_at: datetime
    made_from: str
    contents: Contents


def plain(table: Table) -> Table:
    """Returns the table as it stands in an archive: without references, for what they lead to is not there."""
    columns = (
        Column(one.name, one.type, primary_key=one.primary_key, nullable=one.nullable) for one in table.c
    )
    return Table(table.name, MetaData(), *columns)


@contextmanager
def written(
    target: Path, database: Database, name: str, before: datetime, tables: Iterable[Table]
) -> Iterator[Add]:
    """Hands out what adds rows to an archive. At the end of the block every row is read again and compared; then the
    file is sealed, and moved to its place, over nothing. Where the block fails, nothing is left.

    Raises FileExistsError, NoDatabase and Refusal.
    """
    tallies = {table: Tally() for table in tables}
    with files.written(target) as part:
        with failures_of(sqlite_url(part)):
            with files.filling(part) as into:
                for table in (HEAD, *tallies):
                    table.create(into)
                into.execute(insert(HEAD).values(name=name, before=before))
                yield partial(_add, into, tallies)
            _compare(part, tallies)
        sealing.seal(part, version(database))


def _add(into: Connection, tallies: Mapping[Table, Tally], table: Table, rows: Sequence[Values]) -> None:
    for row in rows:
        tallies[table].add([row[column.name] for column in table.c])
    if rows:
        into.execute(insert(table), list(rows))


def _compare(part: Path, tallies: Mapping[Table, Tally]) -> None:
    with files.at_rest(part) as connection:
        for table, tally in tallies.items():
            if _content(connection, table) != tally.content:
                raise Different(f"What was written of {table.name} is not what was read. Nothing was kept.")


def _content(connection: Connection, table: Table) -> Content:
    found = Tally()
    for rows in connection.execute(select(table), execution_options={"yield_per": AT_ONCE}).partitions():
        for row in rows:
            found.add(row)
    return found.content


def version(database: Database) -> str:
    """The name and version of what keeps the database."""
    if database.is_sqlite:
        return f"SQLite {sqlite3.sqlite_version}"
    with database.read() as connection:
        return postgres.version(connection)


def check(file: Path) -> Holding:
    """Reads all of an archive. Raises FileNotFoundError, and Unsound with the first thing that is wrong."""
    with checking.examined(file) as connection:
        named = "SELECT 1 FROM sqlite_schema WHERE name = ?"
        if connection.execute(named, (HEAD.name,)).fetchone() is None:
            raise Unsound(f"{file} is no archive; `examformer archive` makes them.")
        contents, seal = checking.compared(file, connection, ANOTHER)
        if seal is None:
            raise Unsound(f"{file} has no seal: somebody has worked with it. {ANOTHER}")
    with opened(file) as rows:
        head = rows.execute(select(HEAD)).one()
    return Holding(
        file=file, name=head.name, before=head.before, made_at=seal.made_at, made_from=seal.made_from,
        contents=contents,
    )  # fmt: skip


@contextmanager
def opened(file: Path) -> Iterator[Connection]:
    """Reads from an archive."""
    with failures_of(sqlite_url(file)), files.at_rest(file) as connection:
        yield connection
