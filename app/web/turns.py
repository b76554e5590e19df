"""Turns: where only one try is let through in so many seconds, each browser has one in its turn.

Whoever asks most often would otherwise take every one of them. So who comes too early is given the next free turn,
which is theirs alone and is kept for some minutes. A request without a cookie has nothing to be known by: it takes a
turn that nobody was given, and is sent a cookie for its next one. Whoever makes up a hundred cookies has a hundred
turns, but of the same number of tries.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

KEPT = 300.0  # seconds for which a turn stays somebody's
AHEAD = 1200.0  # seconds: so far ahead turns are given

Queue = tuple[float, str]  # seconds between two of its turns, and whose queue it is


@dataclass(slots=True)
class _Line:
    free: float = 0.0  # from when on the next turn is nobody's
    given: dict[str, float] = field(default_factory=dict)  # from when on each browser has its turn


class Turns:
    """``seconds`` is the clock that they go by."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lines: dict[Queue, _Line] = {}
        self._lock = threading.Lock()

    def take(self, queues: Sequence[Queue], browser: str) -> float:
        """0 where this browser, "" for an unknown one, has its turn in all of them, which is over with that; else the
        seconds until then."""
        with self._lock:
            now = self._seconds()
            self._forget(now)
            wait = max((self._turn(queue, browser, now) - now for queue in queues), default=0.0)
            if wait <= 0:
                for queue in queues:
                    self._end(queue, browser, now)
            return max(0.0, wait)

    def _turn(self, queue: Queue, browser: str, now: float) -> float:
        """When it is; a known browser that has none is given it."""
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
        """What nobody came back for."""
        for queue, line in list(self._lines.items()):
            line.given = {browser: turn for browser, turn in line.given.items() if now < turn + KEPT}
            if not line.given and line.free <= now:
                del self._lines[queue]
