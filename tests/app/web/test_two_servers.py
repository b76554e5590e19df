"""Two servers with folders of their own on one database: whichever is asked, and whichever is lost."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar, cast

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.accounts.store import api_tokens
from app.database.connection import Database
from app.database.schema import sittings as table
from app.identity.permissions import COOKIE
from tests.app.accounts.members import Member, cookie
from tests.app.authoring.sample_question import MENDED, NAME, publish
from tests.app.client import Client
from tests.app.courses.taught_course import Lecture
from tests.app.exams.course_exam import exam
from tests.app.lab.test_runs import begin, events, is_over, look, steps
from tests.app.learner import PERPLEXITY, RIGHT, Learner, form_key, on_postgres
from tests.app.paper.paper_marking import draw, made
from tests.app.server import Server

pytestmark = [on_postgres, pytest.mark.sweep]
EARLY, LATE = "Units are left out by chance.", "Some units are zero at each step."
PATIENCE = 120.0  # seconds, on a machine that is busy with other tests
LIMITS = {"EXAMFORMER_GUESTS_PER_ADDRESS": "4/hour", "EXAMFORMER_REQUESTS_PER_TOKEN": "6/hour"}

T = TypeVar("T")
Browsers = tuple[Learner, Learner]  # of one person, at each of the servers


class Two:
    """Two servers that have both answered."""

    def __init__(self, url: str, folder: Path) -> None:
        self._open = ExitStack()
        self.one, self.other = (self._server(url, folder / name) for name in ("one", "other"))
        for server in (self.one, self.other):
            self._open.callback(server.stop)
            server.start()

    def _server(self, url: str, folder: Path) -> Server:
        folder.mkdir()
        return Server({"EXAMFORMER_DATABASE_URL": url, **LIMITS}, folder=folder)

    def browsers(self, token: str = "") -> Browsers:
        first, second = (self._browser(server, token) for server in (self.one, self.other))
        return first, second

    def _browser(self, server: Server, token: str) -> Learner:
        browser = server.browser({COOKIE: token} if token else {})
        return Learner(cast(Client, self._open.enter_context(closing(browser))))

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def two(database_url: str, tmp_path: Path) -> Iterator[Two]:
    started = Two(database_url, tmp_path)
    yield started
    started.close()


def of(two: Two, member: Member) -> Browsers:
    return two.browsers(cookie(member.learner))


def until(ask: Callable[[], T], fits: Callable[[T], bool]) -> T:
    deadline = time.monotonic() + PATIENCE
    while not fits(found := ask()):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


# Limits, and what a server keeps in its memory


def test_newcomers_and_programs_are_counted_over_both(two: Two, nlp: Lecture, store: Database) -> None:
    with store.write() as connection:
        token = api_tokens.add(connection, nlp.instructor.id, "a program", timedelta(days=1))
    bearer = {"Authorization": f"Bearer {token}"}

    def newcomer(browser: Learner) -> int:
        browser.client.cookies.clear()
        sheet = browser.get(f"/practice/{PERPLEXITY}?seed=7&level=warm-up")
        return browser.press(sheet, typed=RIGHT, follow=False).status

    def program(browser: Learner) -> int:
        return browser.client.get("/api/v1/me", headers=bearer).status_code

    in_turn = two.browsers() * 4
    assert [newcomer(one) for one in in_turn] == [303] * 4 + [429] * 4
    assert [program(one) for one in in_turn] == [200] * 6 + [429] * 2


def test_a_question_that_is_published_anew_is_the_new_one_on_both(
    two: Two, app: FastAPI, author: Member
) -> None:
    browsers = two.browsers()
    for text, title in ((None, "A lamp in watts"), (MENDED, "A lamp in joules")):
        publish(app, author.id, *([text] if text else []))
        assert [title in browser.get(f"/practice/{NAME}").text for browser in browsers] == [True, True]


# Jobs and runs


def test_a_paper_is_printed_though_the_server_that_was_asked_is_killed(
    two: Two, app: FastAPI, nlp: Lecture
) -> None:
    address = exam(nlp)
    draw(nlp, address, 3)
    one, other = of(two, nlp.instructor)
    asked = {"first": str(made(app)[0].id), "what": "sheets"}
    assert "versions" in one.send(f"{address}/papers/prints", asked).text
    two.one.kill()
    page = until(lambda: other.get(f"{address}/papers"), lambda found: "Take the PDF" in found.text)
    assert page.status == 200
    two.one.start()
    taken = [
        browser.client.get(f"{address}/papers/prints/sheets.pdf?first={asked['first']}").content
        for browser in of(two, nlp.instructor)
    ]
    assert taken[0].startswith(b"%PDF")
    assert taken[0] == taken[1]


def test_a_training_is_watched_and_steered_at_the_server_that_did_not_begin_it(two: Two) -> None:
    one, _ = two.browsers()
    run = begin(one, steps=200, layers=1, width=16, heads=2)
    _, other = two.browsers(cookie(one))
    until(lambda: look(other, run), lambda found: found["done"] > 0)
    assert other.client.post(f"{run}/steer", data={"rate": "0.002"}).status_code == 200
    assert look(one, run, after=10**6)["steering"]["rate"] == 0.002
    streams = [events(browser.client.get(f"{run}/events").text) for browser in (one, other)]
    for found in streams:
        assert (found[-1].name, found[-1].data["state"]) == ("over", "done")
        assert steps(found) == list(range(201))


def test_a_training_whose_server_is_killed_begins_once_more_on_the_other(two: Two) -> None:
    one, _ = two.browsers()
    run = begin(one, steps=400, layers=1, width=16, heads=2)
    _, other = two.browsers(cookie(one))
    until(lambda: look(other, run), lambda found: found["done"] > 0)
    for server in (two.one, two.other):  # one of them runs it
        server.kill()
        server.start()
    over = until(lambda: look(two.browsers(cookie(one))[1], run, after=10**6), is_over)
    assert (over["state"], over["done"]) == ("done", 400)


# Exams


def begun(browser: Learner, address: str) -> str:
    page = browser.send(f"{address}/begin", {"key": form_key()})
    assert page.address.startswith("/sittings/"), page.text
    return page.address


def save(browser: Learner, sitting: str, text: str) -> None:
    """Saves the definition that is asked for."""
    now = datetime.now(UTC).isoformat()
    field = {"place": 2, "field": "answer.0", "revision": 1, "text": text, "typed_at": now}
    sent = {"window": "w", "opened": True, "place": 2, "fields": [field]}
    answer = browser.client.post(f"{sitting}/saves", json=sent)
    assert answer.status_code == 200
    assert [one["revision"] for one in answer.json()["kept"]] == [1]


def leave(store: Database, sitting: str, seconds: float) -> None:
    """As if it had been begun so long ago that only these seconds are left."""
    ago = datetime.now(UTC) - timedelta(minutes=15, seconds=-seconds)
    with store.write() as connection:
        name = sitting.rpartition("/")[2]
        connection.execute(update(table).where(table.c.name == name).values(begun_at=ago))


def await_its_end(browser: Learner, sitting: str) -> None:
    until(lambda: browser.client.get(f"{sitting}/clock").json()["closed"], bool)


def test_a_sitting_ends_by_the_clock_whichever_server_is_left_and_after_both_were_gone(
    two: Two, app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address = exam(nlp, sittings="2", scores="at once", answers="at once")
    one, other = of(two, nlp.student)
    first = begun(one, address)
    save(one, first, EARLY)
    two.one.kill()
    leave(store, first, seconds=1)
    await_its_end(other, first)
    assert EARLY in other.get(f"{first}/review").html

    second = begun(other, address)
    save(other, second, LATE)
    two.other.kill()
    leave(store, second, seconds=1)
    time.sleep(2)
    two.one.start()
    two.other.start()
    for browser in of(two, nlp.student):
        await_its_end(browser, second)
        for sitting, text in ((first, EARLY), (second, LATE)):
            assert text in browser.get(f"{sitting}/review").html


def test_the_live_monitor_of_one_server_shows_what_was_saved_at_the_other(two: Two, nlp: Lecture) -> None:
    address = exam(nlp)
    sitting = begun(of(two, nlp.student)[0], address)
    monitors = of(two, nlp.instructor)
    assert [" 0 of 2 " in browser.get(f"{address}/live").text for browser in monitors] == [True, True]
    save(of(two, nlp.student)[1], sitting, EARLY)
    for browser in monitors:
        assert " 1 of 2 " in browser.get(f"{address}/live").text
