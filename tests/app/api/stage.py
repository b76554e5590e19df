"""A course with something in it for every route that writes, and programs that ask."""

from fastapi import FastAPI
from httpx2 import Response

from app.identity.store.people import Role
from tests.app.accounts.members import Member, member
from tests.app.api.api_client import Program, program, token_of, writer
from tests.app.api.writes import sent
from tests.app.authoring.sample_question import MENDED, NAME, publish
from tests.app.courses.taught_course import Lecture, assignment, entry, lecture
from tests.app.exams import course_exam


def entry_of(nlp: Lecture, one: Member | None = None) -> int:
    return int(entry(nlp, (one or nlp.student).email).rpartition("/")[2])


class Stage:
    """A course with something in it for every route, and a program of each person."""

    def __init__(self, app: FastAPI) -> None:
        self.nlp, self.other = lecture(app), lecture(app, "Another")
        self.assistant = member(app, Role.INSTRUCTOR)
        hired = {"email": self.assistant.email, "role": "assistant"}
        self.nlp.instructor.learner.send(f"{self.nlp.address}/staff", hired)
        publish(app, self.nlp.instructor.id)
        self.places = {
            "course": self.nlp.name,
            "member": str(self.assistant.id),
            "entry": str(entry_of(self.nlp)),
            "student": str(self.nlp.student.id),
            "assignment": assignment(self.nlp, due="2030-01-01T12:00").rpartition("/")[2],
            "exam": course_exam.draft(self.nlp).rpartition("/")[2],
            "draft": NAME,
            "email": self.assistant.email,
            "number": "1",
            "text": MENDED,
        }
        people = (member(app), member(app, Role.INSTRUCTOR), self.nlp.student, self.nlp.instructor)
        self.people = [program(app), *(writer(app, one) for one in (*people, self.other.instructor))]
        self.reader = Program(program(app).client, token_of(app, self.nlp.instructor.id, label="reads"))

    def ask(self, one: Program, route: str) -> Response:
        method, path = route.split()
        headers = {"If-Match": "*"} if method == "PUT" else {}
        body = sent(route, self.places)
        return one.ask(
            method, path.format(**self.places), headers, **({} if body is None else {"json": body})
        )
