"""Values that one kind of database stores and the other cannot hold."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import BigInteger, Column, Float, Integer, String, Table

from app.database.backups.contents import Row
from app.database.backups.errors import DoesNotFit

Fault = Callable[[Any], str]  # what is wrong with a value, "" where nothing is


def checked(table: Table, into: str) -> Callable[[Row], Row]:
    """Returns a check of a table's rows on their way into ``sqlite`` or ``postgresql``; it returns them as they are.

    It raises DoesNotFit, which names the row.
    """
    faults = _of_sqlite if into == "sqlite" else _of_postgres
    columns = [(place, column, fault) for place, column in enumerate(table.c) if (fault := faults(column))]

    def check(row: Row) -> Row:
        for place, column, fault in columns:
            if row[place] is not None and (said := fault(row[place])):
                raise DoesNotFit(
                    f"{table.name}, {_key(table, row)}: {column.name} {said}. Set it to something else, then come back."
                )
        return row

    return check


def _of_sqlite(column: Column[Any]) -> Fault | None:
    if isinstance(column.type, Float):
        return lambda value: "is not a number (NaN), which SQLite does not store" if math.isnan(value) else ""
    return None


def _of_postgres(column: Column[Any]) -> Fault | None:
    match column.type:
        case String(length=most):
            return lambda value: _text(value, most)
        case Integer():
            bits = 63 if isinstance(column.type, BigInteger) else 31
            return lambda value: (
                "" if -(2**bits) <= value < 2**bits else f"is {value}, which needs more than {bits + 1} bits"
            )
        case _:
            return None


def _text(value: str, most: int | None) -> str:
    if "\0" in value:
        return "holds a NUL character, which PostgreSQL does not store"
    if most is not None and len(value) > most:
        return f"is {len(value)} characters long, and may be {most}"
    return ""


def _key(table: Table, row: Sequence[Any]) -> str:
    return ", ".join(
        f"{column.name} {row[place]!r}" for place, column in enumerate(table.c) if column.primary_key
    )
