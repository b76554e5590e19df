"""Concurrency limits: requests of one kind are served one after the other, in threads that serve no other kind.

Threads of one process take turns at running Python: many that work at once slow each other down. And under a limit of
their own, saves do not wait behind three hundred people who begin an exam, behind passwords that are hashed, or behind
numbers and papers that take a while. Every handler that may take a while has a limit;
tests/app/web/test_light_routes.py says why each of the others has none.

Whatever a request does in a thread, it does under its limit: FastAPI would run a plain function that a handler depends
on (``Depends``) in the threads that all handlers share. So ``limit_concurrency`` calls those itself: each of them takes
the request and nothing else, as ``app.web.context.context`` does. Dependencies of routers go through ``before``.
"""

from collections.abc import Callable, Coroutine, Mapping
from contextlib import nullcontext
from functools import partial, wraps
from inspect import Parameter, Signature, iscoroutinefunction, signature
from typing import Annotated, Any, ParamSpec, TypeVar, get_args, get_origin

from anyio import CapacityLimiter, fail_after, to_thread
from anyio.lowlevel import RunVar
from fastapi import Depends, Request, params
from fastapi.concurrency import run_in_threadpool
from prometheus_client import Counter

from engine.deadline import within

P = ParamSpec("P")
T = TypeVar("T")
Find = Callable[[Request], Any]
BUSY = Counter("examformer_too_busy", "Requests that waited in vain, by their concurrency limit.", ["limit"])


class TooBusy(RuntimeError):
    """The limit is full: the request waited in vain for its ``patience``."""

    def __init__(self) -> None:
        super().__init__()
        self.headers = {"Retry-After": "5"}


class ConcurrencyLimit:
    """A limit serves ``places`` requests at once. The others wait, ``patience`` seconds at most.

    The work for one request takes ``budget`` seconds of processor time at most (``engine.deadline``). What it reads is
    ``one_snapshot`` of the database, which takes a connection for as long as the work takes: not where it mostly waits.
    """

    def __init__(
        self,
        name: str,
        places: int = 1,
        patience: float | None = None,
        budget: float | None = None,
        one_snapshot: bool = True,
    ) -> None:
        self.name, self.places, self.patience, self.budget = name, places, patience, budget
        self.one_snapshot = one_snapshot
        self._limiter = RunVar[CapacityLimiter](name)  # each event loop has its own
        self._threads = RunVar[CapacityLimiter](f"{name}: threads")

    async def run(self, work: Callable[[], T]) -> T:
        """Does the work in a thread of the limit when a place is free. Raises TooBusy, and TakesTooLong."""
        limiter = self._limiter.get(None)
        if limiter is None:
            self._limiter.set(limiter := CapacityLimiter(self.places))
            self._threads.set(CapacityLimiter(self.places))
        place = object()
        try:
            with fail_after(self.patience):
                await limiter.acquire_on_behalf_of(place)
        except TimeoutError:
            BUSY.labels(self.name).inc()
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


class Elsewhere(Exception):
    """Raised by a handler that finds that the ``rest`` of its work belongs under another limit."""

    def __init__(self, limit: ConcurrencyLimit, rest: Callable[[], Any]) -> None:
        super().__init__(limit.name)
        self.limit, self.rest = limit, rest


ARRIVING, SAVING, WATCHING = (
    ConcurrencyLimit("arriving"),
    ConcurrencyLimit("saving"),
    ConcurrencyLimit("watching"),
)
SIGNING_IN = ConcurrencyLimit(
    "signing in", places=2, patience=3.0, one_snapshot=False
)  # each takes a fifth of a second and 64 MB
ASKING = ConcurrencyLimit("asking")  # the person of a program's token: a row or two
REFUSING = ConcurrencyLimit("refusing", places=2)  # the page that says why a request is refused
ABROAD = ConcurrencyLimit(
    "abroad", places=4, patience=10.0, one_snapshot=False
)  # another server is asked, and may take its time
LAUNCHING = ConcurrencyLimit(
    "launching", places=4, patience=30.0, one_snapshot=False
)  # a lecture hall comes from a learning platform; now and then its keys are asked for
READING = ConcurrencyLimit(
    "reading", places=2, patience=20.0, budget=5.0
)  # all questions, and all of a person's work
MARKING = ConcurrencyLimit(
    "marking", places=2, patience=10.0, budget=4.0
)  # sheets of one's own: drawn, marked, told
REVIEWING = ConcurrencyLimit(
    "reviewing", places=2, patience=60.0, budget=10.0
)  # exams that a room has ended at one moment
COMPUTING = ConcurrencyLimit(
    "computing", patience=10.0, budget=2.0
)  # a person's own numbers, questions and demos
TEACHING = ConcurrencyLimit(
    "teaching", places=2, patience=20.0, budget=10.0
)  # tables of a course, exams put together
HUNDREDS = ConcurrencyLimit(
    "hundreds", patience=30.0, budget=30.0
)  # hundreds of sheets, drawn or marked again
PRINTING = ConcurrencyLimit("printing", patience=30.0, budget=20.0)  # papers, and files of many questions


def limit_concurrency(
    limit: ConcurrencyLimit,
) -> Callable[[Callable[P, T]], Callable[P, Coroutine[Any, Any, T]]]:
    """Makes a handler wait in this ``limit`` for the requests before it. It raises TooBusy and TakesTooLong, too."""

    def queued(handler: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
        known = signature(handler, eval_str=True)
        finds = {one.name: find for one in known.parameters.values() if (find := _plain(one.annotation))}

        @wraps(handler)
        async def served(*given: P.args, **named: P.kwargs) -> T:
            request = named.get("request") if "request" in known.parameters else named.pop("request", None)
            work = partial(_inside, handler, finds, request, given, named, limit.one_snapshot)
            try:
                return await limit.run(work)
            except Elsewhere as found:
                return await found.limit.run(found.rest)

        served.limit = limit  # type: ignore[attr-defined]
        served.__signature__ = _asked_outside(known, finds)  # type: ignore[attr-defined]
        return served

    return queued


def before(check: Find) -> Any:
    """A check before a handler, for ``dependencies`` of routers; it runs under the handler's limit."""

    async def checked(request: Request) -> None:
        if limit_of(request.scope["endpoint"]) is None:
            await run_in_threadpool(check, request)
        else:
            request.state.checks = [*getattr(request.state, "checks", ()), check]

    return Depends(checked)


def limit_of(handler: Any) -> ConcurrencyLimit | None:
    found = getattr(handler, "limit", None)
    return found if isinstance(found, ConcurrencyLimit) else None


def _plain(annotation: Any) -> Find | None:
    """The plain function of the request that finds a parameter in a thread; None without one."""
    if get_origin(annotation) is not Annotated:
        return None
    find = next((one.dependency for one in get_args(annotation) if isinstance(one, params.Depends)), None)
    if find is None or iscoroutinefunction(find) or iscoroutinefunction(type(find).__call__):
        return None
    assert list(signature(find).parameters) == ["request"], f"{find} takes more than the request"
    return find


def _asked_outside(known: Signature, finds: Mapping[str, Find]) -> Signature:
    """The signature that FastAPI still has to resolve: the other parameters, and the request."""
    rest = [one for one in known.parameters.values() if one.name not in finds]
    if all(one.name != "request" for one in rest):
        rest.append(Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request))
    return known.replace(parameters=rest)


def _inside(
    handler: Callable[..., T],
    finds: Mapping[str, Find],
    request: Any,
    given: tuple[Any, ...],
    named: Mapping[str, Any],
    one_snapshot: bool,
) -> T:
    with request.app.state.database.one_snapshot() if request and one_snapshot else nullcontext():
        for check in getattr(request.state, "checks", ()) if request else ():
            check(request)
        found = {name: find(request) for name, find in finds.items()}
        return handler(*given, **named, **found)
