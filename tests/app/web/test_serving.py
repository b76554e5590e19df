"""Several workers on PostgreSQL: nothing that matters lies in the memory of one of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest
from httpx2 import Client, Response

from app.accounts.store import api_tokens
from app.database.connection import Database
from app.identity.permissions import COOKIE
from app.identity.store import people, sessions
from app.identity.store.people import Role
from app.identity.store.tokens import made
from app.questions.store import drafts
from tests.app.authoring.sample_question import NAME, TEXT
from tests.app.conftest import Postgres
from tests.app.learner import PERPLEXITY, RIGHT, Count, Form, Page, filled, on_postgres, read
from tests.app.server import Server, serving

pytestmark = on_postgres
MOST_VISITS = 300
WORKED_OUT = ("learners", "skill_states", "mistakes_made")
STRICT = {
    "EXAMFORMER_GUESTS_PER_ADDRESS": "3/hour",
    "EXAMFORMER_WRONG_PASSWORDS_PER_EMAIL": "4/hour",
    "EXAMFORMER_PREVIEWS_PER_PERSON": "5/hour",
    "EXAMFORMER_REQUESTS_PER_TOKEN": "6/hour",
}


@pytest.fixture
def rates(request: pytest.FixtureRequest) -> dict[str, str]:
    """The usual ones, or what a test asks for."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
def two_workers(database_url: str, postgres: Postgres, rates: dict[str, str]) -> Iterator[Server]:
    """Two workers that have both answered: each has opened a connection to the database."""
    before = postgres.connections(database_url)
    with serving(database_url, EXAMFORMER_WORKERS="2", **rates) as server:
        visits = 0
        while postgres.connections(database_url) < before + 2:
            assert visits < MOST_VISITS, "one worker takes every visit"
            with server.browser() as browser:
                assert browser.get("/").status_code == 200
            visits += 1
        yield server


class Person:
    """Whoever opens a new connection for each request, so that now one worker answers and now the other."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def get(self, address: str) -> Page:
        with self.server.browser(self.cookies) as browser:
            answer = browser.get(address)
            self.cookies |= dict(browser.cookies)
        return read(answer)

    def send(self, address: str, form: Form) -> Page:
        with self.server.browser(self.cookies) as browser:
            return read(browser.post(address, data=form, follow_redirects=True))


def practised(count: Count) -> dict[str, int]:
    """The rows but for those that a thread of a server works out of them, sooner or later."""
    return {table: rows for table, rows in count().items() if table not in WORKED_OUT}


@pytest.mark.sweep
def test_a_sheet_begun_on_one_worker_continues_on_the_other(two_workers: Server, count: Count) -> None:
    person = Person(two_workers)
    sheet = person.get(f"/practice/{PERPLEXITY}?seed=7&level=warm-up")
    for n in range(30):
        typed = f"0.{n:02d}"
        sheet = person.send(sheet.action, filled(sheet, {"nats": typed}) | {"do": "check:nats"})
        assert sheet.typed("nats") == [typed]
        assert person.get(sheet.action).typed("nats") == [typed]
    done = person.send(sheet.action, filled(sheet, RIGHT) | {"do": "check"})
    assert [done.rule(part) for part in RIGHT] == ["right"] * 3
    assert done.earned == 2
    assert "2 of 3 points" in person.get("/progress").text
    assert practised(count) == {"people": 1, "sessions": 1, "links": 1, "attempts": 1, "responses": 33}


@pytest.mark.sweep
def test_one_form_sent_to_both_workers_at_once_counts_once_and_ctrl_c_ends_both(
    two_workers: Server, database_url: str, postgres: Postgres, count: Count
) -> None:
    for seed in range(5):
        person = Person(two_workers)
        sheet = person.get(f"/practice/{PERPLEXITY}?seed={seed}&level=warm-up")
        form = filled(sheet, RIGHT) | {"do": "check"}
        with ThreadPoolExecutor(8) as clicks:
            sent = [clicks.submit(person.send, sheet.action, form) for _ in range(8)]
        pages = [click.result() for click in sent]
        assert {page.status for page in pages} == {200}
        assert len({page.attempt for page in pages}) == 1
    assert practised(count) == {"people": 5, "sessions": 5, "links": 1, "attempts": 5, "responses": 15}
    ours = postgres.connections(database_url)
    status, printed, complained = two_workers.end()
    assert status == 0
    assert two_workers.address in printed
    assert "Traceback" not in complained
    assert postgres.connections(database_url) <= ours - 2


@pytest.mark.sweep
@pytest.mark.parametrize("rates", [STRICT], indirect=True)
def test_guests_sign_ins_previews_and_requests_are_counted_over_both_workers(
    two_workers: Server, store: Database
) -> None:
    """Each is asked in turn, and neither would refuse what came to it alone."""
    with store.write() as connection:
        lin = people.open_account(connection, None, "lin@school.example", None, Role.INSTRUCTOR)
        sessions.add(connection, lin, session := made())
        drafts.add(connection, lin, NAME, TEXT, "")
        token = api_tokens.add(connection, lin, "a program", timedelta(days=1))

    def begin(browser: Client) -> Response:
        sheet = read(browser.get(f"/practice/{PERPLEXITY}?seed=7&level=warm-up"))
        return browser.post(sheet.action, data=filled(sheet, RIGHT) | {"do": "check"})

    def guess(browser: Client) -> Response:
        return browser.post("/account/sign-in", data={"email": "lin@school.example", "password": "guessed"})

    def look(browser: Client) -> Response:
        signed_in = {"Cookie": f"{COOKIE}={session}"}
        return browser.post(f"/author/{NAME}/preview", data={"text": TEXT}, headers=signed_in)

    def ask(browser: Client) -> Response:
        return browser.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})

    first, second = two_workers.workers()
    with closing(two_workers.browser_of(first)) as one, closing(two_workers.browser_of(second)) as other:

        def in_turn(act: Callable[[Client], Response]) -> list[int]:
            statuses = []
            for browser in (one, other) * 4:
                browser.cookies.clear()  # a newcomer each time
                statuses.append(act(browser).status_code)
            return statuses

        assert in_turn(begin) == [303] * 3 + [429] * 5
        assert (
            in_turn(guess) == [422] * 5 + [429] * 3
        )  # the fifth takes a turn, and there is one in half a minute
        assert in_turn(look) == [200] * 5 + [429] * 3
        assert in_turn(ask) == [200] * 6 + [429] * 2
