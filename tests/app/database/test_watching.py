"""Slow statements: told in the log without what they were asked with, and counted."""

import logging
from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from app.database.connection import Database
from app.database.schema import people
from app.database.watching import IN_USE, SLOW_STATEMENTS, WAITED
from app.identity.store.people import Role, open_account
from app.logs import OfRequest, begin
from tests.app.conftest import Postgres
from tests.app.learner import always_on_both, on_postgres

SECRET = "ada.lovelace@school.example"


pytestmark = pytest.mark.usefixtures("outside_of_requests")


@pytest.fixture
def slow(database_url: str) -> Iterator[Database]:
    """A database for which every statement is slow."""
    database = Database(database_url, slow=0.0)
    yield database
    database.close()


def counted() -> float:
    return sum(sample.value for sample in next(iter(SLOW_STATEMENTS.collect())).samples)


@always_on_both
def test_a_slow_statement_is_told_with_its_request_and_without_its_parameters(
    slow: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(OfRequest())
    number = begin()
    before = counted()
    with slow.write() as connection:
        open_account(connection, None, SECRET, "a hash of a password", Role.STUDENT)
    lines = [record for record in caplog.records if record.name == "examformer.database"]
    assert counted() == before + len(lines)
    (insert,) = [record for record in lines if "INSERT INTO people" in record.message]
    assert insert.levelno == logging.WARNING
    assert insert.request == number  # type: ignore[attr-defined]
    assert insert.milliseconds >= 0  # type: ignore[attr-defined]
    assert insert.message.count("\n") == 0
    assert "lovelace" not in caplog.text
    assert "a hash" not in caplog.text


@always_on_both
def test_each_slow_statement_is_told_once(slow: Database, caplog: pytest.LogCaptureFixture) -> None:
    with slow.read() as connection:
        for _ in range(3):
            connection.execute(text("SELECT 1 + :one"), {"one": 1})
    assert sum("SELECT 1 + " in message for message in caplog.messages) == 3


@always_on_both
def test_what_is_quick_is_not_told(store: Database, caplog: pytest.LogCaptureFixture) -> None:
    with store.read() as connection:
        connection.execute(people.select())
    assert not caplog.records


@on_postgres  # the SQLite databases of the tests share what listens for errors
def test_a_statement_that_fails_is_told_if_it_took_long(
    slow: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ProgrammingError), slow.read() as connection:
        connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": SECRET})
    assert "nowhere" in caplog.text
    assert "lovelace" not in caplog.text


@always_on_both
def test_errors_do_not_repeat_what_was_to_be_stored(store: Database) -> None:
    with store.write() as connection:
        open_account(connection, None, SECRET, None, Role.STUDENT)
        open_account(connection, None, "grace@school.example", None, Role.STUDENT)
    with pytest.raises(IntegrityError) as error, store.write() as connection:
        connection.execute(people.update().values(email="hopper@school.example"))
    assert "[SQL parameters hidden" in str(error.value)


def test_a_long_statement_is_cut(slow: Database, caplog: pytest.LogCaptureFixture) -> None:
    with slow.read() as connection:
        connection.execute(text(f"SELECT '{'long' * 2000}'"))
    (message,) = [one for one in caplog.messages if "long" in one]
    assert len(message) < 2100


def in_use() -> float:
    return next(iter(IN_USE.collect())).samples[0].value


def waits() -> float:
    return next(one.value for one in next(iter(WAITED.collect())).samples if one.name.endswith("_count"))


@always_on_both
def test_connections_in_use_are_counted_while_they_are(store: Database) -> None:
    before, waited = in_use(), waits()
    with store.read(), store.write():
        assert in_use() == before + 2
    assert in_use() == before
    assert waits() > waited


@on_postgres
def test_connections_that_the_server_ended_are_counted_no_longer(store: Database, postgres: Postgres) -> None:
    before = in_use()

    def lose_it() -> None:
        with store.write() as connection:
            connection.execute(text("SELECT 1"))
            postgres.end_connections(store.url.render_as_string(hide_password=False))
            connection.execute(text("SELECT 1"))

    with pytest.raises(OperationalError):
        lose_it()
    assert in_use() == before
