"""A course with an instructor and a student, and what they do in it."""

import re
from dataclasses import dataclass

from fastapi import FastAPI

from app.courses.joining import spaced
from app.courses.store import assignments, courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.identity.store.people import Role
from app.questions.library import Library
from app.web.dependencies import moment
from tests.app.accounts.members import Member, member
from tests.app.learner import Page

FUTURE = "2999-01-01T12:00"
PAST = "2001-01-01T12:00"


@dataclass(frozen=True)
class Lecture:
    """``name`` stands in the course's address; ``code`` lets people in."""

    name: str
    code: str
    instructor: Member
    student: Member

    @property
    def address(self) -> str:
        return f"/courses/{self.name}"


def lecture(app: FastAPI, title: str = "NLP in autumn") -> Lecture:
    """Put into the database as they are."""
    instructor = member(app, Role.INSTRUCTOR, name="Prof. Lin")
    student = member(app, name="Ada")
    database: Database = app.state.database
    with database.write() as connection:
        course = courses.add(connection, title, instructor.id)
        courses.enter(connection, course.id, student.id, CourseRole.STUDENT)
    return Lecture(course.name, spaced(course.code), instructor, student)


def open_course(instructor: Member, title: str) -> Page:
    return instructor.learner.send("/courses", {"title": title})


def code_in(page: Page) -> str:
    """The code on a course's page."""
    found = re.search(r'id="join-code" readonly value="([^"]+)"', page.html)
    assert found
    return found[1]


def assignment(nlp: Lecture, *questions: str, title: str = "Week 1", opens: str = "", due: str = "") -> str:
    """The address of a new, published assignment with these questions, put into the database as it is; dates as a
    browser's field gives them."""
    state = nlp.instructor.learner.client.app.state
    database: Database = state.database
    library: Library = state.library
    with database.write() as connection:
        course = courses.named(connection, nlp.name)
        assert course
        new = assignments.add(connection, course.id, title)
        for question in map(library.assigned, questions):
            assert question
            assignments.assign(connection, new.id, question.id, question.default_level)
        assignments.change(
            connection, new.id, title=title, opens_at=moment(opens), due_at=moment(due),
            solutions_wait=new.solutions_wait, results=new.release.results,
            closes_practice=new.closes_practice, hints=new.hints,
        )  # fmt: skip
    return f"{nlp.address}/assignments/{new.name}"


def set_up(who: Member, address: str, **typed: object) -> Page:
    """The page after the form of the settings was sent, as it stood but for what was typed."""
    form = who.learner.get(f"{address}/settings")
    ticked = {name: value for name, box in form.boxes.items() for value, on in box.items() if on}
    sent = form.fields | ticked | {name: str(value) for name, value in typed.items()}
    return who.learner.send(f"{address}/settings", sent)


def begin(one: Member, address: str, question: str) -> Page:
    """The person's sheet for this question."""
    return one.learner.send(f"{address}/begin/{question}", {})


def join(one: Member, code: str) -> Page:
    """Joins with this code and returns the answer; the person gave no name and is called as their e-mail is."""
    return one.learner.send(f"/join/{code}", {"name": one.email})


def extend(nlp: Lecture, address: str, student: Member, due: str) -> Page:
    """A later due date for one student; "" takes it back."""
    form = {"student": number_of(nlp, student), "due": due} | ({} if due else {"remove": "true"})
    return nlp.instructor.learner.send(f"{address}/extensions", form)


def roster(nlp: Lecture) -> Page:
    """The roster, as the instructor of the course sees it."""
    return nlp.instructor.learner.get(f"{nlp.address}/roster")


def entry(nlp: Lecture, email: str) -> str:
    """The address of the student with this e-mail on the roster."""
    found = re.search(
        rf'/roster/(\d+)">(?:(?!</tr>).)*<td class="email">{re.escape(email)}\b', roster(nlp).html, re.DOTALL
    )
    assert found
    return f"{nlp.address}/roster/{found[1]}"


def number_of(nlp: Lecture, student: Member) -> str:
    """The number on the roster of a student who has the account's e-mail there."""
    return entry(nlp, student.email).rpartition("/")[2]


def withdraw(nlp: Lecture, student: Member) -> Page:
    """Takes a student out of the course."""
    return nlp.instructor.learner.send(f"{entry(nlp, student.email)}/withdraw", {})


def total(nlp: Lecture) -> str:
    """The total of the first student of the course, as the table of marks says it."""
    return nlp.instructor.learner.get(f"{nlp.address}/gradebook.csv").html.splitlines()[2].rpartition(",")[2]
