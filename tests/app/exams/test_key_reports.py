"""From the review of an exam, students report that a key or a mark is wrong; its course's instructors answer."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.schema import reports
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams.course_exam import exam, sit
from tests.app.exams.sitting import Sat
from tests.app.exams.sitting import sit as practise
from tests.app.learner import COSINE, Page, form_key, on_both

SENTENCE = "The second vector has another norm."
AT_ONCE = {"scores": "at once", "answers": "at once", "solutions": "afterwards"}


@pytest.fixture
def sat(app: FastAPI, nlp: Lecture) -> Sat:
    """An exam of a course that was handed in; its answers are open, and its solutions not yet."""
    sat = sit(app, nlp.student, exam(nlp, **AT_ONCE))
    sat.type(1, {"dot": ["1"]})
    sat.hand_in()
    return sat


def keys(page: Page) -> list[str]:
    """Those of the forms for reports, question by question."""
    forms = re.findall(r'<details class="report".*?</details>', page.html, re.DOTALL)
    return [found[1] for form in forms if (found := re.search(r'name="key" value="([^"]+)"', form))]


def send(sat: Sat, place: int = 1, sentence: str = SENTENCE, page: Page | None = None) -> Page:
    shown = page or sat.get("/review")
    form = {"key": keys(shown)[place - 1], "sentence": sentence}
    return sat.learner.send(f"{sat.address}/review/{place}", form)


@on_both
def test_a_report_reaches_the_instructors_and_its_answer_the_student(
    app: FastAPI, nlp: Lecture, sat: Sat
) -> None:
    page = send(sat)
    assert SENTENCE in page.text
    assert "Not answered yet." in page.text
    lin = nlp.instructor.learner
    queue = lin.get(f"{nlp.address}/grading")
    assert SENTENCE in queue.text
    assert "One report about a key or a mark." in queue.text
    assert f"{nlp.address}/sheets/{sat.attempts()[0].name}" in queue.links
    number = re.search(r"/grading/reports/(\d+)", queue.html)
    assert number
    lin.send(f"{nlp.address}/grading/reports/{number[1]}", {"said": "It has. You get the point."})
    assert "Answered: It has. You get the point." in " ".join(sat.get("/review").text.split())


def test_each_question_has_its_own_form_and_one_sending_is_kept_once(app: FastAPI, sat: Sat) -> None:
    page = sat.get("/review")
    assert len(keys(page)) == len(set(keys(page))) == len(sat.attempts())
    for place in (1, 1, 2):
        send(sat, place, f"{SENTENCE} {place}", page)
    with sat.database.read() as connection:
        kept = connection.execute(select(reports).order_by(reports.c.id)).all()
    assert [one.sentence[-1] for one in kept] == ["1", "2"]
    assert [one.attempt_id for one in kept] == [one.id for one in sat.attempts()]
    assert kept[0].question == COSINE


def test_an_empty_report_is_not_kept(app: FastAPI, nlp: Lecture, sat: Sat) -> None:
    assert send(sat, sentence=" \n").status == 200
    assert "No answer waits" in nlp.instructor.learner.get(f"{nlp.address}/grading").text
    assert "<blockquote>" not in sat.get("/review").html


def test_nothing_is_reported_before_the_answers_are_open(app: FastAPI, nlp: Lecture) -> None:
    late = {"scores": "afterwards", "answers": "afterwards", "solutions": "afterwards"}
    sat = sit(app, nlp.student, exam(nlp, **late))
    form = {"key": form_key(), "sentence": SENTENCE}
    sat.learner.send(f"{sat.address}/review/1", form)
    sat.hand_in()
    assert keys(sat.get("/review")) == []
    sat.learner.send(f"{sat.address}/review/1", form)
    with sat.database.read() as connection:
        assert connection.execute(select(reports)).all() == []


def test_nobody_reports_on_another_ones_exam_or_on_no_question(app: FastAPI, nlp: Lecture, sat: Sat) -> None:
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    form = {"key": form_key(), "sentence": SENTENCE}
    assert bob.learner.send(f"{sat.address}/review/1", form).status == 404
    assert sat.learner.send(f"{sat.address}/review/9", form).status == 404
    assert SENTENCE not in nlp.instructor.learner.get(f"{nlp.address}/grading").text


def test_in_a_mock_exam_of_ones_own_the_sentence_is_kept_like_on_a_sheet(app: FastAPI) -> None:
    sat = practise(app, COSINE)
    sat.hand_in()
    assert SENTENCE in send(sat).text
    with sat.database.read() as connection:
        (kept,) = connection.execute(select(reports)).all()
    assert (kept.sentence, kept.attempt_id) == (SENTENCE, sat.attempts()[0].id)
