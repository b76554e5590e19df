"""An end to what somebody waits for: whatever is computed inside ``within`` takes so much of the processor's time, or
``TakesTooLong`` is raised at the next step of a chain, the next numbers that are drawn, or the next cell that is read.

Nothing is checked outside of it: proofs and exams' gradings take as long as they take.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import get_ident
from time import thread_time


class TakesTooLong(RuntimeError):
    """A computation took longer than anybody should wait; no part of a chain takes this for a value that is missing."""


@dataclass(frozen=True, slots=True)
class _Budget:
    """Seconds of a thread's processor time, from when it is first asked there."""

    seconds: float
    began: dict[int, float] = field(default_factory=dict)

    def is_spent(self) -> bool:
        now = thread_time()
        return now - self.began.setdefault(get_ident(), now) > self.seconds


_budgets: ContextVar[tuple[_Budget, ...]] = ContextVar("budgets", default=())


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limits each thread that works inside to these seconds of its processor time, counted from its first ``check``.
    The narrowest of several limits holds."""
    new = _Budget(seconds)
    new.is_spent()  # it begins here, where this thread is the one that works
    token = _budgets.set((*_budgets.get(), new))
    try:
        yield
    finally:
        _budgets.reset(token)


def check() -> None:
    """Raises TakesTooLong where the time of a surrounding ``within`` is spent."""
    if any(one.is_spent() for one in _budgets.get()):
        raise TakesTooLong
