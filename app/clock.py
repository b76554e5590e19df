"""The clock that exams go by. It never goes back and never jumps while the server runs.

It takes the machine's time once and counts on from there, whatever happens to that. A server that starts again while
somebody sits an exam goes on at least from the last moment that it had written down, unless that lies more than a day
ahead.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

A_DAY = timedelta(days=1)


def machine() -> datetime:
    return datetime.now(UTC)


def steady() -> float:
    """Seconds that nobody can set, and that go on while the machine sleeps where the system has such a count."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Clock:
    def __init__(
        self, machine: Callable[[], datetime] = machine, steady: Callable[[], float] = steady
    ) -> None:
        self._machine, self._steady = machine, steady
        self.start()

    def start(self, after: datetime | None = None) -> None:
        """Counts from the machine's time on, or from ``after`` where that is later."""
        now = self._machine()
        self.started_at = after if after and now < after < now + A_DAY else now
        self._from = self._steady()

    def now(self) -> datetime:
        return self.started_at + timedelta(seconds=self._steady() - self._from)
