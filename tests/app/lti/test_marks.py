"""Marks on their way: what the gradebook says is on the platform, once, in order, whatever happens in between."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import lti_contexts, lti_scores
from app.jobs.store import jobs
from app.lti.marks import job, sending
from app.lti.protocol import asking
from tests.app.accounts.members import member
from tests.app.courses.taught_course import PAST, Lecture, assignment, begin, extend, lecture, withdraw
from tests.app.coursework.test_gradebook import answer
from tests.app.coursework.test_student_marks import set_mark
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Page, always_on_both, on_both
from tests.app.lti.conftest import Send
from tests.app.lti.platform import AGS, Platform
from tests.app.lti.visits import come, connect, linked


def ada(there: Platform) -> dict[str, object]:
    """The newest score of Ada, without its time."""
    return {name: said for name, said in there.results()["ada"].items() if name != "timestamp"}


def page_of(nlp: Lecture) -> Page:
    return nlp.instructor.learner.get(f"{nlp.address}/platforms")


@pytest.fixture
def week(app: FastAPI, there: Platform, nlp: Lecture) -> str:
    """An assignment of a connected course, through whose link Ada has come."""
    connect(app, there, nlp)
    address = assignment(nlp, COSINE)
    linked(app, there, nlp, address)
    return address


@on_both
def test_a_mark_is_sent_once_and_again_when_it_changes(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    assert send() == 0
    assert there.scores == []  # nothing is begun
    sheet = begin(nlp.student, week, COSINE)
    answer(nlp.student, sheet, store, "dot", "norm_u")
    assert send() == 1
    assert ada(there) == {
        "userId": "ada", "scoreGiven": 2.0, "scoreMaximum": 5.0,
        "activityProgress": "InProgress", "gradingProgress": "FullyGraded",
    }  # fmt: skip
    assert send() == 0
    assert len(there.scores) == 1
    set_mark(nlp, week, points="4", why="Shown on the board.")
    assert send() == 1
    assert (ada(there)["scoreGiven"], ada(there)["comment"]) == (4.0, "Shown on the board.")
    assert ada(there)["activityProgress"] == "Completed"
    set_mark(nlp, week, "excused", why="Ill.")
    assert send() == 1
    assert "scoreGiven" not in ada(there)
    assert (ada(there)["gradingProgress"], ada(there)["comment"]) == ("NotReady", "Ill.")
    set_mark(nlp, week, "earned", why="")
    assert send() == 1
    assert ada(there)["scoreGiven"] == 2.0
    times = [one["timestamp"] for _, one in there.scores]
    assert times == sorted(set(times))


def test_an_extension_travels_by_itself(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE, due=PAST)
    linked(app, there, nlp, week)
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    assert (send(), there.scores) == (0, [])  # it came too late, and counts for nothing
    extend(nlp, week, nlp.student, "2999-01-01T12:00")
    send()
    assert (ada(there)["scoreGiven"], ada(there)["activityProgress"]) == (1.0, "InProgress")


def test_what_waits_for_a_mark_is_sent_as_pending(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    address = course_exam.exam(nlp, scores="at once")
    linked(app, there, nlp, address)
    sat = course_exam.sit(app, nlp.student, address)
    sat.type(1, {"dot": ["2.25"]})
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    send()
    assert ada(there)["gradingProgress"] == "PendingManual"
    give = {"points": "0.5", "why": "Half of it."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sat.attempts()[1].name}/answer", give)
    send()
    assert ada(there)["gradingProgress"] == "FullyGraded"


def test_marks_of_an_exam_wait_for_their_release(
    app: FastAPI, there: Platform, nlp: Lecture, send: Send
) -> None:
    connect(app, there, nlp)
    address = course_exam.exam(nlp, scores="released", answers="released", solutions="released")
    linked(app, there, nlp, address)
    sat = course_exam.sit(app, nlp.student, address)
    sat.type(1, {"dot": ["2.25"]})
    sat.hand_in()
    assert send() == 0
    assert there.scores == []
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    assert send() == 1
    assert ada(there)["scoreMaximum"] == 6.0


def test_a_line_item_is_made_where_the_link_has_none_and_found_when_it_was_made_before(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE)
    link = there.link(week)
    come(app, there, nlp.student, link)
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    assert send() == 1
    made = there.line_items["/lineitems/1"]
    assert (made["label"], made["scoreMaximum"], made["resourceLinkId"]) == ("Week 1", 5.0, link.id)
    nlp.instructor.learner.send(f"{nlp.address}/platforms/1/disconnect", {})
    connect(app, there, nlp)
    come(app, there, nlp.student, link)
    assert send() == 1
    assert len(there.line_items) == 1


def test_without_leave_to_make_line_items_nothing_is_made(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE)
    scopes = ["https://purl.imsglobal.org/spec/lti-ags/scope/score"]
    there.told = {AGS: {"scope": scopes, "lineitems": f"{there.issuer}/lineitems"}}
    come(app, there, nlp.student, there.link(week))
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    assert send() == 0
    assert there.line_items == {}


@pytest.mark.parametrize("path", ["/token", "/scores"])
def test_a_platform_that_is_down_gets_everything_later_and_nothing_twice(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, path: str, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    there.goes_down(path)
    assert (send(), send(), there.scores) == (0, 0, [])
    with store.read() as connection:
        row = connection.execute(select(lti_contexts)).one()
    assert (row.failures, row.waiting, row.fault) == (2, 1, "down")
    assert timedelta(seconds=100) < row.look_at - datetime.now(UTC) < timedelta(seconds=130)
    assert "1 mark waits for Moodle, last try" in page_of(nlp).text
    assert "no answer" in page_of(nlp).text
    assert "1 mark waits for Moodle" in nlp.instructor.learner.get(nlp.address).text
    there.answers = {}
    page = nlp.instructor.learner.send(f"{nlp.address}/platforms/1/send", {})
    assert "The marks are on their way." in page.text
    with store.read() as connection:
        assert jobs.waiting(connection, "lti") == 1
    assert sending.send_due(app.state.database, app.state.library) == 1
    assert len(there.scores) == 1
    assert "All marks are there" in page_of(nlp).text


def test_pauses_grow_and_end_at_two_hours() -> None:
    pauses = [sending._pause(failures) for failures in range(1, 20)]
    assert pauses[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == timedelta(hours=2)


@pytest.mark.parametrize(
    "rubbish",
    [b"no JSON", b"[]", b'{"access_token": 7}', b"{}", b"x" * 300_000, b'{"access_token": "not ours"}'],
    ids=["text", "list", "number", "empty", "long", "foreign"],
)
def test_a_platform_that_answers_rubbish_is_given_nothing(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, rubbish: bytes, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    there.answers["/token"] = lambda: (200, {"Content-Type": "application/json"}, rubbish)
    assert (send(), there.scores) == (0, [])
    assert "1 mark waits for Moodle" in page_of(nlp).text
    there.answers = {}
    assert send() == 1


def test_a_platform_that_takes_too_long_is_not_waited_for(
    app: FastAPI,
    there: Platform,
    nlp: Lecture,
    store: Database,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
    week: str,
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    monkeypatch.setattr(asking, "PATIENCE", 0.2)

    def slow() -> tuple[int, dict[str, str], bytes]:
        time.sleep(1.0)
        return 200, {}, b"{}"

    there.answers["/token"] = slow
    began = time.monotonic()
    assert send() == 0
    assert time.monotonic() - began < 0.9
    assert "no answer" in page_of(nlp).text


def test_a_redirect_of_the_platform_is_not_followed(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    there.answers["/scores"] = lambda: (307, {"Location": f"{there.issuer}/elsewhere"}, b"")
    assert send() == 0
    assert "/elsewhere" not in there.asked


def test_services_at_a_foreign_address_are_not_asked(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE)
    foreign = "http://127.0.0.1:9/lineitems/1"
    there.told = {
        AGS: {"scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"], "lineitem": foreign}
    }
    come(app, there, nlp.student, there.link(week))
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    assert send() == 0
    assert "/token" not in there.asked


def test_one_mark_that_is_refused_keeps_no_other_waiting(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    connect(app, there, nlp)
    week = assignment(nlp, COSINE)
    link = linked(app, there, nlp, week)
    bob = member(app, name="Bob")
    come(app, there, bob, link, "bob")
    for one in (nlp.student, bob):
        answer(one, begin(one, week, COSINE), store, "dot")
    gone = there.users.pop("ada")
    assert send() == 1
    assert set(there.results()) == {"bob"}
    assert "it refused some" in page_of(nlp).text
    assert "Week 1 1 mark is there · refused: Ada" in page_of(nlp).text
    assert sending.send_due(app.state.database, app.state.library) == 0
    there.users["ada"] = gone
    assert send() == 1
    assert set(there.results()) == {"ada", "bob"}


def test_who_is_withdrawn_keeps_on_the_platform_what_is_there(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    send()
    withdraw(nlp, nlp.student)
    assert send() == 0
    assert ada(there)["scoreGiven"] == 1.0


def test_an_answer_that_is_lost_costs_a_repetition_with_a_later_time(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    real = there._take_score

    def lost(path: str, score: dict[str, object]) -> tuple[int, dict[str, str], bytes]:
        real(path, score)
        return 500, {}, b""

    there._take_score = lost  # type: ignore[method-assign]
    assert send() == 0
    there._take_score = real  # type: ignore[method-assign]
    assert send() == 1
    first, second = (one["timestamp"] for _, one in there.scores)
    assert first < second


def test_timestamps_rise_although_the_clock_was_set_back(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    send()
    ahead = datetime.now(UTC) + timedelta(hours=1)
    with store.write() as connection:
        connection.execute(update(lti_scores).values(sent_at=ahead))
    set_mark(nlp, week, points="4")
    assert send() == 1
    newest = datetime.fromisoformat(str(there.results()["ada"]["timestamp"]))
    assert ahead - timedelta(milliseconds=1) < newest < ahead + timedelta(seconds=1)


@pytest.mark.long("a platform that takes its time")
@always_on_both
def test_two_servers_do_not_send_at_one_moment(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send, week: str
) -> None:
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    barrier = Barrier(4)

    def at_once(_: int) -> int:
        barrier.wait()
        with closing(Database(app.state.settings.database_url)) as server:
            return sending.send(server, app.state.library, 1)

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(at_once, range(4))) == [0, 0, 0, 1]
    assert len(there.scores) == 1


def test_a_worker_is_asked_for_once_while_something_is_due_and_not_for_an_archived_course(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database
) -> None:
    connect(app, there, nlp)
    job.submit_due(store)
    job.submit_due(store)
    with store.read() as connection:
        assert jobs.waiting(connection, "lti") == 1
    with store.write() as connection:
        jobs.cancel(connection, jobs.latest(connection, "lti", "").name)  # type: ignore[union-attr]
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    job.submit_due(store)
    with store.read() as connection:
        assert jobs.waiting(connection, "lti") == 0


def test_another_course_cannot_send_or_end_the_connection(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    connect(app, there, nlp)
    other = lecture(app, "Another")
    for what in ("send", "roster", "disconnect"):
        assert other.instructor.learner.send(f"{other.address}/platforms/1/{what}", {}).status == 404
        assert other.instructor.learner.send(f"{nlp.address}/platforms/1/{what}", {}).status == 404
        assert nlp.student.learner.send(f"{nlp.address}/platforms/1/{what}", {}).status == 403
    assert "Language models" in page_of(nlp).text
