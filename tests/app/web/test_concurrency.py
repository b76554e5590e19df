"""Requests of a full room at one moment: they are served one by one, and no kind waits behind another."""

import asyncio
import inspect
import threading
import time
from typing import Annotated

import pytest
from anyio import from_thread
from fastapi import Depends, FastAPI, Request

from app.database.connection import Database
from app.web.concurrency import (
    ARRIVING,
    SAVING,
    ConcurrencyLimit,
    Elsewhere,
    TooBusy,
    before,
    limit_concurrency,
)
from tests.app.client import Client


def test_a_limit_serves_one_request_after_the_other_in_order() -> None:
    at_work, most, order = 0, 0, list[int]()

    @limit_concurrency(ARRIVING)
    def handler(number: int) -> int:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        time.sleep(0.002)
        order.append(number)
        at_work -= 1
        return number

    async def room() -> list[int]:
        return await asyncio.gather(*(handler(number) for number in range(20)))

    assert asyncio.run(room()) == list(range(20))
    assert most == 1
    assert order == list(range(20))


def test_no_limit_waits_for_another() -> None:
    saved = threading.Event()

    @limit_concurrency(ARRIVING)
    def begin() -> bool:
        return saved.wait(10)

    @limit_concurrency(SAVING)
    def save() -> None:
        saved.set()

    async def room() -> None:
        begun, _ = await asyncio.gather(begin(), save())
        assert begun

    asyncio.run(room())


def test_after_a_failure_the_next_one_is_served() -> None:
    @limit_concurrency(ARRIVING)
    def handler(number: int) -> int:
        return 1 // number

    async def room() -> int:
        with pytest.raises(ZeroDivisionError):
            await handler(0)
        return await handler(1)

    assert asyncio.run(room()) == 1


def test_a_limit_serves_as_many_at_once_as_it_has_places() -> None:
    limit, at_work, most, both = ConcurrencyLimit("wide", places=2), 0, 0, threading.Barrier(2, timeout=10)

    def handler() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        both.wait()
        at_work -= 1

    async def room() -> None:
        await asyncio.gather(*(limit.run(handler) for _ in range(6)))

    asyncio.run(room())
    assert most == 2


def site() -> FastAPI:
    """With a database, from which each request reads one snapshot."""
    app = FastAPI()
    app.state.database = Database("sqlite:///nowhere.db")
    return app


def test_what_a_handler_asks_of_its_request_is_found_under_its_limit() -> None:
    threads = list[str]()

    def name(request: Request) -> str:
        threads.append(threading.current_thread().name)
        return str(request.query_params["name"])

    async def here() -> str:
        return "here"

    @limit_concurrency(ConcurrencyLimit("asked", budget=10.0))
    def greet(
        who: Annotated[str, Depends(name)], where: Annotated[str, Depends(here)], how: str = "Hello"
    ) -> str:
        threads.append(threading.current_thread().name)
        return f"{how}, {who}, {where}"

    assert list(inspect.signature(greet).parameters) == ["where", "how", "request"]
    app = site()
    app.get("/greet")(greet)
    assert Client(app).get("/greet?name=Ada").json() == "Hello, Ada, here"
    assert len(set(threads)) == 1


def test_what_is_checked_before_a_handler_is_checked_under_its_limit_first() -> None:
    limit, order = ConcurrencyLimit("checked"), list[str]()

    def check(request: Request) -> None:
        served = from_thread.run_sync(limit._limiter.get, None)
        order.append(f"check, {served.borrowed_tokens}" if served else "check")

    app = site()
    light, slow = (lambda: order.append("light")), limit_concurrency(limit)(lambda: order.append("slow"))
    app.get("/light", dependencies=[before(check)])(light)
    app.get("/slow", dependencies=[before(check)])(slow)
    for address in ("/light", "/slow"):
        assert Client(app).get(address).status_code == 200
    assert order == ["check", "light", "check, 1", "slow"]


def test_what_asks_for_more_than_the_request_cannot_be_asked_under_a_limit() -> None:
    def name(request: Request, number: int) -> str:
        return str(number)

    with pytest.raises(AssertionError, match="more than the request"):

        @limit_concurrency(ConcurrencyLimit("asked"))
        def greet(who: Annotated[str, Depends(name)]) -> str:
            return who


def test_a_handler_goes_on_under_another_limit_where_more_is_to_be_done() -> None:
    first, second, order = ConcurrencyLimit("first"), ConcurrencyLimit("second"), list[int]()

    @limit_concurrency(first)
    def handler() -> None:
        order.append(1)
        raise Elsewhere(second, rest)

    def rest() -> None:
        order.append(from_thread.run_sync(lambda: int(first._limiter.get().borrowed_tokens)))

    asyncio.run(handler())
    assert order == [1, 0]


def test_who_waits_longer_than_the_limit_lets_is_turned_away() -> None:
    limit, go_on = ConcurrencyLimit("quick", patience=0.01), threading.Event()

    async def room() -> list[object]:
        first = asyncio.create_task(limit.run(lambda: go_on.wait(10)))
        await asyncio.sleep(0)
        others = await asyncio.gather(*(limit.run(int) for _ in range(3)), return_exceptions=True)
        go_on.set()
        return [await first, *others, await limit.run(int)]

    first, *others, last = asyncio.run(room())
    assert (first, last) == (True, 0)
    assert all(isinstance(one, TooBusy) for one in others)
