"""The one job runner: work that takes longer than an answer may take runs in a worker process, never in the web's.

``submit`` puts a job into the database, ``Runner`` keeps one process per kind alive while there is work, and the
process (``app.jobs.worker``) carries jobs out one after the other and writes into the row how far it is. Whoever
watches reads the row. A job that takes too long, is cancelled and does not stop, or whose worker dies is ended by the
runner, which says so in the row and starts another worker. One whose server is gone or was stopped begins once more,
on any server; so what a job stores, it stores in one transaction (``kept_by``), or can store twice.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from app.database.connection import Connection, Database, DatabaseDown
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState

LOOK = 0.2  # seconds between two looks while something runs
REST = 2.0  # and while nothing does: another server may have put something in
GRACE = 3.0  # seconds that a cancelled job has to stop by itself
SILENCE = 15.0  # seconds without a beat, after which a job of a runner that is gone counts as lost
STARTS = 2  # of one job, if the server that carried it out is gone or was stopped
GIB = 2**30
log = logging.getLogger("examformer")


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """A kind of job, carried out by ``module:function``, which is called with the payload and a Report.

    Up to ``processes`` at once on one server; a worker without one ends after ``idle`` seconds. A worker calls
    ``prepared_by`` once as it starts, before its first job; a ``Runner`` may be asked for a worker that is ready. The
    greater the ``niceness``, the more it leaves of a busy processor to pages. ``kept_by``, called with the open
    transaction, the payload and the result, stores what follows from it. ``says`` is what it is called on the page of
    administrators.
    """

    name: str
    carried_out_by: str
    memory: int = 2 * GIB
    seconds: float = 600.0
    most_unfinished: int = 50
    most_per_person: int = 1
    prepared_by: str = ""
    kept_by: str = ""
    processes: int = 1
    idle: float = 5.0
    niceness: int = 10
    says: str = ""


class TooMuchWork(RuntimeError):
    """The queue is full, or this person has a job in it already; the text says which."""


def submit(
    connection: Connection,
    kind: Kind,
    payload: Mapping[str, Any],
    person: int | None = None,
    about: str = "",
) -> str:
    """Puts a job into the queue and returns its name. Raises TooMuchWork."""
    if person is not None and jobs.unfinished(connection, kind.name, person) >= kind.most_per_person:
        raise TooMuchWork("Your last job is not finished yet. Wait for it, or cancel it.")
    if jobs.unfinished(connection, kind.name) >= kind.most_unfinished:
        raise TooMuchWork("Too many jobs are waiting. Please try again in some minutes.")
    return jobs.add(connection, kind.name, payload, person, about)


@dataclass(kw_only=True)
class Runner:
    """Keeps workers of each kind alive while jobs wait. Call ``start`` once, and ``stop`` at the end."""

    database: Database
    kinds: Sequence[Kind]
    _workers: dict[str, tuple[str, subprocess.Popen[bytes]]] = field(default_factory=dict)
    _expected: set[str] = field(default_factory=set)
    _wake: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._watch, name="work", daemon=True)
        self._thread.start()

    def nudge(self) -> None:
        """Makes the runner look at once: something was put into the queue."""
        self._wake.set()

    def get_ready(self, kind: str) -> None:
        """Has a worker of this kind start and prepare itself, unless one is free: a job of it is expected soon."""
        self._expected.add(kind)
        self._wake.set()

    def stop(self) -> None:
        """Ends the workers; the jobs that they were doing begin once more, as soon as a server is there."""
        self._over.set()
        self._wake.set()
        if self._thread:
            self._thread.join()
        for name in list(self._workers):
            with suppress(DatabaseDown):  # another server finds that it is silent
                self._end_worker(name)

    def _watch(self) -> None:
        while not self._over.is_set():
            try:
                for kind in self.kinds:
                    self._look_after(kind)
            except DatabaseDown as error:
                log.warning("jobs wait for the database: %s", error.orig)
            self._wake.wait(LOOK if self._workers else REST)
            self._wake.clear()

    def _look_after(self, kind: Kind) -> None:
        with self.database.read() as connection:
            queue, current = jobs.waiting(connection, kind.name), jobs.running(connection, kind.name)
        for job in current:
            if why := self._over_its_limits(job, kind):
                self._end_worker(job.worker, why, JobState.CANCELLED if job.cancelled_at else JobState.FAILED)
            elif job.worker not in self._workers and _seconds_since(job.beat_at) > SILENCE:
                self._lose(job)
        mine = [name for name, (of_kind, _) in self._workers.items() if of_kind == kind.name]
        for name in mine:
            code = self._workers[name][1].poll()
            if code is not None:
                self._end_worker(name, "" if code == os.EX_TEMPFAIL else _why_it_died(code, kind))
                mine.remove(name)
        free = set(mine) - {
            job.worker for job in current
        }  # they are starting, or have found the queue empty until now
        wanted = max(queue, 1 if kind.name in self._expected else 0)
        self._expected.discard(kind.name)
        for _ in range(min(wanted - len(free), kind.processes - len(mine))):
            self._start_worker(kind)

    def _over_its_limits(self, job: Job, kind: Kind) -> str:
        if job.worker not in self._workers:
            return ""
        if job.cancelled_at and _seconds_since(job.cancelled_at) > GRACE:
            return "Cancelled."
        if _seconds_since(job.started_at) > kind.seconds:
            return f"This took longer than {kind.seconds:.0f} seconds and was ended."
        return ""

    def _start_worker(self, kind: Kind) -> None:
        name = token_hex(8)
        address = self.database.url.render_as_string(hide_password=False)
        self._workers[name] = (
            kind.name,
            subprocess.Popen(
                [sys.executable, "-P", "-m", "app.jobs.worker", name, json.dumps(asdict(kind))],
                env=_surroundings() | {"EXAMFORMER_DATABASE_URL": address},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            ),
        )

    def _end_worker(self, name: str, why: str = "", state: JobState = JobState.FAILED) -> None:
        """Ends the worker; what it was doing fails, or begins once more where nothing speaks against it."""
        for job in self._end_process(name):
            if why:
                self._fail(job, why, state)
            else:
                self._lose(job)

    def _end_process(self, name: str) -> list[Job]:
        """Ends the worker of this name, and returns what it was doing."""
        kind, process = self._workers.pop(name)
        if process.poll() is None:
            process.kill()
        process.wait()
        with self.database.read() as connection:
            return [job for job in jobs.running(connection, kind) if job.worker == name]

    def _lose(self, job: Job) -> None:
        """Gives back a job whose server has left it, unless it was begun too often or is not wanted any more."""
        if job.cancelled_at:
            self._fail(job, "Cancelled.", JobState.CANCELLED)
        elif job.starts >= STARTS:
            self._fail(job, "The server was restarted while this ran. Start it again.")
        else:
            with self.database.write() as connection:
                jobs.give_back(connection, job.name, job.worker)

    def _fail(self, job: Job, why: str, state: JobState = JobState.FAILED) -> None:
        with self.database.write() as connection:
            jobs.end(connection, job.name, job.worker, state, said=why)


def _surroundings() -> dict[str, str]:
    """The environment without the place where processes that serve add up their metrics: workers come and go, and each
    would leave files there."""
    return {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}


def _seconds_since(moment: datetime | None) -> float:
    return (datetime.now(UTC) - moment).total_seconds() if moment else 0.0


def _why_it_died(code: int, kind: Kind) -> str:
    memory = f" It may use {kind.memory / GIB:g} GiB of memory." if code < 0 else ""
    return f"The process that did this ended unexpectedly (status {code}).{memory}"
