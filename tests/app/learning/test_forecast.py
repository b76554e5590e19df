"""Forecasts of what the exam would give are told by group, and compared with what exams gave."""

from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.schema import forecasts
from app.learning import forecast, upkeep
from tests.app.authoring.sample_question import publish
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import Sat, begin
from tests.app.learner import COSINE, Learner, drawn, key, new_learner, on_both
from tests.engine.submissions import BANK


def practise(learner: Learner) -> None:
    for seed in (3, 4):
        learner.press(learner.open(COSINE, seed), typed=key(drawn(COSINE, seed)))


def test_what_is_expected_is_told_by_group_and_adds_up(learner: Learner) -> None:
    assert "If the exam were today" not in learner.get("/progress").text
    practise(learner)
    page = learner.get("/progress").text
    assert "If the exam were today" in page
    for group in BANK.exams["full"].groups:
        assert group.title in page


@on_both
def test_a_forecast_is_kept_when_an_exam_begins_and_compared_when_it_is_marked(app: FastAPI) -> None:
    learner = new_learner(app)
    practise(learner)
    sat = begin(app, learner)
    with app.state.database.read() as connection:
        (kept,) = connection.execute(select(forecasts)).all()
    assert 0 <= kept.low <= kept.points <= kept.high <= kept.of
    assert "Earlier forecasts" not in learner.get("/progress").text
    sat.hand_in()
    page = learner.get("/progress")
    assert f"expected {kept.low:.0f} to {kept.high:.0f}, earned 0.0 of {kept.of:.0f}" in page.text
    assert f"1 exam was off by {kept.points:.1f} points." in page.text
    assert f"/sittings/{sat.address.split('/')[2]}" in page.links


def test_an_exam_of_somebody_new_has_no_forecast(app: FastAPI, learner: Learner) -> None:
    begin(app, learner)
    with app.state.database.read() as connection:
        assert connection.execute(select(forecasts)).first() is None


def test_nothing_about_a_forecast_keeps_anybody_from_an_exam(
    app: FastAPI, learner: Learner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no forecast today")

    practise(learner)
    monkeypatch.setattr(forecast, "expected_points", broken)
    assert begin(app, learner).address.startswith("/sittings/")
    assert "no forecast of the exam" in caplog.text


@on_both
def test_of_an_exam_of_a_course_it_is_kept_some_minutes_later(app: FastAPI, nlp: Lecture) -> None:
    practise(nlp.student.learner)
    upkeep.take_in_lately(app.state.database, app.state.library)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    begun = begun_at(sat)
    assert of_courses(app, begun + timedelta(seconds=30)) == 0, "the room is beginning"
    assert of_courses(app, begun + timedelta(minutes=30)) == 0, "it is long over"
    assert of_courses(app, begun + timedelta(minutes=2)) == 1
    assert of_courses(app, begun + timedelta(minutes=2)) == 0
    with app.state.database.read() as connection:
        (kept,) = connection.execute(select(forecasts)).all()
    assert (kept.low <= kept.points <= kept.high, kept.of) == (True, 6.0)


def test_of_an_exam_that_asks_what_the_bank_does_not_have_there_is_none(app: FastAPI, nlp: Lecture) -> None:
    practise(nlp.student.learner)
    upkeep.take_in_lately(app.state.database, app.state.library)
    lamp = publish(app, nlp.instructor.id)
    text = course_exam.SMALL.replace(course_exam.DEFINITION, lamp.id)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, text))
    assert of_courses(app, begun_at(sat) + timedelta(minutes=2)) == 0


def test_of_somebody_of_whom_nothing_is_known_there_is_none(app: FastAPI, nlp: Lecture) -> None:
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    assert of_courses(app, begun_at(sat) + timedelta(minutes=2)) == 0


def of_courses(app: FastAPI, now: datetime) -> int:
    return forecast.OfCourses()(app.state.database, app.state.library, now)


def begun_at(sat: Sat) -> datetime:
    begun = sat.stored.begun_at
    assert begun is not None
    return begun


def test_a_forecast_that_cannot_be_worked_out_is_tried_once(
    app: FastAPI, nlp: Lecture, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    practise(nlp.student.learner)
    upkeep.take_in_lately(app.state.database, app.state.library)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))

    def broken(*_: object) -> None:
        raise ValueError("no forecast today")

    monkeypatch.setattr(forecast, "expected_points", broken)
    of_courses, now = forecast.OfCourses(), begun_at(sat) + timedelta(minutes=2)
    assert [of_courses(app.state.database, app.state.library, now) for _ in range(3)] == [0, 0, 0]
    assert caplog.text.count("no forecast of the sitting") == 1
