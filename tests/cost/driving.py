"""A room of students on a place that serves: they practise, then sit an exam; what that takes is noted step by step."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import text

from app.database.connection import Database
from engine.bank import Bank
from tests.cost import processes
from tests.cost.assumptions import ASSUMED
from tests.cost.places import Place
from tests.cost.sessions import practise
from tests.soak import ledger
from tests.soak.learner import Learner
from tests.soak.room import prepared

PRACTICE, BEGINNING, SITTING, HANDING_IN = STEPS = "practice", "beginning", "sitting", "handing in"
MINUTES = 90  # of the exam, which nobody comes to the end of
APART = 0.1  # seconds from one who begins, or hands in, to the next
FETCHED = 18.0  # seconds after its beginning, within which a page has fetched all questions
STEADY = 30.0  # seconds in which people only write
SIZE = "SELECT pg_database_size(current_database())"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"


@dataclass(frozen=True, kw_only=True)
class Driven:
    """What ``number`` students took: processor seconds of each program by step, where ``steady`` is how many seconds
    they sat and wrote; MB of memory of all programs meanwhile, and ``sessions`` of PostgreSQL; bytes by which the
    database grew as they ``practised`` and as they ``sat``. ``asked`` is the number of requests of practice."""

    servers: int
    number: int
    steady: float
    seconds: Mapping[str, Mapping[str, float]]
    memory: float = 0.0
    sessions: int = 0
    practised: float = 0.0
    sat: float = 0.0
    asked: int = 0
    faults: tuple[str, ...] = ()


@dataclass
class _Notes:
    place: Place
    database: Database
    seconds: dict[str, dict[str, float]] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        before = self._spent()
        yield
        self.seconds[name] = {program: spent - before[program] for program, spent in self._spent().items()}

    def ask(self, what: str) -> int:
        with self.database.read() as connection:
            return int(connection.execute(text(what)).scalar_one())

    def memory(self) -> float:
        return sum(processes.memory(one) for tops in self.place.processes.values() for one in tops)

    def _spent(self) -> dict[str, float]:
        return {
            program: sum(processes.seconds(one) for one in tops)
            for program, tops in self.place.processes.items()
        }


async def drive(place: Place, bank: Bank, number: int, steady: float = STEADY) -> Driven:
    database = Database(place.url)
    try:
        return await _drive(place, _Notes(place, database), bank, number, steady)
    finally:
        database.close()


async def _drive(place: Place, notes: _Notes, bank: Bank, number: int, steady: float) -> Driven:
    seats = prepared(notes.database, bank, number, MINUTES).seats
    learners = [Learner(place.port, seat, seed, every=ASSUMED.save) for seed, seat in enumerate(seats)]
    empty = notes.ask(SIZE)
    with notes.step(PRACTICE):
        asked = await practise(place.port, seats)
    practised = notes.ask(SIZE)
    with notes.step(BEGINNING):
        began = time.monotonic()
        working = [asyncio.create_task(_sit(one, began + APART * n)) for n, one in enumerate(learners)]
        await asyncio.sleep(APART * number + FETCHED)
    with notes.step(SITTING):
        await asyncio.sleep(steady)
    memory, sessions = notes.memory(), notes.ask(SESSIONS)
    with notes.step(HANDING_IN):
        for one in learners:
            one.leave()
        await asyncio.gather(*working)
        began = time.monotonic()
        await asyncio.gather(*(_hand_in(one, began + APART * n) for n, one in enumerate(learners)))
    return Driven(
        servers=place.servers,
        number=number,
        steady=steady,
        seconds=notes.seconds,
        memory=memory,
        sessions=sessions - 1,  # of this process
        practised=practised - empty,
        sat=notes.ask(SIZE) - practised,
        asked=asked,
        faults=tuple(ledger.outcome(notes.database, learners, ()).faults),
    )


async def _sit(one: Learner, due: float) -> None:
    await one.begin(due)
    await one.attend()


async def _hand_in(one: Learner, due: float) -> None:
    await asyncio.sleep(max(0.0, due - time.monotonic()))
    await one.hand_in()
    one.close()
