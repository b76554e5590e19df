"""The page on which administrators see how the installation stands: in plain words, of all servers."""

import os
import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from lxml.html import document_fromstring
from sqlalchemy import insert, update

from app import __version__
from app.database.connection import Database
from app.database.schema import assignments, serving_processes
from app.database.schema import jobs as jobs_table
from app.database.schema import mails as mails_table
from app.identity.store.people import Role
from app.jobs.store import jobs
from app.jobs.store.jobs import JobState
from app.monitoring import alarms
from app.monitoring.heartbeat import Heartbeat
from app.monitoring.process import Disk, Process, State
from app.monitoring.recent import Lately, Noted, Recent
from app.monitoring.store import processes
from app.settings import Settings
from app.web.gauges import Alarm
from tests.app.accounts.members import Member, member
from tests.app.client import Client
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import watched
from tests.app.learner import Page, always_on_both

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
GIB = 2**30


@pytest.fixture
def administrator(app: FastAPI) -> Member:
    return member(app, Role.ADMINISTRATOR)


def opened(administrator: Member) -> Page:
    page = administrator.learner.get("/monitoring")
    assert page.status == 200
    return page


def row(page: Page, head: str) -> list[str]:
    """The cells of the row of a table with this head; none where there is no such row."""
    for one in document_fromstring(page.html).iter("tr"):
        if (found := one.find("th")) is not None and " ".join(found.text_content().split()) == head:
            return [" ".join(cell.text_content().split()) for cell in one.iter("td")]
    return []


def process(server: str = "exam2", **changed: object) -> Process:
    now = datetime.now(UTC)
    plain = Process(
        name=f"of {server}", server=server, pid=4711, version=__version__, started_at=now, beat_at=now,
        ended_at=None, state=State(disks=[Disk(place="temporary", free=50 * GIB, total=100 * GIB)]),
    )  # fmt: skip
    return replace(plain, **changed)  # type: ignore[arg-type]


def stored(database: Database, *others: Process) -> None:
    with database.write() as connection:
        for one in others:
            processes.beat(connection, one)


@always_on_both
def test_where_nothing_is_wrong_the_page_says_that_everything_works(administrator: Member) -> None:
    page = opened(administrator)
    assert "Everything works." in page.text
    assert row(page, "Exams being sat") == ["0"]
    assert row(page, "Next exam of a course opens") == ["none planned"]
    assert "No job waits or runs" in page.text
    assert row(page, socket.gethostname())[:2] == [str(os.getpid()), "✓ works"]


def test_others_do_not_read_it(app: FastAPI) -> None:
    for role in (Role.STUDENT, Role.INSTRUCTOR):
        page = member(app, role).learner.get("/monitoring")
        assert (page.status, "This page is for administrators." in page.text) == (403, True)
    assert Client(app).get("/monitoring").status_code == 403


def test_pages_of_administrators_lead_to_it(administrator: Member) -> None:
    for address in ("/people", "/account"):
        assert "/monitoring" in administrator.learner.get(address).links


def test_a_request_that_failed_stands_there_with_its_number_and_without_its_address(
    app: FastAPI, administrator: Member
) -> None:
    def broken(name: str) -> str:
        raise ZeroDivisionError(name)

    app.get("/broken/{name}")(broken)
    number = Client(app).get("/broken/ada").headers["X-Request-ID"]
    page = opened(administrator)
    assert "Requests that failed within the last hour: 1." in page.text
    assert "Everything works" not in page.text
    table = page.text.partition("Requests that failed ")[2]
    assert number in table
    assert "GET /broken/{name}" in table
    assert "ada" not in page.text.split()
    assert "#failed" in page.links
    assert {"failed", "jobs", "hour", "servers"} <= page.ids


@always_on_both
def test_what_other_servers_told_stands_there_too(app: FastAPI, administrator: Member) -> None:
    failed = Noted(
        at=datetime.now(UTC).timestamp(), method="POST", route="/sittings/{name}/saves", status=503,
        seconds=1.5, request="of-the-other",
    )  # fmt: skip
    lately = Lately(requests=1000, number_failed=1, number_slow=30, failed=[failed], slow=[failed] * 3)
    stored(app.state.database, process(state=State(lately=lately)))
    text = opened(administrator).text
    assert "exam2" in text
    assert "of-the-other" in text
    assert "POST /sittings/{name}/saves" in text
    assert "Requests that took longer than a second within the last hour: 30." in text


def test_processes_that_ended_or_are_silent_are_told_apart(app: FastAPI, administrator: Member) -> None:
    ago = datetime.now(UTC) - timedelta(minutes=20)
    stored(
        app.state.database,
        process("exam2", beat_at=ago),
        process("exam3", beat_at=ago, ended_at=ago),
        process("exam4"),
        process("exam4", name="its last one", beat_at=ago),
    )
    text = opened(administrator).text
    assert f"The server exam2 has not been heard of since {ago:%H:%M} UTC." in text
    assert "server exam3 has not" not in text  # it said that it ends
    assert "server exam4 has not" not in text  # another process of it is there
    assert "ended" in text


def test_a_state_that_another_release_stored_says_nothing_and_breaks_nothing(
    app: FastAPI, administrator: Member
) -> None:
    stored(app.state.database, process("exam2", version="99.0.0"))
    with app.state.database.write() as connection:
        connection.execute(update(serving_processes).values(state={"of": "later", "disks": 7}))
    text = opened(administrator).text
    assert f"Servers run different releases: {__version__}, 99.0.0." in text


def test_a_beat_is_stored_and_old_ones_are_forgotten(store: Database) -> None:
    stored(store, process(beat_at=datetime.now(UTC) - timedelta(hours=2)))
    beats = Heartbeat(recent := Recent())
    beats.beat(store)
    recent.note("GET", "/topics", 500, 0.1, "a-number")
    beats.beat(store)
    with store.read() as connection:
        (mine,) = processes.seen(connection)
    assert [one.request for one in mine.state.lately.failed] == ["a-number"]
    assert mine.ended_at is None
    assert mine.state.disks
    beats.end(store)
    with store.read() as connection:
        (mine,) = processes.seen(connection)
    assert mine.ended_at is not None


def test_the_application_says_when_it_begins_and_when_it_ends(app: FastAPI, store: Database) -> None:
    def seen() -> list[Process]:
        with store.read() as connection:
            return processes.seen(connection)

    with TestClient(app):
        while not seen():
            pass
        assert seen()[0].ended_at is None
    assert seen()[0].ended_at is not None


@pytest.fixture
def late_job(app: FastAPI) -> None:
    before = datetime.now(UTC) - alarms.WAITS - timedelta(minutes=5)
    with app.state.database.write() as connection:
        jobs.add(connection, "print", {}, None)
        connection.execute(update(jobs_table).values(asked_at=before))
        for _ in range(alarms.FAILED_JOBS):
            jobs.add(connection, "run", {}, None)
            claimed = jobs.claim(connection, "run", "a worker")
            assert claimed
            jobs.end(connection, claimed.name, "a worker", JobState.FAILED)


@always_on_both
def test_jobs_that_wait_or_fail_are_told_by_kind(administrator: Member, late_job: None) -> None:
    page = opened(administrator)
    assert "A job has waited for 20 min." in page.text
    assert "Jobs that failed within the last hour: 5." in page.text
    assert row(page, "papers to be printed") == ["1", "20 min", "0", "0"]
    assert row(page, "programs of learners") == ["0", "", "0", "5"]
    assert row(page, "marks for learning platforms") == []  # nothing is to be said of these


def test_every_kind_of_job_has_a_name_for_people(app: FastAPI) -> None:
    assert [kind.name for kind in app.state.runner.kinds if not kind.says] == []


def test_the_next_exam_and_those_being_sat_are_told(
    app: FastAPI, nlp: Lecture, administrator: Member
) -> None:
    watch = watched(app)
    course_exam.exam(nlp)
    with app.state.database.write() as connection:
        connection.execute(update(assignments).values(opens_at=watch.now + timedelta(days=2)))
    assert row(opened(administrator), "Next exam of a course opens") == ["24 Nov, 12:00 UTC"]


@always_on_both
def test_mails_that_wait_too_long_are_told(app: FastAPI, administrator: Member) -> None:
    since = datetime.now(UTC) - timedelta(minutes=40)
    with app.state.database.write() as connection:
        connection.execute(
            insert(mails_table).values(
                name="one",
                kind="test",
                made_at=since,
                next_at=since,
                tries=2,
                said="refused",
                address="a@b.example",
            )
        )
    page = opened(administrator)
    assert "E-mails have waited for 40 min" in page.text
    assert "/mail/undelivered" in page.links
    assert "a@b.example" not in page.html


def test_a_clock_of_exams_that_is_off_is_told(app: FastAPI, administrator: Member) -> None:
    watched(app).machine -= timedelta(hours=1)
    assert "Exams go by a clock that is 1:00:00 ahead of this server's." in opened(administrator).text
    watched(app).machine += timedelta(hours=3)
    assert "Exams go by a clock that is 2:00:00 behind this server's." in opened(administrator).text


# Alarms


def said(found: Iterator[Alarm]) -> list[str]:
    return [one.happened % one.named for one in found]


def of(*others: Process) -> list[str]:
    return said(alarms.of_servers(NOW, [replace(one, beat_at=NOW) for one in others]))


def test_disks_that_are_nearly_full_are_told() -> None:
    full = Disk(place="database", free=4 * GIB, total=200 * GIB)
    small = Disk(place="database", free=4 * GIB, total=20 * GIB)
    assert of(process(state=State(disks=[full]))) == ["A disk of exam2 is nearly full: 2 % are free."]
    assert of(process(state=State(disks=[small]))) == []


@pytest.mark.parametrize(("off", "told"), [(1.9, 0), (-1.9, 0), (3.2, 1), (-3.2, 1)])
def test_clocks_that_differ_are_told(off: float, told: int) -> None:
    found = of(process(state=State(clock=off)))
    assert found == ["The clock of exam2 is 3 s off that of the database."] * told


@pytest.mark.parametrize(
    ("requests", "failed", "slow", "told"),
    [(1000, 0, 0, 0), (1000, 1, 0, 1), (1000, 0, 19, 0), (1000, 0, 20, 1), (10_000, 0, 150, 0)],
)
def test_requests_alarm_when_some_fail_or_many_are_slow(
    requests: int, failed: int, slow: int, told: int
) -> None:
    assert len(said(alarms.of_requests(requests, failed, slow))) == told


# The last hour


def test_an_hour_is_remembered_and_no_more() -> None:
    now = [1_800_000_000.0]
    recent = Recent(lambda: now[0])
    recent.note("GET", "/topics", 500, 2.0, "first")
    now[0] += 1800
    recent.note("GET", "/topics", 200, 0.1, "second")
    recent.note("GET", "/topics", 503, 0.1, "third")
    lately = recent.lately()
    assert (lately.requests, lately.number_failed, lately.number_slow) == (3, 2, 1)
    assert [one.request for one in lately.failed] == ["third", "first"]
    now[0] += 1860
    lately = recent.lately()
    assert (lately.requests, lately.number_failed, lately.number_slow) == (2, 1, 0)
    assert [one.request for one in lately.failed] == ["third"]
    now[0] += 7200
    assert recent.lately() == Lately(failed=[], slow=[])


def test_a_storm_of_failures_is_counted_and_its_newest_are_named() -> None:
    recent = Recent()
    for number in range(1000):
        recent.note("GET", "/topics", 500, 2.0, f"{number:08}")
    lately = recent.lately()
    assert (lately.requests, lately.number_failed, lately.number_slow) == (1000, 1000, 1000)
    assert lately.failed[0].request == "00000999"
    assert len(lately.failed) == len(lately.slow) == 100
    assert Lately.from_json(lately.to_json()) == lately


def test_what_a_proxy_asks_each_second_is_no_failure(app: FastAPI, settings: Settings) -> None:
    app.state.stopping.set()
    assert Client(app).get("/health/ready").status_code == 503
    assert app.state.heartbeat.recent.lately().requests == 0
