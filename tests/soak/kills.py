"""A room whose server is killed again and again, at random moments, and started at once: nobody loses anything.

The time of some is over while it is down. Once those are marked, another process holds the database for five seconds.
"""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from random import Random

from app.database.connection import Database
from app.exams.store.sitting import ClosedBy
from engine.bank import Bank
from tests.app.server import Server
from tests.soak import ledger
from tests.soak.learner import Learner
from tests.soak.load import STARTING
from tests.soak.room import prepared

LONG, SHORT = 30, 1  # minutes; the latter for those whose time is over while the server is down
BETWEEN = 0.3, 3.0  # seconds that the server has until it is killed again
NEVER_MORE = 8.0  # seconds before the short ones end, from which on it is left alone until then
LOCKED = 5.0  # seconds for which another process holds the database


@dataclass
class Down:
    """The server's state: whether it is gone, how often it was, for how many seconds in all, and its complaints."""

    now: bool = False
    times: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Kills:
    """``closed`` is how many sittings were ended by the clock, ``unanswered`` how many requests a kill cut off;
    ``slowest`` is the longest save, in seconds, while the database was locked."""

    learners: list[Learner]
    acknowledged: int
    unanswered: int
    down: Down
    closed: int
    slowest: float
    faults: list[str]


async def kills(
    server: Server, database: Database, bank: Bank, number: int, short: int, times: int, seed: int
) -> Kills:
    rng, down = Random(seed), Down()
    rooms = prepared(database, bank, short, SHORT), prepared(database, bank, number - short, LONG)
    seats = [seat for room in rooms for seat in room.seats]
    learners = [Learner(server.port, seat, seed + n, lambda: down.now) for n, seat in enumerate(seats)]
    await asyncio.to_thread(server.start)
    began = time.monotonic() + 0.5

    async def take_part(place: int, learner: Learner) -> None:
        await learner.begin(began + STARTING * place / number)
        await learner.attend()

    async def kill_until(moment: float, most: int) -> int:
        """Kills the server until then, ``most`` times at most; returns how many of these there was no time for."""
        while most and time.monotonic() < moment:
            await asyncio.sleep(rng.uniform(*BETWEEN))
            await _kill(server, down)
            most -= 1
        return most

    working = [asyncio.create_task(take_part(place, one)) for place, one in enumerate(learners)]
    await asyncio.sleep(STARTING)
    slowest = 0.0
    if short:
        over = began + STARTING * short / number + SHORT * 60
        times = await kill_until(over - NEVER_MORE, times - 1)
        await asyncio.sleep(over - 1.5 - time.monotonic())
        await _kill(server, down, over + 1)
        while not all(ledger.closed(database, learners[:short])):
            await asyncio.sleep(0.5)
        slowest = await _lock(database, learners[short:])
    await kill_until(time.monotonic() + 60, times)
    await asyncio.sleep(2)
    ended = ledger.closed(database, learners)
    for one in learners:
        one.leave()
    await asyncio.gather(*working)
    for one in learners[short:]:
        await one.hand_in()
    for one in learners:
        one.close()
    down.complaints += (await asyncio.to_thread(server.end))[2].splitlines()
    by_the_clock = [ClosedBy.TIME] * short + [""] * (number - short)
    stopped = [] if ended == by_the_clock else [f"sittings ended by {ended} and not by {by_the_clock}"]
    return Kills(
        learners=learners,
        acknowledged=ledger.acknowledged(learners),
        unanswered=ledger.unanswered(learners),
        down=down,
        closed=ended.count(ClosedBy.TIME),
        slowest=slowest,
        faults=[*ledger.said(learners), *stopped, *ledger.faults(database, learners), *down.complaints],
    )


async def _kill(server: Server, down: Down, until: float = 0.0) -> None:
    """SIGKILL; started again at once, or at this moment."""
    down.now, began = True, time.monotonic()
    _, _, complained = await asyncio.to_thread(server.kill)
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    await asyncio.to_thread(server.start)
    down.now = False
    down.times += 1
    down.seconds += time.monotonic() - began
    down.complaints += complained.splitlines()


async def _lock(database: Database, learners: list[Learner]) -> float:
    """Holds the database as another process does that writes long; the seconds that the slowest save took."""
    began = time.monotonic()
    with closing(sqlite3.connect(str(database.url.database), isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LOCKED)
        connection.execute("ROLLBACK")
    await asyncio.sleep(LOCKED)
    saves = [save for one in learners for save in one.log.saves]
    return max(took for due, took in saves if began - 1 <= due <= began + LOCKED)
