"""An instructor finds what a connection with a platform is, whom to ask for it, and how marks travel."""

import re

from fastapi import FastAPI

from app.database.connection import Database
from app.settings import Settings
from tests.app.courses.taught_course import Lecture, assignment, begin, lecture
from tests.app.coursework.test_gradebook import answer
from tests.app.learner import COSINE, Make
from tests.app.lti.conftest import Send
from tests.app.lti.platform import Platform
from tests.app.lti.visits import connect, linked

CONNECT = "Connect the course with Moodle, Canvas or another platform"


def test_the_page_of_a_course_leads_to_what_a_connection_is_and_whom_to_ask(
    settings: Settings, make: Make
) -> None:
    nlp = lecture(make(settings))
    assert CONNECT in nlp.instructor.learner.get(nlp.address).text
    assert CONNECT not in nlp.student.learner.get(nlp.address).text
    page = nlp.instructor.learner.get(f"{nlp.address}/platforms")
    assert "No platform is set up on this server yet." in page.text
    assert "/lti/platforms and presses “Make an address”" in page.text
    assert "Press “Select content”" in page.text


def test_where_a_platform_is_set_up_the_page_says_so_and_what_to_press(
    app: FastAPI, there: Platform, nlp: Lecture
) -> None:
    page = nlp.instructor.learner.get(f"{nlp.address}/platforms")
    assert "Set up on this server: Moodle." in page.text
    assert re.search(r"learning platform with Examformer \(https?://\S+\) by LTI 1.3", page.text)
    connect(app, there, nlp)
    assert CONNECT not in nlp.instructor.learner.get(nlp.address).text
    assert "Set up on this server" not in nlp.instructor.learner.get(f"{nlp.address}/platforms").text


def test_an_assignment_says_whether_its_marks_go_to_the_platform(
    app: FastAPI, there: Platform, nlp: Lecture, store: Database, send: Send
) -> None:
    week = assignment(nlp, COSINE)
    read = nlp.instructor.learner
    assert "Send its marks to Moodle, Canvas or another platform" in read.get(week).text
    connect(app, there, nlp)
    assert "Its marks stay here: no link on Moodle leads to this assignment yet." in read.get(week).text
    linked(app, there, nlp, week)
    there_now = "They go to the column of this assignment on Moodle by themselves."
    assert f"{there_now} 0 marks are there." in read.get(week).text
    answer(nlp.student, begin(nlp.student, week, COSINE), store, "dot")
    send()
    assert f"{there_now} 1 mark is there." in read.get(week).text
    assert there_now not in nlp.student.learner.get(week).text
