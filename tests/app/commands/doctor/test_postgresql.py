"""What a PostgreSQL server is and is set to."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.commands.doctor import postgresql
from app.commands.doctor.findings import State
from app.commands.doctor.installation import Installation
from app.database.inspection import PostgresFacts, inspect
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, installation, said
from tests.app.conftest import Postgres

SUPPORTED = datetime.now(UTC).year - postgresql.FIRST


@pytest.fixture
def facts(postgres: Postgres, migrated_database: str) -> PostgresFacts:
    """Those of a real server, at a version that is supported on the day of the test."""
    found = inspect(postgres.url(migrated_database))
    assert isinstance(found, PostgresFacts)
    return replace(found, major=SUPPORTED + 1, fsync="on", full_page_writes="on")


def stub(facts: PostgresFacts, workers: int = 1, **other: Any) -> Installation:
    at = installation(workers=workers)
    at.__dict__["database"] = replace(facts, **other)
    return at


def test_a_server_as_it_should_be_has_no_fault(facts: PostgresFacts) -> None:
    for check in (postgresql.server, postgresql.durability, postgresql.connections):
        found = check(stub(facts))
        assert found
        assert found.state is OK, said(found)


@pytest.mark.parametrize(
    ("other", "state", "words"),
    [
        ({"major": 9, "version": "9.6"}, FAULT, "9.6 is too old"),
        ({"major": SUPPORTED - 2}, ADVICE, "no more corrections"),
        ({"encoding": "SQL_ASCII"}, FAULT, "--encoding=UTF8"),
        ({"is_standby": True}, FAULT, "is a standby"),
        ({"is_read_only": True}, FAULT, "default_transaction_read_only"),
        ({"may_create": False}, FAULT, "GRANT CREATE ON SCHEMA public"),
    ],
)
def test_a_server_that_will_not_do_is_named(
    facts: PostgresFacts, other: dict[str, Any], state: State, words: str
) -> None:
    found = postgresql.server(stub(facts, **other))
    assert found
    assert found.state is state
    assert words in said(found)


def test_a_server_that_loses_what_it_acknowledged_is_told_of(
    postgres: Postgres, migrated_database: str
) -> None:
    """The server of the tests runs with fsync off."""
    found = postgresql.durability(installation(database_url=postgres.url(migrated_database)))
    assert found
    assert found.state is FAULT
    assert found.said == "fsync is off: a power cut may destroy the database"
    assert found.steps == ("ALTER SYSTEM SET fsync = on;", "SELECT pg_reload_conf();")


def test_more_workers_than_the_server_has_room_for_are_a_fault(facts: PostgresFacts) -> None:
    enough = postgresql.connections(stub(facts, workers=4, places=97))
    assert enough
    assert enough.state is OK, "as docs/operating.md promises of the 100 that PostgreSQL has unless set"
    found = postgresql.connections(stub(facts, workers=5, places=97))
    assert found
    assert found.state is FAULT
    assert "ALTER SYSTEM SET max_connections = 220;" in found.steps
    of_the_role = postgresql.connections(stub(facts, workers=1, places_of_role=10))
    assert of_the_role
    assert of_the_role.state is FAULT


def test_sqlite_is_passed_over() -> None:
    for check in (postgresql.server, postgresql.durability, postgresql.connections):
        assert check(installation()) is None
