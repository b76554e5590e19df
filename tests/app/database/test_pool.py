"""Connections to PostgreSQL: few, tried before they are used, given back when they are idle, and none hangs."""

import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import make_url, text

from app.database import failover
from app.database import pool as module
from app.database.connection import Database, DatabaseDown, names_a_database
from app.database.pool import LIMITS
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
            with pytest.raises(DatabaseDown, match="all 2 connections are in use"), store.read():
                pass
            assert postgres.connections(database_url) == 2
        assert ask(store, "SELECT 7") == 7
    finally:
        store.close()


@on_postgres
def test_whoever_gets_no_connection_is_told_why(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 2)
    wrong = make_url(database_url).set(database="not_there")
    store = Database(wrong.render_as_string(hide_password=False))
    try:
        with (
            pytest.raises(DatabaseDown, match='database "not_there" does not exist; waited for 2 s'),
            store.read(),
        ):
            pass
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


@on_postgres
def test_whoever_waits_goes_on_as_soon_as_the_server_is_back_though_nobody_else_asks(
    store: Database, postgres: Postgres
) -> None:
    assert ask(store, "SELECT 7") == 7
    with ThreadPoolExecutor(1) as pool:
        with postgres.without(str(store.url.database)):
            waits = pool.submit(ask, store, "SELECT 7")
            assert not wait_for([waits], timeout=3).done
        assert waits.result() == 7


# Several servers in one address


def at(url: str, *hosts: Path | str) -> str:
    """The address with these sockets for its own."""
    named = make_url(url).update_query_dict({"host": ",".join(map(str, hosts))})
    return named.render_as_string(hide_password=False)


@on_postgres
def test_of_several_servers_the_one_that_answers_is_taken(database_url: str, tmp_path: Path) -> None:
    store = Database(at(database_url, tmp_path / "away", str(make_url(database_url).query["host"])))
    try:
        for _ in range(2):
            assert ask(store, "SELECT 7") == 7
    finally:
        store.close()


@on_postgres
def test_a_primary_of_before_a_failover_is_left_alone_by_whoever_has_seen_the_newer_one(
    database_url: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1)
    with TemporaryDirectory() as folder:  # a socket's path is short
        old, new = Path(folder, "old"), Path(folder, "new")
        for one in (old, new):
            one.symlink_to(str(make_url(database_url).query["host"]))
        monkeypatch.setattr(failover, "_timeline", lambda one: 1 if one.info.host == str(old) else 2)
        store = Database(at(database_url, old, new))
        try:
            with store.read() as connection:
                taken = connection.connection.driver_connection
                assert taken is not None
                assert taken.info.host == str(new)
            new.rename(f"{new} is away")
            postgres.end_connections(database_url)
            with pytest.raises(DatabaseDown):
                ask(store, "SELECT 7")
            assert f"{old} was the primary before a failover: switch it off" in caplog.text
            Path(f"{new} is away").rename(new)
            assert ask(store, "SELECT 7") == 7
        finally:
            store.close()


@pytest.mark.parametrize("query", ["host=a,b&port=1,2,3", "host=a,b&port=1"])
def test_an_address_with_other_ports_than_hosts_names_no_database(query: str) -> None:
    assert names_a_database("postgresql://me@/x?host=a,b&port=1,2&target_session_attrs=read-write")
    assert not names_a_database(f"postgresql://me@/x?{query}")
