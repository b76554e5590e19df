"""The dates of a course as a calendar file, read again by another reader than the one that wrote it."""

import re

import pytest
from fastapi import FastAPI

from tests.app.accounts.members import member
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, extend
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Learner, on_both

RISKY = "Week 1; a, b\\n\r\nEND:VEVENT\r\nBEGIN:VEVENT"


def events(learner: Learner, nlp: Lecture) -> list[dict[str, str]]:
    """The events, unfolded and unescaped by hand (RFC 5545, sections 3.1 and 3.3.11)."""
    page = learner.get(f"{nlp.address}/calendar.ics")
    assert page.status == 200
    lines = re.sub(r"\r\n[ \t]", "", page.html).split("\r\n")
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in ("END", "BEGIN"):
            found[-1][name.partition(";")[0]] = re.sub(r"\\([\\;,])", r"\1", value)
    assert lines[0] == "BEGIN:VCALENDAR"
    assert page.html.count("\r\nBEGIN:VEVENT") == len(found)
    return found


@on_both
def test_due_dates_and_exams_are_events_with_ones_own_dates(app: FastAPI, nlp: Lecture) -> None:
    week = assignment(nlp, COSINE, due="2999-01-01T12:00")
    assignment(nlp, COSINE, title="Never due")
    course_exam.exam(nlp, opens="2999-02-01T08:00", closes="2999-02-01T10:00")
    due, exam = events(nlp.student.learner, nlp)
    assert (due["SUMMARY"], due["DTSTART"], due["LOCATION"]) == (
        "Due: Week 1",
        "29990101T120000Z",
        "NLP in autumn",
    )
    assert due["URL"].endswith(week)
    assert (exam["DTSTART"], exam["DTEND"]) == ("29990201T080000Z", "29990201T100000Z")
    course_exam.rule(nlp, f"{nlp.address}/exams/{exam['UID'].partition('@')[0]}", opens="2999-02-01T08:00")
    assert events(nlp.student.learner, nlp)[1]["DTEND"] == "29990201T081500Z"  # a quarter of an hour long
    extend(nlp, week, nlp.student, "2999-01-05T12:00")
    later, _ = events(nlp.student.learner, nlp)
    assert (later["UID"], later["DTSTART"]) == (due["UID"], "29990105T120000Z")
    assert events(nlp.instructor.learner, nlp)[0]["DTSTART"] == "29990101T120000Z"


def test_exams_that_are_not_published_are_for_those_who_teach(nlp: Lecture) -> None:
    address = course_exam.draft(nlp, course_exam.SMALL)
    course_exam.rule(nlp, address, closes=FUTURE)
    assert events(nlp.student.learner, nlp) == []
    (exam,) = events(nlp.instructor.learner, nlp)
    assert exam["SUMMARY"].startswith("Exam, to be begun until now: ")


@pytest.mark.parametrize("title", [RISKY, "x" * 120, "ä\u2028ö", "Woche — β"])
def test_no_title_makes_an_event_of_its_own(nlp: Lecture, title: str) -> None:
    assignment(nlp, COSINE, title=title, due=FUTURE)
    (due,) = events(nlp.student.learner, nlp)
    assert due["DTSTART"] == "29990101T120000Z"
    assert due["SUMMARY"].startswith("Due: ")


def test_only_people_of_the_course_have_its_dates(app: FastAPI, nlp: Lecture, learner: Learner) -> None:
    for one in (member(app).learner, learner):
        assert one.get(f"{nlp.address}/calendar.ics", follow=False).status in (403, 404)


def test_the_link_stands_where_something_has_a_date(nlp: Lecture) -> None:
    assert "calendar (.ics)" not in nlp.student.learner.get(nlp.address).text
    assignment(nlp, COSINE, due=FUTURE)
    assert "calendar (.ics)" in nlp.student.learner.get(nlp.address).text
