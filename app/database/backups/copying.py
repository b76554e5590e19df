"""Copies every row from one database into another, of the same revision, whichever kind each is."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import psycopg
from sqlalchemy import JSON, Connection, Table, Text, bindparam, insert
from sqlalchemy.exc import DatabaseError, IntegrityError

from app.database.backups import contents
from app.database.backups.contents import COPIED, Contents, Row, Tally
from app.database.backups.errors import Different, DoesNotFit
from app.database.backups.fitting import checked

Told = Callable[[str, int, int], None]  # what is done to rows, how many are behind it, of how many
Batches = Iterator[Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Copied:
    """What was read from the source, and what was then read from the target: the same."""

    read: Contents
    written: Contents


def untold(what: str, done: int, total: int) -> None:
    """Tells nobody."""


def copy(source: Connection, target: Connection, told: Told) -> Copied:
    """Copies all rows, and reads them again from the target.

    Both stand still meanwhile, and the target has no rows. Raises DoesNotFit and Different; then the target is to be
    thrown away, or its transaction rolled back.
    """
    counts = contents.counts(source)
    behind = Counter[str]()

    def more(step: str, rows: int) -> None:
        behind[step] += rows
        told(step, behind[step], sum(counts.values()))

    read = {}
    for table in COPIED:
        tally, check = Tally(), checked(table, target.dialect.name)
        _insert(target, table, _read(source, table, tally, check, partial(more, "copied")))
        read[table.name] = tally.content
    written = contents.of_tables(target, partial(more, "checked"))
    for name, rows in counts.items():
        if not (read[name].rows == rows and read[name] == written[name]):
            raise Different(
                f"{name}: {rows} rows were there, {read[name].rows} were read and {written[name].rows} written, or "
                "their values differ. Nothing was kept; try again, and report it if it happens again."
            )
    return Copied(read, written)


def _read(
    source: Connection, table: Table, tally: Tally, check: Callable[[Row], Row], behind: Callable[[int], None]
) -> Batches:
    for rows in contents.batches(source, table):
        for row in rows:
            tally.add(check(row))
        yield rows
        behind(len(rows))


def _insert(target: Connection, table: Table, batches: Batches) -> None:
    try:
        (_insert_sqlite if target.dialect.name == "sqlite" else _insert_postgres)(target, table, batches)
    except (IntegrityError, psycopg.IntegrityError, psycopg.DataError) as error:
        reason = error.orig if isinstance(error, IntegrityError) else _said(error)
        raise DoesNotFit(f"{table.name} cannot be stored there: {reason}") from error
    except psycopg.Error as error:
        raise DatabaseError("COPY", None, error) from error


def _said(error: psycopg.Error) -> str:
    """What the server says about a row, and which one it is, on one line."""
    said = ", ".join(filter(None, (error.diag.message_primary, error.diag.context))) or str(error)
    return " ".join(said.split())


def _insert_sqlite(target: Connection, table: Table, batches: Batches) -> None:
    names = [column.name for column in table.c]
    as_text = {name: bindparam(name, type_=Text()) for name in names if isinstance(table.c[name].type, JSON)}
    statement = insert(table).values({name: as_text.get(name, bindparam(name)) for name in names})
    for rows in batches:
        target.execute(statement, [dict(zip(names, row, strict=True)) for row in rows])


def _insert_postgres(target: Connection, table: Table, batches: Batches) -> None:
    """Takes a third of the time of INSERT."""
    names, connection = target.dialect.identifier_preparer, target.connection.driver_connection
    assert isinstance(connection, psycopg.Connection)
    columns = ", ".join(names.format_column(column) for column in table.c)
    statement = f"COPY {names.format_table(table)} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement.encode()) as into:
        for rows in batches:
            for row in rows:
                into.write_row(row)
