"""The day of the exam: set, changed, taken back; days that make no sense are refused in words."""

from datetime import UTC, date, datetime, timedelta

import pytest
from fastapi import FastAPI

from app.clock import Clock
from app.learning.goal import countdown
from app.learning.store.goals import Goal
from tests.app.learner import RIGHT, Learner

NOW = datetime(2026, 11, 1, 23, 59, 59, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture(autouse=True)
def _late_in_the_evening(app: FastAPI) -> None:
    """The clock stands still, or a test that runs at midnight would count another day."""
    app.state.clock = Clock(lambda: NOW, lambda: 0.0)


def test_home_counts_the_days_until_the_exam_and_not_after_it_was_taken_back(learner: Learner) -> None:
    assert "When is your exam?" in learner.get("/").text
    page = learner.send("/goal", {"exam_on": (TODAY + timedelta(days=10)).isoformat()})
    assert "10 days to the exam" in page.text
    assert (
        "1 day to the exam"
        in learner.send("/goal", {"exam_on": (TODAY + timedelta(days=1)).isoformat()}).text
    )
    assert "to the exam" not in learner.send("/goal", {"exam_on": ""}).text


def test_a_newcomer_is_asked_once_and_answers_with_one_press(learner: Learner) -> None:
    asked = learner.get("/")
    assert "in two weeks" in asked.text
    assert f'type="date" id="exam_on" name="exam_on" min="{TODAY}"' in asked.html
    page = learner.send("/goal", {"in_days": "14"})
    assert "14 days to the exam" in page.text
    assert "in two weeks" not in page.text


def test_who_has_no_day_yet_is_not_asked_again_and_can_still_set_one(learner: Learner) -> None:
    page = learner.send("/goal", {"in_days": ""})
    assert "in two weeks" not in page.text
    assert "When is your exam?" in page.text
    assert "days to the exam" not in page.text
    assert "5 days to the exam" in learner.send("/goal", {"exam_on": "2026-11-06"}).text


def test_who_began_without_an_answer_is_not_held_up_by_the_question(learner: Learner) -> None:
    sheet = learner.open()
    learner.press(sheet, typed=RIGHT)
    assert "in two weeks" not in learner.get("/").text


def test_days_that_no_button_sends_are_refused(learner: Learner) -> None:
    assert learner.send("/goal", {"in_days": "365000000"}).status == 422
    assert "days to the exam" not in learner.get("/").text


@pytest.mark.parametrize("typed", ["yesterday", "2020-01-01", "9999-01-01", "2026-02-30", "\0"])
def test_a_day_that_makes_no_sense_is_refused_in_words(learner: Learner, typed: str) -> None:
    page = learner.send("/goal", {"exam_on": typed})
    assert page.status == 422
    assert "This day cannot be the day of an exam." in page.text
    assert "to the exam" not in learner.get("/").text


def test_today_is_a_day_and_a_day_in_the_past_counts_as_none() -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    assert countdown(Goal(date(2026, 11, 1), "full", now), now.date()).days == 0
    assert countdown(Goal(date(2026, 10, 31), "full", now), now.date()).days is None
    assert countdown(None, now.date()).days is None
