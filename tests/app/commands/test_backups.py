"""`examformer backup`, `check-backup`, `restore` and `move` as an operator reads them."""

import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.commands.backups import commands
from app.database.backups.checking import SEAL
from app.database.connection import sqlite_file
from app.database.schema import metadata
from tests.app.commands.conftest import Said
from tests.app.database import older_installation as older
from tests.app.database.backups.test_restoring import add, is_known
from tests.app.learner import always_on_both, on_postgres

TABLES = len(metadata.tables) + 1  # and the one that holds the revision

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which an installation has its data."""
    monkeypatch.setattr(commands, "DATA", tmp_path / "installed" / "data")
    return commands.DATA


@always_on_both
def test_a_backup_prints_its_place_for_programs_and_what_it_holds_for_people(
    said: Said, database_url: str, data: Path
) -> None:
    add(database_url, "somebody")
    status, out, err = said("backup")
    file = sqlite_file(database_url)
    assert status == 0
    assert Path(out.rstrip("\n")).is_file()
    assert Path(out.rstrip("\n")).parent == (file.parent if file else data)
    assert re.fullmatch(rf"{TABLES} tables, 3 rows, \d\.\d MB: checked, and sealed\.\n", err)


def test_a_check_says_what_a_backup_holds(said: Said, database_url: str, tmp_path: Path) -> None:
    add(database_url, "somebody")
    said("backup", tmp_path / "backup.db")
    status, out, err = said("check-backup", tmp_path / "backup.db")
    told = {
        name: rest for name, _, rest in (" ".join(line.split()).partition(" ") for line in out.splitlines())
    }
    assert (status, err) == (0, "")
    assert told["file"] == str(tmp_path / "backup.db")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, from SQLite [\d.]+", told["made"])
    assert re.fullmatch(r"\d+, of this version", told["revision"])
    assert (told["people"], told["courses"], told["sittings"]) == ("1", "0", "0")
    assert told["holds"].startswith(f"{TABLES} tables, 3 rows, ")
    assert told["sound"] == "pages, indexes and references are whole; every row is as it was written"


def test_a_copy_without_a_seal_is_told_with_what_could_not_be_compared(said: Said, tmp_path: Path) -> None:
    older.install(f"sqlite:///{tmp_path / 'older.db'}")
    status, out, _ = said("check-backup", tmp_path / "older.db")
    assert status == 0
    assert "revision  0016, older" in out
    assert "made      it does not say" in out
    assert "no seal that its rows could be compared with" in out


def test_a_backup_that_is_not_sound_exits_with_1_and_one_line(said: Said, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("These are my notes.\n" * 100)
    status, out, err = said("check-backup", tmp_path / "notes.txt")
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "is no SQLite database" in err


@pytest.mark.parametrize("command", ["check-backup", "restore"])
def test_a_file_that_is_not_there_exits_with_2_and_one_line(said: Said, tmp_path: Path, command: str) -> None:
    status, out, err = said(command, tmp_path / "nothing.db")
    assert (status, out) == (2, "")
    assert err == f"examformer: {tmp_path / 'nothing.db'} is not there, or is no file\n"


@always_on_both
def test_what_is_replaced_is_told_with_its_new_place(
    said: Said, database_url: str, tmp_path: Path, data: Path
) -> None:
    add(database_url, "in the backup")
    said("backup", tmp_path / "backup.db")
    add(database_url, "at work")
    status, out, err = said("restore", tmp_path / "backup.db")
    assert (status, out) == (2, "")
    assert "holds the work of 2 people" in err
    assert "--replace" in err
    status, out, _ = said("restore", tmp_path / "backup.db", "--replace")
    assert status == 0
    assert "Restored to " in out
    aside = Path(out.partition("lies in ")[2].strip())
    assert aside.is_file()
    assert sqlite_file(database_url) or aside.parent == data
    assert is_known(database_url, "in the backup", "at work") == [True, False]
    assert said("check-backup", aside)[0] == 0


def test_an_older_backup_says_that_it_was_brought_up(said: Said, database_url: str, tmp_path: Path) -> None:
    older.install(f"sqlite:///{tmp_path / 'older.db'}")
    status, out, _ = said("restore", tmp_path / "older.db")
    assert status == 0
    assert re.search(r"The backup is of revision 0016; the database was brought to \d+\.", out)


@on_postgres
def test_a_move_prints_both_sides_and_what_to_do_next(
    said: Said, database_url: str, migrated_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "lite.db").write_bytes(migrated_file.read_bytes())
    add(f"sqlite:///{tmp_path / 'lite.db'}", "moves")
    status, out, err = said("move", "--from", f"sqlite:///{tmp_path / 'lite.db'}", "--to", database_url)
    lines = [line.split() for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert lines[0] == ["table", "from", "to", "sum"]
    assert [line[:3] for line in lines[1:3]] == [["people", "1", "1"], ["sessions", "1", "1"]]
    assert "2 rows in 2 tables; 67 are empty in both." in out
    assert "Set EXAMFORMER_DATABASE_URL to postgresql" in out
    status, out, _ = said("move", "--to", f"sqlite:///{tmp_path / 'back.db'}")  # from where the settings say
    assert (status, is_known(f"sqlite:///{tmp_path / 'back.db'}", "moves")) == (0, [True])


@pytest.mark.parametrize(
    "arguments",
    [["--to", "exam.db"], ["--to", "sqlite://"], ["--to", "mysql://me:sesame@x/exam"],
     ["--from", "postgresql://me:sesame@x:port/exam", "--to", "sqlite:///x.db"]],
)  # fmt: skip
def test_an_address_that_is_none_is_named_without_its_password(said: Said, arguments: list[str]) -> None:
    status, out, err = said("move", *arguments)
    assert (status, out) == (2, "")
    assert (
        err
        == f"examformer: {arguments[-2] if len(arguments) == 2 else '--from'}: must be sqlite:///FILE or postgresql://USER@HOST/NAME\n"
    )


def test_progress_is_one_line_on_a_terminal_and_a_line_now_and_then_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = commands.Shown()
    shown("copied", 1000, 250_000)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(commands, "EVERY", -1)
    shown("copied", 2000, 250_000)
    assert capsys.readouterr().err == "copied: 2,000 of 250,000 rows\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown("checked", 250_000, 250_000)
    assert capsys.readouterr().err == "\r\x1b[Kchecked: 250,000 of 250,000 rows"


def test_a_database_that_was_a_backup_once_can_be_backed_up_again(
    said: Said, database_url: str, tmp_path: Path
) -> None:
    assert said("backup", tmp_path / "first.db")[0] == 0
    assert said("restore", tmp_path / "first.db")[0] == 0
    file = sqlite_file(database_url)
    assert file
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (SEAL,)).fetchall() == []
    said("backup", tmp_path / "second.db")
    assert said("check-backup", tmp_path / "second.db")[0] == 0
