"""Turns: where only one try is let through in so many seconds, each browser has one in turn.

The browser that asks most often would otherwise take them all. So a browser that comes too early is given the next free
turn, which is its own and is kept for some minutes. A request without a cookie cannot be recognised: it takes a turn
that nobody was given, and is sent a cookie for its next one. An attacker who makes up a hundred cookies gets a hundred
turns, but the number of tries per second stays the same.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from app.database.connection import Database
from app.web.store import sign_in_turns
from app.web.store.locks import one_at_a_time
from app.web.store.sign_in_turns import Line

KEPT = 300.0  # seconds for which a turn is kept for its browser
AHEAD = 1200.0  # seconds ahead for which turns are given

Queue = tuple[float, str]  # seconds between two of its turns, and whose queue it is


class Lines(Protocol):
    """The place where lines are kept: the memory of one process, or the database of several."""

    def held(self, queues: Sequence[Queue]) -> AbstractContextManager[tuple[float, dict[Queue, Line]]]:
        """Hands out the time, and the lines that these queues have, perhaps more. They are the block's own until it
        ends, and are kept as it leaves them."""


class OwnLines:
    """The lines of one process; ``seconds`` is its clock."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._lines: dict[Queue, Line] = {}
        self._lock = threading.Lock()

    @contextmanager
    def held(self, queues: Sequence[Queue]) -> Iterator[tuple[float, dict[Queue, Line]]]:
        with self._lock:
            yield self._seconds(), self._lines


class SharedLines:
    """The lines of all workers, in the database; ``seconds`` is a clock that they have in common."""

    def __init__(self, database: Database, seconds: Callable[[], float]) -> None:
        self._database, self._seconds = database, seconds

    @contextmanager
    def held(self, queues: Sequence[Queue]) -> Iterator[tuple[float, dict[Queue, Line]]]:
        keys = {queue: f"{queue[0]} {queue[1]}" for queue in queues}
        with one_at_a_time(self._database, "turns") as rows:
            found = sign_in_turns.find(rows, keys.values())
            lines = {queue: found[key] for queue, key in keys.items() if key in found}
            yield self._seconds(), lines
            left = {key: lines[queue] for queue, key in keys.items() if queue in lines}
            sign_in_turns.replace(rows, keys.values(), left, KEPT)


class Turns:
    """The queues of turns."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def take(self, queues: Sequence[Queue], browser: str) -> float:
        """Takes the browser's turn in all of the queues and returns 0, where each has come; else returns the seconds
        until then. ``browser`` is "" for an unknown one."""
        if not queues:
            return 0.0
        with self._lines.held(queues) as (now, lines):
            _forget(lines, now)
            wait = max(_turn(lines, queue, browser, now) - now for queue in queues)
            if wait <= 0:
                for queue in queues:
                    _end(lines[queue], queue, browser, now)
            return max(0.0, wait)


def _turn(lines: dict[Queue, Line], queue: Queue, browser: str, now: float) -> float:
    """Finds the time of the browser's turn in a queue; a known browser that has none is given one."""
    line = lines.setdefault(queue, Line(now))
    if browser in line.given:
        return line.given[browser]
    turn = max(line.free, now)
    if browser and turn <= now + AHEAD:
        line.given[browser], line.free = turn, turn + queue[0]
    return turn


def _end(line: Line, queue: Queue, browser: str, now: float) -> None:
    if line.given.pop(browser, None) is None:
        line.free = max(line.free, now) + queue[0]


def _forget(lines: dict[Queue, Line], now: float) -> None:
    """Drops the turns that nobody came back for."""
    for queue, line in list(lines.items()):
        line.given = {browser: turn for browser, turn in line.given.items() if now < turn + KEPT}
        set_back = line.free > now + AHEAD + queue[0]  # the clock was, and nobody is to wait for that
        if set_back or (not line.given and line.free <= now):
            del lines[queue]
