"""Rows in every table, made from the schema alone: with each type at its ends, and NULL wherever it may stand."""

import random
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    Float,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    insert,
    null,
)

from app.database.backups.contents import COPIED
from app.database.schema import naming

ROWS = 4  # of each table; every one has values at other ends
TEXTS = ("", "“ü”, 中, \u2028, 🙂, \r\n\t\\N \\.", "'; DROP TABLE people; --", "  \x01\x7f ")
NUMBERS = (0.1 + 0.2, float("-inf"), 5e-324, -1.7976931348623157e308)
MOMENTS = (
    datetime(2026, 12, 1, 4, 33, 7, 123456, tzinfo=UTC),
    datetime(1970, 1, 1, tzinfo=UTC),
    datetime(2026, 10, 25, 2, 30, tzinfo=timezone(timedelta(hours=5, minutes=30))).astimezone(UTC),
    datetime(2999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
)
JSONS: tuple[Any, ...] = (
    {"b": [1, 1.0, 1e300, None, True], "a": {"ü": "\u0000\ud800 🙂"}, "": []},
    None,  # null, which is not NULL
    0.30000000000000004,
    ["nan", 12345678901234567890],
)
BYTES = (b"", bytes(range(256)), b"\0" * 3, random.Random(7).randbytes(300_000))


def fill(connection: Connection, first: int = 1) -> None:
    """Adds rows to every table that is copied, numbered from ``first``."""
    made: dict[Column[Any], list[Any]] = {}
    for table in COPIED:
        rows = [_row(table, place, first, made) for place in range(ROWS)]
        for column in table.c:
            made[column] = [row[column.name] for row in rows]
        for row in rows:
            connection.execute(insert(table).values(row))


def _row(table: Table, place: int, first: int, made: Mapping[Column[Any], list[Any]]) -> dict[str, Any]:
    return {column.name: _value(column, place, first, made) for column in table.c}


def _value(column: Column[Any], place: int, first: int, made: Mapping[Column[Any], list[Any]]) -> Any:
    for key in column.foreign_keys:
        return made[key.column][place]
    if column.nullable and place == 2:
        return null()
    alone = column.primary_key or column.unique or _is_in_a_unique_key(column)
    match column.type:
        case JSON():
            return JSONS[place]
        case Boolean():
            return place % 2 == 0
        case BigInteger():
            return (2**63 - 1, -(2**63), 0, 2**31)[place]
        case Integer():
            return first + place if alone else (2**31 - 1, -(2**31), 0, 1)[place]
        case String(length=most):
            return f"{first + place}"[:most] if alone else TEXTS[place][:most]
        case Float():
            return NUMBERS[place]
        case LargeBinary():
            return BYTES[place]
        case naming.Moment():
            return MOMENTS[place]
        case Date():
            return (date(2026, 12, 1), date(1, 1, 1), date(9999, 12, 31), date(2028, 2, 29))[place]
    raise NotImplementedError(f"{column}: {column.type!r}")


def _is_in_a_unique_key(column: Column[Any]) -> bool:
    keys = [key for key in column.table.constraints if isinstance(key, UniqueConstraint)]
    return any(column.name in key.columns for key in keys)
