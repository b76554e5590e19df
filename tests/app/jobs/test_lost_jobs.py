"""Jobs whose server is gone: they begin once more, on whatever server there is, and count once."""

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NoReturn

import pytest
from sqlalchemy import select, update

from app.database import schema
from app.database.connection import Connection, Database, DatabaseDown
from app.identity.store import people
from app.jobs.heartbeat import Report
from app.jobs.store import jobs, points
from app.jobs.store.jobs import Job, JobState
from app.jobs.store.points import Point
from app.jobs.worker import carry_out
from tests.app.jobs.test_jobs import KIND, ask, ended, job, quick, running, wait
from tests.app.learner import always_on_both, on_both

__all__ = ["quick"]
GONE = "of-a-server-that-was-killed"


def begun(store: Database, name: str, worker: str = GONE) -> Job:
    """The job as a worker began it that has told nothing for a minute."""
    with store.write() as connection:
        claimed = jobs.claim(connection, "test", worker)
        silent = datetime.now(UTC) - timedelta(minutes=1)
        connection.execute(update(schema.jobs).where(schema.jobs.c.name == name).values(beat_at=silent))
    assert claimed
    assert claimed.name == name
    return claimed


@on_both
def test_a_job_of_a_server_that_was_killed_is_carried_out_by_another(store: Database) -> None:
    name = ask(store, "count", to=3)
    begun(store, name)
    with running(store):
        done = wait(store, name, ended)
    assert (done.state, done.result["counted"], done.starts) == (JobState.DONE, 3, 2)


def test_a_stopped_server_leaves_its_job_to_the_next_one(store: Database) -> None:
    name = ask(store, "count", to=100, pause=0.02)
    with running(store):
        wait(store, name, lambda found: found.done > 0)
    left = job(store, name)
    assert (left.state, left.done, left.starts) == (JobState.WAITING, 0, 1)
    with running(store):
        assert wait(store, name, ended).result["counted"] == 100


def test_a_job_that_lost_two_servers_is_told_and_not_begun_again(store: Database) -> None:
    name = ask(store, "count", to=1)
    for worker in ("first", "second"):
        found = begun(store, name, worker)
        if worker == "first":
            with store.write() as connection:
                jobs.give_back(connection, name, worker)
    assert found.starts == 2
    with running(store):
        lost = wait(store, name, ended)
    assert (lost.state, lost.said) == (
        JobState.FAILED,
        "The server was restarted while this ran. Start it again.",
    )


def test_a_lost_job_that_was_cancelled_is_not_begun_again(store: Database) -> None:
    name = ask(store, "count", to=1)
    begun(store, name)
    with store.write() as connection:
        jobs.cancel(connection, name)
    with running(store):
        assert wait(store, name, ended).state is JobState.CANCELLED
    assert job(store, name).starts == 1


def test_a_job_that_is_alive_on_another_server_is_left_to_it(store: Database) -> None:
    name = ask(store, "count", to=1)
    with store.write() as connection:
        assert jobs.claim(connection, "test", "of-another-server")
    other = ask(store, "count", to=1)
    with running(store):
        wait(store, other, ended)
    assert job(store, name).worker == "of-another-server"


def keep(connection: Connection, payload: dict[str, int], result: dict[str, int]) -> None:
    people.add(connection, f"{result['counted']:032}")


@always_on_both
def test_what_follows_from_a_job_is_stored_once_though_a_worker_that_was_given_up_ends_it_too(
    store: Database,
) -> None:
    name = ask(store, "count", to=5)
    first = begun(store, name)
    with store.write() as connection:
        jobs.give_back(connection, name, GONE)
        second = jobs.claim(connection, "test", "second")
    assert second
    keeping = replace(KIND, kept_by=f"{keep.__module__}:{keep.__name__}")
    carry_out(store, keeping, second)
    carry_out(store, keeping, first)
    with store.read() as connection:
        assert len(connection.execute(select(schema.people)).all()) == 1


def test_a_job_that_begins_once_more_measures_from_the_start(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = ask(store, "learn", steps=3, rate=0.5)
    first = begun(store, name)
    with store.write() as connection:
        points.add(connection, first.id, [Point(0, {}), Point(1, {})])
    with running(store):
        wait(store, name, ended)
    with store.read() as connection:
        assert [one.number for one in points.since(connection, first.id, -1)] == [0, 1, 2, 3]


# Without the database


def gone(*_: object) -> NoReturn:
    raise DatabaseDown("connecting", None, OSError("connection refused"))


def test_a_job_that_cannot_reach_the_database_is_begun_once_more(store: Database) -> None:
    name = ask(store, "lose_the_database")
    with running(store):
        lost = wait(store, name, ended)
    assert (lost.state, lost.starts) == (JobState.FAILED, 2)
    assert lost.said == "The server was restarted while this ran. Start it again."


def test_a_result_waits_until_the_database_is_back(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    claimed = begun(store, ask(store, "count", to=1))
    times = iter([gone, gone])

    def write(database: Database) -> AbstractContextManager[Connection]:
        return next(times, Database.write)(database)

    monkeypatch.setattr("app.jobs.worker.time.sleep", lambda seconds: None)
    away = type("Away", (Database,), {"write": write})(store.url.render_as_string(hide_password=False))
    monkeypatch.setattr("app.jobs.worker.Beating", lambda _, job: nullcontext(Report({})))
    carry_out(away, KIND, claimed)
    away.close()
    assert job(store, claimed.name).state is JobState.DONE
    assert next(times, None) is None


def test_a_runner_goes_on_once_the_database_is_back(
    store: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(store) as runner:
        with monkeypatch.context() as patch:
            patch.setattr(runner, "_look_after", gone)
            time.sleep(0.3)
        name = ask(store, "count", to=1)
        assert wait(store, name, ended).state is JobState.DONE
    assert "jobs wait for the database: connection refused" in caplog.text
