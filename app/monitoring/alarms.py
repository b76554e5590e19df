"""What is not as it should be, beside what the rooms say of their own numbers: servers, clocks, disks, jobs, requests.

The limits are those of docs/deployment/alarms.yml, for whoever has no Prometheus.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from app.jobs.store.jobs import Queue
from app.monitoring.installation import SILENT, Installation
from app.monitoring.process import Disk, Process
from app.web.gauges import Alarm
from app.web.languages.languages import N_

GIB = 2**30
SLOW_DATABASE = 1.0  # second for one short question
CLOCKS_APART = 2.0  # seconds
WAITS = timedelta(minutes=15)  # of a job
FAILED_JOBS = 5  # of a kind within the last hour: some fail by what they were given
SLOW_SHARE, SLOW_REQUESTS = 0.02, 20  # of the requests of the last hour, and at least so many


def of_servers(at: datetime, processes: Sequence[Process]) -> Iterator[Alarm]:
    """Servers that are silent, clocks that differ, disks that become full, mixed releases. The ``processes`` of one
    server follow one another."""
    alive = [one for one in processes if one.ended_at is None and at - one.beat_at < SILENT]
    for server, its in groupby(processes, key=lambda one: one.server):
        there = list(its)
        lost = [one for one in there if one.ended_at is None and one not in alive]
        if lost and not any(one in alive for one in there):
            yield Alarm(
                happened=N_("The server %(server)s has not been heard of since %(time)s UTC."),
                next=N_(
                    "If it was not stopped on purpose, start it again. Jobs that it had begun begin once more."
                ),
                named={"server": server, "time": f"{max(one.beat_at for one in lost):%H:%M}"},
            )
        newest = next((one for one in there if one in alive), None)
        if newest:
            yield from _of_clock(newest)
            yield from _of_disks(server, newest.state.disks)
    if len(releases := sorted({one.version for one in alive})) > 1:
        yield Alarm(
            happened=N_("Servers run different releases: %(releases)s."),
            next=N_("That is so while they are upgraded. If nobody upgrades them now, one was left out."),
            named={"releases": ", ".join(releases)},
        )


def _of_clock(process: Process) -> Iterator[Alarm]:
    if abs(process.state.clock) >= CLOCKS_APART:
        yield Alarm(
            happened=N_("The clock of %(server)s is %(seconds)s s off that of the database."),
            next=N_("Exams end by the clocks of servers. Have both set by NTP, when nobody sits an exam."),
            named={"server": process.server, "seconds": round(abs(process.state.clock))},
        )


def _of_disks(server: str, disks: Iterable[Disk]) -> Iterator[Alarm]:
    if short := [disk for disk in disks if is_short(disk)]:
        yield Alarm(
            happened=N_("A disk of %(server)s is nearly full: %(percent)s %% are free."),
            next=N_(
                "Once it is full, nothing can be stored any more. Delete what nobody needs, or get a larger disk."
            ),
            named={"server": server, "percent": min(100 * disk.free // disk.total for disk in short)},
        )


def is_short(disk: Disk) -> bool:
    """True where less than 5 GiB is free, or less than a tenth of a small disk."""
    return disk.free < min(5 * GIB, disk.total / 10)


def of_database(there: Installation) -> Iterator[Alarm]:
    if there.answered >= SLOW_DATABASE:
        yield Alarm(
            happened=N_("The database answers slowly: it took %(seconds)s s for one short question."),
            next=N_(
                "Look whether its machine is busy, or its disk slow. The log names the statements that take long."
            ),
            named={"seconds": round(there.answered)},
        )


def of_jobs(at: datetime, queues: Iterable[Queue]) -> Iterator[Alarm]:
    """Jobs that wait long, or fail often."""
    asked = list(queues)
    first = min((one.waits_since for one in asked if one.waits_since), default=at)
    if at - first >= WAITS:
        yield Alarm(
            happened=N_("A job has waited for %(minutes)s min."),
            next=N_(
                "Its kind stands below. The log of the servers says whether workers for it can be started."
            ),
            address="#jobs",
            named={"minutes": (at - first) // timedelta(minutes=1)},
        )
    if failed := sum(one.failed for one in asked if one.failed >= FAILED_JOBS):
        yield Alarm(
            happened=N_("Jobs that failed within the last hour: %(jobs)s."),
            next=N_("Whoever asked for one was told why, and can ask again. The log has more of it."),
            address="#jobs",
            named={"jobs": failed},
        )


def of_requests(requests: int, failed: int, slow: int) -> Iterator[Alarm]:
    """Requests of the last hour that failed, or too many that were slow."""
    if failed:
        yield Alarm(
            happened=N_("Requests that failed within the last hour: %(requests)s."),
            next=N_("Each has a number, below; the lines with this number in the log of its server say why."),
            address="#failed",
            named={"requests": failed},
        )
    if slow >= max(SLOW_REQUESTS, SLOW_SHARE * requests):
        yield Alarm(
            happened=N_("Requests that took longer than a second within the last hour: %(requests)s."),
            next=N_(
                "Below stands for which pages. If it is all of them, the server is too small for so many people."
            ),
            address="#slow",
            named={"requests": slow},
        )
