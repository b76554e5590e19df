"""Figures that are touched: how long a handle takes, a study page with its figures, and what others feel meanwhile.

``python -m tests.benchmarks.touched PORT SECONDS`` is the process that drags: thirty people, each at a figure of their
own. As in a browser, each has one request in flight, and moves on a moment after its answer came. It prints what they
waited for as JSON, at the end.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

import httpx2

from app.settings import HOME
from app.web.sections import SECTIONS
from engine.figures.catalogue import figures as every_figure
from engine.figures.figure import Figure as Touched
from tests.app.server import BROWSER, SERVE
from tests.benchmarks.figures import Figure
from tests.benchmarks.load import Person
from tests.benchmarks.web import load, ours, served
from tests.engine.figures.states import values

PEOPLE = 30
PAUSE = 0.1  # seconds from an answer to the next move: it is drawn, and the hand goes on
ROUNDS = 5  # of each study page
DRAGGED = 30.0  # seconds at most, while the practice pages are asked for
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
HEAD = "".join(f"{name}: {value}\r\n" for name, value in PART.items())


def moves(figure: Touched) -> list[str]:
    """Addresses of one way through the values of each handle, each compared with the one before."""
    frames = [figure.at({handle.name: value}) for handle in figure.handles for value in values(handle)]
    states = list(dict.fromkeys(urlencode(figure.texts(frame)) for frame in frames))
    before = [states[-1], *states]
    return [
        f"/figures/{figure.id}?{now}&{urlencode({'was': was})}"
        for was, now in zip(before, states, strict=False)
    ]


def figures(told: Callable[[str], None], short: bool = False) -> list[Figure]:
    with (
        tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder,
        served(SERVE, settings(f"sqlite:///{folder}/figures.db")) as (port, _),
    ):
        address = f"http://127.0.0.1:{port}"
        told("  study pages, for the first time and later")
        first, later = study(address, 2 if short else len(SECTIONS), 1 if short else ROUNDS)
        told("  handles alone")
        alone = handles(address, 3 if short else len(every_figure()))
        told(f"  practice pages while {PEOPLE} people drag")
        quiet = None if short else load(port, "practice")[0]["p99"]
        busy, dragged = while_dragging(port)
    told(f"  {dragged['rate']:.0f} moves a second")
    p95 = quantile(alone, 95)
    pages = f"practice page at 50/s while {PEOPLE} drag figures, p99"
    return [
        Figure("study page with its figures, p95", 150, later, None, "ms", more_is_better=False),
        Figure("study page after the start, the slowest", None, first, None, "ms", more_is_better=False),
        Figure("a handle of a figure, p50", None, statistics.median(alone), None, "ms", more_is_better=False),
        Figure("a handle of a figure, p95", 100, p95, None, "ms", more_is_better=False),
        Figure(f"a handle while {PEOPLE} drag, p95", None, dragged["p95"], p95, "ms", more_is_better=False),
        Figure(pages, 100, busy, quiet, "ms", more_is_better=False),
    ]


def settings(database: str) -> dict[str, str]:
    """One worker; all who drag come from one address, which no school's does at this pace."""
    return {**ours(database, 1), "EXAMFORMER_GUEST_SECONDS_PER_ADDRESS": "100000/minute"}


def study(address: str, sections: int, rounds: int) -> tuple[float, float]:
    """Milliseconds of the slowest study page at its first time, and the p95 of all later ones."""
    paths = [f"/study/{section}" for section in list(SECTIONS)[-sections:]]
    with httpx2.Client(base_url=address, headers=BROWSER) as browser:
        browser.get("/")
        first = [asked(browser, path) for path in paths]
        return max(first), quantile([asked(browser, path) for _ in range(rounds) for path in paths], 95)


def handles(address: str, count: int) -> list[float]:
    """Milliseconds of each move through the first so many figures, after one move of each that is not counted."""
    ways = [moves(figure) for figure in list(every_figure().values())[:count]]
    with httpx2.Client(base_url=address, headers={**BROWSER, **PART}) as browser:
        for way in ways:
            browser.get(way[0]).raise_for_status()
        return [asked(browser, path) for way in ways for path in way]


def asked(browser: httpx2.Client, path: str) -> float:
    began = time.perf_counter()
    browser.get(path).raise_for_status()
    return 1000 * (time.perf_counter() - began)


def quantile(times: list[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent - 1]


def while_dragging(port: int) -> tuple[float, dict[str, float]]:
    """The p99 of practice pages while people drag all the time, and what these wait for."""
    with dragging(port, DRAGGED) as process:
        time.sleep(1)
        busy = load(port, "practice")[0]["p99"]
        assert process.poll() is None, "they stopped to drag before the practice pages had come"
        said, _ = process.communicate()
    assert process.returncode == 0
    return busy, json.loads(said)


@contextmanager
def dragging(port: int, seconds: float) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.benchmarks.touched", str(port), str(seconds)]
    with subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


async def drag(port: int, seconds: float) -> dict[str, float]:
    """Thirty people who drag: the p95 of their waits in milliseconds, and their moves a second."""
    ways = [moves(figure) for figure in every_figure().values()]
    waits: list[float] = []
    end = time.monotonic() + seconds

    async def one(n: int) -> None:
        person, way, at = await Person.on(port), ways[n % len(ways)], 0
        while (began := time.monotonic()) < end:
            await person.get(way[at % len(way)], HEAD)
            waits.append(1000 * (time.monotonic() - began))
            at += 1
            await asyncio.sleep(PAUSE)
        person.writer.close()

    await asyncio.gather(*map(one, range(PEOPLE)))
    return {"p95": quantile(waits, 95), "rate": len(waits) / seconds}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(drag(int(sys.argv[1]), float(sys.argv[2])))))
