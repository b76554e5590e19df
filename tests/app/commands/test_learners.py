"""Simulated learners on the command line: the same seed gives the same figures, and our choice is the soonest."""

import json

import pytest

from app import cli


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


def test_no_learners_at_all_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["learners", "--learners", "0"])
    assert ended.value.code == 2
    assert "at least 1" in capsys.readouterr().err
