"""Marks that an instructor sets by hand in the gradebook: they count, with a reason, and can be taken back."""

import pytest
from fastapi import FastAPI

from app.courses.store import roster as store_of_roster
from app.database.connection import Database
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.courses.taught_course import (
    Lecture,
    assignment,
    begin,
    entry,
    join,
    lecture,
    roster,
    total,
    withdraw,
)
from tests.app.coursework.test_gradebook import answer, grid
from tests.app.coursework.test_weights import save as save_weights
from tests.app.exams import course_exam
from tests.app.learner import COSINE, Count, Page, on_both


def marks_of(nlp: Lecture, email: str = "") -> str:
    """The address of a student's marks."""
    return entry(nlp, email or nlp.student.email).replace("/roster/", "/gradebook/")


def set_mark(nlp: Lecture, address: str, do: str = "points", points: str = "", why: str = "By hand.") -> Page:
    name = address.rpartition("/")[2]
    return nlp.instructor.learner.send(f"{marks_of(nlp)}/{name}", {"do": do, "points": points, "why": why})


@on_both
def test_a_mark_that_is_set_counts_until_what_was_earned_counts_again(nlp: Lecture, store: Database) -> None:
    address, ada, lin = assignment(nlp, COSINE), nlp.student, nlp.instructor.learner
    answer(ada, begin(ada, address, COSINE), store, "dot")
    page = set_mark(nlp, address, points="4,5", why="Shown on the board.")
    assert "Saved." in page.text
    for one in (nlp.instructor, ada):
        cells = grid(one.learner.get(f"{nlp.address}/gradebook"))["Ada"]
        assert cells == ["4.5 ✎ set by hand", "4.5"]
    assert "Week 1: 4.5. Shown on the board." in ada.learner.get(f"{nlp.address}/gradebook").text
    assert "Set by hand: 4.5. Shown on the board. This counts" in ada.learner.get(address).text
    assert lin.get(f"{nlp.address}/gradebook.csv").html.splitlines()[2].endswith("4.50,4.50")
    page = set_mark(nlp, address, "earned", why="")
    assert grid(lin.get(f"{nlp.address}/gradebook"))["Ada"] == ["1", "1"]
    assert "Set by hand" not in ada.learner.get(address).text
    history = page.text.partition("the newest first")[2]
    assert history.index("what was earned counts again") < history.index("4.5 Shown on the board.")


@on_both
def test_an_excused_student_neither_earns_nor_loses_by_it(nlp: Lecture, store: Database) -> None:
    first, second = assignment(nlp, COSINE), assignment(nlp, COSINE, title="Week 2", due="2001-01-01T12:00")
    answer(nlp.student, begin(nlp.student, first, COSINE), store, "dot")
    save_weights(nlp, (0, "Homework", 1, 0))
    save_weights(nlp, (1, "Homework", 1, 0), put={1: 1, 2: 1})
    marks = f"{nlp.address}/gradebook"
    assert grid(nlp.student.learner.get(marks))["Ada"][0] == "10"
    set_mark(nlp, second, "excused", why="Ill.")
    assert grid(nlp.student.learner.get(marks))["Ada"] == ["20", "1", "excused", "1"]
    assert "Week 2: excused. Ill." in nlp.student.learner.get(marks).text


def test_an_exam_and_what_waits_are_set_too(app: FastAPI, nlp: Lecture) -> None:
    exam = course_exam.exam(nlp, scores="at once")
    sat = course_exam.sit(app, nlp.student, exam)
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    set_mark(nlp, exam, points="6")
    assert grid(nlp.student.learner.get(f"{nlp.address}/gradebook"))["Ada"] == ["6 ✎ set by hand", "6"]


def test_somebody_who_has_not_joined_yet_keeps_the_mark_on_joining(nlp: Lecture, app: FastAPI) -> None:
    address, lin = assignment(nlp, COSINE), nlp.instructor.learner
    bob = member(app, name="Bob", email="bob@x.org")
    join(bob, nlp.code)
    listed = {"text": "Robert,,77-1"}
    seen = lin.send(f"{nlp.address}/roster/preview", listed).fields["seen"]
    lin.send(f"{nlp.address}/roster/import", listed | {"seen": seen})
    with app.state.database.read() as connection:
        expected = next(one for one in store_of_roster.entries(connection, 1) if one.person is None)
    name = address.rpartition("/")[2]
    for number, points in ((expected.id, "2"), (int(entry(nlp, "bob@x.org").rpartition("/")[2]), "3")):
        lin.send(f"{nlp.address}/gradebook/{number}/{name}", {"points": points, "why": "On paper."})
    joined = entry(nlp, "bob@x.org").rpartition("/")[2]
    lin.send(f"{nlp.address}/roster/{expected.id}/match", {"joined": joined})
    assert "77-1" in roster(nlp).text
    assert grid(bob.learner.get(f"{nlp.address}/gradebook"))["Robert"] == ["3 ✎ set by hand", "3"]


def test_more_points_than_there_are_have_to_be_meant(nlp: Lecture) -> None:
    address, lin = assignment(nlp, COSINE), nlp.instructor.learner
    place = f"{marks_of(nlp)}/{address.rpartition('/')[2]}"
    typed = {"do": "points", "points": "55", "why": "On paper."}
    page = lin.send(place, typed)
    assert page.status == 422
    assert "That is more than all the points there are." in page.text
    assert "More than 5 points are meant" in page.text
    assert total(nlp) == "0.00"
    assert lin.send(place, typed | {"points": "5"}).status == 200
    assert lin.send(place, typed | {"above": "true"}).status == 200
    assert total(nlp) == "55.00"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"points": "many", "why": "x"}, "Give a number of points"),
        ({"points": "-1", "why": "x"}, "Give a number of points"),
        ({"points": "1000", "why": "x"}, "Give a number of points"),
        ({"points": "", "why": "x"}, "Give a number of points"),
        ({"points": "1", "why": " "}, "Give a reason"),
        ({"do": "excused", "why": ""}, "Give a reason"),
    ],
)
def test_what_is_no_mark_is_shown_again(nlp: Lecture, count: Count, typed: dict[str, str], says: str) -> None:
    address = assignment(nlp, COSINE)
    before = count()
    page = nlp.instructor.learner.send(f"{marks_of(nlp)}/{address.rpartition('/')[2]}", typed)
    assert (page.status, says in page.text) == (422, True)
    assert page.fields["points"] == typed.get("points", "")
    assert count() == before


def test_nothing_is_set_for_a_student_who_is_gone(nlp: Lecture, count: Count) -> None:
    address, page = assignment(nlp, COSINE), marks_of(nlp)
    withdraw(nlp, nlp.student)
    before = count()
    form = {"points": "5", "why": "Late."}
    assert nlp.instructor.learner.get(page).status == 404
    assert nlp.instructor.learner.send(f"{page}/{address.rpartition('/')[2]}", form).status == 404
    assert count() == before


def test_only_those_who_teach_the_course_set_marks(app: FastAPI, nlp: Lecture, count: Count) -> None:
    address, other = assignment(nlp, COSINE), lecture(app, "Another")
    ann = member(app, Role.INSTRUCTOR)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": ann.email, "role": "assistant"})
    people = (nlp.student, other.instructor, member(app), ann)
    before, page = count(), marks_of(nlp)
    for one in people:
        assert one.learner.get(page).status in (403, 404)
        sent = one.learner.send(f"{page}/{address.rpartition('/')[2]}", {"points": "5", "why": "Me."})
        assert sent.status in (403, 404)
    mine = page.replace(nlp.name, other.name)
    assert other.instructor.learner.get(mine).status == 404
    sent = other.instructor.learner.send(f"{mine}/{address.rpartition('/')[2]}", {"points": "5", "why": "x"})
    assert sent.status == 404
    assert count() == before
