"""The grading queue: answers in sentences one at a time, by their rubric; reports of keys; names hidden if wished."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database.connection import Database
from app.database.schema import mark_changes, responses
from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import publish
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
    total,
)
from tests.app.learner import COSINE, Learner, Page, on_both
from tests.engine.submissions import BANK

EXPLAIN, OTHER = [q.id for q in BANK.questions.values() if q.kind == "text" and q.points == 3][:2]
ANSWER = "Because each head looks at another part of the sentence."


def hand_in(one: Member, address: str, text: str = ANSWER, question: str = EXPLAIN) -> Page:
    """Answers in sentences and opens the model answer; the student's own marks are not given yet."""
    sheet = begin(one, address, question)
    return one.learner.press(sheet, "solution", typed={"answer": text})


def queue(nlp: Lecture, after: int = 0) -> Page:
    return nlp.instructor.learner.get(f"{nlp.address}/grading?after={after}")


def response(page: Page) -> int:
    found = re.search(r"/grading/answers/(\d+)", page.html)
    assert found, page.text
    return int(found[1])


def rubric(page: Page) -> list[str]:
    return list(page.boxes["line"])


def give(nlp: Lecture, page: Page, lines: list[str], points: str = "", said: str = "") -> Page:
    form: dict[str, str | list[str]] = {"line": lines, "points": points, "said": said}
    return nlp.instructor.learner.send(f"{nlp.address}/grading/answers/{response(page)}", form)


def report(learner: Learner, sheet: Page, sentence: str = "I get 0.5.") -> Page:
    return learner.press(sheet, "report", typed={}, sentence=sentence)


# Answers


@on_both
def test_an_answer_is_marked_by_its_rubric_and_counts(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    sheet = hand_in(nlp.student, address)
    page = queue(nlp)
    assert ANSWER in page.text
    assert "One answer in sentences waits." in page.text
    assert len(rubric(page)) == 3
    give(nlp, page, rubric(page)[:2], said="The consequence is missing.")
    assert total(nlp) == "2.00"
    text = " ".join(nlp.student.learner.get(sheet.address.removesuffix("/solution")).text.split())
    assert "marked by your instructor" in text
    assert "The consequence is missing." in text
    assert "No answer waits to be marked." in queue(nlp).text


FREE = """title = "Why does dropout help?"
kind = "text"
form = "free answer"
section = "2.5"
statement = "Explain in your own words why dropout helps."
answer = "It removes units at random, so that none relies on another one."

[[rubric]]
name = "what"
says = "It removes units."
points = 0.5

[[rubric]]
name = "why"
says = "No unit relies on others."
points = 2.5
"""


def test_each_point_of_a_free_answer_earns_what_it_is_worth(app: FastAPI, nlp: Lecture) -> None:
    assert nlp.instructor.id is not None
    publish(app, nlp.instructor.id, FREE, "dropout-1a2b3c")
    solution = hand_in(nlp.student, assignment(nlp, "dropout-1a2b3c"), question="dropout-1a2b3c")
    nlp.student.learner.send(solution.action, {"line": ["what"], "key": solution.fields["key"]})
    page = queue(nlp)
    assert re.findall(r"It says this \((.*?)\)", page.text) == ["0.5 points", "2.5 points"]
    give(nlp, page, ["why"])
    assert total(nlp) == "2.50"


def test_formulas_of_model_answer_rubric_and_markers_words_are_mathematics(
    app: FastAPI, nlp: Lecture
) -> None:
    assert nlp.instructor.id is not None
    written = FREE.replace("removes units at random", "removes $p n$ units").replace("No unit", "No $h_i$")
    publish(app, nlp.instructor.id, written, "dropout-1a2b3c")
    solution = hand_in(nlp.student, assignment(nlp, "dropout-1a2b3c"), question="dropout-1a2b3c")
    page = queue(nlp)
    give(nlp, page, ["why"], said="You leave out $1-p$, for $2 <b>.")
    told = nlp.student.learner.get(solution.address)
    sheet = nlp.student.learner.get(solution.address.removesuffix("/solution"))
    assert (page.html.count("<math"), told.html.count("<math"), sheet.html.count("<math")) == (2, 2, 2)
    assert "for $2 &lt;b&gt;." in sheet.html


def test_the_students_list_says_what_waits_for_a_mark(nlp: Lecture) -> None:
    address, learner = assignment(nlp, EXPLAIN), nlp.student.learner
    sheet = begin(nlp.student, address, EXPLAIN)
    learner.press(sheet, "check", typed={"answer": ANSWER})
    assert "waits for your instructor" not in learner.get(address).text
    learner.press(sheet, "solution", typed={"answer": ANSWER})
    assert "waits for your instructor" in learner.get(address).text
    page = queue(nlp)
    give(nlp, page, rubric(page))
    assert "waits for your instructor" not in learner.get(address).text


def test_other_points_than_the_ticked_ones_can_be_given(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = queue(nlp)
    give(nlp, page, rubric(page), points="1,5")
    assert total(nlp) == "1.50"


@pytest.mark.parametrize("points", ["4", "-1", "many", "1e0", "3/0", "٣", "1.555", "0x1"])
def test_only_points_of_the_question_are_taken(app: FastAPI, nlp: Lecture, points: str) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = give(nlp, queue(nlp), [], points, "Hm.")
    assert page.status == 422
    assert "between 0 and 3" in page.text
    assert page.fields["said"] == "Hm."
    assert ANSWER in queue(nlp).text
    assert total(nlp) == "0.00"


def test_a_space_is_no_number_and_the_ticked_points_are_given(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = queue(nlp)
    assert "No answer waits" in give(nlp, page, rubric(page)[:1], " ").text
    assert total(nlp) == "1.00"


def test_students_own_marks_are_shown_and_replaced(app: FastAPI, nlp: Lecture) -> None:
    solution = hand_in(nlp.student, assignment(nlp, EXPLAIN))
    own = list(solution.boxes["line"])
    nlp.student.learner.send(solution.action, {"key": solution.fields["key"], "line": own})
    assert total(nlp) == "0.00"
    page = queue(nlp)
    assert page.text.count("Ticked by the student.") == 3
    assert not any(page.boxes["line"].values())
    give(nlp, page, rubric(page)[:1])
    assert total(nlp) == "1.00"
    assert nlp.student.learner.get(solution.action.removesuffix("/solution")).earned == 1


def test_an_answer_that_is_only_kept_waits_when_its_time_is_over(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    nlp.student.learner.press(begin(nlp.student, address, EXPLAIN), "check", typed={"answer": ANSWER})
    assert "No answer waits" in queue(nlp).text
    set_up(nlp.instructor, address, title="Week 1", opens="", due=PAST)
    page = queue(nlp)
    assert ANSWER in page.text
    assert "after the due date and after the last moment at which answers count" in page.text
    assert "give its student a later due date" in page.text
    give(nlp, page, rubric(page))
    assert total(nlp) == "0.00"
    extend(nlp, address, nlp.student, FUTURE)
    assert total(nlp) == "3.00"


def test_numbers_that_were_ticked_on_paper_do_not_wait(app: FastAPI, nlp: Lecture) -> None:
    sheet = begin(nlp.student, assignment(nlp, COSINE), COSINE)
    paper = nlp.student.learner.press(sheet, "paper", typed={})
    lines = list(paper.boxes["line"])
    nlp.student.learner.send(paper.action, {"key": paper.fields["key"], "line": lines})
    assert "No answer waits" in queue(nlp).text


def test_they_come_one_at_a_time_and_can_be_skipped(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    bob = member(app, name="Bob")
    join(bob, nlp.code)
    hand_in(nlp.student, address, "Ada's answer.")
    hand_in(bob, address, "Bob's answer.")
    first = queue(nlp)
    assert "Ada's answer." in first.text
    assert "Bob's answer." not in first.text
    second = queue(nlp, response(first))
    assert "Bob's answer." in second.text
    assert "2 of 2" in second.text
    assert "Ada's answer." in queue(nlp, response(second)).text
    following = give(nlp, first, [])
    assert "Bob's answer." in following.text


def shown_first(page: Page) -> str:
    """The text before the marker, which says whose answer to which question it is."""
    return next(text for text in WRITTEN if text in page.text)


WRITTEN = ["Ada on the one.", "Ada on the other.", "Bob on the one.", "Bob on the other."]


@pytest.fixture
def two_questions(app: FastAPI, nlp: Lecture) -> str:
    """The address of an assignment with two questions that two students have answered one after the other."""
    address, bob = assignment(nlp, EXPLAIN, OTHER), member(app, name="Bob")
    join(bob, nlp.code)
    for who, (one, other) in ((nlp.student, WRITTEN[:2]), (bob, WRITTEN[2:])):
        hand_in(who, address, one)
        hand_in(who, address, other, OTHER)
    return address


@on_both
@pytest.mark.usefixtures("two_questions")
def test_all_answers_to_a_question_come_one_after_the_other(app: FastAPI, nlp: Lecture) -> None:
    page, seen = queue(nlp), []
    while "No answer waits" not in page.text:
        seen.append(shown_first(page))
        page = give(nlp, page, [])
    assert seen == ["Ada on the one.", "Bob on the one.", "Ada on the other.", "Bob on the other."]


@pytest.mark.usefixtures("two_questions")
def test_whoever_skips_goes_round_question_by_question(nlp: Lecture) -> None:
    page, seen = queue(nlp), []
    for _ in range(5):
        seen.append(shown_first(page))
        page = queue(nlp, response(page))
    assert seen == [WRITTEN[0], WRITTEN[2], WRITTEN[1], WRITTEN[3], WRITTEN[0]]
    last = queue(nlp, response(queue(nlp, response(queue(nlp, response(queue(nlp)))))))
    assert shown_first(give(nlp, last, [])) == WRITTEN[0], "what was skipped comes round again"


def test_a_wrong_number_leaves_the_same_answer_there(nlp: Lecture, two_questions: str) -> None:
    third = queue(nlp, response(queue(nlp, response(queue(nlp)))))
    again = give(nlp, third, [], "70")
    assert response(again) == response(third)
    assert "3 of 4" in again.text


@on_both
def test_one_keeps_to_one_assignment_while_one_marks(app: FastAPI, nlp: Lecture) -> None:
    first, second = assignment(nlp, EXPLAIN), assignment(nlp, EXPLAIN, title="Week 2")
    bob, lin = member(app, name="Bob"), nlp.instructor.learner
    join(bob, nlp.code)
    hand_in(nlp.student, first, "Of the first week.")
    assert "Week 1 (1)" not in queue(nlp).text, "there is nothing to choose from"
    hand_in(nlp.student, second, "Ada's of the second.")
    hand_in(bob, second, "Bob's of the second.")
    assert "Week 1 (1)" in queue(nlp).text
    of = f"?of={second.rpartition('/')[2]}"
    page = lin.get(next(link for link in queue(nlp).links if link.endswith(of)))
    assert "Ada's of the second." in page.text
    assert "1 of 2" in page.text
    assert "Week 2 (2)" in page.text
    lin.send(f"{nlp.address}/grading/names{of}", {"hide": "true"})
    page = lin.send(f"{nlp.address}/grading/answers/{response(page)}{of}", {"points": "9"})
    assert "Ada's of the second." in page.text
    page = lin.send(f"{nlp.address}/grading/answers/{response(page)}{of}", {"points": "1"})
    assert "Bob's of the second." in page.text
    page = lin.send(f"{nlp.address}/grading/answers/{response(page)}{of}", {"points": "1"})
    assert "No answer waits to be marked." in page.text
    assert "Week 1 (1)" in page.text
    assert "Of the first week." in queue(nlp).text


def test_names_are_hidden_if_wished(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    lin = nlp.instructor.learner
    assert "Ada" in queue(nlp).text
    lin.send(f"{nlp.address}/grading/names", {"hide": "true"})
    page = queue(nlp)
    assert "Ada" not in page.text
    assert ANSWER in page.text
    lin.send(f"{nlp.address}/grading/names", {"hide": "false"})
    assert "Ada" in queue(nlp).text


def test_an_answer_is_marked_once(app: FastAPI, nlp: Lecture, store: Database) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = queue(nlp)
    give(nlp, page, rubric(page))
    late = give(nlp, page, [])
    assert late.status == 404
    assert "Somebody may have marked it just now;" in late.text
    assert total(nlp) == "3.00"
    with store.read() as connection:
        assert len(connection.execute(mark_changes.select()).all()) == 1


def test_a_course_sees_no_other_courses_answers(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Another")
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = queue(nlp)
    assert "No answer waits" in queue(other).text
    assert give(other, page, rubric(page)).status == 404
    assert response(queue(nlp)) == response(page)


def test_practice_of_ones_own_is_nobodys_to_mark(app: FastAPI, nlp: Lecture) -> None:
    learner = nlp.student.learner
    learner.press(learner.open(EXPLAIN), "solution", typed={"answer": ANSWER})
    assert "No answer waits" in queue(nlp).text


def test_who_left_waits_no_more(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    nlp.student.learner.send(f"{nlp.address}/leave", {})
    assert "No answer waits" in queue(nlp).text


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", r"$\href{javascript:alert(1)}{x}$"])
def test_what_was_written_stays_text(app: FastAPI, nlp: Lecture, text: str) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN), text)
    page = queue(nlp)
    assert "<script>alert" not in page.html
    assert 'href="javascript' not in page.html
    give(nlp, page, [], said=text)
    sheet = nlp.student.learner.get(assignment_sheet(nlp))
    assert "<script>alert" not in sheet.html
    assert 'href="javascript' not in sheet.html


def assignment_sheet(nlp: Lecture) -> str:
    """The address of the student's only sheet."""
    course = nlp.student.learner.get(nlp.address)
    work = next(link for link in course.links if "/assignments/" in link)
    return next(link for link in nlp.student.learner.get(work).links if link.startswith("/attempts/"))


# Reports


@on_both
def test_a_report_arrives_with_its_variant_and_is_answered(app: FastAPI, nlp: Lecture) -> None:
    sheet = nlp.student.learner.press(begin(nlp.student, assignment(nlp, COSINE), COSINE), typed={"dot": "1"})
    lin, beside = nlp.instructor.learner, "Grading queue</a> <b>1</b>"
    assert beside not in lin.get(nlp.address).html
    report(nlp.student.learner, sheet)
    page = queue(nlp)
    assert "I get 0.5." in page.text
    assert "We accept" in page.text
    assert f"{nlp.address}/sheets/{sheet.attempt}" in page.links
    assert beside in lin.get(nlp.address).html
    number = re.search(r"/grading/reports/(\d+)", page.html)
    assert number
    page = lin.send(f"{nlp.address}/grading/reports/{number[1]}", {"said": "You are right."})
    assert "The report is answered" in page.text
    assert "I get 0.5." not in queue(nlp).text
    seen = " ".join(nlp.student.learner.get(sheet.action).text.split())
    assert "I get 0.5." in seen
    assert "Answered: You are right." in seen


def test_a_report_of_another_course_or_of_practice_does_not_arrive(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Another")
    learner = nlp.student.learner
    report(learner, learner.press(learner.open(COSINE), typed={"dot": "1"}))
    sheet = learner.press(begin(nlp.student, assignment(nlp, COSINE), COSINE), typed={"dot": "1"})
    report(learner, sheet, "Of the course.")
    assert "I get 0.5." not in queue(nlp).text
    assert "Of the course." in queue(nlp).text
    assert "Of the course." not in queue(other).text
    number = re.search(r"/grading/reports/(\d+)", queue(nlp).html)
    assert number
    refused = other.instructor.learner.send(f"{other.address}/grading/reports/{number[1]}", {"said": "No."})
    assert refused.status == 404
    assert "Of the course." in queue(nlp).text


def test_students_and_other_instructors_have_no_queue(app: FastAPI, nlp: Lecture) -> None:
    assert nlp.student.learner.get(f"{nlp.address}/grading").status == 404
    assert member(app, Role.INSTRUCTOR).learner.get(f"{nlp.address}/grading").status == 404


def test_looking_at_the_queue_stores_nothing(
    app: FastAPI, nlp: Lecture, count: Callable[[], dict[str, int]]
) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    before = count()
    queue(nlp)
    assert count() == before


def test_points_that_were_given_can_be_looked_at_and_changed(app: FastAPI, nlp: Lecture) -> None:
    sheet = hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = give(nlp, queue(nlp), [])
    assert "The points are given." in page.text
    name = sheet.address.removesuffix("/solution").removeprefix("/attempts/")
    assert f"{nlp.address}/sheets/{name}" in page.links
    form = {"points": "2", "why": "Two of the three are there."}
    assert nlp.instructor.learner.send(f"{nlp.address}/sheets/{name}/answer", form).status == 200
    assert total(nlp) == "2.00"


def test_what_was_ticked_and_typed_is_there_after_a_wrong_number(app: FastAPI, nlp: Lecture) -> None:
    hand_in(nlp.student, assignment(nlp, EXPLAIN))
    page = queue(nlp)
    again = give(nlp, page, rubric(page)[:1], "70", "Hm.")
    assert again.fields["points"] == "70"
    assert list(again.boxes["line"].values()) == [True, False, False]


def test_an_answer_is_as_old_as_its_words_not_as_its_students_marks(app: FastAPI, nlp: Lecture) -> None:
    address = assignment(nlp, EXPLAIN)
    solution = hand_in(nlp.student, address)
    set_up(nlp.instructor, address, title="Week 1", opens="", due=PAST)
    with app.state.database.write() as connection:  # written before it was due, marked by its student today
        connection.execute(update(responses).values(at=datetime(2000, 1, 1, tzinfo=UTC)))
    own = list(solution.boxes["line"])
    nlp.student.learner.send(solution.action, {"key": solution.fields["key"], "line": own})
    assert "after the due date" not in queue(nlp).text
