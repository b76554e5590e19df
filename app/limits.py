"""How many new guests one address may make: each is a row, and a row is work for somebody else's machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.dependencies import Visitor
from app.store import guests
from app.store.database import Database


class TooManyGuests(Exception):
    """More new guests came from one address than are let in."""


class Doorkeeper:
    """Counts new guests per address, within one process; they come in one after the other."""

    def __init__(self, rate: str) -> None:
        self._rate = parse(rate)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._door = threading.Lock()

    @contextmanager
    def letting_in(self, database: Database, visitor: Visitor) -> Iterator[None]:
        """Raises TooManyGuests for a new visitor beyond the rate; known ones always come in, and never wait.

        Who did not become a guest inside, because nothing could be read, is not counted.
        """
        if _known(database, visitor):
            yield
            return
        with self._door:
            new = not _known(database, visitor)  # a second click may have waited for the first
            if new and not self._limiter.test(self._rate, visitor.address):
                raise TooManyGuests
            try:
                yield
            finally:
                if new and _known(database, visitor):
                    self._limiter.hit(self._rate, visitor.address)


def _known(database: Database, visitor: Visitor) -> bool:
    with database.read() as rows:
        return guests.find(rows, visitor.token) is not None
