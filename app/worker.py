"""A worker: ``python -m app.worker KIND NAME LIMITS`` does the waiting jobs of one kind, until none comes any more.

It runs under the memory limit of its kind and at low priority, and ends when what started it is gone.
"""

import importlib
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from app.settings import settings
from app.store import jobs
from app.store.database import Database, DatabaseDown
from app.store.jobs import Job, State
from app.work import GIB, Kind

BEAT = 0.25  # seconds between two beats
IDLE = 5.0  # seconds without a job, after which the worker ends
PAUSE = 0.05

Progress = Callable[[int, int], None]  # (steps done, steps in all); raises Cancelled
log = logging.getLogger("examformer")


class Cancelled(Exception):
    """The person who asked for it does not want it any more."""


class Beating:
    """While a job runs, a thread says so in its row, with how far it is, and hears whether it is to stop."""

    def __init__(self, database: Database, job: Job) -> None:
        self.database, self.job = database, job
        self.done, self.total = 0, 0
        self._cancelled, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Beating":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._write()

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._cancelled.is_set():
            raise Cancelled

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            if os.getppid() != PARENT:
                os._exit(1)
            self._write()

    def _write(self) -> None:
        with suppress(DatabaseDown), self.database.write() as rows:
            if not jobs.beat(rows, self.job.name, self.job.worker, self.done, self.total):
                self._cancelled.set()


PARENT = os.getppid()


def carry_out(database: Database, kind: Kind, job: Job) -> None:
    """Runs one job and stores what came of it."""
    state, result, said = State.DONE, None, ""
    try:
        work: Callable[[Any, Progress], Any] = _named(kind.carried_out_by)
        with Beating(database, job) as beating:
            result = work(job.payload, beating.progress)
    except Cancelled:
        state = State.CANCELLED
    except MemoryError:
        state, said = State.FAILED, f"This needs more than {kind.memory / GIB:g} GiB of memory."
    except Exception as error:
        log.exception("job %s of kind %s", job.name, job.kind)
        state, said = State.FAILED, f"{type(error).__name__}: {error}"
    with database.write() as rows:
        if state is State.DONE and kind.kept_by:
            _named(kind.kept_by)(rows, job.payload, result)
        jobs.end(rows, job.name, job.worker, state, result, said)


def _named(place: str) -> Callable[..., Any]:
    module, _, function = place.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def main(kind: str, worker: str, described: str) -> None:
    limits = Kind(**json.loads(described))
    _restrain(limits)
    database = Database(settings().database_url)
    last = time.monotonic()
    while time.monotonic() - last < IDLE and os.getppid() == PARENT:
        with database.write() as rows:
            job = jobs.claim(rows, kind, worker)
        if job is None:
            time.sleep(PAUSE)
            continue
        carry_out(database, limits, job)
        last = time.monotonic()


def _restrain(limits: Kind) -> None:
    with suppress(ImportError, OSError, ValueError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        os.nice(10)


if __name__ == "__main__":
    main(*sys.argv[1:4])
