"""Brings the database to the code's version: in one process, before any worker, after a copy of what is there."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import DatabaseError

from app.settings import HOME
from app.store.database import Database, DatabaseDown

KEPT_COPIES = 5


class NoDatabase(OSError):
    """The database cannot be opened, read or written; the text says which, why, and what to do."""


class NewerDatabase(RuntimeError):
    """The database was written by a newer version of the code."""


def upgrade(url: str) -> Path | None:
    """Migrates and returns the backup that was made, None where nothing had to change.

    Raises NewerDatabase and NoDatabase.
    """
    file = sqlite_file(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    database = Database(url)
    try:
        config = _config(url)
        script = ScriptDirectory.from_config(config)
        try:
            at = revision(database.engine)
        except DatabaseError as error:  # also a file that is no database
            raise _no_database(url, error.orig) from error
        if at == script.get_current_head():
            return None
        if at is not None and at not in {known.revision for known in script.walk_revisions()}:
            raise NewerDatabase(
                f"A newer version of Examformer wrote this database (its revision is {at}). Start that version, "
                "or set EXAMFORMER_DATABASE_URL to another database."
            )
        copy = None
        if file is not None and at is not None:
            copy = backup(url, file.with_name(f"{file.name}.before-{script.get_current_head()}-{_stamp()}"))
            for old in sorted(file.parent.glob(f"{file.name}.before-*"))[:-KEPT_COPIES]:
                old.unlink()
        with database.write() as rows:
            config.attributes["connection"] = rows
            command.upgrade(config, "head")
        return copy
    except DatabaseDown as error:
        raise _no_database(url, error.orig) from error
    finally:
        database.close()


def revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def backup(url: str, to: Path | None = None) -> Path:
    """Copies a running SQLite database, consistently, and returns the copy.

    Raises ValueError for other databases, and NoDatabase where there is nothing to copy or no room for it.
    """
    file = sqlite_file(url)
    if file is None:
        raise ValueError("this database is not SQLite: copy it with pg_dump")
    target = to or file.with_name(f"{file.name}.backup-{_stamp()}")
    part = target.with_name(target.name + ".part")
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


def _no_database(url: str, why: object, or_else: str = "") -> NoDatabase:
    return NoDatabase(
        f"The database {make_url(url).render_as_string()} cannot be opened or written{or_else} ({str(why).strip()}). "
        "Check that it is there, that this user may write to it and that the disk has room, or set "
        "EXAMFORMER_DATABASE_URL."
    )


def _config(url: str) -> Config:
    config = Config(toml_file=HOME / "pyproject.toml")
    config.attributes["url"] = url
    return config


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
