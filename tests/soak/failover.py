"""A room whose primary is killed while people write: its replica takes its place, by docs/deployment/postgresql.md.

Then the old primary comes back as nobody wants it to, takes no write that counts, and is made the new one's replica.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.database import migration
from app.database.connection import Database
from engine.bank import Bank
from tests.app.database.machines import Site, blocks, site
from tests.app.server import SERVE, Server
from tests.soak import ledger
from tests.soak.cluster import EXPECTED, Fault, measure
from tests.soak.learner import Learner
from tests.soak.ledger import Outcome
from tests.soak.load import STARTING, hand_in
from tests.soak.room import prepared
from tests.soak.settings import settings

MINUTES = 60  # of the exam, which nobody comes to the end of
QUIET = 10.0  # seconds before and behind each thing that happens
STREAMS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'"
WRITTEN = "SELECT count(*), max(id) FROM trail"
PATIENCE = 60.0


@dataclass(kw_only=True)
class Failover:
    """``behind``: whether the old primary took anything after it came back; ``apart``: whether in the end its rows
    are other ones than those of the new one. Both are 0 or 1."""

    faults_made: list[Fault]
    outcome: Outcome
    behind: int
    apart: int


def set_up(two: Site) -> None:
    """Does all that the guide says until both stand, and makes the tables."""
    for block in blocks("The primary"):
        two.primary.run(block)
    begin_replication(two)
    migration.upgrade(two.url)


def begin_replication(two: Site) -> None:
    """Makes one machine the replica of the other, which waits for it from then on."""
    make, look_and_wait, *_ = (one.replace("10.0.0.21", two.primary.address) for one in blocks("The replica"))
    two.replica.run(make)
    two.primary.run(look_and_wait)
    _wait(lambda: two.primary.ask(STREAMS) == "1")


def promote(two: Site) -> None:
    """Lets the replica take the place of the primary."""
    _, block = blocks("The primary is lost")
    two.replica.run(block)
    two.primary, two.replica = two.replica, two.primary


def fence(two: Site) -> None:
    """Keeps the primary of before from coming back."""
    block, _ = blocks("The primary is lost")
    two.replica.run(block)


async def failover(folder: Path, bank: Bank, number: int, seed: int) -> Failover:
    with site() as two:
        await asyncio.to_thread(set_up, two)
        place = folder / "server"
        place.mkdir()
        server = Server(settings(two.url), SERVE, place)
        database = Database(two.url)
        try:
            await asyncio.to_thread(server.start)
            return await _under_load(two, server, database, bank, number, seed)
        finally:
            server.stop()
            database.close()


async def _under_load(
    two: Site, server: Server, database: Database, bank: Bank, number: int, seed: int
) -> Failover:
    room, down, made, found = prepared(database, bank, number, MINUTES), [False], list[Fault](), list[str]()
    learners = [Learner(server.port, seat, seed + n, lambda: down[0]) for n, seat in enumerate(room.seats)]
    began = time.monotonic() + 0.5

    async def take_part(place: int, learner: Learner) -> None:
        await learner.begin(began + STARTING * place / number)
        await learner.attend()

    async def during(name: str, act: Callable[[], None], may_fail: bool) -> None:
        one, before = Fault(name=name, began=time.monotonic()), ledger.unanswered(learners)
        down[0] = may_fail
        await asyncio.to_thread(act)
        await asyncio.sleep(2 * QUIET)
        down[0], one.ended = False, time.monotonic()
        one.unanswered = ledger.unanswered(learners) - before
        made.append(one)

    def lose_the_primary() -> None:
        two.primary.kill()
        promote(two)

    def let_it_come_back() -> None:
        two.replica.run("systemctl start postgresql@18-main")
        found.append(two.replica.ask(WRITTEN))

    working = [asyncio.create_task(take_part(place, one)) for place, one in enumerate(learners)]
    await asyncio.sleep(STARTING + QUIET)
    await during("the primary is killed, and the replica promoted", lose_the_primary, may_fail=True)
    await during("the old primary starts again", let_it_come_back, may_fail=False)
    found.append(await asyncio.to_thread(two.replica.ask, WRITTEN))
    await asyncio.to_thread(fence, two)
    await during("it is made the replica", lambda: begin_replication(two), may_fail=False)
    await hand_in(learners, working)
    for each in made:
        measure(each, learners)
    complaints = (await asyncio.to_thread(server.end))[2].splitlines()
    rows = [await asyncio.to_thread(one.ask, WRITTEN) for one in two.machines]
    return Failover(
        faults_made=made,
        outcome=ledger.outcome(database, learners, (one for one in complaints if not EXPECTED.search(one))),
        behind=len(set(found)) - 1,
        apart=len(set(rows)) - 1,
    )


def _wait(until: Callable[[], bool]) -> None:
    gives_up = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < gives_up, "the replica does not follow"
        time.sleep(0.1)
