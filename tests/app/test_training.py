"""A real training in a real worker; and the web process, which never imports torch."""

import subprocess
import sys

from fastapi import FastAPI

from app.settings import HOME
from tests.app.learner import Learner
from tests.app.test_runs import begin, follow, steps

WEB = """
import sys
import app.training
from app.main import make_app
from app.settings import Settings

make_app(Settings(database_url="sqlite:///nowhere.db"))
print([name for name in ("torch", "engine.demos.gpt", "app.training") if name in sys.modules])
"""


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


def test_the_web_process_never_imports_torch() -> None:
    ran = subprocess.run([sys.executable, "-c", WEB], cwd=HOME, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("['app.training']\n", "")
