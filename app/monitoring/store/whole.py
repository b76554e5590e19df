"""Asks the database about itself: its size, its time, how quickly it answers."""

import time
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select, text

IN_BYTES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}


def answer_time(connection: Connection) -> float:
    """Returns the seconds that it takes for one short question."""
    began = time.perf_counter()
    connection.execute(select(1))
    return time.perf_counter() - began


def size(connection: Connection) -> int:
    """Returns the bytes that it takes on its disk, without logs written ahead."""
    return int(connection.execute(text(IN_BYTES[connection.dialect.name])).scalar_one())


def time_there(connection: Connection) -> datetime:
    """Returns the time by the clock of the database's server; on SQLite that is this one."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    found: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return found
