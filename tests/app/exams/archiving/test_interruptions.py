"""Whatever comes between, no save is lost and none is moved twice; and others who save get their turn."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi import FastAPI

from app.database.archives import archive as files
from app.database.archives.alone import alone
from app.database.backups import checking, sealing
from app.database.backups.errors import Different, InUse, Unsound
from app.database.connection import NoDatabase
from app.exams.archiving import archiving, putting_back
from app.exams.archiving.archiving import Unfinished
from app.exams.store import archives
from app.exams.store.audit_log import Kind
from tests.app.courses.taught_course import Lecture
from tests.app.exams.archiving.old_exam import (
    BEFORE,
    REPLACED,
    TEXTS,
    archive,
    log_of,
    sat_long_ago,
    sit,
)
from tests.app.exams.course_exam import exam
from tests.app.exams.sitting import Sat
from tests.app.exams.test_key_reports import send as report
from tests.app.learner import always_on_both, on_both
from tests.app.server import EXAMFORMER, PATIENCE, surroundings

KILLED = """
import os, signal, sys
from app import cli
from app.database.archives import archive
from app.database.backups import files, sealing
from app.exams.archiving import archiving
from app.exams.store import old_saves

step, calls = {step}, []
def then_killed(*given, **named):
    done = step(*given, **named)
    calls.append(1)
    if len(calls) == {call}:
        os.kill(os.getpid(), signal.SIGKILL)
    return done

{step} = then_killed
archiving.AT_ONCE = 2
cli.main(sys.argv[1:])
"""


class Gone(Exception):
    """As when the power goes."""


@pytest.fixture
def sats(app: FastAPI, nlp: Lecture) -> list[Sat]:
    return sat_long_ago(app, nlp, students=3)


def held(file: Path, sats: list[Sat]) -> list[dict[str, object]]:
    return [dict(one) for sat in sats for one in putting_back.saves(file, sat.stored.id)]


def fails_at(call: int) -> Callable[[float], object]:
    """Interrupts at this pause between two transactions."""
    calls: list[float] = []

    def rests(seconds: float) -> None:
        calls.append(seconds)
        if len(calls) == call:
            raise Gone

    return rests


# Killed


@on_both
@pytest.mark.parametrize(
    ("step", "call", "there"),
    [
        ("sealing.seal", 1, False),  # written, not in its place
        ("files.place", 1, True),  # in its place, nothing is removed
        ("archive.check", 1, True),
        ("old_saves.remove", 1, True),  # in the first transaction that removes
        ("old_saves.remove", 5, True),  # in the middle of a sitting
    ],
)
def test_a_command_that_is_killed_is_finished_by_the_same_command(
    app: FastAPI, sats: list[Sat], database_url: str, tmp_path: Path, step: str, call: int, there: bool
) -> None:
    before = log_of(app.state.database, sats)
    arguments = ("archive", "--before", f"{BEFORE:%Y-%m-%d}", str(file := tmp_path / "a.db"))
    killed = subprocess.Popen(
        [sys.executable, "-c", KILLED.format(step=step, call=call), *arguments],
        env=surroundings({"EXAMFORMER_DATABASE_URL": database_url})
        | {"PYTHONPATH": str(Path(__file__).parents[4])},
    )
    assert killed.wait(PATIENCE) == -signal.SIGKILL
    assert file.exists() == there
    known = held(file, sats) if there else []
    now = log_of(app.state.database, sats)
    missing = [one for one in before if one not in now]
    assert all(one in known for one in missing), "nothing is removed before it is in the file"
    assert bool(missing) == (step == "old_saves.remove" and call > 1)
    done = archive(app, file)
    assert done.went_on == there
    assert done.saves == 3 * REPLACED - len(missing)
    after = log_of(app.state.database, sats)
    assert sorted((*held(file, sats), *after), key=lambda one: int(str(one["id"]))) == before
    again = archive(app, file)
    assert (again.saves, again.sittings, again.left) == (0, 0, 0)


@always_on_both
def test_an_archive_that_is_not_finished_is_finished_before_the_next_one(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    with pytest.raises(Gone):
        archive(app, tmp_path / "a.db", rests=fails_at(1))
    with pytest.raises(Unfinished, match=r"a\.db was written, and not all"):
        archive(app, tmp_path / "b.db")
    assert not (tmp_path / "b.db").exists()
    with pytest.raises(putting_back.NotThere, match="is not finished"):
        putting_back.put_back(app.state.database, tmp_path / "a.db", sats[0].stored.id)
    assert archive(app, tmp_path / "a.db").sittings == 2
    assert archive(app, tmp_path / "b.db").saves == 0


def test_a_file_that_was_lost_before_it_was_finished_is_told_and_stops_nobody(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    with pytest.raises(Gone):
        archive(app, tmp_path / "a.db", rests=fails_at(1))
    (tmp_path / "a.db").rename(tmp_path / "elsewhere.db")
    done = archive(app, tmp_path / "b.db")
    assert done.lost == (str(tmp_path / "a.db"),)
    assert (done.saves, done.sittings) == (2 * REPLACED, 2)
    assert archive(app, tmp_path / "c.db").lost == ()


def test_a_file_of_another_day_or_of_somebody_else_is_not_written_over(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    archive(app, tmp_path / "a.db")
    with pytest.raises(FileExistsError, match="is there already"):
        archiving.archive(app.state.database, sats[0].watch.now, tmp_path / "a.db")
    (tmp_path / "notes.txt").write_text("These are my notes.\n" * 100)
    with pytest.raises(Unsound, match="is no SQLite database"):
        archive(app, tmp_path / "notes.txt")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE moz_places (id INTEGER)").connection.close()
    with pytest.raises(Unsound, match="is no archive"):
        archive(app, tmp_path / "other.db")


def test_an_appeal_that_comes_while_it_is_interrupted_keeps_its_saves(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    with pytest.raises(Gone):
        archive(app, tmp_path / "a.db", rests=fails_at(1))
    report(sats[2])
    done = archive(app, tmp_path / "a.db")
    assert (done.sittings, done.left) == (1, 1)
    assert len(sats[2].events(Kind.SAVED)) == 2 * len(TEXTS)


# Faults


@always_on_both
def test_a_disk_without_room_is_a_sentence_and_leaves_everything(
    app: FastAPI, sats: list[Sat], database_url: str, tmp_path: Path
) -> None:
    before = log_of(app.state.database, sats)
    (folder := tmp_path / "full").mkdir()
    limited = subprocess.run(
        ["sh", "-c", 'ulimit -f 16; exec "$@"', "sh", EXAMFORMER, "archive", "--before", f"{BEFORE:%Y-%m-%d}",
         str(folder / "a.db")],
        env=surroundings({"EXAMFORMER_DATABASE_URL": database_url}), capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip
    assert limited.returncode == 2
    assert len(limited.stderr.splitlines()) == 1
    assert list(folder.iterdir()) == []
    assert log_of(app.state.database, sats) == before


def test_a_folder_that_is_not_there_is_a_sentence_and_leaves_everything(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    before = log_of(app.state.database, sats)
    with pytest.raises(NoDatabase, match="cannot be written"):
        archive(app, tmp_path / "nowhere" / "a.db")
    assert log_of(app.state.database, sats) == before
    with app.state.database.read() as connection:
        assert archives.unfinished(connection) == []


def spoil(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE trail SET text = 'something else' WHERE id = (SELECT max(id) FROM trail)")
        connection.commit()


@always_on_both
def test_of_an_archive_that_was_changed_nothing_is_removed_and_nothing_put_back(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    with pytest.raises(Gone):
        archive(app, file := tmp_path / "a.db", rests=fails_at(1))
    before = log_of(app.state.database, sats)
    spoil(file)
    said = "the rows of trail are not those that were written. Take another copy of the archive"
    for act in (
        lambda: archive(app, file),
        lambda: putting_back.put_back(app.state.database, file, sats[0].stored.id),
        lambda: putting_back.saves(file, sats[0].stored.id),
    ):
        with pytest.raises(Unsound, match=said):
            act()
    assert log_of(app.state.database, sats) == before


def test_even_a_new_seal_on_other_rows_removes_nothing(app: FastAPI, sats: list[Sat], tmp_path: Path) -> None:
    with pytest.raises(Gone):
        archive(app, file := tmp_path / "a.db", rests=fails_at(2))
    spoil(file)
    sealing.unseal(file)
    with pytest.raises(Unsound, match="has no seal"):
        archive(app, file)
    sealing.seal(file, "by hand")
    with pytest.raises(Different, match=f"The saves of sitting {sats[2].stored.id} are not those"):
        archive(app, file)
    assert len(sats[2].events(Kind.SAVED)) == 2 * len(TEXTS)


def test_what_was_written_is_read_again_before_it_is_sealed(
    app: FastAPI, sats: list[Sat], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = files._compare

    def spoilt_before(part: Path, *given: object) -> None:
        spoil(part)
        compare(part, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "_compare", spoilt_before)
    before = log_of(app.state.database, sats)
    with pytest.raises(Different, match="What was written of trail is not what was read"):
        archive(app, tmp_path / "a.db")
    assert log_of(app.state.database, sats) == before
    assert not list(tmp_path.glob("a.db*"))


# Others at the same moment


@always_on_both
def test_of_two_that_archive_at_one_moment_one_is_sent_away(
    app: FastAPI, sats: list[Sat], tmp_path: Path
) -> None:
    refused = []

    def another(_: float) -> None:
        with pytest.raises(InUse, match="Somebody archives from this database"):
            archive(app, tmp_path / "b.db")
        with pytest.raises(InUse):
            putting_back.put_back(app.state.database, tmp_path / "a.db", sats[0].stored.id)
        refused.append(True)

    done = archive(app, tmp_path / "a.db", rests=another)
    assert (done.sittings, len(refused)) == (3, 3)
    assert not (tmp_path / "b.db").exists()
    with alone(app.state.database):
        pass


@always_on_both
def test_whoever_sits_an_exam_saves_between_two_of_its_transactions(
    app: FastAPI, nlp: Lecture, sats: list[Sat], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "AT_ONCE", 2)
    now = sit(app, nlp, exam(nlp))
    saved, removed = list[str](), list[int]()
    number = len(log_of(app.state.database, sats))

    def save(_: float) -> None:
        """Another process would find the database free as well: no transaction is open."""
        assert now.save(now.field(1, "dot.0", f"{len(saved)}", 100 + len(saved))).status_code == 200
        saved.append(now.texts()[1, "dot.0"])
        removed.append(number - len(log_of(app.state.database, sats)))

    archive(app, tmp_path / "a.db", rests=save)
    assert saved == [f"{n}" for n in range(3 * REPLACED // 2)]
    assert removed == [2 * n for n in range(1, 3 * REPLACED // 2 + 1)]


def test_it_rests_as_long_as_it_worked(
    app: FastAPI, sats: list[Sat], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([0.0, 0.001, 5.0, 5.25, 9.0, 9.5])
    monkeypatch.setattr(archiving, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    rested: list[float] = []
    archive(app, tmp_path / "a.db", rests=rested.append)
    assert rested == [archiving.REST, 0.25, 0.5]


def test_an_archive_is_readable_by_its_owner_alone(app: FastAPI, sats: list[Sat], tmp_path: Path) -> None:
    archive(app, file := tmp_path / "a.db")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["a.db"]
    with checking.examined(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
