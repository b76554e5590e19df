"""A check tells what a file holds, finds what is wrong with it, and changes nothing."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from app.database.backups import checking, contents, files, making
from app.database.backups.errors import Unsound
from app.database.connection import Database
from app.database.migration import Standing
from tests.app.database import older_installation as older
from tests.app.database.backups import every_table


@pytest.fixture(scope="module")
def sound(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with rows in every table."""
    folder = tmp_path_factory.mktemp("sound")
    shutil.copy(migrated_file, folder / "full.db")
    with closing(Database(f"sqlite:///{folder}/full.db")) as database, database.write() as connection:
        every_table.fill(connection)
    return making.backup(f"sqlite:///{folder}/full.db", folder / "backup.db").file


@pytest.fixture
def backup(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "backup.db"))


def do(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_check_tells_what_is_there_and_leaves_no_trace(backup: Path) -> None:
    before, at = backup.read_bytes(), backup.stat().st_mtime_ns
    backup.chmod(0o400)
    backup.parent.chmod(0o500)
    found = checking.check(backup)
    backup.parent.chmod(0o700)
    assert (found.standing, found.people, found.count("courses")) == (Standing.CURRENT, 4, 4)
    assert found.rows == 4 * len(contents.COPIED) + 1
    assert found.seal
    assert (backup.read_bytes(), backup.stat().st_mtime_ns) == (before, at)
    assert list(backup.parent.iterdir()) == [backup]


def test_a_copy_of_an_older_revision_is_told_with_its_people(tmp_path: Path) -> None:
    older.install(f"sqlite:///{tmp_path / 'older.db'}")
    found = checking.check(tmp_path / "older.db")
    assert (found.revision, found.standing, found.people, found.seal) == ("0016", Standing.OLDER, 6, None)


def test_a_copy_of_a_newer_revision_is_told_as_such(backup: Path) -> None:
    do(backup, "UPDATE alembic_version SET version_num = '9999'")
    do(backup, f"DROP TABLE {checking.SEAL}")
    assert checking.check(backup).standing is Standing.NEWER


def test_what_a_writing_ahead_log_beside_it_holds_counts(backup: Path, tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{backup}")) as database:
        with database.write() as connection:
            connection.exec_driver_sql(
                "INSERT INTO people (created_at, name, role) VALUES ('2026-12-01', '', 'guest')"
            )
        (killed := tmp_path / "killed").mkdir()
        for file in tmp_path.glob("backup.db*"):
            shutil.copy(file, killed)
    found = checking.check(killed / "backup.db")
    assert (found.people, found.seal) == (5, None)


def test_a_backup_that_became_a_database_is_no_broken_backup(backup: Path) -> None:
    with closing(Database(f"sqlite:///{backup}")) as database, database.write() as connection:
        connection.exec_driver_sql("UPDATE people SET name = 'Ada'")
    assert checking.check(backup).seal is None
    again = making.backup(f"sqlite:///{backup}", backup.with_name("again.db")).file
    assert checking.check(again).seal


# What is wrong


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for name in ("nothing.db", "."):
        with pytest.raises(FileNotFoundError, match="is not there, or is no file"):
            checking.check(tmp_path / name)


@pytest.mark.parametrize(
    "content",
    [b"These are my notes.\n" * 1000, b"PGDMP\x01\x10" + bytes(5000), b"-- PostgreSQL database dump\n" * 10],
)
def test_a_file_of_another_kind_is_no_backup(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.db").write_bytes(content)
    with pytest.raises(Unsound, match=r"is no SQLite database.*pg_dump"):
        checking.check(tmp_path / "a.db")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE moz_places (id INTEGER PRIMARY KEY)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "SELECT 1",
    ],
)
def test_a_database_of_another_program_is_none_of_ours(tmp_path: Path, statement: str) -> None:
    do(tmp_path / "a.db", statement)
    with pytest.raises(Unsound, match="none that Examformer has written"):
        checking.check(tmp_path / "a.db")


@pytest.mark.parametrize("part", [0.01, 0.3, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_no_backup(backup: Path, part: float) -> None:
    os.truncate(backup, int(backup.stat().st_size * part))
    with pytest.raises(Unsound, match=r"is no SQLite database, or only a part of one|is damaged"):
        checking.check(backup)


def test_a_row_without_the_row_it_belongs_to_is_named(backup: Path) -> None:
    do(backup, "UPDATE sessions SET person_id = 999")
    with pytest.raises(Unsound, match="a row of sessions refers to one of people that is not there"):
        checking.check(backup)


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("UPDATE people SET name = 'Eve' WHERE id = 1", "people"),
        ("DELETE FROM hints WHERE id = 2", "hints"),
    ],
)  # fmt: skip
def test_rows_that_are_not_those_that_were_written_are_found(
    backup: Path, statement: str, table: str
) -> None:
    do(backup, statement)
    with pytest.raises(Unsound, match=f"the rows of {table} are not those that were written"):
        checking.check(backup)


def test_a_letter_that_turned_into_another_on_the_disk_is_found(backup: Path) -> None:
    """SQLite's own check does not see it."""
    content = bytearray(backup.read_bytes())
    place = content.rindex(b"DROP TABLE people")
    content[place] ^= 1
    backup.write_bytes(content)
    with closing(files.reading(backup)) as connection:
        assert checking.faults(connection) == ""
    with pytest.raises(Unsound, match="are not those that were written"):
        checking.check(backup)


def test_whatever_byte_is_spoilt_the_check_ends_with_a_sentence_or_finds_every_row(
    sound: Path, tmp_path: Path
) -> None:
    rng, whole = Random(7), sound.read_bytes()
    rows = checking.check(sound).contents
    ended = []
    for n in range(40):
        content = bytearray(whole)
        for _ in range(rng.choice((1, 1, 50))):
            content[rng.randrange(len(content))] = rng.randrange(256)
        (spoilt := tmp_path / f"{n}.db").write_bytes(content)
        try:
            assert checking.check(spoilt).contents == rows
            ended.append(True)
        except Unsound:
            ended.append(False)
        spoilt.unlink()
    assert len(ended) == 40
    assert False in ended
