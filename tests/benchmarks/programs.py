"""The cost of hostile programs to the others: pages at a pace while one after another is handed in and ended."""

import re
import tempfile
import threading
import time
from collections.abc import Callable

import httpx2

from tests.app.server import BROWSER, SERVE
from tests.benchmarks.figures import Figure
from tests.benchmarks.web import load, ours, served

QUESTION = "code-cosine-similarity"
HOSTILE = {
    "an endless loop": "while True: pass",
    "a fork bomb": "import os\n    while True:\n        try: os.fork()\n        except OSError: pass",
    "memory without end": "a = []\n    while True: a.append(bytearray(10**7))",
    "output without end": "import os\n    while True: os.write(1, b'a' * 10**6)",
}


def figures(told: Callable[[str], None]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder:
        database = f"sqlite:///{folder}/bench.db"
        with served(SERVE, ours(database, 1)) as (port, _):
            (quiet,) = load(port, "practice")
            over, seconds = threading.Event(), list[float]()
            hostile = threading.Thread(target=hand_in, args=(port, over, seconds, told))
            hostile.start()
            time.sleep(1)
            (busy,) = load(port, "practice")
            over.set()
            hostile.join()
    return [
        Figure(
            "practice page at 50/s, p99, while hostile programs run",
            200,
            busy["p99"],
            quiet["p99"],
            "ms",
            more_is_better=False,
        ),
        Figure(
            "a hostile program, from its form to its verdict, slowest",
            5,
            max(seconds),
            None,
            "s",
            more_is_better=False,
        ),
    ]


def hand_in(port: int, over: threading.Event, seconds: list[float], told: Callable[[str], None]) -> None:
    """Each program in turn, again and again, and every one at least once."""
    site = f"http://127.0.0.1:{port}"
    while not over.is_set() or len(seconds) < len(HOSTILE):
        name = list(HOSTILE)[len(seconds) % len(HOSTILE)]
        with httpx2.Client(base_url=site, headers=BROWSER, follow_redirects=True, timeout=30) as client:
            html = client.get(f"/practice/{QUESTION}?seed=1").text
            fields = dict(re.findall(r'name="(key|seed|level|version)" value="([^"]*)"', html))
            program = f"def cosine(u, v):\n    {HOSTILE[name]}\n"
            began = time.monotonic()
            page = client.post(
                f"/practice/{QUESTION}", data={**fields, "cell.answer.0": program, "do": "check"}
            )
            while "is running" in page.text:
                time.sleep(0.1)
                page = client.get(page.url)
        seconds.append(time.monotonic() - began)
        told(f"    {name}: {seconds[-1]:.1f} s")
