"""Students' sheets before the instructors of their course: read, and given other points with a reason."""

import re
from fractions import Fraction

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.practice.store import attempts, mark_log
from app.web import rendering
from engine.variants import draw
from tests.app.accounts.members import member
from tests.app.authoring.sample_question import MENDED, NAME, publish
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    join,
    lecture,
    set_up,
    total,
)
from tests.app.coursework.test_gradebook import answer
from tests.app.exams import course_exam
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, Page, on_both
from tests.app.paper import paper_marking
from tests.engine.submissions import BANK

CHOICE = "cosine-and-distance-at-length-one"


@pytest.fixture
def sheet(nlp: Lecture) -> Page:
    """Ada's sheet, with one wrong answer on it."""
    return nlp.student.learner.press(
        begin(nlp.student, assignment(nlp, COSINE), COSINE), typed={"dot": "0.01"}
    )


def address(nlp: Lecture, sheet: Page) -> str:
    return f"{nlp.address}/sheets/{sheet.attempt}"


def give(nlp: Lecture, sheet: Page, part: str, points: str, why: str = "Right on paper.") -> Page:
    return nlp.instructor.learner.send(f"{address(nlp, sheet)}/{part}", {"points": points, "why": why})


def test_marks_lead_to_a_students_folder_and_to_each_sheet(nlp: Lecture, sheet: Page) -> None:
    lin = nlp.instructor.learner
    folder = f"{nlp.address}/members/{nlp.student.id}"
    marks = next(one for one in lin.get(f"{nlp.address}/gradebook").links if "/gradebook/" in one)
    assert folder in lin.get(marks).links
    page = lin.get(folder)
    assert "Week 1" in page.text
    assert address(nlp, sheet) in page.links
    seen = lin.get(address(nlp, sheet))
    assert "0.01" in seen.text
    assert "We accept" in seen.text
    assert "Ada" in seen.text
    assert "Names are hidden." not in seen.text
    lin.send(f"{nlp.address}/grading/names", {"hide": "true"})
    hidden = lin.get(address(nlp, sheet))
    assert "Names are hidden." in hidden.text
    assert "Ada" not in hidden.text


@on_both
def test_a_students_folder_says_what_is_saved_and_how_much_counts(nlp: Lecture, store: Database) -> None:
    late = assignment(nlp, COSINE, due=PAST)
    set_up(nlp.instructor, late, periods=0)
    saved = assignment(nlp, COSINE, title="Week 2", due=FUTURE)
    set_up(nlp.instructor, saved, results="afterwards")
    answer(nlp.student, begin(nlp.student, late, COSINE), store, "dot")
    nlp.student.learner.press(begin(nlp.student, saved, COSINE), typed={"dot": "3"})
    page = nlp.instructor.learner.get(f"{nlp.address}/members/{nlp.student.id}")
    assert "1 of 5 points 0 of them count for the course." in page.text
    assert "saved – / 5" in page.text


def test_sentences_are_handed_in_and_not_said_to_be_looked_up(nlp: Lecture) -> None:
    question = of_kind("text")
    week = assignment(nlp, question, due=FUTURE)
    sheet = nlp.student.learner.press(
        begin(nlp.student, week, question), "solution", typed={"answer": "A wide one."}
    )
    seen = nlp.instructor.learner.get(address(nlp, sheet)).text
    assert "handed in" in seen
    assert "Not marked yet." in seen
    assert "solution opened" not in seen
    assert "Compare it with" not in seen


@on_both
def test_other_points_count_and_the_student_reads_why(app: FastAPI, nlp: Lecture, sheet: Page) -> None:
    assert total(nlp) == "0.00"
    give(nlp, sheet, "dot", "0.5", "The signs were right.")
    assert total(nlp) == "0.50"
    page = nlp.student.learner.get(sheet.action)
    text = " ".join(page.text.split())
    assert page.earned is not None
    assert float(page.earned) == 0.5
    assert "0 → 0.5 points" in text
    assert "The signs were right." in text
    assert page.rule("dot") == "instructor-marked"


def test_a_line_that_was_left_empty_can_be_given_points(nlp: Lecture, sheet: Page) -> None:
    give(nlp, sheet, "cosine", "2")
    assert total(nlp) == "2.00"
    assert nlp.student.learner.get(sheet.action).earned == 2


def test_points_can_be_taken_back_and_both_changes_stay_in_the_log(
    nlp: Lecture, sheet: Page, store: Database
) -> None:
    give(nlp, sheet, "dot", "1", "First.")
    give(nlp, sheet, "dot", "0", "It was somebody else's sheet.")
    assert total(nlp) == "0.00"
    with store.read() as connection:
        made = mark_log.of_attempt(connection, attempts.named(connection, sheet.attempt).id)
    assert [one.reason for one in made] == ["First.", "It was somebody else's sheet."]
    assert [one.before.earned for one in made] == [Fraction(0), Fraction(1)]
    assert [one.after.earned for one in made] == [Fraction(1), Fraction(0)]


@pytest.mark.parametrize(
    ("points", "why", "said"),
    [("9", "Why.", "between none and all"), ("", "Why.", "between none and all"), ("1", " ", "Say why")],
)
def test_points_need_a_number_and_a_reason(
    nlp: Lecture, sheet: Page, points: str, why: str, said: str
) -> None:
    page = give(nlp, sheet, "dot", points, why)
    assert page.status == 422
    assert said in page.text
    refused = page.line("dot")
    assert f'value="{points}"' in refused
    assert f">{why}</textarea>" in refused
    assert total(nlp) == "0.00"


def test_later_answers_do_not_change_points_that_were_given(nlp: Lecture, sheet: Page) -> None:
    give(nlp, sheet, "dot", "0.5")
    learner = nlp.student.learner
    learner.press(learner.get(sheet.action), typed={"dot": "0.02"})
    assert total(nlp) == "0.50"


def test_a_regrade_leaves_points_that_were_given_alone(app: FastAPI, nlp: Lecture) -> None:
    publish(app, nlp.instructor.id)
    mine = begin(nlp.student, assignment(nlp, NAME), NAME)
    mine = nlp.student.learner.press(mine, typed={"energy": "0.01"})
    give(nlp, mine, "energy", "1")
    publish(app, nlp.instructor.id, MENDED)
    lin = nlp.instructor.learner
    page = lin.get(f"/author/{NAME}/regrade")
    lin.send(f"/author/{NAME}/regrade", {"token": page.fields["token"], "reason": "Joules.", "best": "false"})
    assert nlp.student.learner.get(mine.action).earned == 1


# Of an exam


def test_a_choice_shows_all_options_which_was_chosen_and_which_is_right(nlp: Lecture) -> None:
    """The options stand with their mathematics, as in the student's review."""
    mine = begin(nlp.student, assignment(nlp, CHOICE), CHOICE)
    variant = draw(BANK.questions[CHOICE], 1, "exam")
    options, right = variant.parameters.to_json()["options"], str(variant.asked[0].key)
    wrong = next(option for option in options if option != right)
    nlp.student.learner.press(mine, typed={"answer": wrong})
    seen = nlp.instructor.learner.get(address(nlp, mine)).line("answer")
    rows = re.findall("<li>(.*?)</li>", seen, re.DOTALL)
    shown = {option: next(row for row in rows if rendering.said(option) in row) for option in options}
    assert len(rows) == len(options) == 4
    assert "<math" in shown[right]
    assert ">right<" in shown[right]
    assert "chosen" not in shown[right]
    assert ">right<" not in shown[wrong]
    assert "chosen" in shown[wrong]


def test_the_sheet_of_an_exam_leads_back_to_its_sitting(app: FastAPI, nlp: Lecture) -> None:
    there = course_exam.exam(nlp)
    sat = course_exam.sit(app, nlp.student, there)
    sat.hand_in()
    page = nlp.instructor.learner.get(f"{nlp.address}/sheets/{sat.attempts()[0].name}")
    assert {there, f"{there}/results", f"{there}/results/{sat.stored.id}"} <= set(page.links)
    assert f"{nlp.address}/gradebook" not in page.links


def test_points_for_what_nobody_typed_of_a_form_say_that_it_is_on_paper(app: FastAPI, nlp: Lecture) -> None:
    there = course_exam.exam(nlp, scores="at once", answers="at once")
    one, form_at = paper_marking.the_form(app, nlp, there)
    paper_marking.type_in(nlp, form_at, 1, points__dot="1")
    paper_marking.finish(nlp, form_at)
    review = nlp.student.learner.get(f"/sittings/{one.name}/review")
    sheet = nlp.instructor.learner.get(f"{nlp.address}/sheets/{paper_marking.came_of(app, one)[0].name}")
    for page in (review, sheet):
        assert f"On paper: version {one.number}." in page.text
        assert "Nothing is written here." not in page.text
    assert form_at in sheet.links
    assert "Ada · on paper" in sheet.text
    assert "1 of 1 point" in review.text


def test_points_that_are_not_those_of_the_rubric_are_given_as_a_whole(app: FastAPI, nlp: Lecture) -> None:
    sat = course_exam.sit(app, nlp.student, course_exam.exam(nlp, scores="at once", answers="at once"))
    sat.type(2, {"answer": ["Units are switched off at random."]})
    sat.hand_in()
    lin = nlp.instructor.learner
    page = lin.get(f"{nlp.address}/grading")
    (answer,) = set(re.findall(r"/grading/answers/\d+", page.html))
    lin.send(f"{nlp.address}{answer}", {"points": "", "line": list(page.boxes["line"]), "said": ""})
    review = sat.get("/review").text
    assert "Points for:" in review
    assert "given as a whole" not in review
    lin.send(f"{nlp.address}/sheets/{sat.attempts()[1].name}/answer", {"points": "0.9", "why": "Almost."})
    review = sat.get("/review").text
    assert "0.9 of 1 point, given as a whole" in review
    assert "Points for:" not in review


def test_sheets_of_others_are_not_found(app: FastAPI, nlp: Lecture, sheet: Page) -> None:
    other = lecture(app, "Another")
    own = nlp.student.learner.press(nlp.student.learner.open(COSINE), typed={"dot": "1"})
    lin = other.instructor.learner
    for place in (
        f"{other.address}/sheets/{sheet.attempt}",
        f"{nlp.address}/sheets/{sheet.attempt}",
        f"{other.address}/members/{nlp.student.id}",
    ):
        assert lin.get(place).status == 404
    assert nlp.instructor.learner.get(f"{nlp.address}/sheets/{own.attempt}").status == 404
    assert (
        lin.send(f"{other.address}/sheets/{sheet.attempt}/dot", {"points": "1", "why": "No."}).status == 404
    )
    assert give(nlp, sheet, "no_such_part", "1").status == 404
    assert total(nlp) == "0.00"


def test_students_see_no_sheets_here(nlp: Lecture, sheet: Page) -> None:
    assert nlp.student.learner.get(address(nlp, sheet)).status == 404
    assert nlp.student.learner.send(f"{address(nlp, sheet)}/dot", {"points": "1", "why": "I."}).status == 404


def test_a_student_without_sheets_has_an_empty_folder(app: FastAPI, nlp: Lecture) -> None:
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    page = nlp.instructor.learner.get(f"{nlp.address}/members/{bob.id}")
    assert "Nothing was begun yet." in page.text
