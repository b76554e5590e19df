"""A real training in a real worker; and the web process, which never imports torch."""

import os
import subprocess
import sys
from pathlib import Path
from signal import SIGKILL

import pytest
from fastapi import FastAPI

from app.lab.runs import KIND
from app.settings import HOME
from tests.app.lab.test_runs import begin, follow, look, steps, wait
from tests.app.learner import Learner, new_learner

WEB = """
import sys
import app.lab.training
from app.main import make_app
from app.settings import Settings

make_app(Settings(database_url="sqlite:///nowhere.db"))
print([name for name in ("torch", "engine.demos.gpt.model", "app.lab.training") if name in sys.modules])
"""


@pytest.mark.sweep  # in every run test_runs.py
@pytest.mark.long("a worker imports torch, and trains")
def test_a_gpt_is_trained_in_a_worker_and_told_step_by_step(app: FastAPI, learner: Learner) -> None:
    app.state.runner.start()
    try:
        found = follow(learner, begin(learner, steps=20, layers=1, width=16, heads=2))
    finally:
        app.state.runner.stop()
    over = found[-1].data
    assert (found[-1].name, over["state"], over["said"]) == ("over", "done", "")
    assert steps(found) == list(range(21))
    points = [point for event in found if event.name == "points" for point in event.data["points"]]
    assert points[20]["loss"] < points[1]["loss"]
    assert points[0]["validation"] > over["result"]["validation"] == points[20]["validation"]
    assert points[20]["names"] == over["result"]["names"]
    assert over["result"]["step"] == 20


@pytest.mark.sweep
def test_of_ten_people_two_train_and_eight_see_their_place_and_the_recording(app: FastAPI) -> None:
    people = [new_learner(app) for _ in range(10)]
    shape = {"steps": 60, "layers": 1, "width": 16, "heads": 2}
    runs = [begin(one, **shape) for one in people]
    for place, (one, run) in enumerate(zip(people, runs, strict=True), 1):
        assert look(one, run)["position"] == place
        page = one.get("/lab/learning")
        assert (page.status, "recorded-run-title" in page.ids) == (200, True)
    app.state.runner.start()
    try:
        wait(people[1], runs[1], lambda found: found["done"] > 0)
        seen = [look(*pair) for pair in zip(people, runs, strict=True)]
        assert sum(found["state"] == "running" for found in seen) <= 2
        assert [found["position"] for found in seen] == sorted(found["position"] for found in seen)
        ended = [follow(*pair)[-1].data for pair in zip(people, runs, strict=True)]
    finally:
        app.state.runner.stop()
    assert [(found["state"], found["said"]) for found in ended] == [("done", "")] * 10
    assert all(found["result"]["step"] == 60 for found in ended)


@pytest.mark.sweep
def test_a_worker_that_is_killed_while_it_trains_ends_in_a_sentence_and_a_new_start(
    app: FastAPI, learner: Learner
) -> None:
    app.state.runner.start()
    try:
        address = begin(learner, steps=2000)
        wait(learner, address, lambda found: found["done"] > 0)
        (worker,) = [process for kind, process in app.state.runner._workers.values() if kind == KIND]
        worker.send_signal(SIGKILL)
        over = follow(learner, address)[-1].data
        assert over["state"] == "failed"
        assert "ended unexpectedly" in over["said"]
        again = follow(learner, begin(learner, steps=10, layers=1, width=16, heads=2))[-1].data
        assert (again["state"], again["result"]["step"]) == ("done", 10)
    finally:
        app.state.runner.stop()


@pytest.mark.sweep
def test_the_web_process_never_imports_torch(small_bank: Path) -> None:
    around = os.environ | {"EXAMFORMER_QUESTION_BANK": str(small_bank)}
    ran = subprocess.run(
        [sys.executable, "-c", WEB], cwd=HOME, env=around, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("['app.lab.training']\n", "")
