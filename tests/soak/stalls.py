"""One request never stops a room: some sit an exam and save each second, while the slowest known request of each route
is sent ten at a time, one route after the other."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from app.database import migration
from app.database.connection import Database
from app.main import make_app
from app.settings import Settings
from engine.bank import Bank
from tests.app.populated_site import Campus
from tests.app.server import Server
from tests.app.web.test_routes import ANSWERS
from tests.soak import ledger
from tests.soak.connection import Connection, Unanswered
from tests.soak.learner import Learner
from tests.soak.room import Room, prepared
from tests.soak.settings import settings
from tests.soak.slowest import Ask, Slowest

PEOPLE, WRITING = 100, 5  # sit the exam; of those write
MINUTES = 240
AT_ONCE = 10
KNOWN, OTHERS = 10.0, 1.0  # seconds for a route of which something slow is known, and for any other
WARM = 5.0  # seconds in which nothing else is asked
LAST = ("POST /courses/{course}/archive", "POST /courses/{course}/leave")  # after these there is no course
OFTEN = "1000000/second"
RATES = (
    "guests_per_address", "sign_ups_per_address", "sign_ups_per_course", "wrong_passwords_per_address",
    "wrong_passwords_per_email", "guest_seconds_per_address", "requests_per_address", "requests_per_token",
    "previews_per_person", "papers_per_person",
)  # fmt: skip


@dataclass(frozen=True)
class Stall:
    """The effect of a route on the others: the saves that were due meanwhile, in seconds, and how it answered.

    ``known``: something slow is known of it.
    """

    route: str
    known: bool
    saves: Sequence[float]
    answers: Counter[str]

    @property
    def slowest(self) -> float:
        return max(self.saves, default=0.0)


@dataclass(frozen=True)
class Stalls:
    """``refused`` counts saves that the server took for late; ``alone`` is the slowest while nothing else went on."""

    alone: float
    each: Sequence[Stall]
    refused: int
    faults: list[str]


class Plan(NamedTuple):
    route: str
    ask: Ask
    known: bool
    seconds: float


async def stalls(
    file: Path, bank: Bank, routes: Iterable[str] = (), known: float = KNOWN, others: float = OTHERS
) -> Stalls:
    """All routes where none is named. Each is asked as if nobody counted how often."""
    url = f"sqlite:///{file}"
    migration.upgrade(url)
    server = Server(settings(url, **dict.fromkeys(RATES, OFTEN)))
    database = Database(url)
    room = prepared(database, bank, PEOPLE, MINUTES)
    app = make_app(Settings(database_url=url, allowed_hosts=["testserver"]), bank)
    try:
        slowest = Slowest(Campus(app), room)
        asked = sorted(routes or ANSWERS, key=lambda route: (route in LAST, route not in slowest.known))
        plans = [
            Plan(route, slowest.of(route), slow := route in slowest.known, known if slow else others)
            for route in asked
        ]
        return await _room(server, database, room, plans)
    finally:
        server.stop()
        database.close()
        app.state.database.close()


async def _room(server: Server, database: Database, room: Room, plans: Sequence[Plan]) -> Stalls:
    await asyncio.to_thread(server.start)
    learners = [Learner(server.port, seat, seed, every=1.0) for seed, seat in enumerate(room.seats)]
    for one in learners:
        await one.begin(time.monotonic())
    writing = learners[:WRITING]
    tasks = [asyncio.create_task(one.attend()) for one in writing]
    began = time.monotonic()
    await asyncio.sleep(WARM)
    quiet, spans = time.monotonic(), list[tuple[Plan, float, float, Counter[str]]]()
    for plan in plans:
        begins, answers = time.monotonic(), Counter[str]()
        until = begins + plan.seconds
        await asyncio.gather(*(_send(server.port, plan.ask, answers, until) for _ in range(AT_ONCE)))
        spans.append((plan, begins, time.monotonic(), answers))
    for one in writing:
        one.leave()
    await asyncio.gather(*tasks)
    for one in writing:
        await one.hand_in()
    for one in learners:
        one.close()
    await asyncio.to_thread(server.end)
    saves = [save for one in writing for save in one.log.saves]
    each = [
        Stall(plan.route, plan.known, [took for due, took in saves if begins <= due < ends], answers)
        for plan, begins, ends, answers in spans
    ]
    broken = [
        f"{stall.route}: {how}, {times} times"
        for stall in each
        for how, times in stall.answers.items()
        if how[0] not in "234" and how != "503"
    ]
    return Stalls(
        max((took for due, took in saves if began <= due < quiet), default=0.0),
        each,
        sum(one.log.refused for one in writing),
        [*ledger.said(writing), *ledger.faults(database, writing), *broken],
    )


async def _send(port: int, ask: Ask, answers: Counter[str], until: float) -> None:
    """One after the other, and none any more once the time is over."""
    while time.monotonic() < until:
        one = next(ask)
        connection = Connection(port, one.cookie, patience=60)
        try:
            answer = await connection.ask(one.method, one.path, one.head, one.body)
            answers[str(answer.status)] += 1
        except Unanswered as error:
            answers[f"unanswered: {error}"[-60:]] += 1
        finally:
            connection.close()
