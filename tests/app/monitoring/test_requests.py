"""The id of a request: in its answer, in the lines of the log, on the page of an error, with its jobs."""

import json
import logging
import re

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import jobs as table
from app.identity.permissions import COOKIE
from app.identity.store import sessions
from app.identity.store.people import Role, open_account
from app.identity.store.tokens import made
from app.jobs.heartbeat import Refused
from app.jobs.store import jobs
from app.logs import HEADER, OfRequest, request_id
from tests.app.client import Client
from tests.app.learner import PERPLEXITY, Learner
from tests.app.server import serving

GIVEN = "7f3a.of-a-proxy"


pytestmark = pytest.mark.usefixtures("outside_of_requests")


@pytest.fixture
def breaking(app: FastAPI) -> FastAPI:
    """An app with a page that always breaks, in a thread."""
    log = logging.getLogger("examformer")

    def broken() -> str:
        log.warning("about to break")
        raise ZeroDivisionError

    app.get("/broken")(broken)
    app.get("/api/v1/broken")(broken)
    return app


def of_requests(caplog: pytest.LogCaptureFixture) -> None:
    """Has what is caught note its request, as the handlers of a server do."""
    caplog.handler.addFilter(OfRequest())


def test_an_id_that_came_goes_back_and_any_other_is_replaced(app: FastAPI) -> None:
    client = Client(app)
    assert client.get("/guide", headers={HEADER: GIVEN}).headers[HEADER] == GIVEN
    ids = {client.get("/guide", headers={HEADER: given}).headers[HEADER] for given in ("", "no id", "a" * 80)}
    assert len(ids) == 3
    assert all(re.fullmatch("[0-9a-f]{12}", one) for one in ids)


@pytest.mark.parametrize("path", ["/static/icon.svg", "/nothing", "/account", "/health/live", "/metrics"])
def test_every_answer_has_one_id(app: FastAPI, path: str) -> None:
    answer = Client(app).get(path, headers={HEADER: GIVEN})
    assert answer.headers.get_list(HEADER) == [GIVEN]


def test_a_refused_request_has_an_id_too(app: FastAPI) -> None:
    answer = Client(app).post("/language", headers={HEADER: GIVEN, "Sec-Fetch-Site": "cross-site"})
    assert (answer.status_code, answer.headers[HEADER]) == (403, GIVEN)


def test_the_number_on_the_page_of_an_error_stands_in_the_log(
    breaking: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    of_requests(caplog)
    answer = Client(breaking).get("/broken")
    assert answer.status_code == 500
    number = answer.headers[HEADER]
    assert "Tell your administrator this number" in answer.text
    assert f">{number}</code>" in answer.text
    (line,) = [record for record in caplog.records if record.message == "about to break"]
    assert line.request == number  # type: ignore[attr-defined]


@pytest.mark.parametrize(("language", "said"), [("de", "Nenne"), ("bn", "নম্বর")])
def test_the_number_is_asked_for_in_the_reader_s_language(
    breaking: FastAPI, language: str, said: str
) -> None:
    client = Client(breaking)
    client.cookies.set("examformer_language", language)
    page = client.get("/broken", headers={HEADER: GIVEN}).text
    assert said in page
    assert GIVEN in page


def test_a_program_finds_the_number_in_the_head_of_its_answer(breaking: FastAPI) -> None:
    answer = Client(breaking).get("/api/v1/broken", headers={HEADER: GIVEN})
    assert (answer.status_code, answer.headers[HEADER]) == (500, GIVEN)
    assert answer.headers["content-type"] == "application/problem+json"


def test_pages_about_what_is_nobody_s_fault_have_no_number(app: FastAPI) -> None:
    assert "administrator this number" not in Client(app).get("/nothing").text


def test_one_request_leaves_its_id_to_no_other(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    client = Client(app)
    first = client.get("/guide").headers[HEADER]
    assert client.get("/guide").headers[HEADER] != first
    assert request_id.get() == ""


def test_a_line_for_a_request_has_its_route_and_nothing_of_its_address(
    app: FastAPI, learner: Learner, caplog: pytest.LogCaptureFixture
) -> None:
    of_requests(caplog)
    with caplog.at_level(logging.INFO, "examformer.requests"):
        learner.client.get(f"/practice/{PERPLEXITY}?seed=77123", follow_redirects=False)
    (line,) = [record for record in caplog.records if record.name == "examformer.requests"]
    assert line.message == "GET /practice/{question} 200"
    told = vars(line)
    assert (told["method"], told["route"], told["status"]) == ("GET", "/practice/{question}", 200)
    assert told["milliseconds"] > 0
    written = repr(told)
    assert PERPLEXITY not in written
    assert "77123" not in written
    assert "testclient" not in written


def test_a_job_knows_the_request_that_asked_for_it(store: Database) -> None:
    request_id.set(GIVEN)
    with store.write() as connection:
        name = jobs.add(connection, "test", {}, None)
    request_id.set("")
    with store.write() as connection:
        other = jobs.add(connection, "test", {}, None)
    with store.read() as connection:
        found = [jobs.find(connection, one) for one in (name, other)]
    assert [one.request_id for one in found if one] == [GIVEN, ""]


def fail(_: object, __: object) -> None:
    logging.getLogger("examformer").warning("in the request %s", request_id.get())
    raise Refused("on purpose")


def test_what_a_job_logs_belongs_to_the_request_that_asked_for_it(
    store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    from app.jobs.runner import Kind
    from app.jobs.worker import carry_out

    request_id.set(GIVEN)
    with store.write() as connection:
        jobs.add(connection, "test", {}, None)
        job = jobs.claim(connection, "test", "a worker")
    request_id.set("")
    assert job
    carry_out(store, Kind(name="test", carried_out_by=f"{__name__}:fail"), job)
    assert f"in the request {GIVEN}" in caplog.messages


@pytest.mark.long("a server of its own")
def test_a_server_writes_json_and_names_the_request_that_broke(database_url: str, store: Database) -> None:
    with serving(database_url, EXAMFORMER_LOG_FORMAT="json") as server, server.browser() as browser:
        with store.write() as connection:
            ada = open_account(connection, None, "ada@school.example", None, Role.STUDENT)
            sessions.add(connection, ada, token := made())
            name = jobs.add(connection, "import", {}, ada)
            connection.execute(update(table).values(state="of a later release"))
        browser.cookies.set(COOKIE, token)
        assert browser.get("/topics?seed=4711").status_code == 200
        answer = browser.get(f"/account/data/imports/{name}", headers={HEADER: GIVEN})
        assert answer.status_code == 500
        assert GIVEN in answer.text
        _, _, complained = server.end()
    told = [json.loads(line) for line in complained.splitlines()]
    (broken,) = [line for line in told if "exception" in line]
    assert (broken["level"], broken["request"]) == ("ERROR", GIVEN)
    assert "ValueError" in broken["exception"]
    lines = {(line["route"], line["status"]) for line in told if line["logger"] == "examformer.requests"}
    assert {("/topics", 200), ("/account/data/imports/{name}", 500)} <= lines
    for secret in ("4711", "ada@school.example", token, name, "127.0.0.1"):
        assert secret not in complained
