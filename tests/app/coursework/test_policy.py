"""The policy of an assignment: several tries with new numbers, late answers, and what students are told of both."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select, update

from app.courses.policy import ONCE
from app.courses.store import assignments
from app.database.connection import Database
from app.database.schema import attempts, members, responses
from tests.app.accounts.members import Member, member
from tests.app.courses.taught_course import (
    FUTURE,
    PAST,
    Lecture,
    assignment,
    begin,
    extend,
    join,
    lecture,
    set_up,
)
from tests.app.coursework.test_gradebook import answer, grid
from tests.app.exams.course_exam import DEFINITION
from tests.app.exams.sitting import of_kind
from tests.app.learner import COSINE, PERPLEXITY, Page, on_both

CHOICE = of_kind("choice")
NOTHING = "–nothing counts"


def set_policy(nlp: Lecture, address: str, **typed: object) -> Page:
    return set_up(nlp.instructor, address, **typed)


def again(one: Member, address: str, question: str = COSINE) -> Page:
    return one.learner.send(f"{address}/begin/{question}", {"again": "true"})


def ago(**since: float) -> str:
    """A due date so long ago, as a browser's field gives it."""
    return (datetime.now(UTC) - timedelta(**since)).strftime("%Y-%m-%dT%H:%M")


def marks(nlp: Lecture) -> list[str]:
    return grid(nlp.instructor.learner.get(f"{nlp.address}/gradebook"))["Ada"]


# Tries


@on_both
@pytest.mark.parametrize(
    ("counting", "counts"), [("best", "2"), ("first", "1"), ("last", "0"), ("mean", "1")]
)
def test_of_several_tries_counts_what_the_policy_says(
    nlp: Lecture, store: Database, counting: str, counts: str
) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    set_policy(nlp, address, tries=3, counting=counting)
    answer(ada, begin(ada, address, COSINE), store, "dot")
    answer(ada, again(ada, address), store, "dot", "norm_u")
    ada.learner.press(again(ada, address), typed={"dot": "-9999"})
    assert marks(nlp) == [counts, counts]
    page = ada.learner.get(address)
    assert f"{counts} of 5 points" in page.text
    assert "try 1: 1 · try 2: 2 · try 3: 0" in page.text


def test_of_several_tries_that_wait_no_more_is_pending_than_one_can_earn(
    nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student
    set_policy(nlp, address, tries=2, results="afterwards")
    for sheet in (begin(ada, address, COSINE), again(ada, address)):
        answer(ada, sheet, store, "dot", "norm_u")
    assert marks(nlp) == ["0 + 2 pending", "0 + 2 pending"]


@on_both
def test_each_try_has_new_numbers_and_begins_once_something_is_answered(
    nlp: Lecture, store: Database
) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    set_policy(nlp, address, tries=2)
    first = begin(ada, address, COSINE)
    assert again(ada, address).address == first.address
    assert "Try again with new numbers" not in first.text
    answered = ada.learner.press(first, typed={"dot": "-9999"})
    assert "Try again with new numbers" in answered.text
    second = again(ada, address)
    assert second.address != first.address
    with store.read() as connection:
        assert len({row.variant["seed"] for row in connection.execute(select(attempts))}) == 2
    assert again(ada, address).address == second.address  # a second click
    ada.learner.press(second, typed={"dot": "-9999"})
    assert again(ada, address).address == second.address  # the last one
    assert begin(ada, address, COSINE).address == second.address
    assert "Try again" not in ada.learner.get(address).text
    set_policy(nlp, address, tries=0)
    assert again(ada, address).address not in (first.address, second.address)


def test_where_nothing_was_said_a_question_is_begun_once(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    sheet = ada.learner.press(begin(ada, address, COSINE), typed={"dot": "-9999"})
    assert "Try again with new numbers" not in sheet.text
    assert again(ada, address).address == sheet.address


def test_a_question_that_is_the_same_for_all_is_begun_once(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, CHOICE), nlp.student
    set_policy(nlp, address, tries=5)
    sheet = begin(ada, address, CHOICE)
    answer(ada, sheet, store, "answer")
    assert again(ada, address, CHOICE).address == sheet.address


def test_nothing_is_begun_again_once_no_answer_counts(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    set_policy(nlp, address, tries=5)
    sheet = ada.learner.press(begin(ada, address, COSINE), typed={"dot": "-9999"})
    set_up(nlp.instructor, address, title="Week 1", due=PAST)
    for place in (address, sheet.address):
        assert "Try again with new numbers" not in ada.learner.get(place).text


def test_students_are_told_what_counts(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE, PERPLEXITY, due=FUTURE), nlp.student.learner
    assert "You may begin each question" not in ada.get(address).text
    set_policy(nlp, address, tries=3, counting="mean", periods=2, percent=10, most_percent=15)
    page = ada.get(address)
    assert "You may begin each question up to 3 times, with new numbers each time." in page.text
    assert "The mean of your sheets with answers counts." in page.text
    until = "Late answers count until 3 Jan 2999, 12:00 UTC and lose 10 % for each day begun."
    assert f"{until} They lose at most 15 %." in page.text
    set_policy(nlp, address, tries=0, period="hour", periods=2, percent=0)
    page = ada.get(address)
    assert "as often as you like" in page.text
    assert "Late answers count in full until 1 Jan 2999, 14:00 UTC." in page.text


# Late answers


@on_both
def test_a_late_answer_loses_what_the_policy_says(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, COSINE, due=ago(hours=1.5)), nlp.student
    set_policy(nlp, address, period="hour", periods=4, percent=10)
    sheet = begin(ada, address, COSINE)
    assert "What you answer now loses 20 % of its points." in sheet.text
    seen = answer(ada, sheet, store, "dot", "norm_u")
    assert "1.6 of the 2 points that you earned here count for the course." in seen.text
    page = nlp.instructor.learner.get(f"{nlp.address}/sheets/{sheet.attempt}")
    assert "1.6 of them count for the course." in page.text
    assert marks(nlp) == ["1.6", "1.6"]
    page = ada.learner.get(address)
    assert "1.6 of 5 points (0.4 do not count)" in page.text
    assert "what you answer loses 20 % of its points" in page.text
    set_policy(nlp, address, period="hour", periods=4, percent=10, most_percent=15)
    assert marks(nlp) == ["1.7", "1.7"]
    set_policy(nlp, address, period="hour", periods=1, percent=10)
    assert marks(nlp) == [NOTHING, "0"]
    set_policy(nlp, address, grace=100)
    assert marks(nlp) == ["2", "2"]


def test_an_extension_moves_the_late_days_too(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, COSINE, due=ago(days=9)), nlp.student
    set_policy(nlp, address, periods=2, percent=25)
    answer(ada, begin(ada, address, COSINE), store, "dot")
    assert marks(nlp) == [NOTHING, "0"]
    extend(nlp, address, ada, ago(hours=30))
    assert marks(nlp) == ["0.5", "0.5"]


def test_an_instructors_mark_counts_less_what_the_answer_lost(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE, due=ago(days=9)), nlp.student
    sheet = ada.learner.press(begin(ada, address, COSINE), typed={"dot": "-9999"})
    give = {"points": "1", "why": "You were ill."}
    nlp.instructor.learner.send(f"{nlp.address}/sheets/{sheet.attempt}/dot", give)
    assert marks(nlp) == ["1", "1"]
    set_policy(nlp, address, periods=2, percent=25)
    assert marks(nlp) == ["0.5", "0.5"]


@on_both
def test_an_answer_in_time_loses_nothing_where_its_student_marks_it_later(
    nlp: Lecture, store: Database
) -> None:
    """The model answer opens when nobody has time left; what students mark beside it would else all be late."""
    address, ada = assignment(nlp, DEFINITION, due=ago(days=3)), nlp.student.learner
    set_policy(nlp, address, periods=2, percent=25)
    sheet = begin(nlp.student, address, DEFINITION)
    solution = ada.press(sheet, "solution", typed={"answer": "It switches units off."})
    with store.write() as connection:
        connection.execute(update(responses).values(at=datetime.now(UTC) - timedelta(days=4)))
    own = list(solution.boxes["line"])
    ada.send(solution.action, {"key": solution.fields["key"], "line": own})
    lin, page = nlp.instructor.learner, nlp.instructor.learner.get(f"{nlp.address}/grading")
    assert "It switches units off." in page.text
    assert "after the due date" not in page.text
    assert "+ 1 pending" in ada.get(f"{nlp.address}/gradebook").text
    lin.send(f"{nlp.address}/sheets/{sheet.attempt}/answer", {"points": "1", "why": "All of it."})
    assert marks(nlp) == ["1", "1"]
    assert "1 / 1" in ada.get(address).text


@on_both
def test_solutions_and_the_grading_queue_wait_for_the_late_ones(app: FastAPI, nlp: Lecture) -> None:
    address, ada = assignment(nlp, DEFINITION, due=ago(hours=5)), nlp.student.learner
    sheet = begin(nlp.student, address, DEFINITION)
    queue = f"{nlp.address}/grading"
    ada.press(sheet, typed={"answer": "It switches units off."})
    assert "It switches units off." in nlp.instructor.learner.get(queue).text
    set_policy(nlp, address, periods=2)
    assert "when nobody in the course has time left for it" in ada.get(sheet.address).text
    assert "It switches units off." not in nlp.instructor.learner.get(queue).text
    ada.press(ada.get(sheet.address), "solution", typed={"answer": "It switches units off."})
    assert "It switches units off." in nlp.instructor.learner.get(queue).text
    assert "of its points count" not in nlp.instructor.learner.get(queue).text
    set_policy(nlp, address, periods=2, percent=25)
    assert "after the due date (75 % of its points count)" in nlp.instructor.learner.get(queue).text
    assert "+ 0.75 pending" in nlp.student.learner.get(f"{nlp.address}/gradebook").text
    set_policy(nlp, address, grace=24 * 60)
    assert "after the due date" not in nlp.instructor.learner.get(queue).text


def test_in_the_minutes_of_grace_nothing_is_late(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, COSINE, due=ago(minutes=5)), nlp.student
    set_policy(nlp, address, grace=60)
    sheet = begin(ada, address, COSINE)
    for page in (sheet, ada.learner.get(address)):
        assert "For some minutes, answers still count in full." in page.text
        assert "does not count" not in page.text
    assert "points that you earned here count" not in answer(ada, sheet, store, "dot").text


@pytest.mark.parametrize(
    ("typed", "says", "later"),
    [
        ({}, False, "does not count for the course."),
        ({"grace": 10}, True, "does not count for the course."),
        ({"grace": 10, "periods": 2, "percent": 20}, True, "loses points."),
        ({"grace": 10, "periods": 2}, False, ""),
    ],
)
def test_minutes_of_grace_are_told_where_they_change_what_counts(
    nlp: Lecture, typed: dict[str, object], says: bool, later: str
) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student.learner
    set_policy(nlp, address, **typed)
    sheet = begin(nlp.student, address, COSINE)
    for page in (ada.get(address), sheet):
        assert ("Answers up to 10 minutes after the due date are on time." in page.text) == says
    assert f"What you answer later {later}".strip() in sheet.text or not later


def test_sheets_beyond_the_tries_that_are_left_go_on_counting(nlp: Lecture, store: Database) -> None:
    address, ada = assignment(nlp, COSINE), nlp.student
    set_policy(nlp, address, tries=2)
    answer(ada, begin(ada, address, COSINE), store, "dot")
    assert "1 more" in ada.learner.get(address).text
    answer(ada, again(ada, address), store, "dot", "norm_u")
    set_policy(nlp, address, tries=1)
    page = ada.learner.get(address)
    assert "Your best sheet counts." in page.text
    assert "they stay the same for you" not in page.text
    assert marks(nlp) == ["2", "2"]


def test_a_late_assignment_is_still_among_what_is_due(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE, due=ago(hours=5)), nlp.student.learner
    assert address not in ada.get("/").html
    set_policy(nlp, address, periods=1)
    assert address in ada.get("/").html


@pytest.mark.parametrize(
    "typed",
    [{"tries": -1}, {"tries": 21}, {"counting": "worst"}, {"periods": 367}, {"percent": 101}, {"grace": "x"}],
)
def test_a_policy_that_no_page_sends_is_refused(
    nlp: Lecture, store: Database, typed: dict[str, object]
) -> None:
    address = assignment(nlp, COSINE)
    assert set_policy(nlp, address, **typed).status in (400, 422)
    with store.read() as connection:
        assert assignments.of_course(connection, 1)[0].policy == ONCE


def test_only_those_who_teach_it_set_a_policy(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    other = lecture(app, "Another")
    for one in (nlp.student, other.instructor, member(app)):
        assert one.learner.send(f"{address}/settings", {"tries": "5"}).status in (403, 404)
    assert "5 times" not in nlp.student.learner.get(address).text


# Extensions for many


@on_both
def test_a_section_gets_a_later_date_and_nobody_an_earlier_one(
    app: FastAPI, nlp: Lecture, store: Database
) -> None:
    address, lin = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner
    bob, kim = (member(app, name=name) for name in ("Bob", "Kim"))
    for one in (bob, kim):
        join(one, nlp.code)
    with store.write() as connection:
        for one, section in ((nlp.student, "Tue"), (bob, "Tue"), (kim, "Wed")):
            mine = members.c.person_id == one.id
            connection.execute(update(members).where(mine).values(section=section))
    extend(nlp, address, bob, "2999-01-05T12:00")
    assert "all of Tue" in lin.get(address).text
    lin.send(f"{address}/extensions", {"student": "section:Tue", "due": "2999-01-03T12:00"})
    page = lin.get(address).text
    assert "all of Tue 2 students 3 Jan 2999, 12:00 UTC" in page
    assert "Bob 5 Jan 2999, 12:00 UTC" in page
    for one, at in ((nlp.student, "3 Jan 2999"), (bob, "5 Jan 2999"), (kim, "1 Jan 2001")):
        assert f"Due {at}, 12:00 UTC" in one.learner.get(address).text
    lin.send(f"{address}/extensions", {"student": "section:Tue", "due": "2999-01-04T12:00"})
    assert "Due 4 Jan 2999, 12:00 UTC" in nlp.student.learner.get(address).text
    assert lin.send(f"{address}/extensions", {"student": "x", "due": FUTURE}).status == 400
    for empty in ({"student": "section:Tue", "due": ""}, {"student": "", "due": FUTURE}):
        refused = lin.send(f"{address}/extensions", empty)
        assert (refused.status, "Nothing was changed." in refused.text) == (422, True)
    lin.send(f"{address}/extensions", {"student": "section:Tue", "remove": "true"})
    assert "4 Jan 2999" not in lin.get(address).text
    assert "Due 5 Jan 2999" in bob.learner.get(address).text
    assert "Due 1 Jan 2001" in nlp.student.learner.get(address).text


def test_where_everybody_has_no_due_date_nobody_has(nlp: Lecture) -> None:
    address = assignment(nlp, COSINE)
    assert extend(nlp, address, nlp.student, FUTURE).status == 422
    assert "Due" not in nlp.student.learner.get(address).text


@on_both
def test_a_date_of_ones_own_goes_with_everybodys_and_comes_back_with_it(nlp: Lecture) -> None:
    """Where an assignment lost its due date, the one student who had more time kept a deadline."""
    address, lin = assignment(nlp, COSINE, due=PAST), nlp.instructor.learner
    extend(nlp, address, nlp.student, "2002-01-01T12:00")
    set_up(nlp.instructor, address, title="Week 1", due="")
    mine = nlp.student.learner.get(address).text
    assert ("no longer counts" in mine, "Due" in mine) == (False, False)
    assert "1 Jan 2002" not in lin.get(address).text
    sheet = nlp.student.learner.press(begin(nlp.student, address, COSINE), typed={"dot": "1"})
    assert "2002" not in sheet.text
    set_up(nlp.instructor, address, title="Week 1", due=PAST)
    assert "Due 1 Jan 2002, 12:00 UTC" in nlp.student.learner.get(address).text


@pytest.mark.parametrize("due", ["9999-12-31T23:59", "1000-01-01T00:00"])
def test_a_year_of_another_age_is_no_date(nlp: Lecture, due: str) -> None:
    address = assignment(nlp, COSINE)
    assert set_up(nlp.instructor, address, title="Week 1", due=due).status == 400
