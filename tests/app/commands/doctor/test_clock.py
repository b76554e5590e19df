"""Clocks that are off, behind or kept by nobody."""

import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.commands.doctor import clock
from app.commands.doctor.findings import State
from app.database.inspection import PostgresFacts, inspect
from app.exams.store import audit_log
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, UNCHECKED, installation, on, said
from tests.app.conftest import Postgres
from tests.app.exams.sitting import begin
from tests.app.learner import Learner


@pytest.fixture
def facts(postgres: Postgres, migrated_database: str) -> PostgresFacts:
    found = inspect(postgres.url(migrated_database))
    assert isinstance(found, PostgresFacts)
    return found


def of_a_server(facts: PostgresFacts) -> str:
    at = installation()
    at.__dict__["database"] = facts
    found = clock.of_the_database(at)
    assert found
    return f"{found.state}: {said(found)}"


def test_a_database_whose_clock_agrees_is_sound(facts: PostgresFacts) -> None:
    assert of_a_server(facts).startswith("ok: PostgreSQL's clock agrees")


def test_a_database_whose_clock_is_off_is_a_fault(facts: PostgresFacts) -> None:
    ahead = of_a_server(replace(facts, ahead=timedelta(minutes=7)))
    assert ahead.startswith("fault: PostgreSQL's clock is 7 minutes ahead of this machine's")
    assert "apt-get install chrony" in ahead
    behind = of_a_server(replace(facts, ahead=-timedelta(seconds=3)))
    assert behind.startswith("fault: PostgreSQL's clock is 3 seconds behind this machine's")


def test_a_slow_line_is_no_clock_that_is_off(facts: PostgresFacts) -> None:
    assert of_a_server(replace(facts, ahead=timedelta(seconds=3), doubt=timedelta(seconds=4))).startswith(
        "ok"
    )


def test_a_file_written_in_the_future_is_a_fault(tmp_path: Path, migrated_file: Path) -> None:
    file = Path(shutil.copy(migrated_file, tmp_path / "examformer.db"))
    sound = clock.of_the_database(on(file))
    assert sound
    assert sound.state is OK
    later = datetime.now(UTC).timestamp() + 7200
    os.utime(file, (later, later))
    found = clock.of_the_database(on(file))
    assert found
    assert found.state is FAULT
    assert "`date`" in said(found)


def test_the_clock_of_exams_is_judged_by_what_was_written_down(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = installation(database_url=app.state.settings.database_url)

    def judged(newest: datetime | None) -> tuple[State, str]:
        monkeypatch.setattr(audit_log, "newest_moment", lambda connection, sittings: newest)
        found = clock.of_exams(at)
        assert found
        return found.state, said(found)

    assert judged(None) == (OK, "nobody sits an exam")
    begin(app, learner)
    now = datetime.now(UTC)
    assert judged(now) == (OK, "1 person sits an exam, and nothing was written down in the future")
    state, words = judged(now + timedelta(minutes=5))
    assert state is ADVICE
    assert "this machine's clock was set back" in words
    state, words = judged(now + timedelta(days=3))
    assert state is FAULT
    assert "before the server is started" in words


def test_where_there_is_no_database_nothing_is_said_of_exams(tmp_path: Path) -> None:
    assert clock.of_exams(on(tmp_path / "nowhere.db")) is None
    assert clock.of_exams(installation(database_url="postgresql://u@127.0.0.1:1/n")) is None


def test_a_clock_that_nobody_keeps_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    for state, expected in ((0, OK), (clock.NOT_SYNCHRONISED, ADVICE), (None, UNCHECKED)):
        monkeypatch.setattr(clock, "_state", lambda state=state: state)
        assert clock.kept_right(installation()).state is expected


def test_the_kernel_is_asked_and_answers_or_does_not() -> None:
    assert clock._state() in {None, 0, 1, 2, 3, 4, clock.NOT_SYNCHRONISED}


def test_a_machine_without_time_zones_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clock.zones(installation()).state is OK
    monkeypatch.setattr(clock, "A_ZONE", "Europe/Nowhere")
    found = clock.zones(installation())
    assert found.state is FAULT
    assert "apt-get install tzdata" in found.steps


def test_times_are_said_as_people_say_them() -> None:
    times = {
        timedelta(seconds=0.25): "250 ms",
        timedelta(seconds=2.5): "2.5 seconds",
        timedelta(minutes=2): "2 minutes",
        timedelta(hours=50): "2 days",
    }
    assert {time: clock.shown(time) for time in times} == times
