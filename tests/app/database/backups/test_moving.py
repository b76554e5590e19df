"""Everything moves into an empty database of the other kind, is compared, and stays where it was."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app.database import migration
from app.database import pool as module_of_connections
from app.database.backups import contents, postgres
from app.database.backups.contents import COPIED, Content, Contents
from app.database.backups.errors import Different, DoesNotFit, HoldsWork, InUse, OtherRevision, Refusal
from app.database.backups.moving import move
from app.database.connection import Database, DatabaseDown, NoDatabase, sqlite_file
from app.identity.store import people
from tests.app.database.backups import every_table
from tests.app.database.backups.test_restoring import add, is_known
from tests.app.database.test_migration import begin_at
from tests.app.learner import always_on_both, on_both, on_postgres


@pytest.fixture
def lite(migrated_file: Path, tmp_path: Path) -> str:
    """The address of an SQLite database with one person, whose cookie is "moves"."""
    (file := tmp_path / "lite.db").write_bytes(migrated_file.read_bytes())
    add(f"sqlite:///{file}", "moves")
    return f"sqlite:///{file}"


@pytest.fixture
def other(tmp_path: Path) -> str:
    """The address of an SQLite database that is not there."""
    return f"sqlite:///{tmp_path / 'other.db'}"


@always_on_both
def test_everything_moves_and_is_counted_and_summed_on_both_sides(database_url: str, lite: str) -> None:
    moved = move(lite, database_url)
    assert moved.read == moved.written
    assert moved.read.keys() == {table.name for table in COPIED}
    assert (moved.read["people"].rows, moved.read["sessions"].rows, moved.read["trail"].rows) == (1, 1, 0)
    assert is_known(database_url, "moves") == is_known(lite, "moves") == [True]
    add(database_url, "next")
    assert is_known(database_url, "next") == [True]


@on_both
def test_the_empty_database_need_not_be_migrated(empty_url: str, lite: str) -> None:
    move(lite, empty_url)
    assert is_known(empty_url, "moves") == [True]


@on_postgres
def test_a_database_moves_out_of_postgres_as_well(database_url: str, other: str) -> None:
    add(database_url, "moves")
    move(database_url, other)
    assert is_known(other, "moves") == is_known(database_url, "moves") == [True]


@on_both
def test_nothing_moves_over_what_people_did(database_url: str, lite: str) -> None:
    add(database_url, "at work")
    with pytest.raises(HoldsWork, match="holds the work of 1 person"):
        move(lite, database_url)
    assert is_known(database_url, "at work", "moves") == [True, False]


@always_on_both
def test_nothing_moves_out_of_a_database_that_a_server_uses(
    database_url: str, store: Database, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "ENDING", 0.2)
    with store.write() as connection:
        people.add(connection, "at work")
    with pytest.raises(InUse, match=r"[Ss]top"):
        move(database_url, other)
    assert not Path(other.removeprefix("sqlite:///")).exists()


@always_on_both
def test_nobody_writes_into_a_database_while_it_moves(
    database_url: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_of_connections, "LIMITS", {"lock_timeout": 0.2})
    add(database_url, "moves")
    counts = contents.counts

    def counted(connection: Connection) -> Mapping[str, int]:
        url = f"{database_url}?timeout=0.1" if sqlite_file(database_url) else database_url
        with pytest.raises(DatabaseDown):
            add(url, "meanwhile")
        return counts(connection)

    monkeypatch.setattr(module_of_connections, "PATIENCE", 0.2)
    monkeypatch.setattr(contents, "counts", counted)
    move(database_url, other)
    assert is_known(other, "moves", "meanwhile") == [True, False]


def test_a_database_of_an_older_revision_is_migrated_first(empty_url: str, other: str) -> None:
    begin_at(empty_url, "0016")
    with pytest.raises(OtherRevision, match="Bring it up with `examformer migrate`"):
        move(empty_url, other)


def test_a_database_that_is_not_there_does_not_move(other: str, database_url: str) -> None:
    with pytest.raises(NoDatabase, match="it is not there"):
        move(other, database_url)
    assert not Path(other.removeprefix("sqlite:///")).exists()


def test_a_database_does_not_move_onto_itself(lite: str) -> None:
    with pytest.raises(Refusal, match="is the database that is to move"):
        move(lite, lite)
    assert is_known(lite, "moves") == [True]


@on_both
def test_what_arrived_otherwise_than_it_was_sent_is_thrown_away(
    database_url: str, lite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = contents.of_tables

    def misread(connection: Connection, behind: Callable[[int], None]) -> Contents:
        return {**read(connection, behind), "people": Content(1, "another sum")}

    monkeypatch.setattr(contents, "of_tables", misread)
    with pytest.raises(
        Different, match="people: 1 rows were there, 1 were read and 1 written, or their values"
    ):
        move(lite, database_url)
    assert is_known(database_url, "moves") == [False]


@on_postgres
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("hints", "DELETE FROM hints WHERE id = 1"),
        ("people", "UPDATE people SET name = name || '.' WHERE id = 2"),
        ("people", "UPDATE people SET created_at = created_at + interval '1 microsecond' WHERE id = 1"),
        ("learners", "UPDATE learners SET mean = 0.3000000000000001 WHERE person_id = 1"),
        ("jobs", "UPDATE jobs SET result = NULL WHERE id = 2"),
        ("attachments", "UPDATE attachments SET content = content || '\\x00' WHERE name = '1'"),
    ],
)
def test_the_smallest_difference_in_a_table_is_found(
    database_url: str, other: str, monkeypatch: pytest.MonkeyPatch, table: str, change: str
) -> None:
    migration.upgrade(other)
    with closing(Database(other)) as database, database.write() as connection:
        every_table.fill(connection)
    read = contents.of_tables

    def spoil_and_read(connection: Connection, behind: Callable[[int], None]) -> Contents:
        assert connection.execute(text(change)).rowcount == 1
        return read(connection, behind)

    monkeypatch.setattr(contents, "of_tables", spoil_and_read)
    with pytest.raises(Different, match=f"{table}: 4 rows were there"):
        move(other, database_url)


@on_postgres
def test_json_that_is_none_is_named_with_its_row(database_url: str, lite: str) -> None:
    with closing(Database(lite)) as database, database.write() as connection:
        every_table.fill(connection, 2)
        connection.exec_driver_sql("UPDATE jobs SET result = '{\"got\": NaN}' WHERE id = 3")
    with pytest.raises(DoesNotFit, match=r"jobs cannot be stored there: .*json.*line 2, column result"):
        move(lite, database_url)
    assert is_known(database_url, "moves") == [False]


@always_on_both
def test_progress_is_told_up_to_the_last_row(database_url: str, lite: str) -> None:
    told: list[tuple[str, int, int]] = []
    move(lite, database_url, lambda *one: told.append(one))
    assert next(one for one in told if one[1] == 2) == ("copied", 2, 2)
    assert told[-1] == ("checked", 2, 2)
