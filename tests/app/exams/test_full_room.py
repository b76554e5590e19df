"""A full room: a save is answered whatever others ask for at the same moment, and judged by when it came."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from anyio import to_thread
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI, Request
from pwdlib import PasswordHash

from app.exams import submission
from app.identity.store.people import Role
from app.web.concurrency import (
    COMPUTING,
    HUNDREDS,
    MARKING,
    PRINTING,
    READING,
    SAVING,
    SIGNING_IN,
    TEACHING,
    ConcurrencyLimit,
)
from engine import deadline
from tests.app import client
from tests.app.accounts.members import member, sign_in
from tests.app.api.api_client import Program, token_of
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.app.courses.taught_course import Lecture
from tests.app.exams.sitting import sit
from tests.app.learner import COSINE, RIGHT, Learner, Page, filled, new_learner, on_both

LONG = 20.0  # seconds: what is not over by then hangs


@contextmanager
def occupied(limit: ConcurrencyLimit) -> Iterator[Callable[[], None]]:
    """The limit, in which somebody is served until the given function is called or the block ends."""
    portal: BlockingPortal = client._portal()
    begun, over = threading.Event(), threading.Event()

    def serve() -> None:
        begun.set()
        over.wait(LONG)

    served = portal.start_task_soon(limit.run, serve)
    assert begun.wait(LONG)
    try:
        yield over.set
    finally:
        over.set()
        served.result(LONG)


@contextmanager
def all_at_work() -> Iterator[None]:
    """The threads that requests under no limit share, each of which does something for somebody."""
    portal: BlockingPortal = client._portal()
    threads = portal.call(to_thread.current_default_thread_limiter)
    places = [object() for _ in range(int(threads.available_tokens))]
    for place in places:
        portal.call(threads.acquire_on_behalf_of_nowait, place)
    try:
        yield
    finally:
        for place in places:
            portal.call(threads.release_on_behalf_of, place)


def waiting_in(limit: ConcurrencyLimit) -> int:
    limiter = limit._limiter.get(None)
    return limiter.statistics().tasks_waiting if limiter else 0


def test_a_save_does_not_wait_for_passwords_that_are_compared(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = threading.Event()

    def verify(self: PasswordHash, password: str, hash: str) -> bool:
        return not saved.wait(LONG)

    monkeypatch.setattr(PasswordHash, "verify", verify)
    sat = sit(app, COSINE)
    with ThreadPoolExecutor(8) as people:
        tries = [people.submit(sign_in, new_learner(app), f"{n}@school.example") for n in range(8)]
        assert sat.save(sat.field(1, "dot.0", "1")).status_code == 200
        assert not any(one.done() and one.result().status == 422 for one in tries)
        saved.set()
        assert {one.result().status for one in tries} <= {422, 503}


@pytest.mark.long("a sheet is printed, with the libraries loaded for it")
def test_what_is_under_a_limit_is_answered_while_all_threads_of_the_others_are_at_work(app: FastAPI) -> None:
    sat, guest, author, student = (
        sit(app, COSINE),
        new_learner(app),
        member(app, Role.INSTRUCTOR),
        member(app),
    )
    publish(app, author.id)
    sheet = student.learner.open()
    form = {"text": TEXT, "view": "form", "f.title": "A lamp"}
    marks: dict[str, object] = {
        "question": "none",
        "version": "",
        "level": "exam",
        "seed": 1,
        "responses": {},
    }
    program = Program(student.learner.client, token_of(app, student.id))
    asked: dict[Callable[[], int], int] = {
        lambda: sat.save(sat.field(1, "dot.0", "1")).status_code: 200,
        lambda: sign_in(guest).status: 422,  # nobody has this e-mail
        lambda: student.learner.send("/account/password", {"old": "x", "new": "y"}).status: 422,
        lambda: guest.get("/study/2.5/sheet.pdf").status: 200,
        lambda: guest.get("/lab/bpe").status: 200,
        lambda: guest.get("/lab/none").status: 404,
        lambda: student.learner.send(sheet.action, filled(sheet, RIGHT) | {"do": "check"}).status: 200,
        lambda: author.learner.send(f"/author/{NAME}/preview", form, htmx=True).status: 200,
        lambda: student.learner.send(f"/author/{NAME}/preview", form, htmx=True).status: 403,
        lambda: sat.learner.get("/progress.csv").status: 403,  # outside of exams alone
        lambda: program.post("/marks", marks).status_code: 404,
    }
    with ThreadPoolExecutor(2) as people, all_at_work():
        waiting = people.submit(guest.get, "/calculator")
        answers = [people.submit(ask) for ask in asked]
        assert [one.result(LONG) for one in answers] == list(asked.values())
        assert not waiting.done()
    assert waiting.result().status == 200


def test_who_has_waited_long_enough_for_a_sign_in_is_told_to_try_again(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SIGNING_IN, "patience", 0.01)
    with occupied(SIGNING_IN), occupied(SIGNING_IN):
        page = sign_in(learner)
        assert page.status == 503
        assert "try again in some seconds" in page.text
        assert page.headers["retry-after"] == "5"
    assert sign_in(learner).status == 422  # as soon as there is room


@on_both
def test_what_came_in_time_is_kept_though_its_turn_comes_late(app: FastAPI) -> None:
    sat = sit(app, COSINE, minutes=60)
    sat.watch.on(minutes=60, seconds=-1)
    with occupied(SAVING) as go_on, ThreadPoolExecutor(1) as person:
        late = sat.watch.now + timedelta(seconds=5)  # a page whose own clock is ahead
        waiting = person.submit(sat.save, sat.field(1, "dot.0", "1", typed_at=late))
        while not client._portal().call(waiting_in, SAVING):
            time.sleep(0.01)
        sat.watch.on(seconds=19)  # the end, and the grace after it
        assert submission.close_due(sat.database, app.state.library, sat.watch.clock) == 0
        go_on()
        answer = waiting.result(LONG)
    assert answer.status_code == 200
    assert [one["field"] for one in answer.json()["kept"]] == ["dot.0"]
    sat.watch.on(seconds=3)
    assert submission.close_due(sat.database, app.state.library, sat.watch.clock) == 1
    assert set(sat.attempts()[0].latest()) == {"dot"}


def test_a_plain_form_that_came_in_time_is_kept_though_its_turn_comes_late(app: FastAPI) -> None:
    sat = sit(app, COSINE, minutes=60)
    sheet = sat.open(1)
    sat.watch.on(minutes=60, seconds=-1)
    sent = {**sheet.fields, "cell.dot.0": "1", "do": "save"}
    with occupied(SAVING) as go_on, ThreadPoolExecutor(1) as person:
        waiting = person.submit(sat.learner.client.post, f"{sat.address}/questions/1", data=sent)
        while not client._portal().call(waiting_in, SAVING):
            time.sleep(0.01)
        sat.watch.on(seconds=18)  # the end, and the grace after it
        go_on()
        waiting.result(LONG)
    assert sat.texts()[(1, "dot.0")] == "1"


# What takes a while to work out

GUESTS_ASK = ("/solve/cosine_similarity", "/lab/bpe", "/study/2.5/sheet.pdf", "/cards/examformer.apkg")


@pytest.mark.parametrize("address", GUESTS_ASK)
def test_guests_of_one_address_have_so_many_seconds_a_minute_and_people_with_an_account_do_not_wait(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    spent = itertools.count(step=10)  # each look at the clock is ten seconds later than the one before
    guest, student = new_learner(app), member(app).learner
    monkeypatch.setattr("app.web.rate_limits.time.thread_time", lambda: next(spent))
    assert [guest.get(address).status for _ in range(3)] == [200, 200, 429]
    refused = new_learner(app).get(address)
    assert "Guests at your address have asked for much" in refused.text
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert student.get(address).status == 200
    assert guest.get("/topics").status == 200


@pytest.mark.parametrize(
    ("limit", "ask"),
    [
        (COMPUTING, lambda nlp: nlp.instructor.learner.get("/author")),
        (
            MARKING,
            lambda nlp: nlp.student.learner.open(seed=70_007),
        ),  # which nobody has drawn, and is not kept
        (READING, lambda nlp: nlp.student.learner.get("/progress")),
        (TEACHING, lambda nlp: nlp.instructor.learner.get(f"{nlp.address}/members/{nlp.student.id}")),
        (HUNDREDS, lambda nlp: nlp.instructor.learner.get(f"/author/{NAME}/regrade")),
        (PRINTING, lambda nlp: nlp.instructor.learner.get("/author/questions.zip")),
    ],
)
def test_what_takes_longer_than_its_limit_lets_is_given_up_and_the_next_one_is_served(
    app: FastAPI,
    nlp: Lecture,
    monkeypatch: pytest.MonkeyPatch,
    limit: ConcurrencyLimit,
    ask: Callable[[Lecture], Page],
) -> None:
    publish(app, nlp.instructor.id)
    sheet = nlp.student.learner.open(NAME)
    nlp.student.learner.send(sheet.action, filled(sheet, {"energy": "1"}) | {"do": "check"})
    with monkeypatch.context() as hurry:
        hurry.setattr(limit, "budget", -1.0)
        page = ask(nlp)
    assert (page.status, "This takes too long to work out." in page.text) == (422, True)
    assert ask(nlp).status == 200


@pytest.mark.parametrize("waits", [False, True])
def test_no_request_computes_for_ever_in_whatever_thread(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    def compute(request: Request) -> None:
        until = time.thread_time() + LONG
        while time.thread_time() < until:
            deadline.check()
        pytest.fail("nothing ended it")

    async def compute_at_once(request: Request) -> None:
        compute(request)

    monkeypatch.setattr("app.web.security.LONGEST", 0.05)
    app.get("/ever")(compute_at_once if waits else compute)
    page = new_learner(app).get("/ever")
    assert (page.status, "This takes too long to work out." in page.text) == (422, True)
