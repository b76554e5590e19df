"""The connection to the database: many readers, and on SQLite one writer at a time inside the process.

SQLite runs in WAL with synchronous=FULL: what was committed survives a killed process and a power cut. Threads that
compete for SQLite's own lock wait long and unfairly, so writers queue here; another process waits in ``busy_timeout``.

Connections to PostgreSQL come from a pool (``app.database.pool``).
"""

import json
import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from app.database import pool
from app.database.pool import PATIENCE
from app.database.snapshot import Snapshot
from app.database.watching import IN_USE, SLOW, WAITED, watch

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

__all__ = ["Connection", "Database", "DatabaseDown"]  # what `read` and `write` hand out is SQLAlchemy's
DatabaseDown = OperationalError  # the file or the server cannot be read or written
_SNAPSHOT: ContextVar[tuple["Database | None", Snapshot | None]] = ContextVar(
    "snapshot", default=(None, None)
)
DRIVERS = {"sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg"}


def names_a_database(url: str) -> bool:
    """True if this is the URL of an SQLite or PostgreSQL database, which need not exist."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        return False
    hosts, ports = (str(parsed.query.get(name, "")) for name in ("host", "port"))
    return parsed.drivername in DRIVERS and (not ports or ports.count(",") == hosts.count(","))


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for one on a server, or in memory."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def sqlite_url(file: Path) -> str:
    return make_url("sqlite://").set(database=str(file)).render_as_string()


def shown(url: str) -> str:
    """The URL without its password."""
    return make_url(url).render_as_string()


class NoDatabase(OSError):
    """The database cannot be opened, read or written; the text says which, why, and what to do."""


def no_database(url: str, why: object, or_else: str = "") -> NoDatabase:
    return NoDatabase(
        f"The database {shown(url)} cannot be opened or written{or_else} ({str(why).strip()}). "
        "Check that it is there, that this user may write to it and that the disk has room, or set "
        "EXAMFORMER_DATABASE_URL."
    )


class Database:
    """A database by its URL. Its methods raise DatabaseDown where it cannot be read or written. Statements that take
    longer than ``slow`` seconds are logged; parameters never are, also not with an error."""

    def __init__(self, url: str, slow: float = SLOW) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writing = threading.Lock()
        self._pool: ConnectionPool[Any] | None = None
        if self.is_sqlite:
            self.engine: Engine = create_engine(
                self.url, json_serializer=as_json, hide_parameters=True, pool_size=8, max_overflow=40
            )
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)
        else:
            # What a connection is given includes the writer of JSON.
            named = create_engine(self.url, json_serializer=as_json)
            _, given = named.dialect.create_connect_args(self.url)
            self._pool = pool.opened(given)
            self.engine = create_engine(
                self.url,
                json_serializer=as_json,
                hide_parameters=True,
                poolclass=NullPool,
                creator=self._connect,
            )
        watch(self.engine, slow)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Opens a transaction that may write; it is committed when the block ends, before anything is answered."""
        with (
            self._ending_snapshot(),
            self._queue() if self.is_sqlite else nullcontext(),
            self.engine.connect() as connection,
        ):
            rows = connection.execution_options(examformer_writes=True)
            with IN_USE.track_inprogress(), rows.begin():
                yield rows

    @contextmanager
    def _queue(self) -> Iterator[None]:
        """Waits for the writers ahead, no longer than one of them may wait for another process. Raises DatabaseDown."""
        with WAITED.time():
            came = self._writing.acquire(timeout=PATIENCE)
        if not came:
            raise DatabaseDown("waiting for the writers before", None, TimeoutError())
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Opens a snapshot to read from: every statement in the block sees the same moment.
        Nothing may be written in it."""
        snapshot = self._snapshot()
        with snapshot.read() if snapshot else self._opened() as connection:
            yield connection

    @contextmanager
    def _opened(self) -> Iterator[Connection]:
        with self.engine.connect() as connection, IN_USE.track_inprogress():
            if not self.is_sqlite:  # there each transaction is a snapshot
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def one_snapshot(self) -> Iterator[None]:
        """Lets every ``read`` in the block, in this thread, see the same moment, until something is written in it: what
        is read after that sees it. One transaction costs less than many, above all with a server on the way."""
        made = Snapshot(self._opened)
        before = _SNAPSHOT.set((self, made))
        try:
            yield
        finally:
            _SNAPSHOT.reset(before)
            made.end()

    def _snapshot(self) -> Snapshot | None:
        database, snapshot = _SNAPSHOT.get()
        return snapshot if database is self else None

    @contextmanager
    def _ending_snapshot(self) -> Iterator[None]:
        """Ends the snapshot before a write, which needs a connection, too, and after it, for what was read in it."""
        snapshot = self._snapshot()
        if snapshot is None:
            yield
            return
        snapshot.end()
        try:
            yield
        finally:
            snapshot.end()

    def _connect(self) -> Any:
        assert self._pool is not None
        with WAITED.time():
            return pool.connection_of(self._pool)

    def answers(self, seconds: float) -> bool:
        """True if the database can be asked within this time."""
        try:
            if self._pool is not None:
                self._pool.putconn(self._pool.getconn(seconds))  # which it has tried
            else:
                with self.read() as connection:
                    connection.exec_driver_sql("SELECT 1")
        except Exception:
            return False
        return True

    @contextmanager
    def as_one(self) -> Iterator["Database"]:
        """Opens a transaction, and hands out a database whose every read and write is part of it: several actions are
        stored with one another, or none of them."""
        with self.write() as connection:
            yield _OneTransaction(self, connection)

    def close(self) -> None:
        self.engine.dispose()
        if self._pool is not None:
            self._pool.close()


class _OneTransaction(Database):
    """A database as it is seen from inside of a transaction. A write that fails leaves no trace in it."""

    def __init__(self, whole: Database, connection: Connection) -> None:
        self.url, self.is_sqlite, self.engine = whole.url, whole.is_sqlite, whole.engine
        self._connection = connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        with self._connection.begin_nested():
            yield self._connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        yield self._connection

    def close(self) -> None:
        """Leaves it to the transaction."""


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # sqlite3 begins no transaction of its own; _begin does
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={PATIENCE * 1000}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("examformer_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def as_json(value: Any) -> str:
    """Returns the text of a column of JSON, with numbers that are not finite as the texts "nan", "inf" and "-inf": JSON
    has none, and one row with ``NaN`` would be the end of every query that looks into such columns."""
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), allow_nan=False)


def _finite(value: Any) -> Any:
    match value:
        case float():
            return value if math.isfinite(value) else str(value)
        case Mapping():
            return {name: _finite(one) for name, one in value.items()}
        case list() | tuple():
            return [_finite(one) for one in value]
        case _:
            return value
