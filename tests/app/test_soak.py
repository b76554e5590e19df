"""The kill run of ``make soak``, small and short: what is lost is looked at here, never how long anything takes."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.store.database import Database
from tests.engine.solutions import BANK
from tests.soak import ledger
from tests.soak.__main__ import room
from tests.soak.kills import Kills, kills

PEOPLE = 20


@contextmanager
def sat_with_a_kill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Database, Kills]]:
    """Everybody saves each second."""
    monkeypatch.setattr("tests.soak.learner.EVERY", 1.0)
    server, database = room(folder / "soak.db")
    try:
        yield database, asyncio.run(kills(server, database, BANK, PEOPLE, short=0, times=1, seed=1))
    finally:
        server.stop()
        database.close()


@pytest.mark.sweep
def test_a_server_killed_in_the_middle_of_twenty_exams_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sat_with_a_kill(tmp_path, monkeypatch) as (database, run):
        assert run.faults == []
        assert run.down.times == 1
        assert run.acknowledged > 3 * PEOPLE

        # Whoever looks for what is lost finds it: a text that is gone, and a mark that is another one
        with closing(sqlite3.connect(tmp_path / "soak.db")) as rows:
            rows.execute("DELETE FROM entries WHERE id = (SELECT min(id) FROM entries WHERE field != 'flag')")
            rows.execute(
                "UPDATE responses SET earned = '7' WHERE id = (SELECT min(id) FROM responses WHERE earned = '0')"
            )
            rows.commit()
        found = ledger.faults(database, run.learners)
        assert any(fault.endswith("and is lost") for fault in found)
        assert any(", question " in fault and " and not " in fault for fault in found)
