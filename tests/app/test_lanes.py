"""What a full room asks for at one moment: one by one, and no kind behind another."""

import asyncio
import threading
import time

import pytest

from app.lanes import ARRIVING, SAVING, Lane, TooBusy, in_lane


def test_a_lane_serves_one_request_after_the_other_in_order() -> None:
    at_work, most, order = 0, 0, list[int]()

    @in_lane(ARRIVING)
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


def test_no_lane_waits_for_another() -> None:
    saved = threading.Event()

    @in_lane(ARRIVING)
    def begin() -> bool:
        return saved.wait(10)

    @in_lane(SAVING)
    def save() -> None:
        saved.set()

    async def room() -> None:
        begun, _ = await asyncio.gather(begin(), save())
        assert begun

    asyncio.run(room())


def test_after_a_failure_the_next_one_is_served() -> None:
    @in_lane(ARRIVING)
    def handler(number: int) -> int:
        return 1 // number

    async def room() -> int:
        with pytest.raises(ZeroDivisionError):
            await handler(0)
        return await handler(1)

    assert asyncio.run(room()) == 1


def test_a_lane_serves_as_many_at_once_as_it_has_places() -> None:
    lane, at_work, most, both = Lane("wide", places=2), 0, 0, threading.Barrier(2, timeout=10)

    def handler() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        both.wait()
        at_work -= 1

    async def room() -> None:
        await asyncio.gather(*(lane.run(handler) for _ in range(6)))

    asyncio.run(room())
    assert most == 2


def test_who_waits_longer_than_the_lane_lets_is_turned_away() -> None:
    lane, go_on = Lane("quick", patience=0.01), threading.Event()

    async def room() -> list[object]:
        first = asyncio.create_task(lane.run(lambda: go_on.wait(10)))
        await asyncio.sleep(0)
        others = await asyncio.gather(*(lane.run(int) for _ in range(3)), return_exceptions=True)
        go_on.set()
        return [await first, *others, await lane.run(int)]

    first, *others, last = asyncio.run(room())
    assert (first, last) == (True, 0)
    assert all(isinstance(one, TooBusy) for one in others)
