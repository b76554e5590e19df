"""Turns: where only one try is let through in so many seconds, each browser has one in turn.

The browser that asks most often would otherwise take them all. So a browser that comes too early is given the next free
turn, which is its own and is kept for some minutes. A request without a cookie cannot be recognised: it takes a turn
that nobody was given, and is sent a cookie for its next one. An attacker who makes up a hundred cookies gets a hundred
turns, but the number of tries per second stays the same.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

KEPT = 300.0  # seconds for which a turn is kept for its browser
AHEAD = 1200.0  # seconds ahead for which turns are given

Queue = tuple[float, str]  # seconds between two of its turns, and whose queue it is


@dataclass(slots=True)
class _Line:
    free: float = 0.0  # the time from which on no turn is given
    given: dict[str, float] = field(default_factory=dict)  # the time from which on each browser has its turn


class Turns:
    """The queues of turns; ``seconds`` is their clock."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lines: dict[Queue, _Line] = {}
        self._lock = threading.Lock()

    def take(self, queues: Sequence[Queue], browser: str) -> float:
        """Takes the browser's turn in all of the queues and returns 0, where each has come; else returns the seconds
        until then. ``browser`` is "" for an unknown one."""
        with self._lock:
            now = self._seconds()
            self._forget(now)
            wait = max((self._turn(queue, browser, now) - now for queue in queues), default=0.0)
            if wait <= 0:
                for queue in queues:
                    self._end(queue, browser, now)
            return max(0.0, wait)

    def _turn(self, queue: Queue, browser: str, now: float) -> float:
        """The time of the browser's turn in a queue; a known browser that has none is given one."""
        line = self._lines.setdefault(queue, _Line(now))
        if browser in line.given:
            return line.given[browser]
        turn = max(line.free, now)
        if browser and turn <= now + AHEAD:
            line.given[browser], line.free = turn, turn + queue[0]
        return turn

    def _end(self, queue: Queue, browser: str, now: float) -> None:
        line = self._lines[queue]
        if line.given.pop(browser, None) is None:
            line.free = max(line.free, now) + queue[0]

    def _forget(self, now: float) -> None:
        """Drops the turns that nobody came back for."""
        for queue, line in list(self._lines.items()):
            line.given = {browser: turn for browser, turn in line.given.items() if now < turn + KEPT}
            if not line.given and line.free <= now:
                del self._lines[queue]
