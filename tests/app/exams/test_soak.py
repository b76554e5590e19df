"""A small and short ``make soak``: what is lost is looked at here, never how long anything takes."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from tests.app.accounts.members import with_cookie
from tests.app.populated_site import Campus
from tests.app.web.test_routes import ANSWERS
from tests.engine.submissions import BANK
from tests.soak import ledger
from tests.soak.__main__ import room
from tests.soak.kills import Kills, kills
from tests.soak.room import prepared
from tests.soak.sigkills import DATABASES, sigkills
from tests.soak.slowest import Slowest
from tests.soak.stalls import stalls

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
        with closing(sqlite3.connect(tmp_path / "soak.db")) as connection:
            connection.execute(
                "DELETE FROM entries WHERE id = (SELECT min(id) FROM entries WHERE field != 'flag')"
            )
            connection.execute(
                "UPDATE responses SET earned = '7' WHERE id = (SELECT min(id) FROM responses WHERE earned = '0')"
            )
            connection.commit()
        found = ledger.faults(database, run.learners)
        assert any(fault.endswith("and is lost") for fault in found)
        assert any(", question " in fault and " and not " in fault for fault in found)


@pytest.mark.sweep
@pytest.mark.parametrize("database", DATABASES)
def test_a_server_killed_in_the_middle_of_saves_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path, database: str
) -> None:
    found = sigkills(tmp_path, BANK, database, times=3, seed=1)
    assert found.outcome.faults == []
    assert found.struck
    assert found.outcome.acknowledged > found.times


# Beside the slowest requests


@pytest.fixture
def slowest(app: FastAPI) -> Slowest:
    return Slowest(Campus(app), prepared(app.state.database, BANK, 1, minutes=60))


def test_each_route_is_asked_while_an_exam_is_sat_and_none_is_that_is_gone(slowest: Slowest) -> None:
    asked = {route: next(slowest.of(route)) for route in ANSWERS}
    assert all(route.split()[0] == one.method for route, one in asked.items())
    assert set(slowest.known) <= set(ANSWERS)
    assert all(len(one.path) < 2**16 and len(one.body) < 2 * 2**20 for one in asked.values())


@pytest.mark.parametrize(
    "route", ["POST /attempts/{name}", "GET /practice/{question}", "POST /author/{draft}"]
)
def test_what_is_sent_is_what_the_route_takes(app: FastAPI, slowest: Slowest, route: str) -> None:
    one = next(slowest.of(route))
    client = with_cookie(app, one.cookie).client
    head = {"Content-Type": one.kind} if one.method == "POST" else {}
    answer = client.request(one.method, one.path, content=one.body, headers=head, follow_redirects=False)
    assert answer.status_code in (200, 303, 422)


@pytest.mark.sweep
def test_nobody_is_refused_and_no_save_is_lost_while_slow_requests_are_sent(tmp_path: Path) -> None:
    routes = "GET /solve/{family}", "POST /author/imports", "GET /", "POST /account/sign-in"
    found = asyncio.run(stalls(tmp_path / "stalls.db", BANK, routes, known=2, others=0.5))
    assert (found.faults, found.refused) == ([], 0)
    assert {stall.route for stall in found.each} == set(routes)
    assert all(stall.answers.total() and stall.saves for stall in found.each)
