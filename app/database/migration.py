"""Migrates the database to the code's version: in one process, before any worker, after a backup of what is there."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event, make_url
from sqlalchemy.exc import DatabaseError

from app.database.connection import LIMITS, Database
from app.resources import resource

KEPT_COPIES = 5
ONE_AT_A_TIME = 0x6578616D  # the number of the lock under which one server migrates and others wait


class NoDatabase(OSError):
    """The database cannot be opened, read or written; the text says which, why, and what to do."""


class NewerDatabase(RuntimeError):
    """The database was written by a newer version of the code."""


class Standing(StrEnum):
    """Where a database stands, compared with this version of the code; ``EMPTY``: nothing was migrated yet."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


class LostRows(RuntimeError):
    """A migration left rows that refer to rows which are gone; it was rolled back."""


def upgrade(url: str) -> Path | None:
    """Migrates the database and returns the backup that was made, None where nothing had to change.

    Raises NewerDatabase and NoDatabase.
    """
    file = sqlite_file(url)
    if file is not None:
        try:
            file.parent.mkdir(
                mode=0o700, parents=True, exist_ok=True
            )  # people's data, and keys, will lie there
        except OSError as error:
            raise _no_database(url, f"{error.strerror}: {error.filename}") from error
    database = Database(url)
    if database.is_sqlite:
        event.listen(database.engine, "connect", _let_tables_be_rebuilt)
    try:
        config = _config()
        script = ScriptDirectory.from_config(config)
        at = revision(database.engine)
        found = standing(at, script)
        if found is Standing.CURRENT:
            return None
        if found is Standing.NEWER:
            raise NewerDatabase(
                f"A newer version of Examformer wrote this database (its revision is {at}). Start that version, "
                "or set EXAMFORMER_DATABASE_URL to another database."
            )
        copy = None
        if file is not None and at is not None:
            copy = backup(url, file.with_name(f"{file.name}.before-{script.get_current_head()}-{_stamp()}"))
        with database.write() as connection:
            if not database.is_sqlite:
                for limit in LIMITS:  # a migration takes as long as it takes
                    connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if database.is_sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
                raise LostRows(lost)
        if file is not None:
            _prune(file)
        return copy
    except DatabaseError as error:  # also a file that is no database
        raise _no_database(url, error.orig) from error
    finally:
        database.close()


def revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def standing(at: str | None, script: ScriptDirectory | None = None) -> Standing:
    """Compares a database's revision with those that this version of the code knows."""
    script = script or ScriptDirectory.from_config(_config())
    if at is None:
        return Standing.EMPTY
    if at == script.get_current_head():
        return Standing.CURRENT
    known = {one.revision for one in script.walk_revisions()}
    return Standing.OLDER if at in known else Standing.NEWER


def backup(url: str, to: Path | None = None) -> Path:
    """Copies a running SQLite database, consistently, to a file or into a folder, and returns the copy.

    Raises ValueError for other databases, FileExistsError rather than write over anything, and NoDatabase where there
    is nothing to copy or no room for it.
    """
    file = sqlite_file(url)
    if file is None:
        raise ValueError("this database is not SQLite: copy it with pg_dump")
    beside = file.with_name(f"{file.name}.backup-{_stamp()}")
    target = beside if to is None else to / beside.name if to.is_dir() else to
    if target.exists():
        raise FileExistsError(f"{target} is there already; choose another name")
    part = target.with_name(f"{target.name}.part-{_stamp()}")
    try:
        with (
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise _no_database(url, error, f", or {target} cannot be written") from error
    shutil.move(part, target)
    return target


def sqlite_file(url: str) -> Path | None:
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def place(url: str) -> str:
    """Where the database is, as people may read it: a file, or an address without its password."""
    return str(sqlite_file(url) or make_url(url).render_as_string())


def _no_database(url: str, why: object, or_else: str = "") -> NoDatabase:
    return NoDatabase(
        f"The database {make_url(url).render_as_string()} cannot be opened or written{or_else} ({str(why).strip()}). "
        "Check that it is there, that this user may write to it and that the disk has room, or set "
        "EXAMFORMER_DATABASE_URL."
    )


def _let_tables_be_rebuilt(connection: Any, _: Any) -> None:
    """Turns foreign keys off: SQLite alters a table by rebuilding it, and dropping the old one would empty its
    children. They are checked at the end instead."""
    connection.execute("PRAGMA foreign_keys=OFF").close()


def _prune(file: Path) -> None:
    """Keeps the newest of the copies from before a migration, by the 22 characters of time that end their names."""
    copies = sorted(file.parent.glob(f"{file.name}.before-*"), key=lambda copy: copy.name[-22:])
    for old in copies[:-KEPT_COPIES]:
        old.unlink()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resource("migrations")).replace("%", "%%"))
    return config


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
