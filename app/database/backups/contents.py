"""The rows of a database: how many each table has, and a sum over their values by which two databases are compared."""

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, Connection, Float, LargeBinary, Table, Text, cast, func, select, type_coerce

from app.database.backups.errors import DoesNotFit
from app.database.schema import metadata

NOT_COPIED = {  # what is true of this moment alone
    "rate_counts",
    "serving_processes",
    "sign_in_turns",
}
COPIED = [table for table in metadata.sorted_tables if table.name not in NOT_COPIED]  # parents first
PEOPLE = {"people", "guests"}  # the tables of those whose work a database holds; guests before revision 0004
AT_ONCE, FILES_AT_ONCE = 250, 8  # rows in memory; of tables with files in them
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Content:
    """The rows of one table. Two tables with the same rows have the same sum, whatever the order of the rows."""

    rows: int
    sum: str


Contents = Mapping[str, Content]


class Tally:
    """Counts rows and adds up their digests as they go by."""

    def __init__(self) -> None:
        self._rows = self._sum = 0

    def add(self, row: Row) -> None:
        self._rows += 1
        self._sum += int.from_bytes(hashlib.blake2b(repr(tuple(row)).encode(), digest_size=16).digest())

    @property
    def content(self) -> Content:
        return Content(self._rows, f"{self._sum % 2**128:032x}")


def of_tables(connection: Connection, behind: Callable[[int], None]) -> Contents:
    """Reads every row of a database of the code's revision, of either kind."""
    found = {}
    for table in COPIED:
        tally = Tally()
        for rows in batches(connection, table):
            for row in rows:
                tally.add(row)
            behind(len(rows))
        found[table.name] = tally.content
    return found


def counts(connection: Connection) -> Mapping[str, int]:
    return {
        table.name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
        for table in COPIED
    }


def batches(connection: Connection, table: Table) -> Iterator[Sequence[Row]]:
    """Yields the rows of a table, some at a time, with values that are the same from SQLite and from PostgreSQL.

    JSON comes as its text, so that NULL and ``null`` differ and no digit is lost. Raises DoesNotFit.
    """
    sqlite = connection.dialect.name == "sqlite"
    columns = [
        (type_coerce(column, Text) if sqlite else cast(column, Text)).label(column.name)
        if isinstance(column.type, JSON)
        else column
        for column in table.c
    ]
    alike = [
        (place, _json if isinstance(column.type, JSON) else _number)
        for place, column in enumerate(table.c)
        if isinstance(column.type, JSON | Float)
    ]
    at_once = FILES_AT_ONCE if any(isinstance(one.type, LargeBinary) for one in table.c) else AT_ONCE
    asked = select(*columns).order_by(*table.primary_key)
    try:
        for rows in connection.execute(asked, execution_options={"yield_per": at_once}).partitions():
            yield [_alike(row, alike) for row in rows] if alike else rows
    except (ValueError, TypeError) as error:  # SQLite stores what it is given
        raise DoesNotFit(f"A row of {table.name} cannot be read: {error}") from error


def _alike(row: Row, columns: Sequence[tuple[int, Callable[[Any], Any]]]) -> Row:
    values = list(row)
    for place, change in columns:
        values[place] = change(values[place])
    return values


def _number(value: float | None) -> float | None:
    return None if value is None else value + 0.0  # SQLite knows no -0.0


def _json(value: Any) -> str | None:
    """The text of a value of JSON. A bare number SQLite stores as a number, 1.0 as 1."""
    if value is None or (isinstance(value, str) and not NUMBER.fullmatch(value)):
        return value
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)


def of_file(connection: sqlite3.Connection) -> Contents:
    """Reads every row of an SQLite database of any revision, as the bytes that lie there."""
    connection.text_factory = bytes
    named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1"
    found = {}
    for name in [name.decode() for (name,) in connection.execute(named)]:
        tally, quoted = Tally(), name.replace('"', '""')
        for row in connection.execute(f'SELECT * FROM "{quoted}"'):
            tally.add(row)
        found[name] = tally.content
    connection.text_factory = str
    return found
