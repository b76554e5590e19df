"""Everything that is stored arrives as it was, from SQLite in PostgreSQL and back, in a backup and out of it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, create_engine, select

from app.database import migration
from app.database.backups import making, moving, restoring
from app.database.backups.contents import COPIED, NOT_COPIED
from app.database.connection import Database
from app.database.schema import metadata
from tests.app.database import older_installation as older
from tests.app.database.backups import every_table
from tests.app.learner import on_postgres

Stored = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """An older installation, migrated, and rows in every table."""
    file = tmp_path / "full.db"
    older.install(f"sqlite:///{file}")
    migration.upgrade(f"sqlite:///{file}", copied=False)
    database = Database(f"sqlite:///{file}")
    with database.write() as connection:
        every_table.fill(connection, 10_000)
    database.close()
    return file


def stored(url: str) -> Stored:
    """All rows of a database as the application reads them, and which of their values in JSON are NULL."""
    engine = create_engine(url)
    found: Stored = {}
    with engine.connect() as connection:
        for table in COPIED:
            nulls = [column.is_(None) for column in table.c if isinstance(column.type, JSON)]
            rows = [tuple(row) for row in connection.execute(select(*table.c, *nulls))]
            found[table.name] = sorted(rows, key=repr)
    engine.dispose()
    return found


def bytes_in(file: Path) -> Stored:
    """All rows of an SQLite database as they lie there."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            table.name: sorted(connection.execute(f"SELECT * FROM {table.name}"), key=repr)
            for table in COPIED
        }


def test_every_table_has_rows_in_these_tests(full: Path) -> None:
    assert {name: len(rows) for name, rows in stored(f"sqlite:///{full}").items() if len(rows) < 4} == {}
    assert {*metadata.tables} == {table.name for table in COPIED} | NOT_COPIED


@on_postgres
def test_a_database_that_moves_there_and_back_is_the_same_value_by_value(
    full: Path, empty_url: str, tmp_path: Path
) -> None:
    back = tmp_path / "back.db"
    before = stored(f"sqlite:///{full}")
    moving.move(f"sqlite:///{full}", empty_url)
    there = stored(empty_url)
    moving.move(empty_url, f"sqlite:///{back}")
    for name, rows in before.items():
        assert there[name] == rows, name
    assert bytes_in(back) == bytes_in(full)
    assert stored(f"sqlite:///{full}") == before, "the source is as it was"


@on_postgres
def test_a_backup_of_either_is_restored_to_either(full: Path, empty_url: str, tmp_path: Path) -> None:
    before = stored(f"sqlite:///{full}")
    first = making.backup(f"sqlite:///{full}", tmp_path / "first.db").file
    restoring.restore(first, empty_url, tmp_path)
    second = making.backup(empty_url, tmp_path / "second.db").file
    restoring.restore(second, f"sqlite:///{tmp_path / 'restored.db'}", tmp_path)
    assert stored(empty_url) == before
    assert bytes_in(tmp_path / "restored.db") == bytes_in(full)
