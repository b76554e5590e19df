"""Due dates that are set later after the results were out: those who teach are told who gets time again by it."""

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import members
from tests.app.accounts.members import member
from tests.app.courses.taught_course import FUTURE, PAST, Lecture, assignment, extend, join, set_up
from tests.app.learner import COSINE, Page, on_both

AHEAD = "The results are out: a later date gives time again to students who could see what is right."
ONE = "The results are out: one student who could see what is right has time again now."
TWO = "The results are out: 2 students who could see what is right have time again now."


def with_bob(app: FastAPI, nlp: Lecture) -> None:
    join(member(app, name="Bob"), nlp.code)


def released(nlp: Lecture, address: str) -> Page:
    return nlp.instructor.learner.send(f"{address}/release", {})


@on_both
@pytest.mark.parametrize("results", ["at once", "afterwards", "released"])
def test_a_due_date_moved_ahead_after_the_results_were_out_says_who_has_time_again(
    app: FastAPI, nlp: Lecture, results: str
) -> None:
    with_bob(app, nlp)
    address = assignment(nlp, COSINE, due=PAST)
    set_up(nlp.instructor, address, results=results)
    if results == "released":
        assert AHEAD not in nlp.instructor.learner.get(f"{address}/settings").text
        released(nlp, address)
    assert AHEAD in nlp.instructor.learner.get(f"{address}/settings").text
    saved = set_up(nlp.instructor, address, due=FUTURE)
    assert TWO in saved.text
    assert "If that is not meant, set the due date as it was." in saved.text
    assert ("closes again until then" in saved.text) == (results != "released")
    assert "time again" not in set_up(nlp.instructor, address, due=FUTURE).text
    back = set_up(nlp.instructor, address, due=PAST)
    assert "Saved." in back.text
    assert "time again now" not in back.text


def test_late_days_and_a_date_that_is_taken_away_give_time_again_as_well(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE, due=PAST)
    assert ONE in set_up(nlp.instructor, address, due="").text
    set_up(nlp.instructor, address, due=PAST)
    assert "time again now" not in set_up(nlp.instructor, address, periods=3).text  # over all the same


def test_nobody_is_said_to_know_what_is_right_while_results_wait_or_nobody_sees_the_assignment(
    nlp: Lecture,
) -> None:
    waits = assignment(nlp, COSINE, due=PAST)
    set_up(nlp.instructor, waits, results="released")
    assert "time again" not in set_up(nlp.instructor, waits, due=FUTURE).text
    draft = assignment(nlp, COSINE, title="Week 2", due=PAST)
    nlp.instructor.learner.send(f"{draft}/publish", {"published": "false"})
    assert "time again" not in set_up(nlp.instructor, draft, due=FUTURE).text


@on_both
def test_a_later_date_for_a_student_or_a_section_says_so_too(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    with_bob(app, nlp)
    address = assignment(nlp, COSINE, due=PAST)
    lin = nlp.instructor.learner
    assert AHEAD in lin.get(address).text
    page = extend(nlp, address, nlp.student, FUTURE)
    assert ONE in page.text
    assert "If that is not meant, remove the date again." in page.text
    assert "time again now" not in extend(nlp, address, nlp.student, FUTURE).text
    with store.write() as connection:
        connection.execute(update(members).where(members.c.person_id == nlp.student.id).values(section="A"))
    lin.send(f"{address}/extensions", {"student": str(nlp.student.id), "remove": "true"})
    section = lin.send(f"{address}/extensions", {"student": "section:A", "due": FUTURE})
    assert ONE in section.text
