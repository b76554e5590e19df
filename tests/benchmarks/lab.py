"""The lab: models that sample and train on one thread, its pages, and what others feel while two people train.

The bare models have the same sizes and are put together from torch's own modules.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from secrets import token_urlsafe
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import torch
from torch import Tensor, nn

from app.lab.demos import DEMOS
from engine.demos.gpt.live import samples
from engine.demos.gpt.model import GPT, Shape, parameters
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.demos.training import Batch, Plan, train
from tests.app.server import BROWSER, SERVE
from tests.benchmarks.figures import Figure
from tests.benchmarks.web import load, ours, served

SMALL, LARGE = (
    Shape(vocabulary=32, context=CONTEXT, layers=4, width=64, heads=4),
    Shape(vocabulary=32, context=CONTEXT, layers=4, width=128, heads=8),
)
ROUNDS = 5
STEPS, BATCH, LENGTH = 200, 12, 64
LONG = "steps=2000&layers=4&width=64&batch=32"


class Bare(nn.Module):
    """As large as a GPT of this shape, and made of torch's own layers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.tokens = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.context, shape.width)
        layer = nn.TransformerEncoderLayer(
            shape.width, shape.heads, 4 * shape.width, 0.0, "gelu", batch_first=True, norm_first=True
        )
        self.blocks = nn.TransformerEncoder(layer, shape.layers, nn.LayerNorm(shape.width), False)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)

    def forward(self, tokens: Tensor) -> Tensor:
        length = tokens.shape[1]
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        x = self.tokens(tokens) + self.places.weight[:length]
        return self.head(self.blocks(x, later, is_causal=True))  # type: ignore[no-any-return]


def _figure(
    name: str, target: float, timed: tuple[float, float], unit: str, more_is_better: bool = True
) -> Figure:
    reached, bare = timed
    return Figure(name, target, reached, bare, unit, more_is_better=more_is_better)


def figures(told: Callable[[str], None]) -> list[Figure]:
    torch.set_num_threads(1)
    assert parameters(GPT(SMALL, torch.Generator())) > 200_000
    assert parameters(GPT(LARGE, torch.Generator())) > 790_000
    told("  sampling")
    found = [
        _figure("sampling from a GPT of 0.2M, one thread", 2000, sampling(SMALL), "tokens/s"),
        _figure("sampling from a GPT of 0.8M, one thread", 1500, sampling(LARGE), "tokens/s"),
    ]
    told("  training")
    found.append(
        _figure(f"{STEPS} steps of {BATCH} x {LENGTH} at 0.2M, one thread", 6, training(), "s", False)
    )
    with (
        tempfile.TemporaryDirectory(prefix="examformer-bench-") as folder,
        served(SERVE, ours(f"sqlite:///{folder}/lab.db", 1)) as (port, _),
    ):
        address = f"http://127.0.0.1:{port}"
        told("  pages of the lab")
        first, later = pages(address)
        told("  others while two people train")
        quiet = load(port, "practice")[0]["p99"]
        with two_training(address):
            busy = load(port, "practice")[0]["p99"]
    return [
        *found,
        Figure(
            "first page of a demo after the start, the slowest", 200, first, None, "ms", more_is_better=False
        ),
        Figure("page of a demo, the slowest", 200, later, None, "ms", more_is_better=False),
        Figure(
            "practice page at 50/s while two people train, p99", 100, busy, quiet, "ms", more_is_better=False
        ),
    ]


def sampling(shape: Shape) -> tuple[float, float]:
    """Tokens a second of ours and of the bare one, in turns."""
    ours, bare = GPT(shape, torch.Generator().manual_seed(1)), Bare(shape)
    rates: dict[nn.Module, list[float]] = {ours: [], bare: []}
    for model in (ours, bare) * ROUNDS:
        chance, began, n = torch.Generator().manual_seed(1), time.perf_counter(), 0
        while time.perf_counter() - began < 0.3:
            n += len(samples(model, chance)) * CONTEXT  # type: ignore[arg-type]
        rates[model].append(n / (time.perf_counter() - began))
    return median(rates[ours]), median(rates[bare])


def training() -> tuple[float, float]:
    """Seconds of ours and of the bare one, in turns."""
    shape = Shape(
        vocabulary=len(vocabulary()),
        context=LENGTH,
        layers=SMALL.layers,
        width=SMALL.width,
        heads=SMALL.heads,
    )
    seconds: dict[str, list[float]] = {"ours": [], "bare": []}
    for name in ("ours", "bare") * 3:
        model = GPT(shape, torch.Generator().manual_seed(1)) if name == "ours" else Bare(shape)
        began = time.perf_counter()
        *_, last = train(model, Plan(steps=STEPS, batch=BATCH), random_text())
        assert last.step == STEPS
        seconds[name].append(time.perf_counter() - began)
    return median(seconds["ours"]), median(seconds["bare"])


def random_text() -> Iterator[Batch]:
    chance = torch.Generator().manual_seed(1)
    while True:
        tokens = torch.randint(len(vocabulary()), (BATCH, LENGTH + 1), generator=chance)
        yield tokens[:, :-1], tokens[:, 1:]


def pages(address: str) -> tuple[float, float]:
    """Milliseconds of the slowest demo: asked for the first time, and the median of later times."""
    with httpx2.Client(base_url=address, headers=BROWSER) as browser:
        browser.get("/")
        first = [asked(browser, f"/lab/{demo.name}") for demo in DEMOS]
        later = [median(asked(browser, f"/lab/{demo.name}") for _ in range(ROUNDS)) for demo in DEMOS]
    return max(first), max(later)


def asked(browser: httpx2.Client, path: str) -> float:
    began = time.perf_counter()
    browser.get(path).raise_for_status()
    return 1000 * (time.perf_counter() - began)


@contextmanager
def two_training(address: str) -> Iterator[None]:
    """Two people whose runs go on all the while; fails where one of them ended."""
    with ExitStack() as stack:
        people = [stack.enter_context(httpx2.Client(base_url=address, headers=BROWSER)) for _ in range(2)]
        runs = [begun(one) for one in people]
        while any(state_of(*pair)["done"] == 0 for pair in zip(people, runs, strict=True)):
            time.sleep(0.1)
        yield
        states = [state_of(*pair)["state"] for pair in zip(people, runs, strict=True)]
        assert states == ["running", "running"], states
        for one, run in zip(people, runs, strict=True):
            one.post(f"/lab/runs/{run}/stop").raise_for_status()


def begun(person: httpx2.Client) -> str:
    answer = person.post(
        f"/lab/learning/predictions?{LONG}", data={"predicted": "2", "key": token_urlsafe(16)}
    )
    return parse_qs(urlsplit(answer.headers["location"]).query)["run"][0]


def state_of(person: httpx2.Client, run: str) -> dict[str, Any]:
    answer = person.get(f"/lab/runs/{run}")
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found
