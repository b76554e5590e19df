"""Several workers on PostgreSQL: nothing that matters lies in the memory of one of them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.conftest import Postgres
from tests.app.learner import PERPLEXITY, RIGHT, Count, Form, Page, filled, on_postgres, read
from tests.app.server import Server, serving

pytestmark = on_postgres
MOST_VISITS = 300


@pytest.fixture
def two_workers(database_url: str, postgres: Postgres) -> Iterator[Server]:
    """Two workers that have both answered: each has opened a connection to the database."""
    before = postgres.connections(database_url)
    with serving(database_url, EXAMFORMER_WORKERS="2") as server:
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
    assert count() == {"people": 1, "sessions": 1, "links": 1, "attempts": 1, "responses": 33}


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
    assert count() == {"people": 5, "sessions": 5, "links": 1, "attempts": 5, "responses": 15}
    ours = postgres.connections(database_url)
    status, printed, complained = two_workers.end()
    assert status == 0
    assert two_workers.address in printed
    assert "Traceback" not in complained
    assert postgres.connections(database_url) <= ours - 2
