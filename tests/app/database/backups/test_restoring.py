"""A backup takes the place of the database whole or not at all, and what people did there is never lost."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DatabaseError

from app.database import migration
from app.database import pool as module_of_connections
from app.database.backups import checking, copying, files, making, postgres
from app.database.backups.errors import Different, DoesNotFit, HoldsWork, InUse, OtherRevision, Refusal
from app.database.backups.restoring import Restored, restore
from app.database.connection import Database, DatabaseDown, NoDatabase, sqlite_file
from app.database.migration import NewerDatabase
from app.database.schema import metadata
from app.identity.store import people
from tests.app.database import older_installation as older
from tests.app.database.backups import every_table
from tests.app.database.test_migration import HEAD, all_of
from tests.app.learner import always_on_both, on_both, on_postgres

Restore = Callable[..., Restored]


@pytest.fixture
def backup(migrated_file: Path, tmp_path: Path) -> Path:
    """A backup with one person, whose cookie is "in the backup"."""
    made = tmp_path / "made.db"
    made.write_bytes(migrated_file.read_bytes())
    add(f"sqlite:///{made}", "in the backup")
    found = making.backup(f"sqlite:///{made}", tmp_path / "backup.db").file
    made.unlink()
    return found


@pytest.fixture
def put_back(database_url: str, backup: Path, tmp_path: Path) -> Restore:
    """Restores to the database, which nobody may use; ``replace``, and another ``file`` if given."""

    def run(*, file: Path = backup, replace: bool = False) -> Restored:
        return restore(file, database_url, tmp_path, replace=replace)

    return run


def add(url: str, cookie: str) -> None:
    with closing(Database(url)) as database, database.write() as connection:
        people.add(connection, cookie)


def is_known(url: str, *cookies: str) -> list[bool]:
    """Whether people with these cookies are there; it opens no SQLite file for writing."""
    with closing(Database(url)) as database, database.read() as connection:
        return [people.with_token(connection, cookie).id is not None for cookie in cookies]


def set_revision(url: str, revision: str) -> None:
    with closing(Database(url)) as database, database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})


# Put in place


@always_on_both
def test_a_backup_takes_the_place_of_a_database_in_which_nobody_has_worked(
    database_url: str, put_back: Restore
) -> None:
    assert put_back().aside is None
    assert is_known(database_url, "in the backup") == [True]


@on_both
def test_a_backup_is_restored_where_there_is_no_database_yet(
    empty_url: str, backup: Path, tmp_path: Path
) -> None:
    restore(backup, empty_url, tmp_path)
    assert is_known(empty_url, "in the backup") == [True]


@always_on_both
def test_a_server_goes_on_with_numbers_after_those_that_were_restored(
    database_url: str, backup: Path, put_back: Restore
) -> None:
    put_back()
    add(database_url, "later")
    with closing(Database(database_url)) as database:
        assert [one["id"] for one in all_of(database, "people")] == [1, 2]
        assert [one["id"] for one in all_of(database, "sessions")] == [1, 2]


@on_both
def test_the_tables_of_a_restored_database_are_those_of_the_code(
    database_url: str, put_back: Restore
) -> None:
    put_back()
    with closing(Database(database_url)) as database, database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert {*inspect(connection).get_table_names()} == {*metadata.tables, "alembic_version"}


@on_both
def test_an_older_backup_is_brought_to_the_revision_of_the_code_and_stays_as_it_is(
    empty_url: str, tmp_path: Path
) -> None:
    older.install(f"sqlite:///{tmp_path / 'older.db'}")
    backup = making.backup(f"sqlite:///{tmp_path / 'older.db'}", tmp_path / "backup.db").file
    before = backup.read_bytes()
    restore(backup, empty_url, tmp_path)
    with closing(Database(empty_url)) as database:
        assert migration.revision(database.engine) == HEAD
        assert len(all_of(database, "responses")) == 28
    assert backup.read_bytes() == before
    assert not list(tmp_path.rglob("*.before-*"))


def test_a_copy_from_before_a_migration_can_be_restored_too(empty_url: str, tmp_path: Path) -> None:
    older.install(empty_url)
    copy = migration.upgrade(empty_url)
    assert copy
    restored = restore(copy, empty_url, tmp_path, replace=True)
    assert (restored.holding.revision, restored.holding.seal) == ("0016", None)
    assert restored.aside


# What people did there


@on_both
def test_a_database_in_which_people_worked_is_left_alone_unless_it_is_to_be_replaced(
    database_url: str, put_back: Restore
) -> None:
    add(database_url, "at work")
    with pytest.raises(HoldsWork, match=r"holds the work of 1 person.*restore --replace` sets aside"):
        put_back()
    assert is_known(database_url, "at work", "in the backup") == [True, False]


@always_on_both
def test_what_is_replaced_is_set_aside_and_can_be_put_back(
    database_url: str, backup: Path, put_back: Restore
) -> None:
    add(database_url, "at work")
    aside = put_back(replace=True).aside
    assert is_known(database_url, "at work", "in the backup") == [False, True]
    assert aside
    put_back(file=aside, replace=True)
    assert is_known(database_url, "at work", "in the backup") == [True, False]


@on_both
def test_logs_that_refuse_to_be_emptied_are_replaced_and_go_on_refusing(
    database_url: str, put_back: Restore
) -> None:
    with closing(Database(database_url)) as database, database.write() as connection:
        every_table.fill(connection)
    full = put_back(replace=True).aside
    put_back(file=full, replace=True)
    with closing(Database(database_url)) as database:
        assert len(all_of(database, "trail")) == every_table.ROWS
        with pytest.raises(DatabaseError, match="trail is a log"), database.write() as connection:
            connection.exec_driver_sql("UPDATE trail SET text = ''")


@on_postgres
@pytest.mark.sweep
def test_a_database_of_an_older_revision_is_left_as_it_is_where_people_worked_in_it(
    empty_url: str, backup: Path, tmp_path: Path
) -> None:
    older.install(empty_url)
    with pytest.raises(HoldsWork, match="work of 6 people"):
        restore(backup, empty_url, tmp_path)
    with closing(Database(empty_url)) as database:
        assert migration.revision(database.engine) == "0016"
    aside = restore(backup, empty_url, tmp_path, replace=True).aside
    assert aside
    assert checking.check(aside).people == 6
    assert is_known(empty_url, "in the backup") == [True]


def test_what_a_killed_server_had_not_written_into_the_file_yet_is_set_aside_with_it(
    database_url: str, put_back: Restore, tmp_path: Path
) -> None:
    file = sqlite_file(database_url)
    assert file
    living = Database(database_url)
    with living.write() as connection:
        people.add(connection, "at work")
    for end in ("", "-wal", "-shm"):  # as a kill leaves them
        (tmp_path / f"killed.db{end}").write_bytes(Path(f"{file}{end}").read_bytes())
    living.close()
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"killed.db{end}").rename(f"{file}{end}")
    aside = put_back(replace=True).aside
    assert aside
    assert is_known(f"sqlite:///{aside}", "at work") == [True]
    assert [one.name for one in file.parent.glob(f"{file.name}-*")] == []


def test_a_file_that_cannot_be_read_is_set_aside_too(database_url: str, put_back: Restore) -> None:
    file = sqlite_file(database_url)
    assert file
    file.write_text("These are my notes.\n" * 1000)
    with pytest.raises(HoldsWork, match="is damaged, or another program's"):
        put_back()
    aside = put_back(replace=True).aside
    assert aside
    assert aside.read_text().startswith("These are my notes.")
    assert is_known(database_url, "in the backup") == [True]


def test_another_programs_file_is_never_replaced_unasked(
    empty_url: str, backup: Path, tmp_path: Path
) -> None:
    file = sqlite_file(empty_url)
    assert file
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(HoldsWork, match="another program's"):
        restore(backup, empty_url, tmp_path)


@on_postgres
def test_a_database_of_another_program_is_refused(empty_url: str, backup: Path, tmp_path: Path) -> None:
    with closing(Database(empty_url)) as database, database.write() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(OtherRevision, match="tables of another program, such as recipes"):
        restore(backup, empty_url, tmp_path, replace=True)


def test_the_file_keeps_its_rights(database_url: str, put_back: Restore) -> None:
    file = sqlite_file(database_url)
    assert file
    file.chmod(0o640)
    put_back()
    assert file.stat().st_mode & 0o777 == 0o640


# Refused


@always_on_both
def test_a_database_that_a_server_uses_is_refused_even_if_it_does_nothing(
    database_url: str, store: Database, put_back: Restore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "ENDING", 0.2)
    add(database_url, "at work")
    with store.read() as connection:
        people.with_token(connection, "at work")
    with pytest.raises(InUse, match=r"in use.*[Ss]top"):  # now it is idle
        put_back(replace=True)
    assert is_known(database_url, "at work") == [True]
    store.close()
    put_back(replace=True)
    assert is_known(database_url, "at work") == [False]


@on_postgres
def test_a_session_that_is_just_ending_is_waited_for(
    database_url: str, store: Database, put_back: Restore
) -> None:
    with store.read() as connection:
        connection.exec_driver_sql("SELECT 1")
    ending = Thread(target=store.close)
    ending.start()
    put_back()
    ending.join()
    assert is_known(database_url, "in the backup") == [True]


@on_both
def test_a_server_that_starts_meanwhile_sees_nothing_that_is_half_done(
    database_url: str, put_back: Restore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_of_connections, "LIMITS", {"lock_timeout": 0.2})
    add(database_url, "at work")
    on_sqlite, seen = bool(sqlite_file(database_url)), set[object]()
    module, name = (files, "owned_like") if on_sqlite else (copying, "copy")
    step = getattr(module, name)

    def look_in(*arguments: object) -> object:
        try:
            seen.add(is_known(f"{database_url}?timeout=0.1" if on_sqlite else database_url, "at work"))
        except DatabaseDown:
            seen.add(None)
        return step(*arguments)

    monkeypatch.setattr(module, name, look_in)
    put_back(replace=True)
    assert seen == {None}
    assert is_known(database_url, "at work", "in the backup") == [False, True]


@on_both
def test_a_backup_of_a_newer_version_is_refused(database_url: str, backup: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    newer.write_bytes(backup.read_bytes())
    set_revision(f"sqlite:///{newer}", "9999")
    with pytest.raises(OtherRevision, match=r"newer version of Examformer wrote .*revision is 9999"):
        restore(newer, database_url, tmp_path)
    assert is_known(database_url, "in the backup") == [False]


@on_postgres
def test_a_database_of_a_newer_version_is_not_replaced(database_url: str, put_back: Restore) -> None:
    set_revision(database_url, "9999")
    with pytest.raises(NewerDatabase, match="newer version of Examformer"):
        put_back(replace=True)


def test_the_database_itself_is_no_backup_of_it(database_url: str, put_back: Restore) -> None:
    file = sqlite_file(database_url)
    with pytest.raises(Refusal, match="is the database itself"):
        put_back(file=file, replace=True)


def test_a_server_that_is_not_there_is_a_sentence_without_the_password(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_of_connections, "PATIENCE", 0.2)
    with pytest.raises(NoDatabase) as said:
        restore(backup, f"postgresql+psycopg://me:sesame@/x?host={tmp_path}", tmp_path)
    assert "sesame" not in str(said.value)


# A transaction that fails


@on_postgres
def test_a_text_that_postgres_cannot_store_is_named_with_its_row_and_nothing_is_changed(
    database_url: str, backup: Path, put_back: Restore
) -> None:
    add(database_url, "at work")
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute(f"DROP TABLE {checking.SEAL}")
        connection.execute("UPDATE people SET name = 'a' || char(0) || 'b'")
        connection.commit()
    with pytest.raises(DoesNotFit, match="people, id 1: name holds a NUL character"):
        put_back(replace=True)
    assert is_known(database_url, "at work") == [True]


@on_postgres
def test_numbers_that_were_given_out_before_a_restore_that_failed_are_not_given_out_again(
    database_url: str, put_back: Restore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(3):
        add(database_url, f"{n}")

    number_on = postgres._number_on

    def number_on_and_fail(connection: Connection) -> None:
        number_on(connection)
        raise Different("as if a row were missing")

    monkeypatch.setattr(postgres, "_number_on", number_on_and_fail)
    with pytest.raises(Different):
        put_back(replace=True)
    add(database_url, "next")
    assert is_known(database_url, "0", "1", "2", "next", "in the backup") == [True] * 4 + [False]
