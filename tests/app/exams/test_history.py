"""The history of an exam, as it is told afterwards: answers after the end, and how long each question was open."""

from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI

from app.exams.store import sittings
from app.exams.store.audit_log import Kind
from app.exams.store.sitting import ClosedBy
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import NOON, Sat, of_kind, sit
from tests.app.exams.test_review import reviewed
from tests.app.exams.test_sitting import rest
from tests.app.learner import COSINE, PERPLEXITY, on_both

TEXT = of_kind("text")
END = NOON + timedelta(minutes=60)


def visit(sat: Sat, *visits: tuple[int, datetime]) -> None:
    told = [{"place": place, "at": at.isoformat()} for place, at in visits]
    sat.learner.client.post(f"{sat.address}/saves", json={"window": "w", "visits": told})


# Answers after the end


@on_both
def test_what_came_after_the_end_is_kept_with_what_its_browser_claims(app: FastAPI) -> None:
    """Typed 42 seconds before the end without a connection, which came back 40 seconds after it."""
    sat = sit(app, TEXT)
    sat.run_out()
    sat.watch.on(seconds=19)
    sat.save(sat.field(1, "answer.0", "in the last minute", 7, END - timedelta(seconds=42)))
    (refused,) = sat.events(Kind.REFUSED)
    assert refused.text == "in the last minute"
    assert refused.typed_at == END - timedelta(seconds=42)
    line = sat.get("/history").text
    assert "not saved: arrived after the end" in line
    assert "typed, as the browser claims: 12:59:18 UTC" in line
    page = sat.get("/review").text
    assert "An answer arrived 40 s after the end and does not count: in the last minute" in page
    assert reviewed(sat).earned == 0


def test_what_was_typed_in_a_break_has_a_reason_of_its_own(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    rest(sat)
    sat.learner.send(f"{sat.address}/break", {})
    sat.watch.on(minutes=1)
    sat.save(sat.field(1, "answer.0", "in the break"))
    sat.hand_in()
    trail = sat.get("/history").text
    assert "not saved: typed in a break" in trail
    assert "arrived after the end" not in trail
    assert reviewed(sat).late == ()


def test_an_answer_that_was_stored_and_only_comes_again_is_not_late(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    sent = sat.field(1, "answer.0", "in time", 5)
    sat.save(sent)
    sat.run_out()
    sat.save(sent)
    assert len(sat.events(Kind.REFUSED)) == 1
    assert reviewed(sat).late == ()


def test_of_a_line_of_several_cells_the_last_of_each_is_shown_at_once(app: FastAPI) -> None:
    sat = sit(app, COSINE)
    sat.run_out()
    sat.save(
        sat.field(1, "dot.0", "first", 1), sat.field(1, "dot.0", "second", 2), sat.field(1, "flag", "yes")
    )
    sat.save(sat.field(1, "norm_u.0", " "))
    (late,) = reviewed(sat).late
    assert (late.place, late.part, late.texts, late.seconds) == (1, "dot", ("second",), 21.0)


@pytest.mark.parametrize("open_to", ["released", "afterwards"])
def test_the_instructor_reads_it_on_the_sheet_and_the_student_on_the_review(
    app: FastAPI, nlp: Lecture, open_to: str
) -> None:
    rules = dict.fromkeys(("scores", "answers", "solutions"), open_to)
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, **rules))
    sat.run_out()
    sat.save(sat.field(1, "dot.0", "4.25"))
    said = "An answer arrived 21 s after the end and does not count: 4.25"
    assert sat.get("/review").text.count(said) == 1
    numbers, definition = (f"{nlp.address}/sheets/{one.name}" for one in sat.attempts())
    assert said in nlp.instructor.learner.get(numbers).text
    assert said not in nlp.instructor.learner.get(definition).text
    nlp.instructor.learner.send(f"{numbers}/dot", {"points": "0.5", "why": "It was on its way."})
    assert sat.attempts()[0].earned > 0


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_that_no_clock_shows_is_refused(app: FastAPI, at: str) -> None:
    sat = sit(app, TEXT)
    assert sat.save(sat.field(1, "answer.0", "x") | {"typed_at": at}).status_code == 422


# Times


def test_the_times_of_the_questions_end_with_the_exam(app: FastAPI) -> None:
    """And not with the grace after it."""
    sat = sit(app, COSINE, PERPLEXITY)
    sat.save(window="w", opened=True, place=1)
    sat.watch.on(minutes=25)
    sat.save(place=2)
    sat.run_out()
    assert [one.seconds for one in reviewed(sat).items] == [25 * 60, 35 * 60]


def test_questions_that_were_turned_to_without_a_connection_are_counted_when_they_are_told_after_the_end(
    app: FastAPI,
) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.save(window="w", opened=True, place=1)
    sat.run_out()
    visit(
        sat,
        (2, END - timedelta(minutes=20)),
        (1, END - timedelta(minutes=5)),
        (2, END + timedelta(seconds=3)),
    )
    assert [one.seconds for one in reviewed(sat).items] == [45 * 60, 15 * 60]


def test_nobody_turned_to_a_question_before_the_page_was_heard_last(app: FastAPI) -> None:
    sat = sit(app, COSINE, PERPLEXITY)
    sat.watch.on(minutes=10)
    sat.save(window="w", opened=True, place=1)
    sat.watch.on(minutes=10)
    visit(sat, (2, NOON))
    sat.watch.on(minutes=10)
    sat.hand_in()
    assert [one.seconds for one in reviewed(sat).items] == [10 * 60, 20 * 60]


# The end at the moment itself


@on_both
def test_a_page_that_has_everything_stored_ends_ones_own_exam_at_its_end(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    sat.save(sat.field(1, "answer.0", "in time"))
    sat.watch.on(minutes=59, seconds=59.9)
    before = sat.learner.client.post(f"{sat.address}/over")
    assert (before.status_code, before.json()["closed"]) == (200, False)
    sat.watch.on(seconds=0.2)
    assert sat.learner.client.post(f"{sat.address}/over").json()["closed"]
    assert sat.stored.closed_by == ClosedBy.TIME
    assert sat.stored.over_at == END
    assert len(sat.events(Kind.CLOSED)) == 1


def test_with_more_time_the_page_ends_nothing(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    sat.watch.on(minutes=61)
    with sat.database.write() as connection:
        sittings.extend(connection, sat.stored.id, 5)
    assert not sat.learner.client.post(f"{sat.address}/over").json()["closed"]


def test_in_a_course_the_grace_is_left_to_everybody(app: FastAPI, nlp: Lecture) -> None:
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp))
    sat.watch.on(minutes=15, seconds=1)
    assert not sat.learner.client.post(f"{sat.address}/over").json()["closed"]


def test_the_limit_is_told_before_the_exam_and_on_its_page(app: FastAPI) -> None:
    sat = sit(app, TEXT)
    assert "15 seconds after the end cannot count" in sat.get().html
    assert "15 seconds after the end cannot count" in sat.learner.get("/exams/full").text
