"""The real model: a text of 24 tokens from its form to the opened layer, as a browser looks for it, cold and warm.

Needs ``make smollm2``. The bare pass is the worker's own, in this process, with the weights in memory.
"""

import re
import tempfile
import time
from collections.abc import Callable
from html import unescape
from itertools import count
from statistics import median

import httpx2

from app.whole_model.smollm2.state import PAGE
from engine.demos.smollm2.settings import TRACED, installed
from tests.app.server import BROWSER, SERVE
from tests.benchmarks.figures import Figure
from tests.benchmarks.web import ours, served

WARM = 9
WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "red", "blue", "green", "old", "new",
    "big", "small", "dog", "cat", "sun", "sea", "the", "and", "of",
)  # fmt: skip
LOOK = re.compile(r'id="smol-waits-\d+" hx-get="([^"]*)" hx-trigger="load delay:(\d+)ms"')
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


def figures(told: Callable[[str], None]) -> list[Figure]:
    """The figures; none where the model is not installed."""
    if not installed():
        told("  the real model is not installed: make smollm2")
        return []
    with (
        tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder,
        served(SERVE, ours(f"sqlite:///{folder}/real.db", 1)) as (port, _),
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers=BROWSER | PART, timeout=120) as browser,
    ):
        told("  the first text after the start")
        texts = map(text, count())
        cold = seconds(browser, next(texts))
        told("  other texts")
        warm = median([seconds(browser, next(texts)) for _ in range(WARM)])
    told("  the bare pass")
    bare = bare_pass()
    name = f"{TRACED} tokens through the real model, from the form to the opened layer"
    return [
        Figure(f"{name}, no worker yet", 1.5, cold, bare, "s", more_is_better=False),
        Figure(f"{name}, warm", 0.3, warm, bare, "s", more_is_better=False),
    ]


def text(n: int) -> str:
    """A text of so many tokens, another one for each number: each of its words is one."""
    first = n % len(WORDS)
    return " ".join([*WORDS[first:], *WORDS[:first]])


def seconds(browser: httpx2.Client, text: str) -> float:
    """Sends the form, and looks again whenever the page says so."""
    began = time.perf_counter()
    here = browser.post(PAGE, data={"text": text})
    address = (
        here.headers.get("HX-Redirect") or here.headers.get("HX-Location") or here.headers.get("Location")
    )
    here = browser.get(address) if address else here
    while looks := LOOK.search(here.text):
        time.sleep(int(looks[2]) / 1000)
        here = browser.get(unescape(looks[1]))
    took = time.perf_counter() - began
    assert f'href="{PAGE}' in here.text
    assert here.text.count('class="strip') == 2 * 16, "no layer was opened"
    assert len(re.findall(r'class="token[ "]', here.text)) == TRACED
    return took


def bare_pass() -> float:
    """Seconds of the pass alone, once the weights are there."""
    from engine.demos.smollm2.trace import trace  # torch and the weights: for this part alone

    def once(n: int) -> float:
        began = time.perf_counter()
        *_, last = trace({"text": text(n)}, dict)
        assert len(last[1]["ids"]) == TRACED
        return time.perf_counter() - began

    once(0)
    return median(once(n) for n in range(1, 6))
