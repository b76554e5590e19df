"""Connections to PostgreSQL: few, tried before they are used, given back when they are idle, and none hangs."""

import time
from contextlib import ExitStack

import pytest
from sqlalchemy import text

from app.database import connection as module
from app.database.connection import LIMITS, Database, DatabaseDown
from tests.app.conftest import Postgres
from tests.app.learner import on_postgres


def ask(store: Database, statement: str) -> object:
    with store.read() as connection:
        return connection.execute(text(statement)).scalar()


@on_postgres
def test_no_statement_lock_or_idle_transaction_lasts_for_ever(store: Database) -> None:
    for name, seconds in LIMITS.items():
        shown = ask(store, f"SELECT setting FROM pg_settings WHERE name = '{name}'")
        assert shown == str(1000 * seconds)


@on_postgres
def test_connections_that_nobody_uses_are_given_back(
    database_url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDLE", 0.3)
    store = Database(database_url)
    try:
        with ExitStack() as several:
            for _ in range(5):
                several.enter_context(store.read()).execute(text("SELECT 1"))
            assert postgres.connections(database_url) == 5
        gives_up = time.monotonic() + 20
        while postgres.connections(database_url):
            assert time.monotonic() < gives_up
            time.sleep(0.1)
        assert ask(store, "SELECT 7") == 7
    finally:
        store.close()


@on_postgres
def test_a_process_has_no_more_connections_than_it_may_and_says_so_in_time(
    database_url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_CONNECTIONS", 2)
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    store = Database(database_url)
    try:
        with store.read() as one, store.write() as other:
            for connection in (one, other):
                connection.execute(text("SELECT 1"))
            with pytest.raises(DatabaseDown), store.read():
                pass
            assert postgres.connections(database_url) == 2
        assert ask(store, "SELECT 7") == 7
    finally:
        store.close()


@on_postgres
def test_connections_that_the_server_has_ended_are_replaced(store: Database, postgres: Postgres) -> None:
    with ExitStack() as several:
        for _ in range(3):
            several.enter_context(store.read()).execute(text("SELECT 1"))
    assert postgres.end_connections(store.url.render_as_string(hide_password=False)) == 3
    for _ in range(3):
        assert ask(store, "SELECT 7") == 7


@on_postgres
def test_a_transaction_whose_connection_ends_is_told_and_the_next_one_works(
    store: Database, postgres: Postgres
) -> None:
    def begin_and_lose_it() -> None:
        with store.write() as connection:
            connection.execute(text("SELECT 1"))
            postgres.end_connections(store.url.render_as_string(hide_password=False))
            connection.execute(text("SELECT 1"))

    with pytest.raises(DatabaseDown):
        begin_and_lose_it()
    with store.write() as connection:
        assert connection.execute(text("SELECT 7")).scalar() == 7
