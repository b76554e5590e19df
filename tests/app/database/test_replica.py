"""A primary and its replica, set up and given orders by the commands of docs/deployment/postgresql.md."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from pathlib import Path

import pytest
from sqlalchemy import text

from app.database.connection import Database, DatabaseDown
from tests.app.database.machines import Site, blocks, site
from tests.engine.submissions import BANK
from tests.soak import failover

pytestmark = pytest.mark.sweep
PEOPLE = 20


@pytest.fixture
def two() -> Iterator[Site]:
    with site() as made:
        failover.set_up(made)
        yield made


@pytest.fixture
def store(two: Site) -> Iterator[Database]:
    database = Database(two.url)
    yield database
    database.close()


def write(store: Database, name: str) -> None:
    with store.write() as connection:
        connection.execute(
            text("SET LOCAL statement_timeout = '300ms'")
        )  # it does not end the wait for the replica
        connection.execute(
            text("INSERT INTO people (name, role, created_at) VALUES (:name, '', now())"), {"name": name}
        )


def known(store: Database) -> list[str]:
    with store.read() as connection:
        return list(connection.execute(text("SELECT name FROM people ORDER BY id")).scalars())


def test_a_replica_takes_the_place_of_a_killed_primary_without_a_restart_and_nothing_acknowledged_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.soak.learner.EVERY", 1.0)
    found = asyncio.run(failover.failover(tmp_path, BANK, PEOPLE, seed=1))
    assert found.outcome.faults == []
    assert (found.outcome.lost, found.outcome.doubled, found.outcome.signed_out) == (0, 0, 0)
    assert found.outcome.acknowledged > 30 * PEOPLE
    assert (found.behind, found.apart) == (0, 0)


def test_a_primary_without_its_replica_acknowledges_nothing_until_it_is_told_to_go_on_alone(
    two: Site, store: Database
) -> None:
    write(store, "Ada")
    two.replica.run("systemctl stop postgresql@18-main")
    with ThreadPoolExecutor(1) as pool:
        waits: Future[None] = pool.submit(write, store, "Bo")
        assert not wait_for([waits], timeout=2).done
        _, _, alone, forget = blocks("The replica")
        two.primary.run(alone)
        waits.result(60)
    assert known(store) == ["Ada", "Bo"]

    # What was acknowledged without it is not on it
    two.primary.kill()
    two.replica.run("systemctl start postgresql@18-main")
    failover.promote(two)
    assert known(store) == ["Ada"]

    # The other one becomes its replica, once it is forgotten as often as it was made
    failover.begin_replication(two)
    two.replica.run("systemctl stop postgresql@18-main")
    two.primary.run(blocks("The replica")[2])
    two.primary.run(forget)
    failover.begin_replication(two)
    write(store, "Cy")
    assert two.replica.ask("SELECT count(*) FROM people") == "2"


def test_whoever_knows_the_promoted_replica_never_goes_back_to_the_old_primary(
    two: Site, store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    write(store, "Ada")
    two.primary.kill()
    failover.promote(two)
    write(store, "Bo")
    two.replica.run("systemctl start postgresql@18-main")
    assert two.replica.ask("SELECT pg_is_in_recovery()") == "f"
    newcomer = Database(two.url)
    try:
        assert known(newcomer) == ["Ada", "Bo"]
    finally:
        newcomer.close()
    two.primary.kill()
    with pytest.raises(DatabaseDown):
        known(store)
    assert "was the primary before a failover: switch it off" in caplog.text
    failover.fence(two)
    two.primary.run("systemctl start postgresql@18-main")
    assert known(store) == ["Ada", "Bo"]
