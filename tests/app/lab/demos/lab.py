"""The page of a demo as tests use it, and the worker that its live runs wait for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest

from app.database.connection import Database
from app.jobs.store import jobs, points
from app.jobs.store.jobs import Job
from app.jobs.store.jobs import JobState as Standing
from app.jobs.store.points import Point
from app.lab import runs
from app.lab.demos.demo import State
from tests.app.learner import Learner, Page, form_key


def odd(name: str, states: Sequence[Any], every: int) -> pytest.MarkDecorator:
    """Hands these states to a test at once: one of ``every`` so many, and all of them in the sweep."""
    few, all_of_them = list(states[::every]), pytest.param(list(states), id="all", marks=pytest.mark.sweep)
    return pytest.mark.parametrize(name, [pytest.param(few, id="some"), all_of_them])


@dataclass(frozen=True)
class Lab:
    """The demo of this name; where a test names no state, its ``usual`` one is meant."""

    demo: str
    usual: State

    def _address(self, below: str, state: State | None) -> str:
        return f"/lab/{self.demo}{below}?{(state or self.usual).address}"

    def at(self, state: State | None = None, run: str = "", **more: str) -> str:
        return self._address("", state) + "".join(
            f"&{urlencode([one])}" for one in [("run", run), *more.items()] if one[1]
        )

    def predict(self, learner: Learner, typed: str, state: State | None = None, key: str = "") -> Page:
        sent = {"predicted": typed, "key": key or form_key()}
        return learner.send(self._address("/predictions", state), sent)

    def exercise(self, learner: Learner, state: State | None = None, run: str = "") -> Page:
        return learner.send(self._address("/exercise", state), {"key": form_key(), "run": run})


def claimed(store: Database) -> Job:
    """The live run that waits."""
    with store.write() as connection:
        job = jobs.claim(connection, "training", "a worker")
    assert job
    return job


def ended(
    store: Database,
    job: Job,
    told: Iterable[Point],
    result: Mapping[str, Any] | None,
    said: str = "",
    stopped: bool = False,
) -> str:
    """Does what a worker does with it; returns its name. It failed where something is ``said``."""
    standing = Standing.CANCELLED if stopped else Standing.FAILED if said else Standing.DONE
    with store.write() as connection:
        points.add(connection, job.id, list(told))
        if result and standing is Standing.DONE:
            runs.settle(connection, job.payload, result)
        jobs.end(connection, job.name, "a worker", standing, result, said)
    return job.name
