"""The job of a live run of the lab: trains a demo's model and reports a point after every step.

Only its worker ever imports torch.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from app.jobs.heartbeat import Refused, Report
from app.lab.demos import TRAINED
from engine.demos.gpt.settings import OutOfRange
from engine.demos.steering import waits

# The function ``live`` of the module that a demo is ``trained_by``: it takes the demo's ``training`` and
# a function that returns the steering, and yields each step with what was measured after it.
Live = Callable[[Mapping[str, Any], Callable[[], Mapping[str, Any]]], Iterator[tuple[int, Mapping[str, Any]]]]


def prepare() -> None:
    """Loads what takes longest, before a run is begun: PyTorch, and what that loads when an optimiser first takes a
    step."""
    live: Live = import_module(TRAINED["learning"].trained_by).live
    for _ in live({"layers": 1, "width": 16, "steps": 10, "batch": 4}, dict):
        pass


def train(payload: Mapping[str, Any], report: Report) -> dict[str, Any]:
    """Trains; returns the last step, with the latest value of everything that was measured. Raises Refused.

    A step is taken, looked at and waited after with the wishes that were there when it began: where a run is paused,
    its last point has all that is told of a step that is looked at closely.
    """
    demo = TRAINED[payload["demo"]]
    live: Live = import_module(demo.trained_by).live
    last: dict[str, Any] = {}
    wishes = [report.steering]
    try:
        for step, point in live(payload, lambda: wishes[-1]):
            report.tell(step, point)
            last |= {**point, "step": step, "steered": not demo.steerable.keys().isdisjoint(wishes[-1])}
            report(step, payload["steps"], may_wait=waits(lambda: wishes[-1], step))
            wishes[-1] = report.steering
    except OutOfRange as error:
        raise Refused(str(error)) from error
    return last
