"""The state of the installation as an administrator reads it: what is wrong and what to do, then the numbers in words.

The requests of the last hour are those of all processes: each stores its own with its beat, every half a minute. The
process that shows the page knows its own up to this moment.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app import __version__
from app.clock import Clock
from app.database.connection import Database
from app.jobs.runner import Kind
from app.jobs.store.jobs import Queue
from app.monitoring import alarms, installation
from app.monitoring.heartbeat import Heartbeat
from app.monitoring.installation import SILENT
from app.monitoring.process import Process
from app.monitoring.recent import Noted
from app.web.gauges import Alarm, Gauge, Gauges

UNITS = ("timestamp_seconds", "seconds", "bytes")
SHOWN = 20  # requests that failed, and routes that were slow


@dataclass(frozen=True, slots=True)
class Number:
    """A gauge as it is told: by its ``unit`` a moment, a length in seconds, a size in bytes, or "" a count."""

    says: str
    value: float | datetime | None
    unit: str
    alarming: bool


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of one kind; ``waits`` is how many seconds the first of them has waited."""

    says: str
    queue: Queue
    waits: float

    @property
    def idle(self) -> bool:
        """True where nothing waits, runs or has failed."""
        return not (self.queue.waiting or self.queue.running or self.queue.failed)


@dataclass(frozen=True, slots=True)
class Seen:
    """A process that serves; it "works", has "ended", or is "silent"."""

    process: Process
    does: str


@dataclass(frozen=True, slots=True)
class SlowRoute:
    """A route that was slow ``times`` times; ``worst`` is the slowest of these requests, on ``server``."""

    times: int
    server: str
    worst: Noted


@dataclass(frozen=True, kw_only=True, slots=True)
class LastHour:
    """The requests of the last hour: all numbers, and the newest of those that failed with their servers."""

    requests: int
    number_failed: int
    number_slow: int
    failed: Sequence[tuple[str, Noted]]
    slow: Sequence[SlowRoute]


@dataclass(frozen=True, kw_only=True, slots=True)
class Overview:
    """Everything that the page says. ``answered`` is how many seconds the database took for one short question."""

    at: datetime
    alarms: Sequence[Alarm]
    numbers: Sequence[Number]
    jobs: Sequence[Jobs]
    seen: Sequence[Seen]
    hour: LastHour
    database: str
    size: int
    answered: float
    release: str


def overview(
    database: Database, clock: Clock, beats: Heartbeat, gauges: Sequence[Gauges], kinds: Sequence[Kind]
) -> Overview:
    """Asks the database, and puts together what all processes have told. Raises DatabaseDown."""
    there = installation.ask(database, clock, gauges, kinds)
    with database.read() as connection:
        mine = beats.current(database, connection)
    processes = sorted(
        [mine, *(one for one in there.processes if one.name != mine.name)], key=lambda one: one.server
    )
    hour = _hour(processes)
    return Overview(
        at=there.at,
        alarms=[
            *alarms.of_servers(there.at, processes),
            *alarms.of_database(there),
            *(one.alarm for one in there.gauges if one.alarm),
            *alarms.of_jobs(there.at, there.queues),
            *alarms.of_requests(hour.requests, hour.number_failed, hour.number_slow),
        ],
        numbers=[_number(one) for one in there.gauges],
        jobs=[*_jobs(there.at, kinds, there.queues)],
        seen=[Seen(one, _does(one, there.at)) for one in processes],
        hour=hour,
        database="SQLite" if database.is_sqlite else "PostgreSQL",
        size=there.size,
        answered=there.answered,
        release=__version__,
    )


def _number(gauge: Gauge) -> Number:
    unit = next((one for one in UNITS if gauge.name.endswith(f"_{one}")), "")
    value: float | datetime | None = gauge.value
    if unit == UNITS[0] and gauge.value is not None:
        value = datetime.fromtimestamp(gauge.value, UTC)
    return Number(gauge.says, value, unit.partition("_")[0], gauge.alarm is not None)


def _jobs(at: datetime, kinds: Sequence[Kind], queues: Sequence[Queue]) -> Iterable[Jobs]:
    says = {kind.name: kind.says for kind in kinds}
    for one in queues:
        waits = (at - one.waits_since).total_seconds() if one.waits_since else 0.0
        yield Jobs(says[one.kind], one, waits)


def _does(process: Process, at: datetime) -> str:
    if process.ended_at:
        return "ended"
    return "works" if at - process.beat_at < SILENT else "silent"


def _hour(processes: Sequence[Process]) -> LastHour:
    lately = [(one.server, one.state.lately) for one in processes]
    failed = [(server, noted) for server, its in lately for noted in its.failed]
    slow = [(server, noted) for server, its in lately for noted in its.slow]
    return LastHour(
        requests=sum(its.requests for _, its in lately),
        number_failed=sum(its.number_failed for _, its in lately),
        number_slow=sum(its.number_slow for _, its in lately),
        failed=sorted(failed, key=lambda one: -one[1].at)[:SHOWN],
        slow=_by_route(slow)[:SHOWN],
    )


def _by_route(slow: Iterable[tuple[str, Noted]]) -> list[SlowRoute]:
    """Returns the routes, the one that was slow most often first."""
    by_route: dict[tuple[str, str], list[tuple[str, Noted]]] = {}
    for server, noted in slow:
        by_route.setdefault((noted.method, noted.route), []).append((server, noted))
    found = [SlowRoute(len(one), *max(one, key=lambda each: each[1].seconds)) for one in by_route.values()]
    return sorted(found, key=lambda one: -one.times)
