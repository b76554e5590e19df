"""The clock that exams go by. It never goes back and never jumps while somebody sits one.

It takes the machine's time once and counts on from there, whatever happens to that. A server that starts again while
somebody sits an exam goes on at least from the last moment that it had written down, unless that lies more than a day
ahead.

So a machine that went wrong, and was set right, leaves this clock ``ahead`` of it, or behind. To follow at once would
give whoever sits an exam time or take some; to run slower or faster would do the same. It is therefore set right when
nobody sits one (``app.exams.deadlines``): within a second while the server runs, and at each start. Until then the log
and the page of administrators say by how much it is off. Who starts a server anew while somebody sits an exam does not
set it back; and where it was behind, a start sets it ahead, since nothing tells that from a server that was down
meanwhile.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

A_DAY = timedelta(days=1)
GRACE = timedelta(seconds=15)  # for what was typed in time and is delayed on its way
OFF = timedelta(seconds=2)  # less is no difference


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
        begun = after if after and now < after < now + A_DAY else now
        self._begun = begun, self._steady()  # at once: others look at it meanwhile

    @property
    def started_at(self) -> datetime:
        return self._begun[0]

    def now(self) -> datetime:
        begun, since = self._begun
        return begun + timedelta(seconds=self._steady() - since)

    @property
    def ahead(self) -> timedelta:
        """Of the machine's time; less than nothing where it is behind, and nothing where it is right."""
        found = self.now() - self._machine()
        return found if abs(found) >= OFF else timedelta(0)
