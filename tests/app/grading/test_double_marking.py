"""Two instructors mark each answer of an exam: neither sees the other's marks, and where they differ they agree."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.schema import attempts, mark_changes, markings
from app.grading import results_release
from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import Lecture, total
from tests.app.exams.course_exam import exam, rule, sit
from tests.app.exams.sitting import of_kind
from tests.app.grading.test_queue import response, rubric
from tests.app.learner import Page, on_both
from tests.app.paper.paper_marking import came_of, finish, made, text_of, the_form, type_in
from tests.engine.submissions import BANK

EXPLAIN = next(one for one in BANK.questions.values() if one.kind == "text" and one.points == 3)
ANSWER = "Because each head looks at another part of the sentence."


@pytest.fixture
def kim(app: FastAPI, nlp: Lecture) -> Member:
    return colleague(app, nlp, "Dr. Kim")


def colleague(app: FastAPI, nlp: Lecture, name: str) -> Member:
    """Another instructor of the course."""
    made = member(app, Role.INSTRUCTOR, name=name)
    nlp.instructor.learner.send(f"{nlp.address}/staff", {"email": made.email, "role": "instructor"})
    return made


def handed_in(app: FastAPI, nlp: Lecture, **rules: str) -> str:
    """The address of an exam whose one answer waits for two markers."""
    address = exam(nlp, text_of(EXPLAIN), **({"markers": "2"} | rules))
    sat = sit(app, nlp.student, address)
    sat.type(1, {"answer": [ANSWER]})
    sat.hand_in()
    return address


def queue(nlp: Lecture, who: Member) -> Page:
    return who.learner.get(f"{nlp.address}/grading")


def stages(page: Page) -> str:
    """The words about the answers that two people mark."""
    found = re.search(r'<p class="quiet" id="stages">(.*?)</p>', page.html, re.DOTALL)
    assert found
    return found[1]


def give(nlp: Lecture, who: Member, ticks: int, points: str = "", said: str = "") -> Page:
    page = queue(nlp, who)
    form: dict[str, str | list[str]] = {"line": rubric(page)[:ticks], "points": points, "said": said}
    return who.learner.send(f"{nlp.address}/grading/answers/{response(page)}", form)


@on_both
def test_two_who_give_the_same_points_settle_it(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    page = give(nlp, nlp.instructor, 2, said="The consequence is missing.")
    assert "Your marks are saved." in page.text
    assert total(nlp) == "0.00"
    page = queue(nlp, kim)
    assert ANSWER in page.text
    assert "consequence is missing" not in page.text
    assert "Prof. Lin" not in page.html.partition('id="main"')[2]
    assert not any(page.boxes["line"].values())
    page = give(nlp, kim, 2)
    assert "The points are given." in page.text
    assert total(nlp) == "2.00"
    with app.state.database.read() as connection:
        (change,) = connection.execute(select(mark_changes)).all()
        assert len(connection.execute(select(markings)).all()) == 2
    assert change.reason == "The consequence is missing."
    assert len(change.after["verdict"]["ticked"]) == 2


@on_both
def test_where_they_differ_one_of_them_settles_it_with_a_word(
    app: FastAPI, nlp: Lecture, kim: Member
) -> None:
    handed_in(app, nlp)
    give(nlp, nlp.instructor, 3, said="All there.")
    give(nlp, kim, 1, said="Only the first.")
    assert total(nlp) == "0.00"
    for who in (nlp.instructor, kim):
        page = queue(nlp, who)
        assert "To agree on" in page.text
        for said in ("Prof. Lin", "Dr. Kim", "All there.", "Only the first."):
            assert said in page.text
        assert page.text.count("Ticked by Prof. Lin.") == 3
        assert page.text.count("Ticked by Dr. Kim.") == 1
        assert list(page.boxes["line"].values()) == [True, False, False]
    without = give(nlp, kim, 2, "2")
    assert without.status == 422
    assert "Say in a word why" in without.text
    assert without.fields["points"] == "2"
    assert give(nlp, kim, 2, "4", "We spoke.").status == 422
    assert total(nlp) == "0.00"
    give(nlp, kim, 2, "", "We spoke.")
    assert total(nlp) == "2.00"
    assert "No answer waits" in queue(nlp, nlp.instructor).text
    with app.state.database.read() as connection:
        (change,) = connection.execute(select(mark_changes)).all()
    assert (change.person_id, change.reason) == (kim.id, "We spoke.")


def test_nobody_marks_an_answer_twice(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    waiting = response(queue(nlp, nlp.instructor))
    give(nlp, nlp.instructor, 1)
    assert ANSWER not in queue(nlp, nlp.instructor).text
    twice = nlp.instructor.learner.send(
        f"{nlp.address}/grading/answers/{waiting}", {"points": "3", "said": ""}
    )
    assert twice.status == 404
    assert total(nlp) == "0.00"
    with app.state.database.read() as connection:
        assert [row.points for row in connection.execute(select(markings))] == ["1"]


def test_a_third_one_is_neither_asked_nor_told(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    third = colleague(app, nlp, "Dr. Roy")
    waiting = response(queue(nlp, third))
    give(nlp, nlp.instructor, 3)
    give(nlp, kim, 1)
    page = queue(nlp, third)
    assert ANSWER not in page.text
    assert "One has two marks that differ, for its two markers to settle." in page.text
    assert "for you to settle" not in page.text
    send = third.learner.send(f"{nlp.address}/grading/answers/{waiting}", {"points": "3", "said": "Mine."})
    assert send.status == 404
    assert total(nlp) == "0.00"


def test_once_one_of_the_two_has_left_anybody_may_settle_it(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    third = colleague(app, nlp, "Dr. Roy")
    give(nlp, nlp.instructor, 3)
    give(nlp, kim, 1)
    kim.learner.send(f"{nlp.address}/leave", {})
    assert "To agree on" in queue(nlp, third).text
    give(nlp, third, 2, "2", "Looked at both.")
    assert total(nlp) == "2.00"


def test_the_queue_says_how_many_wait_for_whom(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    beside = "Grading queue</a> <b>1</b>"
    assert "One of these waits for your marks." in queue(nlp, nlp.instructor).text
    assert "second marker" not in stages(queue(nlp, nlp.instructor))
    assert beside in nlp.instructor.learner.get(nlp.address).html
    give(nlp, nlp.instructor, 1)
    assert "One has your marks and waits for a second marker." in queue(nlp, nlp.instructor).text
    assert "your marks." not in stages(queue(nlp, nlp.instructor))
    assert "One of these waits for your marks." in queue(nlp, kim).text
    assert "has your marks" not in queue(nlp, kim).text
    assert beside not in nlp.instructor.learner.get(nlp.address).html
    assert beside in kim.learner.get(nlp.address).html
    give(nlp, kim, 2)
    assert "One has two marks that differ, for you to settle." in queue(nlp, nlp.instructor).text


def test_with_one_marker_it_is_as_ever(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp, markers="1")
    assert "Two instructors" not in queue(nlp, kim).text
    give(nlp, kim, 2)
    assert total(nlp) == "2.00"


def test_a_sheet_gives_no_way_around_the_second_marker(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    with app.state.database.read() as connection:
        name = connection.execute(select(attempts.c.name)).scalar_one()
    sheet = f"{nlp.address}/sheets/{name}"
    give(nlp, nlp.instructor, 3, said="Not for Kim.")
    page = kim.learner.get(sheet)
    assert "1 of 2 have marked it." in page.text
    assert "Not for Kim." not in page.text
    assert "Give other points" not in page.text
    around = kim.learner.send(f"{sheet}/answer", {"points": "0", "why": "Mine."})
    assert around.status == 409
    assert total(nlp) == "0.00"
    give(nlp, kim, 3)
    seen = kim.learner.get(sheet).text
    assert "Marked by two: Prof. Lin: 3" in seen
    assert kim.learner.send(f"{sheet}/answer", {"points": "2", "why": "Read again."}).status == 200
    assert total(nlp) == "2.00"


def test_a_course_with_one_instructor_says_so_and_lets_one_mark_count(app: FastAPI, nlp: Lecture) -> None:
    handed_in(app, nlp)
    assert "you are the only one of this course" in queue(nlp, nlp.instructor).text
    page = give(nlp, nlp.instructor, 2, said="Fine.")
    assert "Let my marks count alone" in page.text
    assert total(nlp) == "0.00"
    nlp.instructor.learner.send(f"{nlp.address}/grading/alone", {})
    assert total(nlp) == "2.00"
    with app.state.database.read() as connection:
        (change,) = connection.execute(select(mark_changes)).all()
    assert change.reason == "Fine."


def test_where_there_is_a_second_one_no_mark_counts_alone(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    give(nlp, nlp.instructor, 2)
    assert "Let my marks count alone" not in queue(nlp, nlp.instructor).text
    assert nlp.instructor.learner.send(f"{nlp.address}/grading/alone", {}).status == 409
    assert total(nlp) == "0.00"


def test_once_one_marker_is_enough_the_mark_of_the_first_counts(
    app: FastAPI, nlp: Lecture, kim: Member
) -> None:
    address = handed_in(app, nlp)
    give(nlp, nlp.instructor, 2)
    rule(nlp, address, markers="1")
    assert results_release.give(app.state.database, app.state.library) == 1
    assert total(nlp) == "2.00"
    assert "No answer waits to be marked." in queue(nlp, kim).text
    assert results_release.give(app.state.database, app.state.library) == 0


def test_what_two_differ_on_is_settled_also_once_one_is_enough(
    app: FastAPI, nlp: Lecture, kim: Member
) -> None:
    address = handed_in(app, nlp)
    give(nlp, nlp.instructor, 2)
    give(nlp, kim, 1)
    rule(nlp, address, markers="1")
    assert results_release.give(app.state.database, app.state.library) == 0
    give(nlp, kim, 3, said="Read again.")
    assert total(nlp) == "3.00"


@on_both
def test_what_is_ticked_from_paper_is_the_mark_of_the_first(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    address = exam(nlp, text_of(EXPLAIN, BANK.questions[of_kind("choice")]), markers="2")
    one, form_at = the_form(app, nlp, address)
    ticks = list(nlp.instructor.learner.get(f"{form_at}/questions/1").boxes["ticked.answer"])
    page = type_in(nlp, form_at, 1, ticked__answer=ticks[:2])
    assert "Waits for a mark." in page.text
    type_in(nlp, form_at, 2, points__answer="1")
    finish(nlp, form_at)
    assert [attempt.earned for attempt in came_of(app, one)] == [0, 1]
    assert "No answer waits to be marked." in queue(nlp, nlp.instructor).text
    page = queue(nlp, kim)
    assert f"On paper: version {one.number}." in page.text
    give(nlp, kim, 2)
    assert [attempt.earned for attempt in came_of(app, one)] == [2, 1]
    assert total(nlp) == "3.00"
    assert made(app)


def test_answers_of_another_course_stay_there(app: FastAPI, nlp: Lecture, kim: Member) -> None:
    handed_in(app, nlp)
    found = re.search(r"/grading/answers/(\d+)", queue(nlp, kim).html)
    assert found
    stranger = member(app, Role.INSTRUCTOR)
    form = {"points": "3", "said": ""}
    assert stranger.learner.send(f"{nlp.address}/grading/answers/{found[1]}", form).status == 404
    assert stranger.learner.send(f"{nlp.address}/grading/alone", {}).status == 404
