"""A full room on a real server: all begin within two seconds, save for three minutes, and most end at one moment."""

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.clock import GRACE
from app.database.connection import Database
from app.exams.store import sittings
from app.exams.store.sitting import LateStart
from engine.bank import Bank
from tests.app.server import Server
from tests.soak import ledger
from tests.soak.learner import Learner
from tests.soak.room import opened, prepared

MINUTES = 4  # of the exam, of which the first is over when the room begins
STARTING = 2.0  # seconds in which all begin
LAST = 0.5  # seconds before its end in which nobody types any more


@dataclass(frozen=True, kw_only=True)
class Load:
    """Seconds, all of them: of each start, of each save as (due, took), of the other requests, and from the end of the
    grace until the last sitting was marked. ``client`` and ``server`` are cores that the two took."""

    starts: list[float]
    saves: list[float]
    meanwhile: list[float]
    looks: list[float]
    acknowledged: int
    marked: float
    client: float
    server: float
    faults: list[str]


async def load(
    server: Server, database: Database, bank: Bank, number: int, longer: int, seconds: float
) -> Load:
    """``longer`` of them have half as much time again, and write while the others are marked."""
    room = prepared(database, bank, number, MINUTES, range(longer), LateStart.LEFT)
    learners = [Learner(server.port, seat, seed) for seed, seat in enumerate(room.seats)]
    await asyncio.to_thread(server.start)
    began = time.monotonic() + 1
    ends_at = datetime.now(UTC) + timedelta(seconds=1 + STARTING + seconds)
    opened(database, room, ends_at - timedelta(minutes=MINUTES), LateStart.LEFT)
    end = began + STARTING + seconds
    before, spent, at = processor_time(server), time.process_time(), time.monotonic()

    async def take_part(place: int, learner: Learner) -> None:
        await learner.begin(began + STARTING * place / number)
        await learner.attend()

    working = [asyncio.create_task(take_part(place, one)) for place, one in enumerate(learners)]
    await asyncio.sleep(end - LAST - time.monotonic())
    took = time.monotonic() - at
    client, ours = (time.process_time() - spent) / took, (processor_time(server) - before) / took
    for one in learners[longer:]:
        one.leave()
    last = await _marked(database, learners[longer:])
    for one in learners[:longer]:
        one.leave()
    await asyncio.gather(*working)
    for one in learners[:longer]:
        await one.hand_in()
    for one in learners:
        one.close()
    _, _, complained = await asyncio.to_thread(server.end)
    saves = [save for one in learners for save in one.log.saves]
    marking = end + GRACE.total_seconds()
    marked = (last - ends_at - GRACE).total_seconds()
    return Load(
        starts=[one.log.began for one in learners],
        saves=[took for due, took in saves if due < end],
        meanwhile=[took for due, took in saves if marking - 1 <= due <= marking + marked],
        looks=[took for one in learners for took in one.log.looks],
        acknowledged=ledger.acknowledged(learners),
        marked=marked,
        client=client,
        server=ours,
        faults=[*ledger.said(learners), *ledger.faults(database, learners), *complained.splitlines()],
    )


async def _marked(database: Database, learners: list[Learner]) -> datetime:
    """Waits until all of these are closed, and returns when the last one was."""
    while True:
        with database.read() as connection:
            found = [sittings.by_id(connection, one.seat.sitting) for one in learners]
        moments = [one.closed_at for one in found if one and one.closed_at]
        if len(moments) == len(learners):
            return max(moments)
        await asyncio.sleep(0.5)


async def hand_in(learners: list[Learner], working: list[asyncio.Task[None]]) -> None:
    """All leave, wait until everything is saved, and hand in."""
    for one in learners:
        one.leave()
    await asyncio.gather(*working)
    for one in learners:
        await one.hand_in()
        one.close()


def processor_time(server: Server) -> float:
    """Seconds of the server's process."""
    with open(f"/proc/{server.running.process.pid}/stat") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / 100
