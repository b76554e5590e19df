"""How many new guests one address may make: each is a row, and a row is work for somebody else's machine."""

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.dependencies import Visitor
from app.store import guests
from app.store.database import Database


class TooManyGuests(Exception):
    """More new guests came from one address than are let in."""


class Doorkeeper:
    """Counts new guests per address, within one process."""

    def __init__(self, rate: str) -> None:
        self._rate = parse(rate)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def let_in(self, database: Database, visitor: Visitor) -> None:
        """Raises TooManyGuests for a new visitor beyond the rate; known ones always come in."""
        with database.read() as rows:
            known = guests.find(rows, visitor.token) is not None
        if not known and not self._limiter.hit(self._rate, visitor.address):
            raise TooManyGuests
