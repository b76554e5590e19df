"""Facts about a database and its server, for whoever checks a machine. They are read in one connection of their own,
without the pool, and nothing is changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Engine, NullPool, create_engine, make_url
from sqlalchemy.exc import DBAPIError

from app.database import migration
from app.database.connection import sqlite_file
from app.database.migration import Standing
from app.database.pool import CONNECTING

LONGEST = 300  # letters of a reason
FACTS = """
    SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_version') AS version,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true), '0')::int AS places,
        rolconnlimit AS places_of_role, datconnlimit AS places_of_database,
        current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
        current_setting('synchronous_commit') AS synchronous_commit,
        pg_encoding_to_char(encoding) AS encoding, current_setting('TimeZone') AS time_zone,
        pg_is_in_recovery() AS is_standby, current_setting('default_transaction_read_only') = 'on' AS is_read_only,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
        pg_database_size(pg_database.oid) AS bytes
    FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user
"""


@dataclass(frozen=True, slots=True)
class Away:
    """The database cannot be asked, and why. ``address`` is without its password; an SQLite ``file`` is one that is
    there."""

    why: str
    address: str
    name: str
    file: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SqliteFacts:
    """A file, which need not be ``there`` yet."""

    file: Path
    there: bool
    version: str
    standing: Standing
    revision: str | None = None
    bytes: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PostgresFacts:
    """``places`` are the connections that the server gives to everybody together, and then those that this role and
    this database may have, -1 for any number; ``ahead`` is the lead of its clock over this machine's, known to half of
    ``doubt``."""

    standing: Standing
    revision: str | None
    major: int
    version: str
    places: int
    places_of_role: int
    places_of_database: int
    fsync: str
    full_page_writes: str
    synchronous_commit: str
    encoding: str
    time_zone: str
    is_standby: bool
    is_read_only: bool
    may_create: bool
    bytes: int
    ahead: timedelta
    doubt: timedelta


def inspect(url: str) -> SqliteFacts | PostgresFacts | Away:
    file = sqlite_file(url)
    try:
        if file is None:
            return _postgres(url)
        if not file.exists():
            return SqliteFacts(
                file=file, there=False, version=sqlite3.sqlite_version, standing=Standing.EMPTY
            )
        with _opened(create_engine("sqlite://", poolclass=NullPool, creator=lambda: reading(file))) as engine:
            at = migration.revision(engine)
        return SqliteFacts(
            file=file, there=True, version=sqlite3.sqlite_version, standing=migration.standing(at),
            revision=at, bytes=file.stat().st_size,
        )  # fmt: skip
    except (DBAPIError, OSError) as error:
        parsed = make_url(url)
        bare = URL.create(
            parsed.get_backend_name(), parsed.username, None, parsed.host, parsed.port, parsed.database,
            parsed.query,
        ).render_as_string()  # fmt: skip
        why = error.orig if isinstance(error, DBAPIError) else error
        return Away(_first_line(why), bare, parsed.database or "", file)


def reading(file: Path) -> sqlite3.Connection:
    """Opens an SQLite file that cannot be changed through it."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def damage(file: Path) -> list[str]:
    """Reads all of an SQLite file, and returns what is broken in it."""
    try:
        with closing(reading(file)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    except sqlite3.DatabaseError as error:
        return [_first_line(error)]
    return [] if found == ["ok"] else found


def refusal(folder: Path) -> str:
    """Tries in a new folder inside whether SQLite can write there with a log beside the file (WAL), as it must; returns
    what went wrong, "" where nothing did. What was tried is removed."""
    try:
        with TemporaryDirectory(prefix=".examformer-doctor-", dir=folder) as place:
            file = Path(place) / "tried.db"
            with closing(sqlite3.connect(file)) as one, closing(sqlite3.connect(file)) as other:
                (mode,) = one.execute("PRAGMA journal_mode=WAL").fetchone()
                one.execute("CREATE TABLE tried (number INTEGER)")
                one.execute("INSERT INTO tried VALUES (1)")
                one.commit()
                found = other.execute("SELECT number FROM tried").fetchall()
    except (OSError, sqlite3.Error) as error:
        return _first_line(error)
    return "" if (mode, found) == ("wal", [(1,)]) else "a log beside the file (WAL) is not possible there"


def _postgres(url: str) -> PostgresFacts:
    made = create_engine(url, poolclass=NullPool, connect_args=CONNECTING | make_url(url).query)
    with _opened(made) as engine, engine.connect() as connection:
        before = datetime.now(UTC)
        there: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
        doubt = datetime.now(UTC) - before
        facts = connection.exec_driver_sql(FACTS).one()._asdict()
        at = migration.revision(engine)
        ahead = there - before - doubt / 2
        return PostgresFacts(standing=migration.standing(at), revision=at, ahead=ahead, doubt=doubt, **facts)


@contextmanager
def _opened(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


def _first_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].strip()[:LONGEST]
