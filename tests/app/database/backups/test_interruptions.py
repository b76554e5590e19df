"""A command that is killed in the middle, or finds the disk full, leaves nothing half done."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from app.database.backups import making
from app.database.backups.restoring import restore
from app.database.connection import Database, sqlite_file
from tests.app.database.backups import every_table
from tests.app.database.backups.test_restoring import add, is_known
from tests.app.learner import always_on_both, on_both
from tests.app.server import EXAMFORMER, PATIENCE, surroundings

COMMAND = """
import os, signal, sys
from pathlib import Path
from app import cli
from app.commands.backups import commands
from app.database.backups import files, postgres

commands.DATA = Path.cwd()
"""
KILLED = """
step = {module}.{name}
def then_killed(*given, **named):
    step(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)

{module}.{name} = then_killed
"""
RUN = "cli.main(sys.argv[1:])"


@pytest.fixture
def backup(migrated_file: Path, tmp_path: Path) -> Path:
    """A backup with rows in every table, and with somebody whose cookie is "in the backup"."""
    (made := tmp_path / "made.db").write_bytes(migrated_file.read_bytes())
    add(f"sqlite:///{made}", "in the backup")
    with closing(Database(f"sqlite:///{made}")) as database, database.write() as connection:
        every_table.fill(connection, 2)
    return making.backup(f"sqlite:///{made}", tmp_path / "backup.db").file


def begin(url: str, folder: Path, *arguments: str, code: str = COMMAND + RUN) -> "subprocess.Popen[bytes]":
    """Begins a command in a process of its own, whose folder for data is this one."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env=surroundings({"EXAMFORMER_DATABASE_URL": url}) | {"PYTHONPATH": str(Path(__file__).parents[4])},
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    _, complained = process.communicate(timeout=PATIENCE)
    return process.returncode, complained.decode()


@on_both
def test_a_restore_that_is_killed_before_its_last_step_leaves_the_old_database(
    database_url: str, backup: Path, tmp_path: Path
) -> None:
    add(database_url, "at work")
    step = {"module": "files", "name": "set_aside"}
    if sqlite_file(database_url) is None:
        step = {"module": "postgres", "name": "_number_on"}
    killed = begin(
        database_url, tmp_path, "restore", str(backup), "--replace",
        code=COMMAND + KILLED.format(**step) + RUN,
    )  # fmt: skip
    assert ended(killed)[0] == -signal.SIGKILL
    assert is_known(database_url, "at work", "in the backup") == [True, False]
    assert restore(backup, database_url, tmp_path, replace=True).aside
    assert is_known(database_url, "at work", "in the backup") == [False, True]


@on_both
@pytest.mark.sweep
def test_whenever_a_restore_is_killed_the_database_is_the_old_one_or_the_new_one(
    database_url: str, backup: Path, tmp_path: Path
) -> None:
    add(database_url, "at work")
    old, new = (
        making.backup(url, tmp_path / name).contents
        for url, name in ((database_url, "old.db"), (f"sqlite:///{tmp_path / 'made.db'}", "new.db"))
    )
    began = time.monotonic()
    assert ended(begin(database_url, tmp_path, "restore", str(backup), "--replace"))[0] == 0
    took, rng = time.monotonic() - began, Random(7)
    found = []
    for n in range(10):
        restore(tmp_path / "old.db", database_url, tmp_path, replace=True)
        running = begin(database_url, tmp_path, "restore", str(backup), "--replace")
        time.sleep(rng.uniform(0.3, 1) * took)
        running.kill()
        ended(running)
        left = making.backup(database_url, tmp_path / f"{n}.db").contents
        assert left in (old, new), n
        found.append(left == new)
    assert False in found


@always_on_both
def test_a_backup_for_which_the_disk_has_no_room_is_a_sentence_and_leaves_nothing(
    database_url: str, tmp_path: Path
) -> None:
    with closing(Database(database_url)) as database, database.write() as connection:
        every_table.fill(connection)
    (folder := tmp_path / "full").mkdir()
    status, said = ended(limited(database_url, "backup", str(folder)))
    assert status == 2
    assert "Check that it is there, that this user may write to it and that the disk has room" in said
    assert len(said.splitlines()) == 1
    assert list(folder.iterdir()) == []


def test_a_restore_for_which_the_disk_has_no_room_leaves_the_old_database(
    database_url: str, backup: Path, tmp_path: Path
) -> None:
    file = sqlite_file(database_url)
    assert file
    add(database_url, "at work")
    status, said = ended(limited(database_url, "restore", str(backup), "--replace"))
    assert (status, len(said.splitlines())) == (2, 1)
    assert is_known(database_url, "at work") == [True]
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def limited(url: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Begins a command that can write no file beyond 600 kB, as on a disk that fills up."""
    return subprocess.Popen(
        ["sh", "-c", 'ulimit -f 1200; exec "$@"', "sh", EXAMFORMER, *arguments],
        env=surroundings({"EXAMFORMER_DATABASE_URL": url}),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
