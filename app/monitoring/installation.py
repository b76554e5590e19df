"""The numbers of the whole installation at this moment: those of the rooms, of jobs, and of the database itself.

They are asked of the database, so every process gives the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.clock import Clock
from app.database.connection import Database
from app.jobs.runner import Kind
from app.jobs.store import jobs
from app.jobs.store.jobs import Queue
from app.monitoring.process import Process
from app.monitoring.store import processes, whole
from app.web.gauges import Gauge, Gauges

LATELY = timedelta(hours=1)
SILENT = timedelta(seconds=150)  # beats come each half a minute, unless many exams are ended just then


@dataclass(frozen=True, kw_only=True, slots=True)
class Installation:
    """The installation at one moment. ``answered`` is how many seconds the database took for one short question;
    ``processes`` are those that serve, or did within the last hour."""

    at: datetime
    answered: float
    size: int
    gauges: Sequence[Gauge]
    queues: Sequence[Queue]
    processes: Sequence[Process]

    @property
    def alive(self) -> list[Process]:
        """The processes that were heard of lately, and have not said that they end."""
        return [one for one in self.processes if one.ended_at is None and self.at - one.beat_at < SILENT]


def ask(database: Database, clock: Clock, gauges: Sequence[Gauges], kinds: Sequence[Kind]) -> Installation:
    """Asks the database for all of it. Raises DatabaseDown."""
    now = datetime.now(UTC)
    with database.read() as connection:
        return Installation(
            at=now,
            answered=whole.answer_time(connection),
            size=whole.size(connection),
            gauges=[one for asked in gauges for one in asked(connection, clock)],
            queues=jobs.queues(connection, [kind.name for kind in kinds], now - LATELY),
            processes=processes.seen(connection),
        )
