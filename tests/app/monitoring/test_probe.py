"""What a server sees of a request, told to who can write into its database and to nobody else."""

import time

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.database.connection import Database
from app.monitoring import probe
from app.monitoring.store import probes
from tests.app.learner import Count, always_on_both

WRONG = {"Authorization": f"Bearer {'x' * 43}"}
PAGE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def asker(app: FastAPI) -> TestClient:
    return TestClient(app, headers=PAGE)


@always_on_both
def test_a_server_tells_what_it_sees_to_who_shows_the_secret_while_it_lies_there(
    store: Database, asker: TestClient, count: Count
) -> None:
    before = count()
    with probe.left(store) as secret:
        answer = asker.get(
            probe.PATH, headers={**secret, "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
        )
    assert answer.json() == {
        "client": "testclient",
        "scheme": "http",
        "host": "testserver",
        "forwarded_for": "192.0.2.1",
        "forwarded_proto": "https",
    }
    assert answer.headers["cache-control"] == "no-store"
    assert asker.get(probe.PATH, headers=secret).status_code == 404
    assert count() == before


@always_on_both
def test_the_secret_is_taken_back_and_lies_there_as_a_hash(store: Database) -> None:
    with probe.left(store) as secret, store.read() as connection:
        stored = connection.exec_driver_sql("SELECT key FROM rate_counts").scalars().all()
        assert len(stored) == 1
        assert stored[0] not in secret["Authorization"]
    with store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM rate_counts").scalar_one() == 0


def test_to_everybody_else_the_addresses_are_not_there(asker: TestClient) -> None:
    for headers in ({}, WRONG, {"Authorization": "Bearer"}):
        assert asker.get(probe.PATH, headers=headers).status_code == 404
        assert asker.get(probe.EVENTS, headers=headers).status_code == 404
        assert asker.post(probe.BODY, headers=headers, content=b"x").status_code == 404


def test_an_old_secret_opens_nothing(store: Database, asker: TestClient) -> None:
    secret = "s" * 43
    for ends, status in ((time.time() - 1, 404), (time.time() + 60, 200)):
        with store.write() as connection:
            probes.leave(connection, secret, ends)
        assert asker.get(probe.PATH, headers={"Authorization": f"Bearer {secret}"}).status_code == status
        with store.write() as connection:
            probes.remove(connection, secret)


def test_bodies_are_counted_and_larger_ones_taken_from_a_doctor_alone(
    store: Database, asker: TestClient
) -> None:
    large = bytes(2**20)
    assert asker.post(probe.BODY, headers=WRONG, content=large).status_code == 403
    with probe.left(store) as secret:
        assert asker.post(probe.BODY, headers=secret, content=large).json() == {"bytes": 2**20}


def test_events_are_sent_one_after_the_other(
    store: Database, asker: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "APART", 0.0)
    with probe.left(store) as secret:
        answer = asker.get(probe.EVENTS, headers=secret)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert [line for line in answer.text.splitlines() if line] == [f"data: {n}" for n in range(probe.NUMBER)]
