"""A run that is paused: it stands still only after a step that was looked at closely, with names of that very step."""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from app.jobs.heartbeat import Report
from app.lab import training
from engine.demos.steering import Steering, waits


def test_a_pause_that_comes_in_the_middle_of_a_step_waits_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = Report({})
    told: list[tuple[int, bool]] = []
    stood: list[int] = []

    def live(_: Mapping[str, Any], steering: Steering) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for step in range(6):
            close = waits(steering, step)
            if step == 2:
                report.steering = {"paused": True, "until": 1}  # after its wishes were asked for
            yield step, {"names": ["mara"]} if close else {}

    def wait(_: float) -> bool:
        stood.append(report.done)
        report.steering = {"paused": False}
        return False

    monkeypatch.setattr(report.cancelled, "wait", wait)
    monkeypatch.setattr(report, "tell", lambda step, point: told.append((step, "names" in point)))
    monkeypatch.setattr(training, "import_module", lambda _: SimpleNamespace(live=live))
    result = training.train({"demo": "learning", "steps": 5}, report)
    assert stood == [3]
    assert told == [(0, False), (1, False), (2, False), (3, True), (4, False), (5, False)]
    assert result["steered"] is False


@pytest.mark.parametrize(
    ("demo", "knob"), [("learning", "dropout"), ("learning", "batch"), ("alignment", "beta")]
)
def test_a_run_whose_knob_was_turned_is_steered(
    monkeypatch: pytest.MonkeyPatch, demo: str, knob: str
) -> None:
    def live(*_: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
        yield 1, {"loss": 1.0}

    monkeypatch.setattr(training, "import_module", lambda _: SimpleNamespace(live=live))
    assert training.train({"demo": demo, "steps": 1}, Report({knob: 1}))["steered"] is True
    assert training.train({"demo": demo, "steps": 1}, Report({"paused": False}))["steered"] is False
