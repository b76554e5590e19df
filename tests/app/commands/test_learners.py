"""Simulated learners on the command line: the same seed gives the same figures, and our choice is the soonest."""

import json
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from app import cli
from app.settings import settings
from tests.app.learner import drawn, key, new_learner

WRONG = {"nats": "9", "bits": "9", "perplexity": "9"}


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.sweep  # in every run test_month.py
def test_a_learner_is_led_to_mastery_and_sits_the_exam(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "learners", "--learners", "1", "--seed", "4", "--json"))
    assert found["policy"] == "next"
    assert (found["learners"], found["mastered"]) == (1, 1)
    assert 30 < found["exercises"] < 450
    assert 0 < found["retention"] <= 1
    assert found["newcomer"] == round(found["exercises"])


@pytest.mark.sweep
def test_the_products_choice_takes_half_of_the_exercises_of_chance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    by = {
        policy: json.loads(said(capsys, "learners", "--policy", policy, "--learners", "10", "--json"))
        for policy in ("next", "random", "syllabus", "fsrs")
    }
    assert said(capsys, "learners", "--learners", "2", "--json") == said(
        capsys, "learners", "--learners", "2", "--json"
    )
    assert by["next"]["exercises"] <= by["random"]["exercises"] / 2
    assert by["next"]["exercises"] < min(by["syllabus"]["exercises"], by["fsrs"]["exercises"])
    assert by["next"]["off"] <= 5


@pytest.fixture
def here(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the command line work on the database of the test."""
    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", database_url)
    settings.cache_clear()
    yield
    settings.cache_clear()


@pytest.mark.usefixtures("here")
def test_models_are_compared_on_the_answers_of_the_people_who_are_here(
    app: FastAPI, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ada", "bob"):
        learner = new_learner(app)
        for seed in range(3):
            learner.press(learner.open(seed=seed), typed=key(drawn(seed=seed)) if name == "ada" else WRONG)
    rows = json.loads(said(capsys, "learners", "--own", "--json"))
    assert [row["model"] for row in rows] == ["elo", "bayesian knowledge tracing", "performance factors"]
    # Of six sheets three lines each, and the step that none of them asks for.
    assert [row["answers"] for row in rows] == [6 * 4] * 3
    assert all(0 < row["log loss"] < 1 and 0 <= row["calibration"] < 1 for row in rows)


@pytest.mark.usefixtures("here")
def test_where_nobody_answered_nothing_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["learners", "--own"])
    assert ended.value.code == 2
    assert "nobody has answered anything yet" in capsys.readouterr().err


def test_no_learners_at_all_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["learners", "--learners", "0"])
    assert ended.value.code == 2
    assert "at least 1" in capsys.readouterr().err
