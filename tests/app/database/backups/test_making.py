"""Backups of a database that is in use: whole, of one moment, over nothing, and checked before they are there."""

import shutil
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, make_url, text, update

from app.database import migration
from app.database.backups import checking, contents, making, postgres
from app.database.backups.errors import DoesNotFit, OtherRevision, Unsound
from app.database.connection import Database, NoDatabase, sqlite_file
from app.database.schema import learners, rate_counts
from app.identity.store import people
from app.identity.store.tokens import hashed
from tests.app.database.test_migration import HEAD, begin_at
from tests.app.learner import always_on_both, on_postgres
from tests.every import one_in


def backup(url: str, to: Path) -> Path:
    return making.backup(url, to).file


# Of either database


@always_on_both
def test_a_backup_is_one_file_with_all_rows_and_says_when_it_was_made(
    database_url: str, store: Database, tmp_path: Path
) -> None:
    with store.write() as connection:
        people.add(connection, "somebody")
    before = datetime.now(UTC).replace(microsecond=0)
    (folder := tmp_path / "backups").mkdir()
    made = making.backup(database_url, folder)
    assert list(folder.iterdir()) == [made.file]
    assert f"{make_url(database_url).database}".rpartition("/")[2] in made.file.name
    holding = checking.check(made.file)
    assert (holding.people, holding.count("sessions"), holding.revision) == (1, 1, HEAD)
    assert holding.contents == made.contents
    assert holding.seal
    assert before <= holding.seal.made_at <= before + timedelta(minutes=1)
    assert holding.seal.made_from.startswith("SQLite" if store.is_sqlite else "PostgreSQL")


@always_on_both
def test_only_its_owner_can_read_a_backup(database_url: str, tmp_path: Path) -> None:
    assert stat.S_IMODE(backup(database_url, tmp_path / "copy.db").stat().st_mode) == 0o600


@always_on_both
def test_a_backup_that_fails_midway_leaves_nothing(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(contents, "of_file", fail)
    (folder := tmp_path / "backups").mkdir()
    with pytest.raises(NoDatabase, match=r"disk is full.*the disk has room"):
        backup(database_url, folder)
    assert list(folder.iterdir()) == []


@always_on_both
def test_a_backup_of_one_moment_leaves_out_what_comes_while_it_is_made(
    database_url: str, store: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.write() as connection:
        people.add(connection, "before")
    look = contents.of_file if store.is_sqlite else contents.counts

    def look_and_add(connection: object) -> object:
        found = look(connection)  # type: ignore[arg-type]
        with store.write() as other:
            people.add(other, f"meanwhile {datetime.now(UTC)}")
        return found

    monkeypatch.setattr(contents, look.__name__, look_and_add)
    made = backup(database_url, tmp_path / "copy.db")
    monkeypatch.undo()
    assert checking.check(made).people == 1


# Of PostgreSQL


@on_postgres
def test_counts_of_rates_are_left_out(database_url: str, store: Database, tmp_path: Path) -> None:
    with store.write() as connection:
        connection.execute(insert(rate_counts).values(key="k", hits=[1.5], number=1, ends=2.0))
    assert checking.check(backup(database_url, tmp_path)).count("rate_counts") == 0


@on_postgres
@pytest.mark.parametrize(
    ("revision", "said"),
    [("0055", r"is of revision 0055.*works with \d+\. Bring it up with `examformer migrate`"),
     ("9999", r"A newer version of Examformer wrote .*revision is 9999.*Use that version")],
)  # fmt: skip
def test_a_database_of_another_revision_is_refused_with_what_to_do(
    database_url: str, store: Database, tmp_path: Path, revision: str, said: str
) -> None:
    with store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
    with pytest.raises(OtherRevision, match=said):
        backup(database_url, tmp_path)
    assert list(tmp_path.iterdir()) == []


@on_postgres
def test_a_database_without_tables_is_refused(empty_url: str, tmp_path: Path) -> None:
    with pytest.raises(OtherRevision, match="`examformer migrate` makes its tables"):
        backup(empty_url, tmp_path)


@on_postgres
def test_no_backup_begins_in_the_middle_of_a_migration(
    database_url: str, store: Database, tmp_path: Path
) -> None:
    with store.write() as migrating:
        migrating.exec_driver_sql(f"SELECT pg_advisory_xact_lock({migration.ONE_AT_A_TIME})")
        with pytest.raises(OtherRevision, match="being migrated at this moment"):
            backup(database_url, tmp_path)


@on_postgres
def test_no_migration_begins_while_a_backup_is_made(store: Database) -> None:
    tried = f"SELECT pg_try_advisory_xact_lock({migration.ONE_AT_A_TIME})"
    with postgres.reading(store), store.write() as migrating:
        assert migrating.exec_driver_sql(tried).scalar_one() is False
    with store.write() as migrating:
        assert migrating.exec_driver_sql(tried).scalar_one() is True


@on_postgres
def test_a_number_that_sqlite_cannot_store_is_named(
    database_url: str, store: Database, tmp_path: Path
) -> None:
    with store.write() as connection:
        ada = people.add(connection, "ada")
        known = {"person_id": ada, "variance": 1.0, "folded_at": datetime.now(UTC)}
        connection.execute(insert(learners).values(known | {"mean": float("nan")}))
    with pytest.raises(DoesNotFit, match=rf"learners, person_id {ada}: mean is not a number \(NaN\)"):
        backup(database_url, tmp_path)
    assert list(tmp_path.iterdir()) == []
    with store.write() as connection:
        connection.execute(update(learners).values(mean=float("-inf")))
    assert checking.check(backup(database_url, tmp_path)).count("learners") == 1


@on_postgres
def test_a_backup_is_made_while_a_server_writes(database_url: str, store: Database, tmp_path: Path) -> None:
    with store.write() as connection:
        people.add(connection, "not committed yet")
        assert checking.check(backup(database_url, tmp_path)).people == 0


# Of SQLite


def test_an_older_database_is_copied_as_it_is(empty_url: str, tmp_path: Path) -> None:
    begin_at(empty_url, "0016")
    assert checking.check(backup(empty_url, tmp_path / "copy.db")).revision == "0016"


def test_a_damaged_database_is_named_and_no_backup_of_it_is_kept(database_url: str, tmp_path: Path) -> None:
    file = sqlite_file(database_url)
    assert file
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO sessions VALUES (1, 'h', 999, '', '')")
        connection.commit()
    with pytest.raises(
        Unsound, match="The database itself is damaged: a row of sessions refers to one of people"
    ):
        backup(database_url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_copy_is_restored_in_the_place_of_the_file_and_of_what_belongs_to_it(database_url: str) -> None:
    file = sqlite_file(database_url)
    assert file is not None
    broken = Database(database_url)
    with broken.write() as connection:
        before = people.add(connection, "before")
    copy = backup(database_url, file.parent)
    with broken.write() as connection:
        people.add(connection, "after")
    assert file.with_name(f"{file.name}-wal").exists()
    (aside := file.parent / "aside").mkdir()
    for one in file.parent.glob(f"{file.name}*"):
        if one != copy:
            one.rename(aside / one.name)
    broken.close()
    copy.rename(file)
    assert migration.upgrade(database_url) is None
    restored = Database(database_url)
    with restored.read() as connection:
        assert people.with_token(connection, "before").id == before
        assert people.with_token(connection, "after").id is None
    restored.close()


def test_a_copy_of_a_running_database_is_whole_and_has_what_was_committed(
    database_url: str, store: Database, tmp_path: Path
) -> None:
    stop = threading.Event()
    written: list[str] = []

    def write() -> None:
        while not stop.is_set():
            with store.write() as connection:
                people.add(connection, name := str(len(written)))
            written.append(name)

    with ThreadPoolExecutor(1) as background:
        writing = background.submit(write)
        copies = []
        for n in range(3):
            while len(written) < 5 * (n + 1):
                stop.wait(0.002)
            sure = list(written)
            copies.append((backup(database_url, tmp_path / f"copy {n}?#%.db"), sure))
        stop.set()
        writing.result()
    for copy, sure in copies:
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            hashes = {hash for (hash,) in connection.execute("SELECT token_hash FROM sessions")}
        assert {hashed(name) for name in sure} <= hashes


def test_a_copy_leaves_out_what_is_not_committed(database_url: str, store: Database, tmp_path: Path) -> None:
    with store.write() as connection:
        people.add(connection, "somebody")
        copy = backup(database_url, tmp_path / "copy.db")
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("SELECT count(*) FROM people").fetchone() == (0,)


def test_two_copies_of_one_second_have_two_names(database_url: str) -> None:
    file = sqlite_file(database_url)
    assert file is not None
    copies = {backup(database_url, file.parent), backup(database_url, file.parent)}
    assert len(copies) == 2
    assert {copy.parent for copy in copies} == {file.parent}


@pytest.mark.parametrize("folder", one_in(3, ["with space", "ask?", "number#1", "100%20", "ümlaut"]))
def test_a_database_in_a_folder_of_any_name_can_be_copied(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    made = tmp_path / "made.db"
    migration.upgrade(f"sqlite:///{made}")
    file = shutil.move(made, tmp_path / folder / "examformer.db")
    url = make_url("sqlite://").set(database=str(file)).render_as_string()
    with closing(sqlite3.connect(backup(url, tmp_path))) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


def test_a_copy_may_go_into_a_folder(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    copies = {backup(database_url, tmp_path / "copies") for _ in range(2)}
    assert {copy.parent for copy in copies} == {tmp_path / "copies"}
    assert set((tmp_path / "copies").iterdir()) == copies


@pytest.mark.parametrize("taken", ["notes.txt", "data/examformer.db"])
def test_a_copy_writes_over_nothing_that_is_there(database_url: str, tmp_path: Path, taken: str) -> None:
    (tmp_path / "notes.txt").write_text("These are my notes.\n")
    before = (tmp_path / taken).read_bytes()
    with pytest.raises(FileExistsError, match=rf"{taken} is there already; choose another name"):
        backup(database_url, tmp_path / taken)
    assert (tmp_path / taken).read_bytes() == before


def test_a_database_that_is_not_there_cannot_be_copied_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match=r"nowhere\.db"):
        backup(f"sqlite:///{tmp_path}/nowhere.db", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_copy_into_a_folder_that_is_not_there_is_a_sentence(database_url: str, tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match=r"nowhere/copy\.db cannot be written"):
        backup(database_url, tmp_path / "nowhere" / "copy.db")
