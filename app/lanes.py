"""Lanes: what a full room asks for at one moment is served one by one, each kind in a thread of its own.

Threads of one process take turns at running Python: forty that work at once only make each other slow. And in a lane
of their own, saves do not wait behind three hundred people who begin.
"""

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

P = ParamSpec("P")
T = TypeVar("T")


def in_lane(handler: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The handler, served one request after the other in each process."""
    lane = RunVar[CapacityLimiter](f"lane of {handler.__module__}.{handler.__qualname__}")

    @wraps(handler)
    async def served(*given: P.args, **named: P.kwargs) -> T:
        limiter = lane.get(None)
        if limiter is None:
            lane.set(limiter := CapacityLimiter(1))
        return await to_thread.run_sync(partial(handler, *given, **named), limiter=limiter)

    return served
