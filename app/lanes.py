"""Lanes: requests of one kind are served one after the other, in threads that serve no other kind.

Threads of one process take turns at running Python: many that work at once make each other slow. And in a lane of
their own, saves do not wait behind three hundred people who begin, behind passwords that are hashed, or behind numbers
and papers that take a while.

Whatever a request does in a thread, it does in its lane: a handler that is asked for a dependency which runs in a
thread would wait for it among all others. So a handler in a lane asks ``app.visitors.person`` itself who is there.
"""

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, fail_after, to_thread
from anyio.lowlevel import RunVar

from engine.deadline import within

P = ParamSpec("P")
T = TypeVar("T")


class TooBusy(RuntimeError):
    """As many wait in this lane as can be served in good time."""

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"Retry-After": "5"}


class Lane:
    """``places`` is how many are served at once. The others wait, ``patience`` seconds at most.

    What is computed for one of them takes ``budget`` seconds of the processor at most (``engine.deadline``).
    """

    def __init__(
        self, name: str, places: int = 1, patience: float | None = None, budget: float | None = None
    ) -> None:
        self.places, self.patience, self.budget = places, patience, budget
        self._limiter = RunVar[CapacityLimiter](name)  # each event loop has its own
        self._threads = RunVar[CapacityLimiter](f"{name}: threads")

    async def run(self, work: Callable[[], T]) -> T:
        """Raises TooBusy, and TakesTooLong."""
        limiter = self._limiter.get(None)
        if limiter is None:
            self._limiter.set(limiter := CapacityLimiter(self.places))
            self._threads.set(CapacityLimiter(self.places))
        place = object()
        try:
            with fail_after(self.patience):
                await limiter.acquire_on_behalf_of(place)
        except TimeoutError:
            raise TooBusy from None
        try:
            return await to_thread.run_sync(self._done, work, limiter=self._threads.get())
        finally:
            limiter.release_on_behalf_of(place)

    def _done(self, work: Callable[[], T]) -> T:
        if self.budget is None:
            return work()
        with within(self.budget):
            return work()


ARRIVING, SAVING, WATCHING = Lane("arriving"), Lane("saving"), Lane("watching")
SIGNING_IN = Lane("signing in", places=2, patience=3.0)  # each takes a fifth of a second and 64 MB
COMPUTING = Lane("computing", patience=10.0, budget=2.0)  # somebody's own numbers, questions and demos
PRINTING = Lane("printing", patience=30.0)  # papers, and files of many questions


def in_lane(lane: Lane) -> Callable[[Callable[P, T]], Callable[P, Coroutine[Any, Any, T]]]:
    """The handler, which waits in this lane for the requests before it. It raises TooBusy and TakesTooLong, too."""

    def queued(handler: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
        @wraps(handler)
        async def served(*given: P.args, **named: P.kwargs) -> T:
            return await lane.run(partial(handler, *given, **named))

        return served

    return queued
