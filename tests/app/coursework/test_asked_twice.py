"""A question that two assignments ask: what is right in the one is told no sooner than in the other."""

from fastapi import FastAPI

from app.database.connection import Database
from tests.app.accounts.members import member
from tests.app.courses.taught_course import (
    FUTURE,
    Lecture,
    assignment,
    begin,
    extend,
    join,
    lecture,
    set_up,
    total,
)
from tests.app.coursework.test_gradebook import answer
from tests.app.coursework.test_results import CHOICE, ends_now, option, results
from tests.app.coursework.test_withheld import MODEL_ANSWER
from tests.app.exams.course_exam import DEFINITION, SMALL, exam
from tests.app.grading.test_queue import EXPLAIN, give, hand_in, queue, rubric
from tests.app.learner import COSINE, on_both


@on_both
def test_the_marks_of_the_first_wait_for_the_second(app: FastAPI, nlp: Lecture, store: Database) -> None:
    first = assignment(nlp, CHOICE, due=FUTURE)
    assignment(nlp, CHOICE, title="Week 2", due=FUTURE)
    ada, lin = nlp.student.learner, nlp.instructor.learner
    sheet = begin(nlp.student, first, CHOICE)
    ada.press(sheet, typed={"answer": option(sheet, store, True)})
    ends_now(store, first)
    assert results(app) == 0
    page = ada.get(sheet.address)
    assert page.rules == ["saved"]
    assert "you see on 1 Jan 2999, 12:00 UTC, when nobody in the course has time left" in page.text
    assert "is being marked" not in page.text + ada.get(first).text
    said = " ".join(lin.get(first).text.split())
    assert (
        "“Week 2” asks some of these questions, too: what is right there, nobody learns before 1 Jan 2999"
        in said
    )
    assert "The saved answers of one sheet are marked when the results go out." in said
    assert "What another assignment asks, too, stays closed" in said
    ends_now(store)
    assert results(app) == 1
    assert ada.get(sheet.address).rules == ["right"]
    assert "stays closed" not in lin.get(first).text


def test_they_wait_also_where_they_were_released_and_for_as_long_as_anybody_has_time(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    first, second = assignment(nlp, CHOICE), assignment(nlp, CHOICE, title="Week 2", due=FUTURE)
    set_up(nlp.instructor, first, results="released")
    sheet = begin(nlp.student, first, CHOICE)
    nlp.student.learner.press(sheet, typed={"answer": option(sheet, store, True)})
    extend(nlp, second, bob, FUTURE)
    ends_now(store, second)
    nlp.instructor.learner.send(f"{first}/release", {})
    assert results(app) == 0
    assert nlp.student.learner.get(sheet.address).rules == ["saved"]
    extend(nlp, second, bob, "")
    assert results(app) == 1


def test_with_numbers_of_ones_own_the_second_says_nothing_of_the_first(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    first = assignment(nlp, COSINE, due=FUTURE)
    second = assignment(nlp, COSINE, title="Week 2", due=FUTURE)
    for address in (first, second):
        set_up(nlp.instructor, address, results="afterwards")
    answer(nlp.student, begin(nlp.student, first, COSINE), store, "dot")
    ends_now(store, first)
    assert results(app) == 1
    assert "asks some of these questions" not in nlp.instructor.learner.get(first).text


@on_both
def test_a_mark_on_sentences_is_held_until_nobody_can_write_them(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    first, second = assignment(nlp, EXPLAIN, due=FUTURE), assignment(nlp, EXPLAIN, title="Week 2", due=FUTURE)
    sheet = hand_in(nlp.student, first)
    ends_now(store, first)
    page = queue(nlp)
    give(nlp, page, rubric(page), said="The variance grows.")
    assert "The variance grows." not in nlp.student.learner.get(sheet.address.removesuffix("/solution")).text
    assert results(app) == 0
    assert total(nlp) == "0.00"
    ends_now(store, second)
    assert results(app) == 1
    assert total(nlp) == "3.00"


def test_what_is_planned_and_not_open_yet_holds_nothing_up_and_is_named(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    first = assignment(nlp, CHOICE, COSINE, due=FUTURE)
    assignment(nlp, COSINE, title="Own numbers", opens=FUTURE)
    said = nlp.instructor.learner.get(first).text
    assert "not open yet: by then" not in said
    assignment(nlp, CHOICE, title="Week 9", opens=FUTURE)
    said = " ".join(nlp.instructor.learner.get(first).text.split())
    assert (
        "“Week 9” asks some of these questions, too, and is not open yet: by then, students may know" in said
    )
    page = nlp.instructor.learner.get(exam(nlp, SMALL.replace("Midterm", "Final")))
    assert "asked by an assignment, too" not in page.text
    assignment(nlp, DEFINITION, title="Week 2")
    page = nlp.instructor.learner.get(exam(nlp))
    assert "1 of the questions that it may ask is asked by an assignment, too" in " ".join(page.text.split())
    assert "(Week 2)" in page.text


@on_both
def test_who_is_in_two_courses_that_ask_it_learns_it_once_the_other_tells_it(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    other, bob = lecture(app, "Logic"), member(app, name="Bob")
    join(bob, nlp.code)
    join(nlp.student, other.code)
    first, second = assignment(nlp, CHOICE, due=FUTURE), assignment(other, CHOICE, due=FUTURE)
    sheets = {one: begin(one, first, CHOICE) for one in (nlp.student, bob)}
    for one, sheet in sheets.items():
        one.learner.press(sheet, typed={"answer": option(sheet, store, True)})
    ends_now(store, first)
    assert results(app) == 1
    assert bob.learner.get(sheets[bob].address).rules == ["right"]
    assert nlp.student.learner.get(sheets[nlp.student].address).rules == ["saved"]
    page = " ".join(nlp.instructor.learner.get(first).text.split())
    assert "One sheet waits for another course, which asks its student the same question at present." in page
    assert "are being marked" not in page
    assert "are marked when the results go out" not in page
    assert "asks some of these questions" not in page  # which other course it is, is not told
    ends_now(store, second)
    assert results(app) == 1
    assert nlp.student.learner.get(sheets[nlp.student].address).rules == ["right"]


def test_what_is_begun_when_it_is_over_in_another_course_is_practice_and_as_closed(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    """Last term's course with its code still lies about: a second account could read the answers there."""
    other = lecture(app, "Last term")
    old = assignment(other, DEFINITION, due=FUTURE)
    typed = {"answer": "It switches units off by chance."}
    mine = begin(other.student, old, DEFINITION)
    other.student.learner.press(mine, "check", typed=typed)
    ends_now(store, old)
    eve = member(app, name="Eve")
    join(eve, other.code)
    late = begin(eve, old, DEFINITION)
    assert MODEL_ANSWER in eve.learner.press(late, "solution", typed=typed).text
    asked = assignment(nlp, DEFINITION, due=FUTURE)
    for place in (late.address, f"{late.address}/solution"):
        page = eve.learner.get(place)
        assert page.status == 403
        assert MODEL_ANSWER not in page.html
    assert begin(eve, old, DEFINITION).status == 403
    ada = other.student.learner  # who began in time
    assert MODEL_ANSWER in ada.press(ada.get(mine.address), "solution", typed=typed).text
    ends_now(store, asked)
    assert MODEL_ANSWER in eve.learner.get(f"{late.address}/solution").text
