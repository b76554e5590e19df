"""An e-mail that is confirmed after joining: the person becomes the student whom the roster expects with it."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.accounts.store import links
from app.accounts.store.links import Purpose
from app.courses.store.roster import State
from app.database.connection import Database
from app.exams.store.audit_log import Kind
from tests.app.accounts.members import PASSWORD, Member
from tests.app.courses.taught_course import Lecture, join, lecture, roster
from tests.app.coursework.roster.test_roster import LIST, bob, entries, more_time, save, states
from tests.app.exams import course_exam
from tests.app.learner import Page, new_learner, on_both


def link(store: Database, one: Member, purpose: Purpose = Purpose.EMAIL) -> str:
    """The address of a link that was sent to the e-mail of the account."""
    with store.write() as connection:
        return f"/link/{links.add(connection, purpose, one.id, timedelta(hours=1), one.email)}"


def confirm(store: Database, one: Member) -> Page:
    return one.learner.send(link(store, one), {})


def joined(app: FastAPI, nlp: Lecture, text: str = LIST, number: str = "") -> Member:
    """Somebody with an e-mail of the list, which is still to be confirmed, who joined the course by its link."""
    save(nlp, text)
    kim = bob(app, confirmed=False)
    kim.learner.send(f"/join/{nlp.code}", {"number": number})
    assert states(nlp, app.state.database)["Bob Okafor"] is State.EXPECTED
    return kim


@on_both
def test_whoever_confirms_an_e_mail_of_the_list_is_its_student_with_its_time_also_in_a_running_exam(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    kim = joined(app, nlp)
    sat = course_exam.sit(app, kim, course_exam.exam(nlp))
    assert more_time(store, sat) == 0
    assert "Your e-mail address is confirmed." in confirm(store, kim).text
    found = entries(nlp, store)
    assert found["Bob Okafor"].person == kim.id
    assert found["Bob Okafor"].line.extra_time == more_time(store, sat) == 25
    assert [one.text for one in sat.events(Kind.EXTENDED)] == ["0 -> 25 %, breaks 0 -> 0 min, Bob"]
    assert "Bob" not in found
    assert "You on the roster Bob Okafor · 20-1 · Tue" in kim.learner.get(nlp.address).text


def test_every_running_course_that_lists_the_e_mail_knows_it_and_an_archived_one_stays_as_it_is(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    kim = joined(app, nlp)
    other, past = lecture(app, "Another"), lecture(app, "Past")
    for one in (other, past):
        save(one)
        join(kim, one.code)
    past.instructor.learner.send(f"{past.address}/archive", {})
    confirm(store, kim)
    past.instructor.learner.send(f"{past.address}/restore", {})  # to look at it
    there = [states(one, store)["Bob Okafor"] for one in (nlp, other, past)]
    assert there == [State.JOINED, State.JOINED, State.EXPECTED]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (LIST, "20-7"),
        (LIST, "20-2"),  # that of another line
        ("name,e-mail,number\nBob Okafor,bob@x.org,\nZoë Müller,zoe@x.org,20-2\n", "20-2"),
    ],
)
def test_a_number_that_is_not_that_of_the_line_leaves_the_match_to_an_instructor(
    app: FastAPI, nlp: Lecture, store: Database, text: str, number: str
) -> None:
    kim = joined(app, nlp, text, number)
    confirm(store, kim)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED
    assert "e-mail confirmed" in roster(nlp).text


def test_the_number_of_the_line_speaks_for_the_match(app: FastAPI, nlp: Lecture, store: Database) -> None:
    kim = joined(app, nlp, number="201")
    confirm(store, kim)
    assert entries(nlp, store)["Bob Okafor"].person == kim.id


def test_whoever_an_instructor_takes_off_the_line_stays_off_it_when_the_e_mail_is_confirmed_once_more(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    kim = joined(app, nlp)
    confirm(store, kim)
    line = f"{nlp.address}/roster/{entries(nlp, store)['Bob Okafor'].id}"
    nlp.instructor.learner.send(f"{line}/part", {})
    confirm(store, kim)
    assert states(nlp, store)["Bob Okafor"] is State.EXPECTED


@on_both
def test_a_new_password_by_a_link_that_was_mailed_confirms_the_e_mail_as_well(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    kim = joined(app, nlp)
    path = link(store, kim, Purpose.MAILED_PASSWORD)
    new_learner(app).send(path, {"email": kim.email, "password": PASSWORD})
    assert entries(nlp, store)["Bob Okafor"].person == kim.id
