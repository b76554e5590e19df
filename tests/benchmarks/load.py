"""A second process that asks for pages: ``python -m tests.benchmarks.load PORT ERRAND...`` prints figures as JSON.

Raw sockets kept open, so that what is measured is the server. The errands: ``practice`` (a page of one of the seven
kinds, with numbers that nobody has seen), ``submit`` (a sheet begun with its first line, then sent with all of it), and
``home`` and ``topics``, and ``bare`` and ``bare-submit`` for routes without our code.
"""

import asyncio
import json
import os
import secrets
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlencode

from engine import variants
from engine.answers import cells
from engine.variants import Variant
from tests.benchmarks.engine import BANK, KINDS, LEVEL

WARM_UP = 0.6  # seconds
ROUNDS = 3
ROUND = 0.7  # seconds
PEOPLE = 16  # who wait for their page before they ask for the next one
PACE = 50  # requests a second, at even distances
CALM = 20  # for pages that put much together
ONE = os.environ.get("BENCH_COOKIE", "")  # of everybody, where it is set
PACED = 3.0  # seconds
SHEETS = 12  # of each kind, answered before the clock starts


@dataclass
class Person:
    """A browser: one socket kept open, and a cookie of its own. ``next`` is the form on the page that it got last."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    host: str
    cookie: str = field(default_factory=lambda: ONE or secrets.token_urlsafe(32))
    next: tuple[str, str] | None = None

    @classmethod
    async def on(cls, port: int) -> "Person":
        return cls(*await asyncio.open_connection("127.0.0.1", port), f"127.0.0.1:{port}")

    async def get(self, path: str, head: str = "") -> dict[str, str]:
        return await self._ask("GET", path, head, "")

    async def post(self, path: str, form: str) -> dict[str, str]:
        body = f"{form}&key={secrets.token_urlsafe(16)}"
        head = (
            "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\nHX-Request: true\r\n"
            f"HX-Request-Type: partial\r\nContent-Length: {len(body)}\r\n"
        )
        return await self._ask("POST", path, head, body)

    async def _ask(self, method: str, path: str, head: str, body: str) -> dict[str, str]:
        """Reads the whole answer and gives its headers. Raises RuntimeError for an error page."""
        cookie = f"Cookie: examformer={self.cookie}\r\n"
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n{cookie}{head}\r\n{body}".encode()
        )
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        answer = await self.reader.readexactly(int(headers["content-length"]))
        if first.split()[1] != "200":
            raise RuntimeError(f"{method} {path}: {first}\n{answer[:2000].decode()}")
        return headers


Errand = Callable[[Person, int], Awaitable[Any]]


async def practice(person: Person, n: int) -> None:
    await person.get(f"/practice/{KINDS[n % len(KINDS)]}?seed={1000 + n}&level={LEVEL}")


async def submit(sheets: list[Variant], person: Person, n: int) -> None:
    """A fresh sheet's first line, and at the next turn all its lines."""
    if person.next:
        (address, form), person.next = person.next, None
        await person.post(address, form)
    else:
        variant = sheets[n % len(sheets)]
        answer = await person.post(f"/practice/{variant.question.id}", filled(variant, 1, n))
        person.next = answer["hx-push-url"], filled(variant, len(variant.asked), n)


async def home(person: Person, n: int) -> None:
    await person.get("/")


async def topics(person: Person, n: int) -> None:
    await person.get("/topics")


async def bare(person: Person, n: int) -> None:
    await person.get(f"/practice/{n}")


async def bare_submit(sheets: list[Variant], person: Person, n: int) -> None:
    variant = sheets[n % len(sheets)]
    await person.post(f"/practice/{n}", filled(variant, len(variant.asked), n))


def filled(variant: Variant, lines: int, n: int) -> str:
    """The form with its first lines filled in: the key, and on every other sheet one wrong number."""
    fields = {
        "seed": str(variant.seed),
        "level": variant.level,
        "version": variant.question.version,
        "do": "check",
    }
    for line, asked in enumerate(variant.asked[:lines]):
        leaves = cells.cells(asked.key)
        if n % 2 and line == 0 and isinstance(leaves[0], int | float):
            leaves = [leaves[0] + 1, *leaves[1:]]
        fields |= {
            f"cell.{asked.name}.{place}": asked.step.form.show(leaf) for place, leaf in enumerate(leaves)
        }
    return urlencode(fields)


async def closed_loop(port: int, errand: Errand, numbers: Iterator[int]) -> float:
    """Answers a second, the median of the rounds."""
    people = [await Person.on(port) for _ in range(PEOPLE)]
    began = time.monotonic() + WARM_UP
    answered = [0] * ROUNDS

    async def go_on(person: Person) -> None:
        while (now := time.monotonic() - began) < ROUNDS * ROUND:
            await errand(person, next(numbers))
            if now >= 0 and (place := int((time.monotonic() - began) / ROUND)) < ROUNDS:
                answered[place] += 1

    await asyncio.gather(*map(go_on, people))
    for person in people:
        person.writer.close()
    return statistics.median(answered) / ROUND


async def paced(port: int, errand: Errand, numbers: Iterator[int], pace: int) -> float:
    """The p99 in milliseconds, from the moment at which each request was due."""
    free: list[Person] = []
    times: list[float] = []

    async def one(due: float) -> None:
        person = free.pop() if free else await Person.on(port)
        await errand(person, next(numbers))
        times.append(time.monotonic() - due)
        free.append(person)

    began = time.monotonic()
    async with asyncio.TaskGroup() as tasks:
        for place in range(int(pace * PACED)):
            due = began + place / pace
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            tasks.create_task(one(due))
    for person in free:
        person.writer.close()
    return 1000 * statistics.quantiles(times, n=100)[98]


def main(port: int, names: list[str]) -> None:
    sheets = [variants.draw(BANK[kind], seed, LEVEL) for seed in range(SHEETS) for kind in KINDS]
    errands: dict[str, Errand] = {
        "practice": practice,
        "submit": partial(submit, sheets),
        "home": home,
        "topics": topics,
        "bare": bare,
        "bare-submit": partial(bare_submit, sheets),
    }
    numbers = count()

    async def measure(errand: Errand) -> dict[str, float]:
        rate, pace = await closed_loop(port, errand, numbers), CALM if errand in (home, topics) else PACE
        return {"rate": rate, "p99": await paced(port, errand, numbers, pace)}

    async def measure_all() -> dict[str, dict[str, float]]:
        return {name: await measure(errands[name]) for name in names}

    print(json.dumps(asyncio.run(measure_all())))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
