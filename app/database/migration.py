"""Migrates the database to the code's version: in one process, before any worker, after a backup of what is there."""

import math
from enum import Enum
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event, make_url

from app.database.backups import files
from app.database.backups.errors import failures_of
from app.database.connection import Database, no_database, sqlite_file
from app.database.pool import lift_limits
from app.resources import resource

KEPT_COPIES = 5
ONE_AT_A_TIME = 0x6578616D  # the number of the lock under which one server migrates and others wait


class NewerDatabase(RuntimeError):
    """The database was written by a newer version of the code."""


class LostRows(RuntimeError):
    """A migration left rows that refer to rows which are gone; it was rolled back."""


class Standing(Enum):
    """A revision beside that of the code."""

    EMPTY = "no tables yet"
    OLDER = "older"
    CURRENT = "of this version"
    NEWER = "newer"


def upgrade(url: str, *, copied: bool = True) -> Path | None:
    """Migrates the database and returns the backup that was made, None where nothing had to change. Only a file that
    is a copy itself is not ``copied`` before.

    Raises NewerDatabase and NoDatabase.
    """
    file = sqlite_file(url)
    if file is not None:
        try:
            files.private_folder(file.parent)
        except OSError as error:
            raise no_database(url, f"{error.strerror}: {error.filename}") from error
    database = Database(url, slow=math.inf)  # statements of a migration take as long as they take
    if database.is_sqlite:
        event.listen(database.engine, "connect", _let_tables_be_rebuilt)
    try:
        with failures_of(url):  # also a file that is no database
            return _upgrade(database, file, copied)
    finally:
        database.close()


def _upgrade(database: Database, file: Path | None, copied: bool) -> Path | None:
    at = revision(database.engine)
    match standing(at):
        case Standing.CURRENT:
            return None
        case Standing.NEWER:
            raise NewerDatabase(
                f"A newer version of Examformer wrote this database (its revision is {at}). Start that version, "
                "or set EXAMFORMER_DATABASE_URL to another database."
            )
    copy = None
    if copied and file is not None and at is not None:
        copy = file.with_name(f"{file.name}.before-{head()}-{files.stamp()}")
        with files.written(copy) as part:
            files.copy(file, part)
    with database.write() as connection:
        lift_limits(connection)
        if not database.is_sqlite:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if database.is_sqlite and (lost := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
            raise LostRows(lost)
    if file is not None:
        _prune(file)
    return copy


def revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def place(url: str) -> str:
    """Where the database is, as people may read it: a file, or an address without its password."""
    return str(sqlite_file(url) or make_url(url).render_as_string())


def head() -> str:
    """The revision of the code."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def standing(at: str | None) -> Standing:
    if at is None:
        return Standing.EMPTY
    script = ScriptDirectory.from_config(_config())
    if at == script.get_current_head():
        return Standing.CURRENT
    known = {one.revision for one in script.walk_revisions()}
    return Standing.OLDER if at in known else Standing.NEWER


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
