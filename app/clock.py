"""The clock of exams. It never goes back and never jumps while somebody sits one.

It reads the machine's time once and counts on from there, whatever happens to the machine's time. A server that is
restarted while somebody sits an exam goes on at least from the last moment that it had written down,
unless that lies more than a day ahead.

So after the machine's time was wrong and has been corrected, this clock is ``ahead`` of it or behind. To follow at
once would give whoever sits an exam extra time or take some away; to run slower or faster would do the same. The clock
is therefore set right when nobody sits an exam (``app.exams.deadlines``): within a second while the server runs, and at
each start. Until then the log and the administrators' page say by how much it is off. A restart while somebody sits an
exam does not set it back; where it was behind, a restart sets it ahead,
since this cannot be told from a server that was down meanwhile.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

A_DAY = timedelta(days=1)
GRACE = timedelta(seconds=15)  # for answers that were typed in time and delayed on their way
OFF = timedelta(seconds=2)  # a smaller difference counts as none


def machine() -> datetime:
    return datetime.now(UTC)


def steady() -> float:
    """Seconds of a clock that nobody can set; it goes on while the machine sleeps,
    where the system has such a clock."""
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
        """The lead over the machine's time: negative where this clock is behind, zero where both agree."""
        found = self.now() - self._machine()
        return found if abs(found) >= OFF else timedelta(0)
