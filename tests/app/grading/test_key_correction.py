"""A question of an exam that was wrong: full points for all who were asked it, with a sentence that they read."""

import re

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.database.schema import mark_changes
from app.identity.store.people import Role
from tests.app.accounts.members import member
from tests.app.analytics.test_exam_results import LAMPS, plain, table
from tests.app.authoring import sample_question
from tests.app.courses.taught_course import Lecture, join
from tests.app.exams import course_exam
from tests.app.exams.exam_in_progress import Hall, hall
from tests.app.exams.sitting import Sat
from tests.app.grading.test_double_marking import ANSWER, EXPLAIN
from tests.app.learner import COSINE, PERPLEXITY, Page, key, on_both

WHY = "The text did not say which base."
FULL = f"/results/questions/{COSINE}/full-points"


@pytest.fixture
def exam(app: FastAPI, nlp: Lecture) -> Hall:
    """Two questions, of 5 and 3 points."""
    return hall(app, nlp, COSINE, PERPLEXITY)


def ends(sat: Sat, *parts: str) -> Sat:
    """Hands in with the right answers in these parts of the first question, and one word that cannot be read."""
    answers = key(sat.variant(1))
    sat.type(1, {part: answers[part] for part in parts})
    sat.hand_in()
    return sat


def points(exam: Hall) -> dict[str, str]:
    return {who: said.split()[1] for who, said in table(exam.get("/results"), "students").items()}


def give(exam: Hall, why: str = WHY) -> Page:
    return exam.send(FULL, why=why)


def beside(exam: Hall) -> str:
    """The text beside the question on the page of results."""
    found = re.search(
        rf'<th scope="row">(?:(?!</th>).)*{COSINE}.*?</th>', exam.get("/results").html, re.DOTALL
    )
    assert found
    return plain(found[0])


@on_both
def test_everybody_gets_the_points_and_reads_why(exam: Hall) -> None:
    ada, bob, cem = (exam.seat(who) for who in (exam.nlp.student, exam.student("Bob"), exam.student("Cem")))
    ends(ada, "dot", "norm_u")
    ends(bob)  # left everything empty
    ends(cem, "dot", "norm_u", "norm_v", "cosine")
    page = exam.get(FULL)
    assert "Sheets of this exam with the question 3" in plain(page.html)
    assert "Sheets that would get more points 2" in plain(page.html)
    page = give(exam)
    assert "has its full points" in page.text
    assert re.search(rf"Prof. Lin: {re.escape(WHY)} 2 sheets", plain(page.html))
    assert {who: points(exam)[who] for who in ("Ada", "Bob", "Cem")} == {"Ada": "5", "Bob": "5", "Cem": "5"}
    exam.send("/release", do="release")
    for sat, told in ((ada, True), (bob, True), (cem, False)):
        assert (WHY in sat.get("/review").text) == told, "who had them all has no new mark"
    with exam.database.read() as connection:
        changed = connection.execute(select(mark_changes)).all()
    assert [one.reason for one in changed] == [WHY] * 6  # two parts of Ada's, four of Bob's
    assert "Full points for all" in beside(exam)
    assert beside(exam).endswith("given")


def test_looking_at_it_gives_nothing_and_nothing_is_given_without_a_word(exam: Hall) -> None:
    ends(exam.seat(exam.nlp.student), "dot")
    assert exam.get(FULL).status == 200
    page = give(exam, "  ")
    assert page.status == 422
    assert "Say why, in a sentence" in page.text
    assert points(exam)["Ada"] == "1"
    assert "given" not in beside(exam)


@on_both
def test_who_ends_later_is_told_of_and_gets_them_by_the_same_button(exam: Hall) -> None:
    ends(exam.seat(exam.nlp.student), "dot")
    bob = exam.seat(exam.student("Bob"))
    give(exam)
    assert beside(exam).endswith("given")
    ends(bob, "dot", "norm_u")
    assert points(exam)["Bob"] == "2"
    assert "given; one sheet does not have them yet" in beside(exam)
    page = exam.get(FULL)
    assert "One sheet has ended since the points were given" in page.text
    assert page.fields["why"] == WHY
    give(exam)
    assert points(exam)["Bob"] == "5"
    assert beside(exam).endswith("given")


def test_what_was_marked_otherwise_since_stays(exam: Hall) -> None:
    sat = ends(exam.seat(exam.nlp.student))
    give(exam)
    sheet = f"{exam.nlp.address}/sheets/{sat.attempts()[0].name}"
    exam.nlp.instructor.learner.send(f"{sheet}/dot", {"points": "0", "why": "Copied."})
    assert points(exam)["Ada"] == "4"
    assert beside(exam).endswith("given")
    give(exam, "Once more.")
    assert points(exam)["Ada"] == "4"


def test_an_answer_that_waits_for_a_marker_waits_no_more(app: FastAPI, nlp: Lecture) -> None:
    exam = hall(app, nlp, EXPLAIN.id)
    sat = exam.seat(nlp.student)
    sat.type(1, {"answer": [ANSWER]})
    sat.hand_in()
    marking = next(link for link in exam.get("/results").links if "/grading" in link)
    assert marking.endswith(f"?of={exam.name}")
    assert ANSWER in nlp.instructor.learner.get(marking).text
    exam.send(f"/results/questions/{EXPLAIN.id}/full-points", why=WHY)
    assert "No answer waits" in nlp.instructor.learner.get(marking).text
    assert points(exam)["Ada"] == "3"


@on_both
def test_a_regrade_by_a_new_key_takes_none_of_them_back(app: FastAPI, nlp: Lecture) -> None:
    """Neither from those who were given them, nor from who had them by the key that was wrong."""
    sample_question.publish(app, nlp.instructor.id)
    address, lin = course_exam.exam(nlp, LAMPS), nlp.instructor.learner
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    course_exam.sit(app, nlp.student, address).hand_in()
    sat = course_exam.sit(app, bob, address)
    place = next(n for n in (1, 2) if sat.variant(n).question.id == sample_question.NAME)
    sat.type(place, key(sat.variant(place)))
    sat.hand_in()
    lin.send(f"{address}/results/questions/{sample_question.NAME}/full-points", {"why": WHY})
    sample_question.publish(app, nlp.instructor.id, sample_question.MENDED)
    again = f"/author/{sample_question.NAME}/regrade"
    form = {"token": lin.get(again).fields["token"], "best": "false", "reason": "Kilojoules."}
    lin.send(again, form)
    told = table(lin.get(f"{address}/results"), "students")
    assert {who: told[who].split()[1] for who in ("Ada", "Bob")} == {"Ada": "2", "Bob": "2"}
    assert "have ended since" not in lin.get(f"{address}/results").text


def test_it_is_of_this_exam_alone(app: FastAPI, exam: Hall) -> None:
    other = hall(app, exam.nlp, COSINE)
    here, there = ends(exam.seat(exam.nlp.student)), ends(other.seat(exam.nlp.student))
    give(exam)
    assert sum(one.earned for one in here.attempts()) == 5
    assert sum(one.earned for one in there.attempts()) == 0
    assert "given" not in beside(other)
    nobody_was_asked = f"/results/questions/{EXPLAIN.id}/full-points"
    assert exam.get(nobody_was_asked).status == 404
    assert exam.send(nobody_was_asked, why=WHY).status == 404
    assert exam.get("/results/questions/%00/full-points").status == 404
    kim = member(app, Role.INSTRUCTOR).learner
    assert kim.send(f"{exam.address}{FULL}", {"why": WHY}).status == 404


@on_both
def test_the_results_say_how_many_sheets_an_older_version_marked(app: FastAPI, nlp: Lecture) -> None:
    sample_question.publish(app, nlp.instructor.id)
    address, lin = course_exam.exam(nlp, LAMPS), nlp.instructor.learner
    bob = member(app, name="Bob")
    bob.learner.send(f"/join/{nlp.code}", {})
    ada, late = (course_exam.sit(app, who, address) for who in (nlp.student, bob))
    ada.hand_in()
    older = "marked by an older version"
    assert older not in lin.get(f"{address}/results").text
    sample_question.publish(app, nlp.instructor.id, sample_question.MENDED)
    assert f"one sheet is {older}" in lin.get(f"{address}/results").text
    again = f"/author/{sample_question.NAME}/regrade"
    form = {"token": lin.get(again).fields["token"], "best": "false", "reason": "Kilojoules."}
    lin.send(again, form)
    assert older not in lin.get(f"{address}/results").text
    late.hand_in()  # it was begun with the old key
    assert f"one sheet is {older}" in lin.get(f"{address}/results").text
