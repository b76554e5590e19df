"""A reading of the real model without the model: drawn weights of its shapes, and the points that a worker leaves."""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np

from app.database.connection import Database
from app.jobs.store import jobs, points
from app.jobs.store.jobs import JobState
from app.jobs.store.points import Point
from app.whole_model.smollm2 import (
    page,
    readings,
    shown,
)
from app.whole_model.smollm2.state import State
from engine.demos.smollm2.settings import (
    HEAD_SIZE,
    HEADS,
    HIDDEN,
    KV_HEADS,
    LAYERS,
    VOCABULARY,
    WIDTH,
)
from engine.demos.smollm2.shape import Shape
from tests.app.learner import Page

TEXT = "Two cats"
IDS = [100, 200, 300]
SIZES = {
    "attn_norm": (WIDTH,), "attn_q": (HEADS * HEAD_SIZE, WIDTH), "attn_k": (KV_HEADS * HEAD_SIZE, WIDTH),
    "attn_v": (KV_HEADS * HEAD_SIZE, WIDTH), "attn_output": (WIDTH, HEADS * HEAD_SIZE), "ffn_norm": (WIDTH,),
    "ffn_gate": (HIDDEN, WIDTH), "ffn_up": (HIDDEN, WIDTH), "ffn_down": (WIDTH, HIDDEN), "output_norm": (WIDTH,),
}  # fmt: skip


class Drawn:
    """A file whose layers are all the same, and drawn."""

    shape = Shape(LAYERS, HEADS, KV_HEADS, 1e5, 1e-5)

    def whole(self, name: str) -> np.ndarray[Any, Any]:
        return drawn(name.removesuffix(".weight").rpartition(".")[2])

    def row(self, name: str, n: int) -> np.ndarray[Any, Any]:
        if name.startswith("token_embd"):
            return np.random.default_rng(n).standard_normal(WIDTH).astype("f4")
        return np.asarray(self.whole(name)[n])


@cache
def drawn(name: str) -> np.ndarray[Any, Any]:
    return (0.05 * np.random.default_rng(len(name)).standard_normal(SIZES[name])).astype("f4")


@cache
def left(count: int) -> tuple[Point, ...]:
    """The points of a reading of so many tokens; token 300 is the likeliest next one."""
    chance = np.random.default_rng(5)
    logits = chance.standard_normal(VOCABULARY)
    logits[300], logits[2] = 20.0, 18.0
    shares = np.exp(logits - 20) / np.exp(logits - 20).sum()
    best = [(int(n), f" t{n}", float(shares[n])) for n in np.argsort(-shares)[:10]]
    told = {
        "tokens": [f" t{n}" for n in range(count)], "ids": IDS[:1] * count, "were": count, "unknown": [],
        "norms": [[float(10 + depth + n) for n in range(count)] for depth in range(LAYERS + 1)],
        "lens": [best[:3]] * (LAYERS + 1), "bars": [best] * count, "came": [(0.125, 7)] * (count - 1),
    }  # fmt: skip
    streams = [
        Point(step, {"x": packed(chance.standard_normal((count, WIDTH)))}) for step in range(LAYERS + 1)
    ]
    return (*streams, Point(LAYERS + 1, {"logits": packed(logits)}), Point(LAYERS + 2, told))


def packed(numbers: np.ndarray[Any, Any]) -> str:
    return b64encode(numbers.astype("<f4").tobytes()).decode()


def leave(store: Database, here: State, count: int = 3, said: str = "") -> None:
    """A reading of the state's text that is over; it has failed if something is ``said``."""
    with store.write() as connection:
        name = jobs.add(connection, readings.KIND, {"text": here.text}, None, here.about)
        job = jobs.claim(connection, readings.KIND, "worker")
        assert job is not None
        assert job.name == name
        if not said:
            points.add(connection, job.id, left(count))
        jobs.end(connection, name, "worker", JobState.FAILED if said else JobState.DONE, {}, said)


def known(store: Database, here: State) -> shown.Shown:
    found = page.view(store, here).shown
    assert found is not None
    return found


def address(**named: object) -> str:
    return State(text=TEXT).address(**named)


def queried(page: Page) -> Mapping[str, list[str]]:
    return parse_qs(urlsplit(page.headers["location"]).query)
