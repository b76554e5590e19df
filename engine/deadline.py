"""An end to what somebody waits for: whatever is computed inside ``within`` takes so much of the processor's time, or
``TakesTooLong`` is raised at the next step of a chain, the next numbers that are drawn, or the next cell that is read.

Nothing is checked outside of it: proofs and exams take as long as they take.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

_ends: ContextVar[float | None] = ContextVar("ends", default=None)


class TakesTooLong(RuntimeError):
    """It would take longer than anybody should wait; and no part of a chain takes it for a value that is not there."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Of the processor's time in this thread. The narrower of two deadlines holds."""
    new, before = thread_time() + seconds, _ends.get()
    token = _ends.set(new if before is None else min(new, before))
    try:
        yield
    finally:
        _ends.reset(token)


def check() -> None:
    """Raises TakesTooLong."""
    ends = _ends.get()
    if ends is not None and thread_time() > ends:
        raise TakesTooLong
