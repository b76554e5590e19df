"""A room on two servers that lose a server, the other one, and the database, and are upgraded while people write."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from app.database.connection import Database
from engine.bank import Bank
from tests.app.server import Server
from tests.soak import ledger
from tests.soak.learner import Learner
from tests.soak.ledger import Outcome
from tests.soak.load import STARTING, hand_in
from tests.soak.room import prepared
from tests.soak.site import Site, release, site, stop

MINUTES = 60  # of the exam, which nobody comes to the end of
QUIET = 10.0  # seconds before each fault
AFTER = 20.0  # and behind it, until which what it delayed is acknowledged
GONE = 10.0  # seconds for which a server is gone
RELEASES = (
    (
        "a new release that adds a column, one server after the other",
        "0100",
        "ALTER TABLE attempts ADD COLUMN of_the_soak INTEGER DEFAULT 7",
    ),
    ("a newer one that drops it", "0101", "ALTER TABLE attempts DROP COLUMN of_the_soak"),
)
EXPECTED = re.compile(
    "wait for the database: |^database: |Is the server running|^ *$"
)  # of a server whose database is away
NO_DATABASE = 20.0  # and PostgreSQL


@dataclass(kw_only=True)
class Fault:
    """``pause`` is the longest time in which nobody's save was acknowledged, ``slowest`` the longest that a save took,
    both in seconds; ``unanswered`` is how many requests were cut off or refused."""

    name: str
    began: float
    ended: float = 0.0
    pause: float = 0.0
    slowest: float = 0.0
    unanswered: int = 0


@dataclass(kw_only=True)
class Cluster:
    """``quiet`` is what a fault's figures are where nothing happens."""

    quiet: Fault
    faults_made: list[Fault]
    outcome: Outcome


async def cluster(folder: Path, bank: Bank, number: int, seed: int) -> Cluster:
    with site(folder) as two:
        database = Database(two.url)
        try:
            return await _under_faults(two, database, bank, number, seed)
        finally:
            database.close()


async def _under_faults(two: Site, database: Database, bank: Bank, number: int, seed: int) -> Cluster:
    room, down, made = prepared(database, bank, number, MINUTES), [False], list[Fault]()
    learners = [Learner(two.port, seat, seed + n, lambda: down[0]) for n, seat in enumerate(room.seats)]
    complaints = list[str]()
    for server in two.servers:
        await asyncio.to_thread(server.start)
    await asyncio.to_thread(two.wait)
    began = time.monotonic() + 0.5

    async def take_part(place: int, learner: Learner) -> None:
        await learner.begin(began + STARTING * place / number)
        await learner.attend()

    @contextmanager
    def fault(name: str, may_fail: bool = True) -> Iterator[None]:
        one = Fault(name=name, began=time.monotonic())
        before = ledger.unanswered(learners)
        down[0] = may_fail
        yield
        down[0], one.ended = False, time.monotonic()
        one.unanswered = ledger.unanswered(learners) - before
        made.append(one)

    async def during(name: str, act: Callable[[], Awaitable[None]], may_fail: bool = True) -> None:
        await asyncio.sleep(QUIET)
        with fault(name, may_fail):
            await act()
            await asyncio.sleep(AFTER)

    working = [asyncio.create_task(take_part(place, one)) for place, one in enumerate(learners)]
    await asyncio.sleep(STARTING + QUIET)
    await during("nothing", lambda: asyncio.sleep(GONE), may_fail=False)
    for server, name in zip(two.servers, ("one", "the other"), strict=True):
        told = f"SIGKILL of {name} server, gone for {GONE:.0f} s"
        await during(told, partial(_kill, server, complaints))
    await during(f"PostgreSQL stopped for {NO_DATABASE:.0f} s", lambda: _without_database(two))
    for name, revision, upgrade in RELEASES:
        await during(name, partial(_roll, two, revision, upgrade, complaints))
    await asyncio.sleep(QUIET)
    await hand_in(learners, working)
    for server in two.servers:
        complaints += (await asyncio.to_thread(server.end))[2].splitlines()
    complaints = [one for one in complaints if not EXPECTED.search(one)]
    for each in made:
        measure(each, learners)
    return Cluster(
        quiet=made[0], faults_made=made[1:], outcome=ledger.outcome(database, learners, complaints)
    )


async def _kill(server: Server, complaints: list[str]) -> None:
    complaints += (await asyncio.to_thread(server.kill))[2].splitlines()
    await asyncio.sleep(GONE)
    await asyncio.to_thread(server.start)


async def _without_database(two: Site) -> None:
    await asyncio.to_thread(two.stop_database)
    await asyncio.sleep(NO_DATABASE)
    await asyncio.to_thread(two.start_database)


async def _roll(two: Site, number: str, upgrade: str, complaints: list[str]) -> None:
    """One server after the other ends as it does on a machine that goes down, and starts as the new release."""
    place = two.folder / number
    place.mkdir()
    surroundings, command = await asyncio.to_thread(release, place, two.source, number, two.head, upgrade)
    two.source, two.head = place, number
    for server in two.servers:
        complaints += await asyncio.to_thread(stop, server)
        server.become(surroundings, command, place)
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(two.wait)


def measure(one: Fault, learners: list[Learner]) -> None:
    """Notes how long nobody's save was acknowledged meanwhile, and the slowest save."""
    saves = [(due, due + took) for learner in learners for due, took in learner.log.saves]
    within = [(due, done) for due, done in saves if one.began <= done and due <= one.ended]
    moments = sorted(done for _, done in within if done <= one.ended)
    edges = [one.began, *moments, one.ended]
    one.pause = max(later - earlier for earlier, later in pairwise(edges))
    one.slowest = max((done - due for due, done in within), default=0.0)
