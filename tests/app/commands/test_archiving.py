"""`examformer archive`, `check-archive` and `unarchive` as an operator reads them."""

import json
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.exams.archiving import archiving
from tests.app.commands.conftest import Said
from tests.app.courses.taught_course import Lecture
from tests.app.exams.archiving.old_exam import REPLACED, TEXTS, exam, sat_long_ago
from tests.app.exams.course_exam import at
from tests.app.exams.sitting import NOON, Sat
from tests.app.exams.test_key_reports import send as report
from tests.app.learner import always_on_both

DAY = ("--before", "2026-11-23")


@pytest.fixture
def sats(app: FastAPI, nlp: Lecture) -> list[Sat]:
    return sat_long_ago(app, nlp, students=2)


def test_without_a_file_it_says_what_it_would_move_and_what_not_and_why(
    said: Said, app: FastAPI, nlp: Lecture, sats: list[Sat]
) -> None:
    sat_long_ago(app, nlp, exam(app, nlp, closes=at(NOON + timedelta(hours=3)), solutions="released"))
    report(sats[1])
    status, out, err = said("archive", *DAY)
    assert (status, err) == (0, "")
    first, *rest = out.splitlines()
    assert first == (
        f"{REPLACED} single saves of 1 sitting that ended before 2026-11-23 can be archived: later ones replaced them, "
        "and no mark needs them."
    )
    assert rest == [
        "Left as they are: 1 sitting with a report of a student that waits for an answer.",
        "Left as they are: 1 sitting of exams of which not all results are open.",
        "Nothing is changed yet: name a file to move them there.",
    ]


@always_on_both
def test_an_archive_is_made_looked_into_and_one_sitting_put_back(
    said: Said, sats: list[Sat], tmp_path: Path
) -> None:
    file, number = tmp_path / "2026.db", sats[0].stored.id
    status, out, err = said("archive", *DAY, file)
    assert (status, err) == (0, "")
    assert out == (
        f"{2 * REPLACED} single saves of 2 sittings moved to {file}: checked, and sealed. Keep a copy of it: nothing "
        "else has them.\n"
    )
    status, out, _ = said("check-archive", file)
    assert status == 0
    told = [" ".join(line.split()) for line in out.splitlines()]
    assert told[0] == f"file {file}"
    assert told[2:4] == [
        "before 2026-11-23",
        f"exam NLP in autumn, Midterm: 2 sittings, {2 * REPLACED} single saves",
    ]
    assert told[4].startswith(f"holds 2 sittings, {2 * REPLACED} single saves, 0.")
    assert told[5] == "sound every row is as it was written"
    status, out, _ = said("check-archive", file, "--sitting", str(number))
    saves = [json.loads(line) for line in out.splitlines()]
    assert [one["text"] for one in saves] == [text for one in TEXTS[:-1] for text in (one, f"{one}1")]
    assert {one["field"] for one in saves} == {"dot.0", "norm_u.0"}
    status, out, _ = said("unarchive", file, "--sitting", str(number))
    assert (status, out) == (
        0,
        f"{REPLACED} saves of sitting {number} put back: its history is whole again.\n",
    )
    status, out, err = said("unarchive", file, "--sitting", str(number))
    assert (status, out) == (2, "")
    assert err == f"examformer: The saves of sitting {number} are all in the database.\n"
    status, out, err = said("archive", *DAY, file)
    assert (status, out.partition(" moved to ")[0]) == (0, "0 single saves of 0 sittings")
    assert "had been written before" in err
    assert "1 sitting in the file: left in the database, or in another archive, too." in err


def test_a_damaged_archive_exits_with_1_and_one_line(said: Said, sats: list[Sat], tmp_path: Path) -> None:
    said("archive", *DAY, file := tmp_path / "2026.db")
    content = bytearray(file.read_bytes())
    content[content.rindex(b"norm_u.0")] ^= 1
    file.write_bytes(content)
    status, out, err = said("check-archive", file)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "Take another copy of the archive" in err
    assert said("unarchive", file, "--sitting", str(sats[0].stored.id))[0] == 2


@pytest.mark.parametrize(("day", "why"), [("last year", "must be a day"), ("2999-01-01", "is a day to come")])
def test_a_day_that_is_none_is_refused(said: Said, day: str, why: str) -> None:
    status, out, err = said("archive", "--before", day)
    assert (status, out) == (2, "")
    assert err.startswith(f"examformer: --before: {why}")


def test_a_file_that_is_lost_is_told(
    said: Said, sats: list[Sat], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(archiving, "archive", partial(archiving.archive, rests=stopped))
        status, _, err = said("archive", *DAY, tmp_path / "a.db")
    assert (status, err) == (2, "examformer: stopped before it was done; the same command goes on\n")
    (tmp_path / "a.db").unlink()
    status, out, err = said("archive", *DAY, tmp_path / "b.db")
    assert (status, f"{REPLACED} single saves of 1 sitting" in out) == (0, True)
    assert f"{tmp_path / 'a.db'} is not there any more" in err
