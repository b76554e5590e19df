"""Lanes: what a full room asks for at one moment is served one by one, in a thread that does nothing else.

Threads of one process take turns at running Python: many that work at once make each other slow. And in a lane of
their own, saves do not wait behind three hundred people who begin, and nobody waits behind those who watch a run.
"""

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

P = ParamSpec("P")
T = TypeVar("T")
Lane = RunVar[CapacityLimiter]
ARRIVING, SAVING, WATCHING = Lane("arriving"), Lane("saving"), Lane("watching")  # each process has its own


def in_lane(lane: Lane) -> Callable[[Callable[P, T]], Callable[P, Coroutine[Any, Any, T]]]:
    """The handler, which waits in this lane for the requests before it."""

    def queued(handler: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
        @wraps(handler)
        async def served(*given: P.args, **named: P.kwargs) -> T:
            limiter = lane.get(None)
            if limiter is None:
                lane.set(limiter := CapacityLimiter(1))
            return await to_thread.run_sync(partial(handler, *given, **named), limiter=limiter)

        return served

    return queued
