"""A worker: ``python -m app.jobs.worker NAME KIND`` carries out the waiting jobs of one kind until none comes.

It runs under the memory limit of its kind and at low priority, and ends when the process that started it is gone. When
the database is gone for longer than it waits, it ends with the status ``EX_TEMPFAIL``, and its job is given back.
"""

import importlib
import json
import logging
import logging.config
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from app import logs
from app.database.connection import Database, DatabaseDown
from app.jobs.heartbeat import PARENT, Beating, Cancelled, Refused, Report
from app.jobs.runner import GIB, Kind
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.settings import settings

PAUSE = 0.05
PATIENCE = 30.0  # seconds for which a result waits for the database
log = logging.getLogger("examformer")


def carry_out(
    database: Database, kind: Kind, job: Job, until_prepared: Callable[[], object] = lambda: None
) -> None:
    """Runs one job, once the worker is prepared, and stores its result, or why it has none. Raises DatabaseDown."""
    state, result, said = JobState.DONE, None, ""
    logs.request_id.set(job.request_id)
    try:
        with Beating(database, job) as report:
            until_prepared()
            work: Callable[[Any, Report], Any] = _named(kind.carried_out_by)
            result = work(job.payload, report)
    except Cancelled:
        state = JobState.CANCELLED
    except DatabaseDown:
        raise
    except Refused as why:
        state, said = JobState.FAILED, str(why)
    except MemoryError:
        state, said = JobState.FAILED, f"This needs more than {kind.memory / GIB:g} GiB of memory."
    except Exception as error:
        log.exception("job %s of kind %s", job.name, job.kind)
        state, said = JobState.FAILED, f"{type(error).__name__}: {error}"
    gives_up = time.monotonic() + PATIENCE
    while True:
        try:
            with database.write() as connection:
                ended = jobs.end(connection, job.name, job.worker, state, result, said)
                if ended and state is JobState.DONE and kind.kept_by:
                    _named(kind.kept_by)(connection, job.payload, result)
            return
        except DatabaseDown:
            if time.monotonic() > gives_up:
                raise
            time.sleep(1)


def _named(place: str) -> Callable[..., Any]:
    module, _, function = place.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def main(worker: str, described: str) -> int:
    """Returns the exit status."""
    kind = Kind(**json.loads(described))
    _restrain(kind)
    chosen = settings()
    logging.config.dictConfig(logs.configuration(chosen.log_format))
    database = Database(chosen.database_url, chosen.slow_query_ms / 1000)
    preparation = Thread(
        target=_prepare, args=(kind,), daemon=True
    )  # beside the queue: a job is claimed at once
    preparation.start()
    last = time.monotonic()
    try:
        while time.monotonic() - last < kind.idle and os.getppid() == PARENT:
            job = _next(database, kind.name, worker)
            if job is None:
                time.sleep(PAUSE)
                continue
            carry_out(database, kind, job, preparation.join)
            last = time.monotonic()
    except DatabaseDown as error:
        log.warning("a worker of kind %s ends without the database: %s", kind.name, error.orig)
        return os.EX_TEMPFAIL
    return 0


def _prepare(kind: Kind) -> None:
    """Prepares the worker for its kind of job. A failure is left to the job, which then says why it fails."""
    if kind.prepared_by:
        try:
            _named(kind.prepared_by)()
        except Exception:
            log.exception("preparation of a worker of kind %s", kind.name)


def _next(database: Database, kind: str, worker: str) -> Job | None:
    """Claims the next job. It reads before it writes, so an idle worker keeps nobody waiting."""
    with database.read() as connection:
        if not jobs.waiting(connection, kind):
            return None
    with database.write() as connection:
        return jobs.claim(connection, kind, worker)


def _restrain(kind: Kind) -> None:
    with suppress(ImportError, OSError, ValueError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (kind.memory, kind.memory))
        os.nice(kind.niceness)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
