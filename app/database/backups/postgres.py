"""A PostgreSQL database as a whole: read at one moment, kept from everybody else, emptied, and filled."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.exc import OperationalError

from app.database.backups import copying
from app.database.backups.contents import COPIED, PEOPLE
from app.database.backups.copying import Copied, Told
from app.database.backups.errors import InUse, OtherRevision
from app.database.connection import Database
from app.database.migration import ONE_AT_A_TIME
from app.database.pool import lift_limits
from app.database.schema import metadata

ENDING = 3.0  # seconds that sessions may take to end
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@contextmanager
def reading(database: Database) -> Iterator[Connection]:
    """Opens a snapshot for as long as it takes; servers work on meanwhile, but none migrates. Raises OtherRevision."""
    with database.read() as connection:
        lift_limits(connection)
        if not connection.exec_driver_sql(
            f"SELECT pg_try_advisory_xact_lock_shared({ONE_AT_A_TIME})"
        ).scalar_one():
            raise OtherRevision("The database is being migrated at this moment; come back after it.")
        yield connection


@contextmanager
def alone(database: Database, mode: Literal["SHARE", "ACCESS EXCLUSIVE"]) -> Iterator[Connection]:
    """Opens a transaction, committed when the block ends, during which nobody else writes (SHARE), or reads either. The
    database is migrated. Raises InUse."""
    with database.write() as connection:
        lift_limits(connection)
        refuse_others(connection)
        names = ", ".join(_names(connection))
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{ENDING}s'")
        try:
            connection.exec_driver_sql(f"LOCK TABLE {names} IN {mode} MODE")
        except OperationalError as error:
            raise _in_use(connection, "another session") from error
        yield connection


def refuse_others(connection: Connection) -> None:
    """Raises InUse if anybody else is connected to the database, and stays so: a server always has a connection."""
    gives_up = time.monotonic() + ENDING
    while others := connection.exec_driver_sql(OTHERS).scalar_one():
        connection.exec_driver_sql("SELECT pg_stat_clear_snapshot()")  # else a transaction sees them for ever
        if time.monotonic() > gives_up:
            raise _in_use(connection, f"{others} other session{'s' * (others != 1)}")
        time.sleep(0.1)


def people_in(connection: Connection) -> int:
    """Counts the people of a database of any revision. Raises OtherRevision for another program's."""
    tables = set(inspect(connection).get_table_names())
    if tables and "alembic_version" not in tables:
        raise OtherRevision(
            f"The database {connection.engine.url.render_as_string()} holds tables of another program, such as "
            f"{min(tables)}. Make one for Examformer alone."
        )
    return sum(
        int(connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one())
        for name in tables & PEOPLE
    )


def version(connection: Connection) -> str:
    return f"PostgreSQL {connection.exec_driver_sql('SHOW server_version').scalar_one()}"


def fill(target: Connection, source: Connection, told: Told) -> Copied:
    """Puts all rows of the source in the place of those that are there. Raises DoesNotFit and Different."""
    names = _names(target)
    for name in names:  # logs refuse to be emptied
        target.exec_driver_sql(f"ALTER TABLE {name} DISABLE TRIGGER USER")
    # Sequences begin anew as part of the transaction, while setval alone would outlive its end.
    target.exec_driver_sql(f"TRUNCATE {', '.join(names)} RESTART IDENTITY")
    for name in names:
        target.exec_driver_sql(f"ALTER TABLE {name} ENABLE TRIGGER USER")
    copied = copying.copy(source, target, told)
    _number_on(target)
    return copied


def _number_on(connection: Connection) -> None:
    for table in COPIED:
        if (column := table.autoincrement_column) is not None:
            (last,) = connection.execute(select(func.max(column))).one()
            if last is not None:
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(select(func.setval(sequence, last)))


def _names(connection: Connection) -> list[str]:
    return [connection.dialect.identifier_preparer.format_table(table) for table in metadata.sorted_tables]


def _in_use(connection: Connection, who: str) -> InUse:
    return InUse(
        f"The database {connection.engine.url.render_as_string()} is in use by {who}. Stop all servers that work with "
        "it, and whatever else is connected, and come back."
    )
