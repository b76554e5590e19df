"""The heartbeat of a running job: its function reports how far it is, and its row says what its person wants."""

import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from app.database.connection import Database, DatabaseDown
from app.jobs.store import jobs, points
from app.jobs.store.jobs import Job
from app.jobs.store.points import Point

BEAT = 0.25  # seconds between two beats
TELL = 0.1  # and at least between two batches of points
PAUSE = 0.05  # between two looks at whether a paused job may go on
AWAY = 5.0  # after which somebody who left is taken not to come back


class Cancelled(Exception):
    """The person who asked for the job has cancelled it."""


class Refused(Exception):
    """The job cannot be done; the text tells the person who asked why."""


class Report:
    """The callable that a job's function is given. It is called after each step, and raises Cancelled once the job was
    cancelled; ``tell`` shows a point.

    ``steering`` is what the job's person wants of it at this moment. Where that says ``paused``, a call that
    ``may_wait`` does: at once, or after the step ``until``. Where it says when its person ``left``, the job is
    cancelled soon after that.
    """

    def __init__(self, steering: Mapping[str, Any]) -> None:
        self.done, self.total = 0, 0
        self.steering = steering
        self.cancelled = threading.Event()
        self.untold: list[Point] = []

    def __call__(self, done: int, total: int, may_wait: bool = True) -> None:
        self.done, self.total = done, total
        while may_wait and self._paused and not self.cancelled.wait(PAUSE):
            pass
        if self.cancelled.is_set():
            raise Cancelled

    def tell(self, step: int, point: Mapping[str, Any]) -> None:
        """Queues a point for whoever watches, to go out with the next beat. Steps must rise; the point is JSON."""
        self.untold.append(Point(step, point))

    @property
    def _paused(self) -> bool:
        return bool(self.steering.get("paused")) and self.done >= self.steering.get("until", 0)


class Beating:
    """A thread that, while a job runs, writes into its row how far it is and reads from there what is wanted of it."""

    def __init__(self, database: Database, job: Job) -> None:
        self.database, self.job = database, job
        self.report = Report(job.steering)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> Report:
        self._thread.start()
        return self.report

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.beat()

    def _go_on(self) -> None:
        last = time.monotonic()
        while not self._over.wait(TELL):
            if os.getppid() != PARENT:
                os._exit(1)
            if self.report.untold or time.monotonic() - last >= BEAT:
                self.beat()
                last = time.monotonic()

    def beat(self) -> None:
        """Beats once. Points that could not be written go with the next beat."""
        report, told = self.report, list(self.report.untold)
        with suppress(DatabaseDown):
            with self.database.write() as connection:
                heard = jobs.beat(connection, self.job.name, self.job.worker, report.done, report.total)
                if heard:
                    points.add(connection, self.job.id, told)
            del report.untold[: len(told)]
            if heard:
                report.steering = heard.steering
            if heard is None or heard.cancelled or _alone(heard.steering):
                report.cancelled.set()


def _alone(steering: Mapping[str, Any]) -> bool:
    """True if the job's person has left, and has not come back for ``AWAY`` seconds."""
    left = steering.get("left")
    return left is not None and datetime.now(UTC).timestamp() - left > AWAY


PARENT = os.getppid()
