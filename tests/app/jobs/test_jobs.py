"""Long jobs run in processes of their own: queue, progress, limits, cancelling, and workers that die."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.commands.checking import CHECK
from app.database.connection import Database, DatabaseDown
from app.identity.store import people
from app.jobs.heartbeat import Beating
from app.jobs.runner import Kind, Runner, TooMuchWork, submit
from app.jobs.store import jobs, points
from app.jobs.store.jobs import Job, JobState
from app.jobs.store.points import Point
from app.main import ROOMS
from tests.app.learner import always_on_both, on_both

KIND = Kind(
    name="test",
    carried_out_by="tests.app.jobs.long_jobs:any_of_these",
    seconds=20,
    most_unfinished=3,
    most_per_person=1,
    niceness=2,
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner looks more often than on a server."""
    monkeypatch.setattr("app.jobs.runner.LOOK", 0.05)
    monkeypatch.setattr("app.jobs.runner.REST", 0.05)


def ask(database: Database, do: str, person: int | None = None, **more: Any) -> str:
    with database.write() as connection:
        return submit(connection, KIND, {"do": do, **more}, person)


def job(database: Database, name: str) -> Job:
    with database.read() as connection:
        found = jobs.find(connection, name)
    assert found
    return found


def wait(database: Database, name: str, until: Callable[[Job], bool], seconds: float = 30) -> Job:
    deadline = time.monotonic() + seconds
    while not until(found := job(database, name)):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def stands_still(database: Database, name: str, beats: int = 3) -> int:
    """Waits until it has beaten so often while nothing was done; how far it came."""
    seen = [job(database, name)]
    while len(seen) <= beats:
        last = seen[-1]
        now = wait(database, name, lambda found, last=last: found.beat_at != last.beat_at)  # type: ignore[misc]
        seen = [*seen, now] if now.done == last.done else [now]
    return seen[-1].done


def silent(found: Job) -> bool:
    """True if no beat came for longer than several take."""
    return found.beat_at is not None and (datetime.now(UTC) - found.beat_at).total_seconds() > 1


def ended(found: Job) -> bool:
    return found.state not in (JobState.WAITING, JobState.RUNNING)


@contextmanager
def running(database: Database, kind: Kind = KIND) -> Iterator[Runner]:
    runner = Runner(database=database, kinds=(kind,))
    runner.start()
    try:
        yield runner
    finally:
        runner.stop()


@on_both
def test_a_job_waits_runs_in_another_process_and_leaves_its_result(store: Database) -> None:
    name = ask(store, "count", to=3)
    assert job(store, name).state is JobState.WAITING
    with running(store):
        done = wait(store, name, ended)
    assert (done.state, done.done, done.total) == (JobState.DONE, 3, 3)
    assert done.result["counted"] == 3
    assert done.result["by"] != os.getpid()


def test_progress_stands_in_the_row_while_it_runs(store: Database) -> None:
    name = ask(store, "count", to=100, pause=0.05)
    with running(store):
        half_way = wait(store, name, lambda found: 0 < found.done < 100)
        assert half_way.total == 100
        assert half_way.beat_at


PREPARING = replace(KIND, prepared_by="tests.app.jobs.long_jobs:prepare")


def test_a_worker_prepares_itself_once_before_its_first_job(store: Database) -> None:
    first = ask(store, "tell_preparation")
    with running(store, PREPARING):
        one = wait(store, first, ended)
        other = wait(store, ask(store, "tell_preparation"), ended)
    assert len(one.result["prepared"]) == 1
    assert one.result == other.result


def test_a_worker_that_is_expected_is_ready_before_its_job_comes(store: Database) -> None:
    with running(store, PREPARING) as runner:
        for _ in range(3):  # one is enough
            runner.get_ready(KIND.name)
            time.sleep(0.2)
        (worker,) = [process.pid for _, process in runner._workers.values()]
        time.sleep(2.5)
        asked = time.time()
        done = wait(store, ask(store, "tell_preparation"), ended)
    assert done.result["by"] == worker
    assert done.result["prepared"][0] < asked


def test_a_job_is_done_though_its_worker_could_not_prepare_itself(store: Database) -> None:
    name = ask(store, "count", to=1)
    with running(store, replace(KIND, prepared_by="tests.app.jobs.long_jobs:prepare_badly")):
        assert wait(store, name, ended).state is JobState.DONE


def test_what_fails_says_why_and_the_next_job_is_done(store: Database) -> None:
    first, second = ask(store, "fail"), ask(store, "count", to=1)
    with running(store):
        assert wait(store, first, ended).said == "ValueError: no such question"
        assert wait(store, second, ended).state is JobState.DONE


def test_a_waiting_job_is_cancelled_at_once_and_a_running_one_stops(store: Database) -> None:
    first, second = ask(store, "count", to=1000, pause=0.02), ask(store, "count", to=1)
    with running(store):
        wait(store, first, lambda found: found.state is JobState.RUNNING)
        for name in (first, second):
            with store.write() as connection:
                jobs.cancel(connection, name)
        assert job(store, second).state is JobState.CANCELLED
        assert wait(store, first, ended).state is JobState.CANCELLED


@pytest.mark.sweep
def test_a_job_that_does_not_listen_is_ended_with_its_worker(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.runner.GRACE", 0.2)
    name = ask(store, "be_deaf")
    with running(store):
        wait(store, name, lambda found: found.state is JobState.RUNNING)
        with store.write() as connection:
            jobs.cancel(connection, name)
        assert wait(store, name, ended, 10).state is JobState.CANCELLED


def test_a_job_that_takes_too_long_is_ended_and_says_so(store: Database) -> None:
    first, second = ask(store, "be_deaf"), ask(store, "count", to=1)
    with running(store, replace(KIND, seconds=0.5)):
        assert "longer than 0 seconds" in wait(store, first, ended, 15).said
        assert wait(store, second, ended).state is JobState.DONE


def test_a_worker_that_dies_is_reported_and_replaced(store: Database) -> None:
    first, second = ask(store, "die"), ask(store, "count", to=1)
    with running(store):
        died = wait(store, first, ended)
        assert died.state is JobState.FAILED
        assert died.said.startswith("The process that did this ended unexpectedly (status -9).")
        assert wait(store, second, ended).state is JobState.DONE


def test_a_job_leaves_as_much_of_the_processor_as_its_kind_says(store: Database) -> None:
    name = ask(store, "tell_niceness")
    with running(store):
        found = wait(store, name, ended)
    assert found.result == {"niceness": min(os.nice(0) + KIND.niceness, 19)}


def test_a_job_gets_no_more_memory_than_its_kind_allows(store: Database) -> None:
    name = ask(store, "swallow_memory")
    with running(store):
        assert wait(store, name, ended).said == "This needs more than 2 GiB of memory."


SERVER = """
import sys, time
from app.database.connection import Database
from app.jobs.runner import Kind, Runner

kind = Kind(name="test", carried_out_by="tests.app.jobs.long_jobs:any_of_these")
Runner(database=Database(sys.argv[1]), kinds=(kind,)).start()
time.sleep(60)
"""


@pytest.mark.sweep
def test_a_worker_ends_when_its_server_was_killed(store: Database) -> None:
    name = ask(store, "count", to=10_000, pause=0.02)
    address = store.url.render_as_string(hide_password=False)
    with subprocess.Popen([sys.executable, "-c", SERVER, address]) as server:
        try:
            wait(store, name, lambda found: found.done > 0)
        finally:
            server.kill()
    still = wait(store, name, silent)
    assert (still.state, still.done < 10_000) == (JobState.RUNNING, True)


def test_the_queue_has_a_limit_and_each_person_one_of_their_own(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "a" * 32)
    ask(store, "count", person, to=1)
    with pytest.raises(TooMuchWork, match="Your last job"):
        ask(store, "count", person, to=1)
    ask(store, "count", to=1)
    ask(store, "count", to=1)
    with pytest.raises(TooMuchWork, match="Too many jobs"):
        ask(store, "count", to=1)


def test_what_a_person_cancelled_keeps_them_from_nothing(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "a" * 32)
    first = ask(store, "count", person, to=1)
    with store.write() as connection:
        assert jobs.claim(connection, "test", "one")
        jobs.cancel(connection, first)
    assert job(store, first).state is JobState.RUNNING
    ask(store, "count", person, to=1)


@pytest.mark.sweep
def test_as_many_run_at_once_as_their_kind_has_processes(store: Database) -> None:
    first, second, third = (ask(store, "count", to=500, pause=0.02) for _ in range(3))
    with running(store, replace(KIND, processes=2)):
        for name in (first, second):
            wait(store, name, lambda found: found.done > 0)
        waits = job(store, third)
        assert waits.state is JobState.WAITING
        with store.write() as connection:
            assert jobs.position(connection, waits) == 1
            assert jobs.position(connection, job(store, first)) == 0
            jobs.cancel(connection, first)
        begun = wait(store, third, lambda found: found.done > 0)
    assert begun.worker == job(store, first).worker


@pytest.mark.sweep
def test_a_worker_stays_warm_as_long_as_its_kind_says(store: Database) -> None:
    with running(store, replace(KIND, idle=0.2)) as runner:
        first = wait(store, ask(store, "count", to=1), ended)
        deadline = time.monotonic() + 10
        while runner._workers:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        second = wait(store, ask(store, "count", to=1), ended)
    with running(store, replace(KIND, idle=30)):
        third = wait(store, ask(store, "count", to=1), ended)
        time.sleep(0.5)  # longer than the other would have waited
        fourth = wait(store, ask(store, "count", to=1), ended)
    assert first.result["by"] != second.result["by"]
    assert third.result["by"] == fourth.result["by"]


# What is told and wished meanwhile


def told(database: Database, name: str) -> list[int]:
    with database.read() as connection:
        return [one.number for one in points.since(connection, job(database, name).id, -1)]


@on_both
def test_points_are_stored_while_it_runs_each_once_and_in_their_order(store: Database) -> None:
    name = ask(store, "learn", steps=60, rate=0.5)
    with running(store):
        wait(store, name, lambda found: found.done > 0)
        half_way = told(store, name)
        wait(store, name, ended)
    assert 0 < len(half_way) < 61
    assert told(store, name) == list(range(61))
    with store.read() as connection:
        number = job(store, name).id
        (last,) = points.since(connection, number, 59)
        assert last.point == {"loss": 3 / 61, "rate": 0.5}
        assert [one.number for one in points.since(connection, number, 10, most=3)] == [11, 12, 13]


@always_on_both
def test_points_go_with_their_job(store: Database) -> None:
    with store.write() as connection:
        person = people.add(connection, "a" * 32)
    names = []
    for _ in range(3):
        names.append(ask(store, "count", person, to=1))
        with store.write() as connection:
            done = jobs.claim(connection, "test", "one")
            assert done
            points.add(connection, done.id, [Point(1, {"loss": 1.0})])
            jobs.end(connection, done.name, "one", JobState.DONE)
    first = job(store, names[0]).id
    with store.write() as connection:
        jobs.keep_newest(connection, "test", person, 2)
        assert jobs.find(connection, names[0]) is None
        assert points.since(connection, first, -1) == []
        assert all(jobs.find(connection, name) for name in names[1:])


@pytest.mark.sweep
@on_both
def test_a_running_job_hears_what_is_wished_of_it(store: Database) -> None:
    name = ask(store, "learn", steps=10_000, rate=0.5)
    with running(store):
        wait(store, name, lambda found: found.done > 0)
        for wishes in ({"rate": 0.25}, {"paused": True}):
            with store.write() as connection:
                jobs.steer(connection, name, wishes)
        stood = stands_still(store, name)
        with store.write() as connection:
            jobs.steer(connection, name, {"until": stood + 3})
        wait(store, name, lambda found: found.done == stood + 3)
        time.sleep(0.4)
        assert job(store, name).done == stood + 3
        with store.read() as connection:
            (*_, last) = points.since(connection, job(store, name).id, stood)
        assert (last.number, last.point["rate"]) == (stood + 3, 0.25)
        with store.write() as connection:
            jobs.cancel(connection, name)
        assert wait(store, name, ended).state is JobState.CANCELLED
    assert told(store, name) == list(range(stood + 4))


def test_a_job_that_is_over_is_not_steered(store: Database) -> None:
    name = ask(store, "count", to=1)
    with store.write() as connection:
        jobs.steer(connection, name, {"rate": 0.5})
        jobs.cancel(connection, name)
        jobs.steer(connection, name, {"rate": 0.1})
    assert job(store, name).steering == {"rate": 0.5}


def test_what_could_not_be_written_goes_with_the_next_beat(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = ask(store, "learn", steps=1, rate=0.5)
    with store.write() as connection:
        mine = jobs.claim(connection, "test", "one")
    assert mine
    beating = Beating(store, mine)
    beating.report.tell(1, {"loss": 1.0})
    with monkeypatch.context() as patch:
        patch.setattr(points, "add", down)
        beating.beat()
    assert told(store, name) == []
    beating.report.tell(2, {"loss": 0.5})
    beating.beat()
    beating.beat()
    assert told(store, name) == [1, 2]


def down(*_: object) -> None:
    raise DatabaseDown("insert", None, OSError())


@always_on_both
def test_two_workers_never_get_the_same_job(store: Database) -> None:
    ask(store, "count", to=1)
    with store.write() as connection:
        assert jobs.claim(connection, "test", "one")
        assert jobs.claim(connection, "test", "two") is None


def test_a_job_that_was_ended_is_not_ended_again(store: Database) -> None:
    name = ask(store, "count", to=1)
    with store.write() as connection:
        jobs.claim(connection, "test", "one")
        jobs.end(connection, name, "one", JobState.FAILED, said="It died.")
        jobs.end(connection, name, "one", JobState.DONE, {"late": True})
        assert not jobs.beat(connection, name, "one", 1, 1)
    assert job(store, name).said == "It died."


def test_every_kind_names_a_function_that_exists() -> None:
    for kind in [CHECK, *(kind for room in ROOMS for kind in room.jobs)]:
        module, _, function = kind.carried_out_by.partition(":")
        assert callable(getattr(__import__(module, fromlist=[function]), function))
