"""Everything that tells an assignment's answers stays closed until nobody in the course has time left for it."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from fastapi import FastAPI

from app.identity.store import people
from app.identity.store.people import NOBODY, Person
from app.personal_data import remarking
from engine import variants
from tests.app.accounts.members import Member, member
from tests.app.api.api_client import program
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
)
from tests.app.exams import course_exam
from tests.app.exams.course_exam import DEFINITION
from tests.app.exams.sitting import Sat
from tests.app.learner import COSINE, Learner, Page, form_key, new_learner, on_both
from tests.app.personal_data.test_remarking import sheet_of
from tests.engine.submissions import BANK

CHOICE = next(one.id for one in BANK.questions.values() if one.kind == "choice")
WRITTEN = {"answer": "It switches units off by chance."}


def due(nlp: Lecture, address: str, at: str, opens: str = "") -> Page:
    return set_up(nlp.instructor, address, title="Week 1", opens=opens, due=at)


def open_now(nlp: Lecture, address: str, at: str, solutions: str = "open") -> Page:
    return set_up(nlp.instructor, address, title="Week 1", due=at, solutions=solutions)


def who(app: FastAPI, one: Member) -> Person:
    with app.state.database.read() as connection:
        account = people.by_id(connection, one.id)
    assert account is not None
    return account.person


def in_deck(learner: Learner, statement: str) -> bool:
    """Whether a question stands in the deck for Anki."""
    with ZipFile(BytesIO(learner.client.get("/cards/examformer.apkg").content)) as package:
        return statement.strip()[:40].encode() in package.read("collection.anki2")


MODEL_ANSWER = "dropout sets the output of each hidden unit to zero"


@on_both
def test_a_model_answer_opens_after_the_due_date(nlp: Lecture) -> None:
    """One who read it could read it out to all, for all have the same question."""
    address, ada = assignment(nlp, DEFINITION, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, DEFINITION)
    assert "The model answer opens on 1 Jan 2999, 12:00 UTC" in sheet.text
    assert "Compare with the model answer" not in sheet.text
    handed_in = ada.press(sheet, "solution", typed=WRITTEN)
    assert "Your answer is handed in." in handed_in.text
    assert "Compare it with the model answer" not in handed_in.text
    assert handed_in.address == sheet.address
    for place in (sheet.address, f"{sheet.address}/solution", f"{sheet.address}/solution?paper=true"):
        assert MODEL_ANSWER not in ada.get(place).text
    ticks = ada.send(f"{sheet.address}/solution", {"key": form_key(), "line": "random", "sure": "true"})
    assert MODEL_ANSWER not in ticks.text
    assert "It switches units off" in nlp.instructor.learner.get(f"{nlp.address}/grading").text
    due(nlp, address, PAST)
    assert MODEL_ANSWER in ada.get(f"{sheet.address}/solution").text


@on_both
def test_it_opens_after_the_latest_due_date_of_anybody_who_is_still_in_the_course(
    app: FastAPI, nlp: Lecture
) -> None:
    address, bob = assignment(nlp, DEFINITION, due=PAST), member(app, name="Bob")
    join(bob, nlp.code)
    sheet = begin(nlp.student, address, DEFINITION)
    extend(nlp, address, bob, FUTURE)
    seen = nlp.student.learner.press(sheet, "solution", typed=WRITTEN)
    assert MODEL_ANSWER not in seen.text
    assert (
        "The model answer opens on 1 Jan 2999, 12:00 UTC, when nobody in the course has time left"
        in seen.text
    )
    bob.learner.send(f"{nlp.address}/leave", {})
    assert MODEL_ANSWER in nlp.student.learner.get(f"{sheet.address}/solution").text


def test_a_worked_solution_stays_closed_where_everybody_has_the_same_question(nlp: Lecture) -> None:
    address, ada = assignment(nlp, CHOICE, COSINE, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, CHOICE)
    assert "What is right, and the worked solution, you see on 1 Jan 2999" in sheet.text
    assert not sheet.button("solution")
    sent = ada.press(sheet, "solution")
    assert f"{sheet.address}/solution" not in sent.links
    assert ada.get(f"{sheet.address}/solution").address == sheet.address


def hints(learner: Learner, sheet: Page) -> str:
    """All hints to the first line of a cosine similarity that can be asked for."""
    while button := next((value for value in sheet.buttons if value.startswith("hint:dot:")), ""):
        sheet = learner.press(sheet, button)
    return sheet.line("dot")


@on_both
def test_a_solution_of_ones_own_numbers_waits_for_the_due_date_unless_the_instructor_opens_it(
    app: FastAPI, nlp: Lecture
) -> None:
    address, ada, bob = assignment(nlp, COSINE, due=FUTURE), nlp.student.learner, member(app, name="Bob")
    sheet = begin(nlp.student, address, COSINE)
    assert "opens on 1 Jan 2999, 12:00 UTC, when nobody in the course has time left for it." in sheet.text
    assert not sheet.button("solution")
    assert ada.press(sheet, "solution").address == sheet.address
    assert ada.get(f"{sheet.address}/solution").address == sheet.address
    assert 'data-kind="value"' not in hints(ada, sheet)
    assert ada.open(COSINE).button("solution")  # practice has other numbers

    open_now(nlp, address, FUTURE)
    assert ada.get(sheet.address).button("solution")
    assert 'data-kind="value"' in hints(ada, ada.get(sheet.address))
    open_now(nlp, address, FUTURE, "wait")
    assert not ada.get(sheet.address).button("solution")
    join(bob, nlp.code)
    extend(nlp, address, bob, FUTURE)
    due(nlp, address, PAST)
    assert not ada.get(sheet.address).button("solution")
    extend(nlp, address, bob, "")
    assert ada.press(sheet, "solution").address == f"{sheet.address}/solution"


def test_without_a_due_date_a_solution_of_ones_own_numbers_waits_for_nothing(nlp: Lecture) -> None:
    sheet = begin(nlp.student, assignment(nlp, COSINE), COSINE)
    assert nlp.student.learner.press(sheet, "solution").address == f"{sheet.address}/solution"


def test_when_solutions_open_is_chosen_and_kept(nlp: Lecture) -> None:
    address, lin = assignment(nlp, COSINE, due=FUTURE), nlp.instructor.learner
    assert '<option value="wait" selected>' in lin.get(f"{address}/settings").html
    chosen = open_now(nlp, address, FUTURE)
    assert '<option value="open" selected>' in chosen.html
    assert '<option value="open" selected>' in due(nlp, address, FUTURE).html
    typed = {"title": "Week 1", "opens": FUTURE, "due": PAST, "solutions": "wait"}
    refused = lin.send(f"{address}/settings", typed)
    assert refused.status == 422
    assert '<option value="wait" selected>' in refused.html
    assert '<option value="open" selected>' in lin.get(f"{address}/settings").html
    assert lin.send(f"{address}/settings", typed | {"solutions": "never"}).status == 422


def test_what_is_the_same_for_all_waits_whatever_is_chosen(nlp: Lecture) -> None:
    address = assignment(nlp, CHOICE, due=FUTURE)
    open_now(nlp, address, FUTURE)
    assert not begin(nlp.student, address, CHOICE).button("solution")


def test_no_hint_shows_a_part_of_what_is_withheld(nlp: Lecture) -> None:
    address, ada = assignment(nlp, DEFINITION, CHOICE, due=FUTURE), nlp.student.learner
    for question in (DEFINITION, CHOICE):
        sheet = begin(nlp.student, address, question)
        assert "Show the answer" not in sheet.text
        assert "one of the points" not in sheet.text
        part = next(iter(BANK.questions[question].parts)).ask
        assert 'data-kind="value"' not in ada.press(sheet, f"hint:{part}:2").html


@on_both
def test_hints_are_taken_as_long_as_the_assignment_lets_them(nlp: Lecture) -> None:
    address, ada = assignment(nlp, COSINE, due=FUTURE), nlp.student.learner
    sheet = begin(nlp.student, address, COSINE)
    assert any(value.startswith("hint:") for value in sheet.buttons)
    without = nlp.instructor.learner.get(f"{address}/settings").fields | {"opens": "", "due": FUTURE}
    saved = nlp.instructor.learner.send(f"{address}/settings", without)
    assert saved.boxes["hints"] == {"true": False}
    assert "There are no hints before a line is answered." in ada.get(address).text
    sheet = ada.get(sheet.address)
    assert not any(value.startswith("hint:") for value in sheet.buttons)
    assert 'class="rung"' not in ada.press(sheet, "hint:dot:0").html
    assert any(value.startswith("hint:") for value in ada.open(COSINE).buttons)  # practice
    answered = ada.press(ada.get(sheet.address), typed={"dot": "1"})
    assert [value for value in answered.buttons if value.startswith("hint:")] == ["hint:dot:0"]
    assert 'class="rung"' in ada.press(answered, "hint:dot:0").html
    set_up(nlp.instructor, address, results="afterwards")
    ada.press(ada.get(sheet.address), typed={"norm_u": "1"})
    assert "hint:norm_u:0" not in ada.get(sheet.address).buttons  # saved, and can be changed


MEAN = """title = "A mean"
kind = "formula"
section = "2.5"
points = 2
statement = "What is the mean of 2, 3, 5 and 7.25?"

[[steps]]
name = "average"
title = "Mean"
value = "4.3125"
places = 4
"""
SUM = MEAN.replace("[[steps]]", "[variables.a]\nvalue = 2.25\n\n[[steps]]").replace('"4.3125"', '"a * 3"')


def test_no_hint_gives_a_number_away_that_all_have(app: FastAPI, nlp: Lecture) -> None:
    """A number that is computed from nothing is its own formula; and what is put into one leaves only the typing."""
    for name, text, value in (("a-mean-1a2b", MEAN, "4.3125"), ("a-sum-1a2b", SUM, "2.25 ")):
        question = publish(app, nlp.instructor.id, text, name)
        sheet = begin(nlp.student, assignment(nlp, name, due=FUTURE), name)
        assert not question.varies
        assert value not in sheet.text
        for rung in range(3):
            assert value not in nlp.student.learner.press(sheet, f"hint:average:{rung}").text


@on_both
def test_who_is_asked_it_by_a_course_cannot_practise_it_until_then(app: FastAPI, nlp: Lecture) -> None:
    ada = nlp.student.learner
    before = ada.press(ada.open(DEFINITION, level="exam"), "solution", typed=WRITTEN)
    assert MODEL_ANSWER in before.text
    address = assignment(nlp, DEFINITION, COSINE, due=FUTURE)
    asks = program(app, nlp.student)
    for place in (f"/practice/{DEFINITION}", before.address, before.address.removesuffix("/solution")):
        page = ada.get(place)
        assert page.status == 403
        assert "An assignment of your course asks this question." in page.text
        assert address in page.links
    assert (
        ada.send(f"/practice/{DEFINITION}", {"key": form_key(), "seed": "0", "do": "solution"}).status == 403
    )
    assert asks.post(f"/questions/{DEFINITION}/variants", {}).status_code == 403
    answer = {
        "question": DEFINITION,
        "version": BANK.questions[DEFINITION].version,
        "seed": 0,
        "level": "exam",
    }
    assert asks.post("/marks", answer | {"responses": {}}).status_code == 403
    assert ada.open(COSINE).status == 200
    assert nlp.instructor.learner.get(f"/practice/{DEFINITION}").status == 200
    guest = new_learner(app)
    page = guest.get(f"/practice/{DEFINITION}")  # it may be a student who has signed out
    assert page.status == 403
    assert "A course asks its students this question at present." in page.text
    assert address not in page.html
    assert guest.open(COSINE).status == 200
    due(nlp, address, PAST)
    assert MODEL_ANSWER in ada.get(before.address).text
    assert ada.get(f"/practice/{DEFINITION}").status == 200


@on_both
def test_it_is_closed_to_everybody_but_instructors_unless_the_assignment_leaves_it_open(
    app: FastAPI, nlp: Lecture
) -> None:
    """Anybody may have a second account, which is in no course."""
    second, lin = member(app), nlp.instructor.learner
    before = second.learner.press(second.learner.open(DEFINITION, level="exam"), "solution", typed=WRITTEN)
    assert MODEL_ANSWER in before.text
    assert in_deck(second.learner, BANK.questions[CHOICE].statement)
    address = assignment(nlp, DEFINITION, CHOICE, COSINE, due=FUTURE)
    assert "practice of these is closed to everybody but instructors" in lin.get(address).text
    asks, library = program(app, second), app.state.library
    for place in (f"/practice/{DEFINITION}", before.address, before.address.removesuffix("/solution")):
        page = second.learner.get(place)
        assert page.status == 403
        assert "It is closed to everybody until nobody there has time left for it." in page.text
        assert address not in page.html
    assert asks.post(f"/questions/{DEFINITION}/variants", {}).status_code == 403
    assert DEFINITION in library.asked_by_courses(who(app, second))
    assert not in_deck(second.learner, BANK.questions[CHOICE].statement)
    assert "It is closed to everybody" in new_learner(app).get(f"/practice/{DEFINITION}").text
    assert second.learner.open(COSINE).status == 200
    assistant = member(app, name="Tom")
    lin.send(f"{nlp.address}/staff", {"email": assistant.email, "role": "assistant"})
    assert assistant.learner.get(f"/practice/{DEFINITION}").status == 200

    left_open = set_up(nlp.instructor, address, title="Week 1", due=FUTURE, practice="closed to students")
    assert '<option value="closed to students" selected>' in left_open.html
    assert "Others can practise them and read their answers" in lin.get(address).text
    assert MODEL_ANSWER in second.learner.get(before.address).text
    assert library.asked_by_courses(who(app, second)) == set()
    assert nlp.student.learner.get(f"/practice/{DEFINITION}").status == 403
    assert "Sign in to practise it" in new_learner(app).get(f"/practice/{DEFINITION}").text

    set_up(nlp.instructor, address, title="Week 1", due=PAST)
    assert second.learner.get(f"/practice/{DEFINITION}").status == 200


def test_a_file_of_answers_that_is_imported_meanwhile_is_no_way_to_have_them_marked(
    app: FastAPI, nlp: Lecture
) -> None:
    sheet = sheet_of(variants.draw(BANK.questions[CHOICE], 5, "exam"))
    library, second = app.state.library, member(app)
    assert not remarking.mark(library, sheet, who(app, second)).as_told
    address = assignment(nlp, CHOICE, due=FUTURE)
    for one in (who(app, nlp.student), who(app, second), NOBODY):
        marked = remarking.mark(library, sheet, one)
        assert marked.as_told
        assert {answer.verdict["rule"] for answer in marked.answers} == {"wrong"}  # as the file tells
    assert not remarking.mark(library, sheet, who(app, nlp.instructor)).as_told
    due(nlp, address, PAST)
    assert not remarking.mark(library, sheet, who(app, nlp.student)).as_told


@on_both
def test_a_release_before_the_end_opens_practice_to_nobody_from_outside(app: FastAPI, nlp: Lecture) -> None:
    """Somebody who still has time left could read it there."""
    address, second = assignment(nlp, DEFINITION, due=PAST), member(app)
    set_up(nlp.instructor, address, results="released")
    extend(nlp, address, nlp.student, FUTURE)
    nlp.instructor.learner.send(f"{address}/release", {})
    for one in (second.learner, new_learner(app), nlp.student.learner):
        assert one.get(f"/practice/{DEFINITION}").status == 403
    assert DEFINITION in app.state.library.asked_by_courses(NOBODY)
    extend(nlp, address, nlp.student, "")
    for one in (second.learner, new_learner(app), nlp.student.learner):
        assert one.get(f"/practice/{DEFINITION}").status == 200


@on_both
def test_what_closes_practice_closes_nothing_that_another_course_asks(app: FastAPI, nlp: Lecture) -> None:
    other = lecture(app, "Logic")
    sheet = begin(other.student, assignment(other, DEFINITION), DEFINITION)
    exam = course_exam.exam(other)
    sat = course_exam.sit(app, other.student, exam)
    sat.hand_in()
    other.instructor.learner.send(f"{exam}/release", {"do": "release"})
    assignment(nlp, DEFINITION, due=FUTURE)
    ada = other.student.learner
    assert ada.get(f"/practice/{DEFINITION}").status == 403
    assert MODEL_ANSWER in ada.press(ada.get(sheet.address), "solution", typed=WRITTEN).text
    (answer,) = [one for one in sat.attempts() if one.question == DEFINITION]
    assert ada.get(f"/attempts/{answer.name}/solution").status == 200
    assert sat.get("/key.pdf").status == 200


@on_both
def test_who_left_the_course_is_not_sent_to_a_page_that_is_closed_to_them(nlp: Lecture) -> None:
    address, ada = assignment(nlp, DEFINITION, due=FUTURE), nlp.student.learner
    ada.send(f"{nlp.address}/leave", {})
    page = ada.get(f"/practice/{DEFINITION}")
    assert page.status == 403
    assert address not in page.html
    assert "/topics" in page.links


@pytest.mark.parametrize("what", ["opens later", "archived", "taken out"])
def test_what_is_not_asked_now_can_be_practised(nlp: Lecture, what: str) -> None:
    address, lin = assignment(nlp, DEFINITION, due=FUTURE), nlp.instructor.learner
    assert nlp.student.learner.get(f"/practice/{DEFINITION}").status == 403
    match what:
        case "opens later":
            due(nlp, address, "2999-02-01T12:00", opens=FUTURE)
        case "archived":
            lin.send(f"{nlp.address}/archive", {})
        case _:
            lin.send(f"{address}/questions/{DEFINITION}", {"do": "remove"})
    assert nlp.student.learner.get(f"/practice/{DEFINITION}").status == 200


def test_without_a_due_date_only_what_nobody_can_practise_is_withheld(app: FastAPI, nlp: Lecture) -> None:
    text = "\n".join(
        (app.state.settings.question_bank / one.subject / f"{one.id}.toml").read_text("utf-8")
        for one in [BANK.questions[DEFINITION]]
    )
    own = publish(app, nlp.instructor.id, text, "my-dropout").id
    lin, ada = nlp.instructor.learner, nlp.student.learner
    lin.send(f"/author/{own}/audience/owner", {"text": text})
    address = assignment(nlp, DEFINITION, own)
    assert "students see the model answer as soon as they hand in" in lin.get(address).text
    public = begin(nlp.student, address, DEFINITION)
    assert MODEL_ANSWER in ada.press(public, "solution", typed=WRITTEN).text
    private = begin(nlp.student, address, own)
    assert "this assignment has no due date" in private.text
    assert MODEL_ANSWER not in ada.press(private, "solution", typed=WRITTEN).text
    assert "Without a due date" in lin.get(address).text


def test_a_mock_exam_tells_nothing_that_a_course_withholds(app: FastAPI, nlp: Lecture) -> None:
    exam = course_exam.exam(nlp)
    sat = course_exam.sit(app, nlp.student, exam)
    sat.hand_in()
    nlp.instructor.learner.send(f"{exam}/release", {"do": "release"})
    before = again(sat)
    assert {one.question for one in before.drawn()} == {DEFINITION, COSINE}
    address = assignment(nlp, DEFINITION, COSINE, due=FUTURE)
    before.hand_in()
    (answer,) = [one for one in before.attempts() if one.question == DEFINITION]
    review = before.get("/review")
    assert f"/attempts/{answer.name}/solution" not in review.links
    assert before.learner.get(f"/attempts/{answer.name}/solution").status == 403
    assert before.get("/key.pdf").status == 403
    after = again(sat)
    assert [one.question for one in after.drawn()] == [COSINE]
    after.hand_in()
    due(nlp, address, PAST)
    assert f"/attempts/{answer.name}/solution" in before.get("/review").links


def again(sat: Sat) -> Sat:
    """The same questions once more, for oneself."""
    return sat.again(sat.learner.send(f"{sat.address}/again", {"key": form_key()}))


def test_what_comes_next_is_nothing_that_a_course_withholds(app: FastAPI, nlp: Lecture) -> None:
    section = BANK.questions[DEFINITION].section
    there = [one for one in BANK.questions.values() if one.section == section and not one.varies]
    address = assignment(nlp)
    nlp.instructor.learner.send(f"{address}/questions", {"section": section})
    due(nlp, address, FUTURE)
    withheld = app.state.library.asked_by_courses(who(app, nlp.student))
    assert DEFINITION in withheld <= {one.id for one in there}
    assert app.state.library.asked_by_courses(who(app, nlp.instructor)) == set()
    for _ in range(20):
        page = nlp.student.learner.get(f"/next?section={section}", follow=False)
        assert page.headers["location"].removeprefix("/practice/") not in withheld
    assert nlp.student.learner.get("/").status == 200


def test_nothing_new_is_written_once_it_is_handed_in(nlp: Lecture) -> None:
    """Text that was typed after the model answer had been read used to go into the grading queue."""
    address, ada = assignment(nlp, DEFINITION), nlp.student.learner
    sheet = begin(nlp.student, address, DEFINITION)
    ada.press(sheet, "solution", typed=WRITTEN)
    late = ada.press(ada.get(sheet.address), typed={"answer": "Copied from the model answer."})
    assert "Copied" not in nlp.instructor.learner.get(f"{nlp.address}/grading").text
    assert "It switches units off" in late.text
