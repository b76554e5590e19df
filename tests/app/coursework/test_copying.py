"""A course is copied for another term, with its dates moved by days and not by hours."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from fastapi import FastAPI

from app.courses.store import assignments, categories, courses
from app.coursework.copying import TooFar, moved, zone
from app.database.connection import Database
from app.exams.store import exams
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import Lecture, assignment, begin, lecture, set_up
from tests.app.exams import course_exam
from tests.app.learner import COSINE, PERPLEXITY, Count, Page, on_both


def copied(nlp: Lecture, **typed: str) -> Page:
    return nlp.instructor.learner.send(f"{nlp.address}/copy", {"zone": "Europe/Berlin", **typed})


@on_both
def test_everything_but_people_and_their_work_is_copied(nlp: Lecture, store: Database) -> None:
    week = assignment(nlp, COSINE, PERPLEXITY, opens="2026-10-19T06:00", due="2026-10-26T11:00")
    lin = nlp.instructor.learner
    set_up(nlp.instructor, week, tries="3", periods="2", percent="10")
    lin.send(f"{week}/questions/{COSINE}", {"do": "level", "level": "hard"})
    lin.send(f"{week}/questions/{PERPLEXITY}", {"do": "up"})
    set_up(nlp.instructor, week, figure="temperature", state="")
    course_exam.exam(nlp, opens="2026-12-01T08:00", closes="2026-12-01T10:00", password="tea")
    for category in ("0", "1"):
        form = {"category": category, "title": "Homework", "weight": "40", "drop": "1"}
        lin.send(f"{nlp.address}/weights", form | {"assignment": "1", "within": "1", "extra": "1"})
    begin(nlp.student, week, COSINE)
    page = copied(nlp, title="NLP in spring", first="2027-03-29")
    assert "NLP in spring" in page.text
    assert "nobody has joined yet" in page.text
    with store.read() as connection:
        new = courses.of_person(connection, nlp.instructor.id)[0].course
        old_week, old_exam = assignments.of_course(connection, 1)
        new_week, new_exam = assignments.of_course(connection, new.id, drafts=True)
        (sat,) = exams.of_course(connection, new.id)
        (group,) = categories.of_course(connection, new.id)
    assert new_week.opens_at == datetime(2027, 3, 29, 6, 0, tzinfo=UTC)  # eight by the clock in both seasons
    assert new_week.due_at == datetime(2027, 4, 5, 10, 0, tzinfo=UTC)  # noon: 11 UTC in winter, 10 in summer
    assert sat.rules.opens_at == datetime(2027, 5, 11, 7, 0, tzinfo=UTC)
    assert (sat.rules.password, sat.published_at) == ("", None)
    assert [(one.question, one.level) for one in new_week.questions] == [
        (one.question, one.level) for one in old_week.questions
    ]
    assert (new_week.policy, new_week.figure) == (old_week.policy, old_week.figure)
    assert (group.title, group.weight, group.drop, new_week.category) == ("Homework", 40, 1, group.id)
    assert not new_week.published  # until its instructor has looked at it
    assert (new_week.extra_credit, new_exam.title) == (True, old_exam.title)


def test_without_a_day_no_date_moves(nlp: Lecture, store: Database) -> None:
    assignment(nlp, COSINE, due="2026-10-26T11:00")
    copied(nlp)
    with store.read() as connection:
        (week,) = assignments.of_course(connection, 2, drafts=True)
        assert courses.of_person(connection, nlp.instructor.id)[0].course.title == "NLP in autumn"
    assert week.due_at == datetime(2026, 10, 26, 11, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "status"), [("2099-01-01", 409), ("tomorrow", 400), ("2026-13-01", 400), ("1000-01-01", 409)]
)
def test_days_that_are_none_or_too_far_copy_nothing(
    nlp: Lecture, count: Count, first: str, status: int
) -> None:
    assignment(nlp, COSINE, due="2026-10-26T11:00")
    before = count()
    assert copied(nlp, first=first).status == status
    assert count() == before


def test_a_date_at_the_end_of_the_calendar_does_not_move_out_of_it() -> None:
    with pytest.raises(TooFar):
        moved(datetime.max.replace(tzinfo=UTC), 1, UTC)


def test_a_copy_belongs_to_whoever_made_it_and_only_instructors_of_the_course_do(
    app: FastAPI, nlp: Lecture, count: Count
) -> None:
    other = lecture(app, "Another")
    for one in (other.instructor, nlp.student, member(app)):
        assert one.learner.send(f"{nlp.address}/copy", {}).status in (403, 404)
    kim = member(app, Role.INSTRUCTOR, name="Kim")
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": kim.email, "role": "instructor"})
    page = kim.learner.send(f"{nlp.address}/copy", {"title": "Mine"})
    assert "owner" in page.text
    assert nlp.instructor.email not in page.text


@pytest.mark.parametrize(
    "name", ["", "Mars/Base", "../../etc/passwd", "/etc/passwd", "Europe", "a\0b", "x" * 60]
)
def test_a_zone_that_there_is_not_is_utc(name: str) -> None:
    assert zone(name) is UTC


@pytest.mark.parametrize("days", range(-400, 400, 7))
def test_the_time_of_the_day_stays(days: int) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    at = datetime(2026, 10, 26, 11, 0, tzinfo=UTC)
    then = moved(at, days, berlin)
    assert then is not None
    local = then.astimezone(berlin)
    assert (local.hour, local.minute) == (12, 0)
    assert (local.date() - date(2026, 10, 26)).days == days
