"""A question that somebody writes is met in exams and assignments alone, until its author opens it for practice."""

import pytest
from fastapi import FastAPI

from app.database.connection import Database
from app.identity.store.people import Role
from app.questions.library import drafted
from app.questions.store import drafts, versions
from engine.questions import Question
from tests.app.accounts.members import Member, member
from tests.app.authoring.proofs.test_checks import MODEL
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.app.courses.taught_course import FUTURE, Lecture, assignment, begin
from tests.app.exams import course_exam
from tests.app.exams.course_exam import DEFINITION
from tests.app.learner import COSINE, Learner, on_both


def release(app: FastAPI, owner: int, name: str) -> str:
    """Publishes the draft as it is."""
    database: Database = app.state.database
    with database.write() as connection:
        draft = drafts.hold(connection, owner, name)
        assert draft is not None
        question = drafted(name, draft.text)
        assert isinstance(question, Question)
        versions.add(connection, draft.id, draft.text, question.version, {}, owner)
    return name


def made(app: FastAPI, lin: Member, how: str) -> str:
    """A new question of theirs, published."""
    if how == "imported":
        page = lin.learner.client.post("/author/imports", files={"file": ("lamp.toml", TEXT.encode())})
        assert page.status_code == 200
    else:
        address, form = {"written": ("", {"kind": "text"}), "copied": ("/copies", {"question": COSINE})}[how]
        assert lin.learner.send(f"/author{address}", form).status == 200
    with app.state.database.read() as connection:
        (one,) = drafts.of_owner(connection, lin.id, "")
    return release(app, lin.id, one.draft.name)


@on_both
@pytest.mark.parametrize("how", ["written", "imported", "copied"])
def test_a_new_question_is_practised_once_its_author_opens_it(
    app: FastAPI, nlp: Lecture, learner: Learner, how: str
) -> None:
    """It was there for everybody the moment it was published."""
    lin = nlp.instructor
    name = made(app, lin, how)
    stranger = member(app, Role.INSTRUCTOR).learner
    for other in (learner, nlp.student.learner, stranger):
        assert other.get(f"/practice/{name}").status == 404
    assert lin.learner.get(f"/practice/{name}").status == 200
    assert "only in exams and assignments" in lin.learner.get("/author").text
    assert begin(nlp.student, assignment(nlp, name, due=FUTURE), name).status == 200
    text = lin.learner.get(f"/author/{name}?view=text").fields["text"]
    assert lin.learner.send(f"/author/{name}/audience/everyone", {"text": text}).status == 200
    assert stranger.get(f"/practice/{name}").status == 200
    closed = how != "made" and "course asks its students" in learner.get(f"/practice/{name}").text
    assert learner.get(f"/practice/{name}").status == (403 if closed else 200)


def test_the_page_of_an_exam_says_what_can_be_practised_before(app: FastAPI, nlp: Lecture) -> None:
    address, lin = course_exam.draft(nlp), nlp.instructor.learner
    page = lin.get(f"{address}?view=text")
    assert "Students can practise 2 of the questions that it may ask." in page.text
    assert (
        "1 of them is the same for everybody, so its answer can be known beforehand: A common regulariser."
        in page.text
    )
    assert f"/practice/{DEFINITION}" in page.links
    assert f"/practice/{COSINE}" not in page.links  # its numbers are drawn
    own = publish(app, nlp.instructor.id).id
    text = course_exam.SMALL.replace(COSINE, own)
    checked = lin.send(f"{address}/check", {"text": text}, htmx=True)
    assert "Students can practise 2 of the questions" in checked.text
    lin.send(f"/author/{own}/audience/owner", {"text": TEXT})
    checked = lin.send(f"{address}/check", {"text": text}, htmx=True)
    assert "Students can practise 1 of the questions" in checked.text
    alone = text[: text.rindex("[[groups]]")].replace("points = 6", "points = 5")
    assert "can practise" not in lin.send(f"{address}/check", {"text": alone}, htmx=True).text


def test_the_page_of_a_question_says_where_students_meet_what_they_can_practise(
    app: FastAPI, nlp: Lecture
) -> None:
    own, lin = publish(app, nlp.instructor.id).id, nlp.instructor.learner
    other = publish(app, nlp.instructor.id, TEXT.replace("A lamp", "An oven"), "an-oven-12").id
    exam = course_exam.exam(nlp, course_exam.SMALL.replace(COSINE, own))
    given = assignment(nlp, own)
    said = "Students can practise it before they meet it here:"
    page = lin.get(f"/author/{own}")
    assert said in page.text
    assert {exam, given} <= set(page.links)
    assert said not in lin.get(f"/author/{other}").text
    assert said not in lin.send(f"/author/{own}/audience/owner", {"text": TEXT}).text
    lin.send(f"/author/{own}/audience/everyone", {"text": TEXT})
    assert lin.send(f"{exam}/archive", {"do": "archive"}).status == 200
    assert exam not in lin.get(f"/author/{own}").links


def test_the_page_of_a_question_names_no_assignment_that_closes_its_practice(
    app: FastAPI, nlp: Lecture
) -> None:
    own, lin = publish(app, nlp.instructor.id, MODEL, "why-scale-1a2b3c").id, nlp.instructor.learner
    given = assignment(nlp, own)
    assert given in lin.get(f"/author/{own}").links
    running = assignment(nlp, own, due=FUTURE)
    links = lin.get(f"/author/{own}").links
    assert given in links
    assert running not in links


def test_the_page_of_an_assignment_names_the_model_answers_that_anybody_can_read(nlp: Lecture) -> None:
    said = "practice of these is closed to everybody but instructors"
    page = nlp.instructor.learner.get(assignment(nlp, DEFINITION, COSINE, due=FUTURE))
    assert said in page.text
    assert "as soon as they hand in" not in page.text
    assert said not in nlp.instructor.learner.get(assignment(nlp, COSINE)).text
    assert said not in nlp.student.learner.get(page.address).text
    assert NAME not in page.html


def test_before_an_assignment_opens_its_page_says_that_the_answers_can_be_known(nlp: Lecture) -> None:
    said, lin = "Until it opens, anybody can practise the questions named next", nlp.instructor.learner
    running = assignment(nlp, DEFINITION, due=FUTURE)
    assert said not in lin.get(running).text
    assert said in lin.send(f"{running}/publish", {"published": "false"}).text
    planned = assignment(nlp, DEFINITION, opens="2998-01-01T12:00", due=FUTURE)
    assert said in lin.get(planned).text
    assert said not in nlp.student.learner.get(planned).text
