"""Exams end by themselves when their time is over: with the browser shut, the server down, or its clock set."""

import logging
import time
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.database.connection import Database, DatabaseDown
from app.exams import deadlines, submission
from app.exams.deadlines import Closer
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Kind
from app.exams.store.sitting import ClosedBy
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.contexts import context_of
from tests.app.exams.sitting import NOON, Sat, Watch, sit
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, on_both

END = NOON + timedelta(minutes=60)


def close_due(sat: Sat) -> int:
    return submission.close_due(sat.database, sat.app.state.library, sat.watch.clock)


def started_anew(sat: Sat) -> Watch:
    """The server is started again: its clock begins anew with the machine's, as ``Closer.start`` has it."""
    sat.app.state.watch = watch = Watch(sat.app)
    watch.machine, watch.steady = sat.watch.machine, 0.0
    watch.clock.start()
    closer(sat, watch).start_clock()
    return watch


class Looking(Closer):
    """The closer without its thread."""

    def __init__(self, sat: Sat, watch: Watch) -> None:
        self.told = 0
        super().__init__(sat.database, sat.app.state.library, watch.clock, self._count)

    def _count(self) -> None:
        self.told += 1

    def start_clock(self) -> None:
        self._watch = lambda: None  # type: ignore[method-assign]
        self.start()


def closer(sat: Sat, watch: Watch | None = None) -> Looking:
    return Looking(sat, watch or sat.watch)


# At zero


@on_both
def test_when_time_and_grace_are_over_the_server_hands_in_what_is_saved(app: FastAPI) -> None:
    sat = sit(app, PERPLEXITY, COSINE)
    sat.type(1, {part: [text] for part, text in RIGHT.items()})
    sat.watch.on(minutes=60, seconds=20)
    assert close_due(sat) == 0
    sat.watch.on(seconds=0.1)
    assert close_due(sat) == 1
    assert close_due(sat) == 0
    stored = sat.stored
    assert (stored.closed_by, stored.closed_at) == (ClosedBy.TIME, END + timedelta(seconds=20.1))
    assert [one.earned for one in sat.attempts()] == [3, 0]
    assert sat.events()[-1].kind is Kind.CLOSED
    assert sat.get().address == f"{sat.address}/review"
    assert "ended by its clock" in sat.get("/review").text


def test_between_its_end_and_its_marks_the_page_says_so_and_sends_nobody_round_in_circles(
    app: FastAPI,
) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=60, seconds=21)
    for path in ("", "/questions/1", "/end", "/review", "/lost"):
        page = sat.get(path)
        assert (page.status, page.headers["retry-after"]) == (503, "1"), path
        assert "is being marked" in page.text
        assert f"{sat.address}/review" in page.links
    assert sat.clock()["over"]
    assert not sat.clock()["closed"]
    close_due(sat)
    assert sat.get().status == 200


@on_both
def test_each_exam_ends_by_its_own_clock(app: FastAPI) -> None:
    short, long, resting = (
        sit(app, COSINE, minutes=10),
        sit(app, COSINE, minutes=20),
        sit(app, COSINE, minutes=10),
    )
    with app.state.database.write() as connection:
        sittings.accommodate(connection, resting.stored.id, 0, 30)
    resting.watch.on(minutes=1)
    resting.learner.send(f"{resting.address}/break", {})
    short.watch.on(minutes=10)
    assert close_due(short) == 1
    assert [one.stored.running for one in (short, long, resting)] == [False, True, True]
    short.watch.on(minutes=10)
    assert close_due(short) == 1
    assert [one.stored.running for one in (short, long, resting)] == [False, False, True]
    short.watch.on(minutes=20)
    assert close_due(short) == 1
    assert not resting.stored.running


@on_both
def test_what_is_acknowledged_while_the_exam_is_being_marked_is_marked_too(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat = sit(app, PERPLEXITY)
    sat.type(1, {"nats": ["1.21"]})
    real, sent = submission._marked, list[Any]()

    def marked(*given: Any) -> Any:
        if not sent:
            sent.append(sat.save(sat.field(1, "bits.0", RIGHT["bits"])))
        return real(*given)

    monkeypatch.setattr(submission, "_marked", marked)
    sat.hand_in()
    assert sent[0].status_code == 200
    (attempt,) = sat.attempts()
    assert {part: one.typed for part, one in attempt.latest().items()} == {
        "nats": ("1.21",),
        "bits": ("1.75",),
    }
    assert attempt.earned == 2


@on_both
def test_who_gets_more_time_at_the_last_moment_goes_on(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=60, seconds=21)
    real, given = submission._marked, list[int]()

    def marked(*some: Any) -> Any:
        if not given:
            with sat.database.write() as connection:
                sittings.extend(connection, sat.stored.id, 10)
            given.append(10)
        return real(*some)

    monkeypatch.setattr(submission, "_marked", marked)
    assert close_due(sat) == 0
    assert sat.stored.running
    assert sat.save(sat.field(1, "dot.0", "1")).status_code == 200


@on_both
def test_an_instructor_ends_it_before_its_time(app: FastAPI) -> None:
    sat, context = sit(app, COSINE), context_of(app)
    assert submission.end_now(context, sat.stored.id, "Prof. Lin")
    assert not submission.end_now(context, sat.stored.id, "Prof. Lin")
    assert "ended by your instructor" in sat.get().text


# The thread that looks


def test_while_the_server_runs_nobody_needs_to_ask(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "LOOK", 0.02)
    sat = sit(app, COSINE)
    clock = app.state.clock
    served = Closer(sat.database, app.state.library, clock, app.state.runner.nudge)
    served.start()
    try:
        assert sat.save(sat.field(1, "dot.0", "1")).status_code == 200
        sat.watch.on(minutes=60, seconds=21)
        deadline = time.monotonic() + 20
        while sat.stored.running and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        served.stop()
    assert sat.stored.closed_by == ClosedBy.TIME


def test_the_app_looks_from_its_start_to_its_end(app: FastAPI) -> None:
    import threading

    def looking() -> list[str]:
        return [one.name for one in threading.enumerate() if one.name == "closing"]

    assert looking() == []
    with TestClient(app):
        assert looking() == ["closing"]
    assert looking() == []


def test_what_goes_wrong_is_told_in_the_log_and_tried_again(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=61)
    looking = closer(sat)
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(submission, "_marked", lambda *_: 1 / 0)
        looking.look()
    assert "tried again" in caplog.text
    assert (sat.stored.running, looking.told) == (True, 0)
    looking.look()
    assert (sat.stored.running, looking.told) == (False, 1)


def test_a_database_that_is_away_takes_one_line_of_the_log_at_each_look(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sat = sit(app, COSINE)
    looking = closer(sat)

    def away(*_: object) -> NoReturn:
        raise DatabaseDown("connecting", None, OSError("no route to host"))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "read", away)
        looking.look()
    assert [one.getMessage() for one in caplog.records] == ["exams wait for the database: no route to host"]
    looking.look()
    assert len(caplog.records) == 1


def test_one_exam_that_cannot_be_marked_keeps_no_other_open(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = sit(app, COSINE), sit(app, PERPLEXITY)
    first.watch.on(minutes=61)
    real = submission._marked

    def marked(library: Any, one: Any, standing: Any) -> Any:
        return real(library, one, standing) if one.question == PERPLEXITY else 1 / 0

    monkeypatch.setattr(submission, "_marked", marked)
    closer(first).look()
    assert (first.stored.running, second.stored.running) == (True, False)
    assert "ZeroDivisionError" in caplog.text


# A new start of the server, and a clock that was set


@on_both
def test_an_exam_whose_time_ended_while_the_server_was_down_waits_the_grace_and_is_closed(
    app: FastAPI,
) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"dot": ["1"]})
    sat.watch.machine += timedelta(hours=5)  # it was killed at noon, and stayed down
    again = Sat(app, sat.learner, sat.name, started_anew(sat))
    assert again.watch.now == NOON + timedelta(hours=5)
    assert close_due(again) == 0
    again.watch.on(seconds=14)
    waited = again.save(
        again.field(1, "norm_u.0", "waited in the browser", typed_at=END - timedelta(seconds=1)),
        again.field(1, "norm_v.0", "typed after the end", typed_at=END + timedelta(seconds=1)),
    )
    assert waited.status_code == 409
    assert [one["field"] for one in waited.json()["kept"]] == ["norm_u.0"]
    again.watch.on(seconds=7)
    assert close_due(again) == 1
    (attempt,) = again.attempts()
    assert set(attempt.latest()) == {"dot", "norm_u"}


@on_both
def test_an_exam_goes_on_where_it_was_when_the_server_comes_back(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.type(1, {"dot": ["1"]})
    sat.watch.machine += timedelta(minutes=20)
    again = Sat(app, sat.learner, sat.name, started_anew(sat))
    assert again.clock()["left"] == 2400.0
    assert again.texts() == {(1, "dot.0"): "1"}
    assert again.save(again.field(1, "dot.0", "2", 2)).status_code == 200


def test_a_clock_that_is_set_back_an_hour_gives_nobody_time(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=50)
    sat.watch.machine -= timedelta(hours=1)
    assert sat.clock()["left"] == 600.0
    sat.save(sat.field(1, "dot.0", "1"))
    again = Sat(app, sat.learner, sat.name, started_anew(sat))  # and started again, with the wrong time
    assert again.clock()["left"] == 600.0
    again.watch.on(minutes=10, seconds=21)
    assert close_due(again) == 1


def test_a_clock_that_was_once_ahead_is_right_again_when_nobody_sits_an_exam(app: FastAPI) -> None:
    """Its moments stand in the histories of exams that are over; while one is sat, its own go on."""
    sat = sit(app, COSINE)
    sat.watch.on(minutes=90)  # the machine was ahead
    sat.hand_in()
    sat.watch.machine = NOON + timedelta(minutes=1)
    assert started_anew(sat).now == NOON + timedelta(minutes=1)


@on_both
def test_a_clock_that_is_ahead_waits_until_nobody_sits_and_is_right_at_the_next_look(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    """It stayed ahead until the server was started anew while nobody sat, and nobody was told."""
    sat, head = sit(app, COSINE), member(app, Role.ADMINISTRATOR).learner
    looking = closer(sat)
    sat.watch.machine -= timedelta(hours=1)
    for left in (3600.0, 3000.0, 2400.0):
        looking.look()
        assert (sat.clock()["left"], sat.watch.clock.ahead) == (left, timedelta(hours=1))
        sat.watch.on(minutes=10)
    assert caplog.text.count("off the machine's, by +1:00:00") == 1
    assert "a clock that is 1:00:00 ahead of this machine's" in head.get("/people").text
    sat.hand_in()
    looking.look()
    assert sat.watch.now == sat.watch.machine
    assert "was off, by +1:00:00; nobody sits one, so it is set right" in caplog.text
    assert "machine's" not in head.get("/people").text
    assert sit(app, COSINE).clock()["left"] == 3600.0


@on_both
def test_a_start_while_somebody_sits_leaves_the_clock_ahead_and_says_so(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    sat = sit(app, COSINE)
    sat.watch.machine -= timedelta(minutes=30)
    watch = started_anew(sat)
    assert "off the machine's, by +0:30:00" in caplog.text
    again = Sat(app, sat.learner, sat.name, watch)
    assert again.clock()["left"] == 3600.0
    again.hand_in()
    closer(again, watch).look()
    assert watch.now == watch.machine


@on_both
def test_a_clock_that_is_behind_is_set_ahead_when_nobody_sits(app: FastAPI) -> None:
    """Several servers share a PostgreSQL database: one would end what another let begin by a time that was behind."""
    sat, head = sit(app, COSINE), member(app, Role.ADMINISTRATOR).learner
    looking = closer(sat)
    sat.watch.machine += timedelta(hours=3)
    looking.look()
    assert sat.clock()["left"] == 3600.0
    assert "a clock that is 3:00:00 behind this machine's" in head.get("/people").text
    sat.hand_in()
    looking.look()
    shared = not sat.database.is_sqlite
    assert (sat.watch.now == sat.watch.machine) == (not shared)
    assert started_anew(sat).now == sat.watch.machine


def test_where_another_server_lets_somebody_begin_at_that_moment_the_clock_follows(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.hand_in()
    looking, here = closer(sat), sat.watch
    here.machine -= timedelta(hours=1)
    looking.look()
    assert here.now == here.machine
    app.state.watch = there = Watch(app)  # at noon: the other server has not looked yet
    begun = sit(app, COSINE)
    assert begun.clock()["left"] == 3600.0
    looking.look()
    assert here.now == there.now
    assert begun.stored.running


def test_a_clock_that_is_set_ahead_takes_nobodys_time(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.watch.on(minutes=50)
    sat.watch.machine += timedelta(hours=3)
    assert sat.clock()["left"] == 600.0
    assert close_due(sat) == 0


def test_a_start_without_a_database_takes_the_clock_as_it_is(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    from app.database.connection import Database

    sat = sit(app, COSINE)
    down = Closer(Database("sqlite:////nowhere/x.db"), app.state.library, sat.watch.clock, lambda: None)
    down._watch = lambda: None  # type: ignore[method-assign]
    down.start()
    assert "could not be read" in caplog.text
    assert sat.watch.now == NOON


@on_both
def test_the_newest_moment_of_some_trails_is_found(app: FastAPI) -> None:
    with app.state.database.read() as connection:
        assert audit_log.newest_moment(connection, []) is None
    sat = sit(app, COSINE)
    sat.watch.on(seconds=7)
    sat.save(sat.field(1, "dot.0", "1"))
    with app.state.database.read() as connection:
        assert audit_log.newest_moment(connection, [sat.stored.id]) == NOON + timedelta(seconds=7)
        assert audit_log.newest_moment(connection, [sat.stored.id + 1]) is None
