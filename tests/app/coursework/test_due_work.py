"""Home tells a student what courses ask and wait for, and what is new on sheets."""

import pytest
from fastapi import FastAPI

from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, assignment, begin, lecture, number_of
from tests.app.grading.test_queue import ANSWER, EXPLAIN
from tests.app.learner import COSINE, PERPLEXITY, RIGHT, Page, on_both


def home(nlp: Lecture) -> Page:
    return nlp.student.learner.get("/")


@on_both
def test_an_assignment_stands_there_until_it_is_finished(app: FastAPI) -> None:
    nlp = lecture(app)
    assert "For your courses" not in home(nlp).text
    week = assignment(nlp, COSINE, PERPLEXITY, due=FUTURE)
    assert week in home(nlp).links
    assert "2 questions left" in home(nlp).text
    sheet = begin(nlp.student, week, PERPLEXITY)
    assert "2 questions left" in home(nlp).text
    nlp.student.learner.press(sheet, "solution", typed={})
    nlp.student.learner.press(sheet, typed=RIGHT)
    assert "1 question left" in home(nlp).text
    nlp.student.learner.press(
        begin(nlp.student, week, COSINE), typed=dict.fromkeys(("dot", "norm_u", "norm_v", "cosine"), "1")
    )
    assert week not in home(nlp).links
    assert week not in nlp.instructor.learner.get("/").links


def test_sentences_that_wait_for_a_mark_are_not_left(app: FastAPI) -> None:
    nlp = lecture(app)
    week = assignment(nlp, EXPLAIN, due=FUTURE)
    sheet = begin(nlp.student, week, EXPLAIN)
    nlp.student.learner.press(sheet, "check", typed={"answer": ANSWER})
    assert week in home(nlp).links
    nlp.student.learner.press(sheet, "solution", typed={"answer": ANSWER})
    assert week not in home(nlp).links


@pytest.mark.parametrize(("opens", "due"), [(FUTURE, ""), ("", PAST)], ids=["not open yet", "over"])
def test_what_cannot_be_done_now_does_not_stand_there(app: FastAPI, opens: str, due: str) -> None:
    nlp = lecture(app)
    week = assignment(nlp, COSINE, opens=opens, due=due)
    assert week not in home(nlp).links


def test_ones_own_later_due_date_holds(app: FastAPI) -> None:
    nlp = lecture(app)
    week = assignment(nlp, COSINE, due=PAST)
    nlp.instructor.learner.send(f"{week}/extensions", {"student": number_of(nlp, nlp.student), "due": FUTURE})
    assert week in home(nlp).links


def test_what_is_due_first_stands_first(app: FastAPI) -> None:
    nlp = lecture(app)
    never, late, soon = (assignment(nlp, COSINE, due=due) for due in ("", FUTURE, "2090-01-01T12:00"))
    assert [link for link in home(nlp).links if "/assignments/" in link] == [soon, late, never]


def test_nothing_of_an_archived_course_or_of_one_that_was_left(app: FastAPI) -> None:
    nlp = lecture(app)
    week = assignment(nlp, COSINE)
    nlp.instructor.learner.send(f"{nlp.address}/archive", {})
    assert week not in home(nlp).links
    nlp.instructor.learner.send(f"{nlp.address}/restore", {})
    assert week in home(nlp).links
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    assert week not in home(nlp).links


def test_a_new_mark_stands_there(app: FastAPI) -> None:
    nlp = lecture(app)
    sheet = nlp.student.learner.press(begin(nlp.student, assignment(nlp, COSINE), COSINE), typed={"dot": "1"})
    assert "New on your sheets" not in home(nlp).text
    given = {"points": "0.5", "why": "Half of it."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet.attempt}/dot", given)
    page = home(nlp)
    assert "New on your sheets" in page.text
    assert f"/attempts/{sheet.attempt}" in page.links
    assert "New on your sheets" not in member(app, Role.STUDENT).learner.get("/").text
