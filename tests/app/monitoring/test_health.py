"""Liveness and readiness, as a proxy asks for them."""

import time

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.database.connection import Database
from tests.app.conftest import Postgres
from tests.app.learner import Count, always_on_both, on_postgres


def asked(app: FastAPI, path: str) -> tuple[int, str]:
    answer = TestClient(app).get(f"/health/{path}")
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    return answer.status_code, answer.text.strip()


@always_on_both
def test_a_server_is_alive_and_ready_and_asking_leaves_nothing(app: FastAPI, count: Count) -> None:
    before = count()
    assert asked(app, "live") == (200, "alive")
    assert asked(app, "ready") == (200, "ready")
    assert count() == before


def test_a_server_that_is_ending_is_alive_and_not_ready(app: FastAPI) -> None:
    app.state.stopping.set()
    assert asked(app, "live") == (200, "alive")
    assert asked(app, "ready") == (503, "ending")


def test_a_server_without_its_file_is_alive_and_not_ready(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: Database) -> None:
        raise OSError

    monkeypatch.setattr(Database, "read", away)
    assert asked(app, "live") == (200, "alive")
    assert asked(app, "ready") == (503, "no database")


@on_postgres
def test_a_server_whose_database_is_gone_is_not_ready(
    app: FastAPI, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.monitoring.routes.health.SOON", 0.5)
    with postgres.without(app.state.database.url.database):
        assert asked(app, "ready") == (503, "no database")
    gives_up = time.monotonic() + 20
    while asked(app, "ready") != (200, "ready"):
        assert time.monotonic() < gives_up
