"""A published question is practised like any other, and what was begun stays on its version."""

from hashlib import sha256

import pytest
from fastapi import FastAPI
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from app.courses.store import courses, staff
from app.database.connection import Database
from app.database.schema import questions
from app.identity.permissions import COOKIE
from app.identity.store.people import Role
from app.questions.library import Library, UnknownQuestion, drafted
from app.questions.store import drafts, versions
from engine import variants
from engine.bank import Bank
from engine.sections import section_order
from tests.app.accounts.members import DOMAIN, Member, cookie, member
from tests.app.api.api_client import program
from tests.app.authoring.sample_question import MENDED, NAME, TEXT, numbers, publish
from tests.app.courses.taught_course import Lecture, assignment, begin, lecture
from tests.app.exams import course_exam
from tests.app.learner import Learner, Page, form_key, key, on_both
from tests.app.paper.paper_marking import text_of


@on_both
def test_a_published_question_is_practised_as_any_other(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    question = publish(app, author.id)
    sheet = learner.open(NAME, level="exam")
    assert "A lamp in watts" in sheet.text
    right = learner.press(sheet, typed=key(variants.draw(question, 7, "exam")))
    assert right.earned == 2
    assert "All of it is right." in right.text
    assert "Energy in watt hours" in learner.get(f"{right.action}/solution").text
    assert "A lamp in watts" in learner.get("/progress").text
    for address in ("/", "/topics", "/grid", "/progress.csv", f"/next?after={NAME}"):
        assert learner.get(address).status == 200, address


@on_both
def test_what_was_begun_stays_on_its_version(app: FastAPI, author: Member, learner: Learner) -> None:
    old = publish(app, author.id)
    begun = learner.press(learner.open(NAME, level="exam"), typed={"energy": "1"})
    publish(app, author.id, MENDED)
    again = learner.press(learner.get(begun.action), typed=key(variants.draw(old, 7, "exam")))
    assert again.rule("energy") == "right"
    assert "A lamp in watts" in again.text
    assert "A lamp in joules" in learner.open(NAME, level="exam").text
    assert "A lamp in joules" in learner.get("/progress").text


def test_a_page_that_was_opened_before_the_new_version_says_so_and_marks_nothing(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    publish(app, author.id)
    sheet = learner.open(NAME, level="exam")
    publish(app, author.id, MENDED)
    page = learner.press(sheet, typed={"energy": "1"})
    assert page.status == 409
    assert "edited since you opened the page" in page.text


def test_a_question_without_a_version_or_archived_is_not_found(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    assert learner.open(NAME, level="exam").status == 404
    publish(app, author.id)
    begun = learner.press(learner.open(NAME, level="exam"), typed={"energy": "1"})
    with app.state.database.write() as connection:
        connection.execute(update(questions).values(archived_at=questions.c.created_at))
    assert learner.open(NAME, level="exam").status == 404
    assert learner.get(begun.action).status == 200
    assert learner.get("/practice/a%00b").status == 404


def listed(learner: Learner, address: str) -> bool:
    return f"/practice/{NAME}" in learner.get(address).links


@on_both
def test_a_question_that_anybody_can_practise_is_found_by_everybody(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    """Its page said so, and nobody found it: topics knew the built-in questions alone."""
    before = learner.get("/study/2.5").text
    assert not listed(learner, "/topics?open=2.5")
    publish(app, author.id)
    publish(app, author.id, MENDED)
    for who in (learner, author.learner):
        for address in ("/topics?open=2.5", "/topics?by=model&open=any", "/topics?q=lamp"):
            assert listed(who, address), address
    assert "A lamp in joules" in learner.get("/topics?q=lamp").text
    page = learner.get("/study/2.5")
    (n, m) = (int(text.partition("Practise: ")[2].split()[0]) for text in (before, page.text))
    assert m == n + 1
    begun = learner.press(learner.open(NAME, level="exam"), typed={"energy": "1"})
    assert begun.status == 200
    assert "A lamp in joules" in learner.get("/").text  # points were lost in it
    student = member(app)
    assert NAME in [one["id"] for one in program(app, student).get("/questions?q=lamp").json()["questions"]]


def test_what_is_archived_or_kept_for_courses_is_in_no_list(
    app: FastAPI, author: Member, learner: Learner
) -> None:
    publish(app, author.id)
    for column, kept, open_again in (
        ("audience", "owner", "everyone"),
        ("archived_at", questions.c.created_at, None),
    ):
        assert listed(learner, "/topics?q=lamp")
        with app.state.database.write() as connection:
            connection.execute(update(questions).values({column: kept}))
        assert not listed(learner, "/topics?q=lamp")
        assert NAME not in app.state.library.everybodys().questions
        with app.state.database.write() as connection:
            connection.execute(update(questions).values({column: open_again}))


def test_what_was_published_stands_behind_the_built_in_questions_of_its_section(
    app: FastAPI, author: Member
) -> None:
    publish(app, author.id)
    every = list(app.state.library.everybodys().questions.values())
    sections = [question.section for question in every]
    assert sections == sorted(sections, key=section_order)
    assert [one.id for one in every if one.section == "2.5"][-1] == NAME


def test_a_study_page_needs_no_database(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("unable to open database file"))

    monkeypatch.setattr("app.questions.store.versions.practised_by", down)
    assert "Practise: " in learner.get("/study/2.5").text


def keep(author: Member, what: str = "audience/owner") -> Page:
    return author.learner.send(f"/author/{NAME}/{what}", {"text": TEXT})


@on_both
def test_what_is_kept_for_courses_is_opened_by_nobody_who_does_not_teach_there(
    app: FastAPI, nlp: Lecture, learner: Learner
) -> None:
    lin, ada = nlp.instructor, nlp.student
    publish(app, lin.id)
    sheet = learner.open(NAME, level="exam")
    page = keep(lin)
    assert "Only exams and assignments of your courses ask it." in page.text
    assert "only in exams and assignments" in lin.learner.get("/author").text
    kim, stranger = (member(app, Role.INSTRUCTOR) for _ in "12")
    lin.learner.send(f"{nlp.address}/staff", {"email": kim.email, "role": "instructor"})
    lecture(app, "Another")
    for who in (learner, ada.learner, stranger.learner):
        refused = who.get(f"/practice/{NAME}")
        assert refused.status == 404
        assert "kept for exams and assignments of a course" in refused.text
    assert learner.press(sheet, typed={"energy": "1"}).status == 404
    for one in (lin, kim):
        assert one.learner.get(f"/practice/{NAME}").status == 200
    answer = {
        "question": NAME,
        "version": app.state.library.newest([NAME])[NAME].version,
        "seed": 7,
        "level": "exam",
    }
    for one, status in ((ada, 404), (stranger, 404), (lin, 200), (kim, 200)):
        asks = program(app, one)
        asks.client.cookies.set(COOKIE, cookie(lin.learner), domain=DOMAIN)  # opens nothing for a program
        assert asks.get(f"/questions/{NAME}").status_code == status
        assert asks.post(f"/questions/{NAME}/variants", {}).status_code == status
        assert asks.post("/marks", answer | {"responses": {"energy": ["1"]}}).status_code == status
    with app.state.database.write() as connection:
        staff.leave(connection, courses.of_person(connection, kim.id)[0].course.id, kim.id)
    assert kim.learner.get(f"/practice/{NAME}").status == 404


def test_one_button_opens_it_for_practice_again(app: FastAPI, owner: Member, learner: Learner) -> None:
    keep(owner)
    assert learner.get(f"/practice/{NAME}").status == 404
    assert "Anybody can practise it." in keep(owner, "audience/everyone").text
    assert learner.get(f"/practice/{NAME}").status == 200


def test_nobody_keeps_or_opens_anothers_question(app: FastAPI, owner: Member, learner: Learner) -> None:
    other = member(app, Role.INSTRUCTOR)
    assert keep(other).status == 404
    assert learner.get(f"/practice/{NAME}").status == 200
    keep(owner)
    assert keep(other, "audience/everyone").status == 404
    assert learner.get(f"/practice/{NAME}").status == 404


def test_exams_and_assignments_ask_what_is_kept_for_courses(app: FastAPI, nlp: Lecture) -> None:
    question = publish(app, nlp.instructor.id)
    keep(nlp.instructor)
    assert begin(nlp.student, assignment(nlp, NAME), NAME).address.startswith("/attempts/")
    address = course_exam.exam(nlp, text_of(question))
    sat = course_exam.sit(app, nlp.student, address)
    assert [one.question for one in sat.drawn()] == [NAME]
    sat.hand_in()
    nlp.instructor.learner.send(f"{address}/release", {"do": "release"})
    nlp.instructor.learner.send(f"{address}/archive", {})
    review = sat.get("/review")
    assert "Energy in watt hours" in review.text
    assert nlp.student.learner.get(f"/practice/{NAME}").status == 404
    again = {"key": form_key()}
    assert sat.learner.send(f"{sat.address}/again", again).status == 404
    keep(nlp.instructor, "audience/everyone")
    assert sat.learner.send(f"{sat.address}/again", again).status == 200


def test_a_version_is_read_once(app: FastAPI, author: Member) -> None:
    publish(app, author.id)
    library = app.state.library
    assert library.find(NAME) is library.find(NAME)
    assert library.begun(NAME, library.find(NAME).version) is library.find(NAME)
    with pytest.raises(UnknownQuestion):
        library.begun(NAME, "no such hash")


def test_nobody_publishes_over_a_built_in_question(app: FastAPI, author: Member, learner: Learner) -> None:
    taken = next(iter(app.state.bank.questions))
    publish(app, author.id, TEXT, taken)
    assert app.state.library.find(taken) is app.state.bank.questions[taken]


def test_a_draft_of_no_section_is_none_and_what_was_published_with_one_stays(
    app: FastAPI, owner: Member
) -> None:
    text = TEXT.replace('section = "2.5"', 'section = "9.9"')
    found = drafted(NAME, text)
    assert isinstance(found, tuple)
    assert [(one.line, one.key) for one in found] == [(3, "section")]
    assert "there is no section 9.9; there are c.1," in found[0].message
    database: Database = app.state.database
    with database.write() as connection:
        draft = drafts.find(connection, owner.id, NAME)
        assert draft
        versions.add(connection, draft.id, text, "0" * 12, {}, owner.id)
    assert Library(Bank(), database).find(NAME).section == "9.9"


def test_what_was_published_with_mathematics_that_cannot_be_set_is_shown_as_it_is_written(
    app: FastAPI, owner: Member, learner: Learner
) -> None:
    text = TEXT.replace("You divided", "You $\\\\foo$ divided").replace('symbol = "E"', "symbol = 'E^2^3'")
    assert isinstance(drafted(NAME, text), tuple)
    database: Database = app.state.database
    with database.write() as connection:
        draft = drafts.find(connection, owner.id, NAME)
        assert draft
        versions.add(connection, draft.id, text, sha256(text.encode()).hexdigest()[:12], {}, owner.id)
    sheet = learner.open(NAME, level="exam")
    assert "E^2^3" in sheet.text
    question = Library(Bank(), database).find(NAME)
    divided = numbers(sheet)[0] / numbers(sheet)[1]
    wrong = learner.press(sheet, typed={"energy": f"{divided:.2f}"})
    assert "divided by the hours" in wrong.text
    assert '<code lang="zxx">\\foo</code>' in wrong.html
    assert question.title in learner.get(f"{wrong.action}/solution").text


@on_both
@pytest.mark.parametrize(("name", "version"), [(NAME, "\0"), ("a\0b", "0" * 12), (NAME, "nothing")])
def test_no_question_has_a_version_of_no_text(
    app: FastAPI, store: Database, owner: Member, name: str, version: str
) -> None:
    with pytest.raises(UnknownQuestion):
        Library(Bank(), store).begun(name, version)
