"""A session of practice: a student looks at the home page and at the topics, reads a section, and answers questions."""

import asyncio
import secrets
from collections.abc import Sequence
from urllib.parse import quote

from engine import variants
from engine.variants import Variant
from tests.benchmarks.engine import BANK, KINDS, LEVEL
from tests.benchmarks.load import filled
from tests.cost.browser import Browser
from tests.soak.connection import Connection
from tests.soak.room import Seat

QUESTIONS = 5  # of a session, each sent first with a wrong number, then with the right ones
AT_ONCE = 8  # sessions
READ = "2.5"


async def practise(port: int, seats: Sequence[Seat]) -> int:
    """All of them, some at once, without a pause; returns how many requests that were."""
    waiting, asked = list(enumerate(seats)), list[int]()

    async def go_on() -> None:
        while waiting:
            number, seat = waiting.pop()
            asked.append(await session(port, seat, number))

    await asyncio.gather(*(go_on() for _ in range(AT_ONCE)))
    return sum(asked)


async def session(port: int, seat: Seat, number: int) -> int:
    browser = Browser(Connection(port, seat.token, head=""))
    for page in ("/", "/topics", f"/study/{READ}"):
        await opened(browser, page)
    for n in range(QUESTIONS):
        kind, seed = KINDS[(number + n) % len(KINDS)], 1000 + number
        await opened(browser, f"/practice/{kind}?seed={seed}&level={LEVEL}")
        variant = variants.draw(BANK[kind], seed, LEVEL)
        address = await answered(browser, f"/practice/{kind}", variant, 1)
        await answered(browser, address, variant, 0)
    await opened(browser, "/progress")
    browser.connection.close()
    return browser.asked


async def opened(browser: Browser, page: str) -> None:
    answer = await browser.open(page)
    assert answer.status == 200, (page, answer.status)


async def answered(browser: Browser, address: str, variant: Variant, wrong: int) -> str:
    """Sends all lines; returns the address of the sheet. With ``wrong`` the first number is not right."""
    form = f"{filled(variant, len(variant.asked), wrong)}&key={quote(secrets.token_urlsafe(16))}"
    answer = await browser.send(address, form)
    assert answer.status == 200, (address, answer.status, answer.body[:300])
    return answer.headers.get("hx-push-url", address)
