"""Every route and what it answers to whom. A new one is missing here until somebody decides who may use it."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import Depends, FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import select
from starlette.routing import Mount

from app.limits import Doorkeeper
from app.store import sittings
from app.store.database import Database
from app.store.people import NOBODY, Person, Role
from app.store.schema import metadata
from app.store.schema import sittings as drawn_forms
from app.visitors import Needs, RoleNeeded
from tests.app import course_exam
from tests.app.entrance import PASSWORD, link_to, member
from tests.app.learner import COSINE, Learner, Page, form_key, new_learner, read
from tests.app.lecture import assignment, begin, lecture
from tests.app.program import patient_site, token_of
from tests.app.sat import sit
from tests.app.test_runs import begin as begun_run
from tests.app.written import NAME, TEXT, publish
from tests.engine.solutions import BANK

WHO = ("nobody", "guest", "student", "instructor", "administrator")
# The attempt is the guest's, who has not seen its solution, and so is the exam that runs, in which notes are allowed,
# and the stopped run of the lab;
# the draft is the instructor's, with its published text; the person is the student; each link is fresh.
ANSWERS = {
    "GET /": "200 200 200 200 200",
    "POST /language": "303 303 303 303 303",
    "GET /topics": "200 200 200 200 200",
    "GET /next": "303 303 303 303 303",
    "GET /grid": "200 200 200 200 200",
    "GET /study": "200 200 200 200 200",
    "GET /study/{section}": "200 200 200 200 200",
    "GET /study/{section}/sheet.pdf": "200 200 200 200 200",
    "GET /glossary": "200 200 200 200 200",
    "GET /glossary/abbreviations": "200 200 200 200 200",
    "GET /glossary/{slug}": "200 200 200 200 200",
    "GET /cards": "303 303 303 303 303",
    "GET /cards/examformer.apkg": "200 200 200 200 200",
    "GET /practice/{question}": "303 303 303 303 303",
    "POST /practice/{question}": "303 303 303 303 303",
    "GET /attempts/{name}": "404 200 404 404 404",
    "POST /attempts/{name}": "404 303 404 404 404",
    "GET /attempts/{name}/solution": "404 303 404 404 404",
    "POST /attempts/{name}/solution": "404 303 404 404 404",
    "GET /exams": "200 200 200 200 200",
    "GET /exams/{exam}": "200 200 200 200 200",
    "POST /exams/{exam}": "303 409 303 303 303",
    "GET /sittings/{name}": "404 200 404 404 404",
    "GET /sittings/{name}/questions": "404 200 404 404 404",
    "GET /sittings/{name}/questions/{place}": "404 200 404 404 404",
    "POST /sittings/{name}/questions/{place}": "404 303 404 404 404",
    "POST /sittings/{name}/saves": "404 200 404 404 404",
    "GET /sittings/{name}/clock": "404 200 404 404 404",
    "POST /sittings/{name}/over": "404 200 404 404 404",
    "POST /sittings/{name}/break": "404 303 404 404 404",
    "POST /sittings/{name}/back": "404 303 404 404 404",
    "GET /sittings/{name}/end": "404 200 404 404 404",
    "POST /sittings/{name}/end": "404 303 404 404 404",
    "GET /sittings/{name}/review": "404 303 404 404 404",  # it has not ended
    "POST /sittings/{name}/review/{place}": "404 303 404 404 404",
    "GET /sittings/{name}/lost": "404 303 404 404 404",
    "POST /sittings/{name}/again": "404 303 404 404 404",
    "GET /sittings/{name}/trail": "404 200 404 404 404",
    "GET /sittings/{name}/sheet.pdf": "404 303 404 404 404",  # it has not ended
    "GET /sittings/{name}/key.pdf": "404 303 404 404 404",
    "GET /lab": "200 200 200 200 200",
    "GET /lab/{demo}": "200 200 200 200 200",
    "GET /lab/{demo}/predictions": "303 303 303 303 303",
    "GET /lab/{demo}/exercise": "303 303 303 303 303",
    "POST /lab/{demo}/predictions": "303 303 303 303 303",
    "POST /lab/{demo}/exercise": "303 303 303 303 303",
    "GET /lab/runs/{name}": "404 200 404 404 404",
    "GET /lab/runs/{name}/events": "404 200 404 404 404",  # of a run that is over: it ends
    "POST /lab/runs/{name}/steer": "404 200 404 404 404",
    "POST /lab/runs/{name}/stop": "404 200 404 404 404",
    "POST /lab/runs/{name}/leave": "404 204 404 404 404",
    "GET /solve": "200 200 200 200 200",
    "GET /solve/{family}": "200 200 200 200 200",
    "GET /progress": "200 200 200 200 200",
    "GET /progress.csv": "200 200 200 200 200",
    "GET /calculator": "200 200 200 200 200",
    "GET /guide": "200 200 200 200 200",
    "GET /guide/interface": "200 200 200 200 200",
    "GET /account": "200 200 200 200 200",
    "POST /account/sign-in": "422 422 422 422 422",
    "POST /account/sign-up": "422 422 422 422 422",
    "POST /account/sign-out": "403 403 303 303 303",
    "POST /account/elsewhere": "403 403 303 303 303",
    "POST /account/openid": "404 404 404 404 404",  # without the settings there is no provider
    "GET /account/openid/back": "404 404 404 404 404",
    "POST /account/openid/password": "404 404 404 404 404",
    "POST /account/name": "403 403 303 303 303",
    "POST /account/password": "403 403 422 422 422",
    "POST /account/tokens": "403 403 200 200 200",
    "POST /account/tokens/{number}/revoke": "403 403 404 404 404",  # somebody else's
    "GET /link/{token}": "200 200 200 200 200",
    "POST /link/{token}": "303 303 303 303 303",
    "GET /author": "403 403 403 200 200",
    "POST /author": "403 403 403 303 303",
    "POST /author/copies": "403 403 403 303 303",
    "GET /author/imports": "403 403 403 200 200",
    "POST /author/imports": "403 403 403 422 422",  # without a file
    "GET /author/questions.zip": "403 403 403 200 200",
    "GET /author/moodle.xml": "403 403 403 422 422",  # without a section
    "GET /author/{draft}": "403 403 403 200 404",
    "GET /author/{draft}/question.toml": "403 403 403 200 404",
    "GET /author/{draft}/moodle.xml": "403 403 403 200 404",
    "GET /author/{draft}/cards.apkg": "403 403 403 200 404",
    "POST /author/{draft}/archive": "403 403 403 303 404",
    "POST /author/{draft}/restore": "403 403 403 303 404",
    "POST /author/{draft}": "403 403 403 303 404",
    "POST /author/{draft}/preview": "403 403 403 200 404",
    "POST /author/{draft}/tests": "403 403 403 303 404",
    "POST /author/{draft}/check": "403 403 403 303 404",
    "POST /author/{draft}/cancel": "403 403 403 303 404",
    "POST /author/{draft}/publish": "403 403 403 409 404",
    "POST /author/{draft}/courses-only": "403 403 403 303 404",
    "POST /author/{draft}/practice": "403 403 403 303 404",
    "GET /author/{draft}/versions": "403 403 403 200 404",
    "POST /author/{draft}/versions": "403 403 403 303 404",
    "GET /author/{draft}/analytics": "403 403 403 200 404",
    "POST /author/{draft}/analytics": "403 403 403 409 404",
    "GET /author/{draft}/regrade": "403 403 403 200 404",
    "POST /author/{draft}/regrade": "403 403 403 422 404",
    "GET /people": "403 403 403 403 200",
    "POST /people/{person}/role": "403 403 403 403 303",
    "POST /people/{person}/accommodation": "403 403 403 403 303",
    "POST /people/{person}/sessions": "403 403 403 403 303",
    "POST /people/{person}/link": "403 403 403 403 200",
    # The course is none of theirs; who is in it, and who is in another one, stand in the next table.
    "GET /courses": "403 403 200 200 200",
    "POST /courses": "403 403 403 422 422",
    "GET /courses/{course}": "403 403 404 404 404",
    "POST /courses/{course}/leave": "403 403 404 404 404",
    "POST /courses/{course}/archive": "403 403 403 404 404",
    "POST /courses/{course}/restore": "403 403 403 404 404",
    "POST /courses/{course}/title": "403 403 403 404 404",
    "POST /courses/{course}/code": "403 403 403 404 404",
    "POST /courses/{course}/instructors": "403 403 403 404 404",
    "POST /courses/{course}/members/{member}/remove": "403 403 403 404 404",
    "POST /courses/{course}/members/{member}/accommodation": "403 403 403 404 404",
    "POST /courses/{course}/exams": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}": "403 403 404 404 404",
    "POST /courses/{course}/exams/{exam}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/check": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/rules": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/publish": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/release": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/archive": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/remove": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/try": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/begin": "403 403 404 404 404",
    "GET /courses/{course}/exams/{exam}/forms": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/forms": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/forms/prints": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/forms/prints/cancel": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/forms/prints/{what}.pdf": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/forms/{form}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/forms/{form}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/forms/{form}/{what}.pdf": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/forms/{form}/questions/{place}": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/forms/{form}/questions/{place}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results.csv": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results/{number}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results/questions/{question}": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/room": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/room/message": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/room/minutes": "403 403 403 404 404",
    "GET /courses/{course}/exams/{exam}/room/{number}/trail": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/room/{number}/minutes": "403 403 403 404 404",
    "POST /courses/{course}/exams/{exam}/room/{number}/end": "403 403 403 404 404",
    "POST /courses/{course}/assignments": "403 403 403 404 404",
    "GET /courses/{course}/assignments/{assignment}": "403 403 404 404 404",
    "POST /courses/{course}/assignments/{assignment}": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/remove": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/questions": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/questions/{question}": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/extensions": "403 403 403 404 404",
    "POST /courses/{course}/assignments/{assignment}/begin/{question}": "403 403 404 404 404",
    "GET /courses/{course}/marks": "403 403 404 404 404",
    "GET /courses/{course}/marks.csv": "403 403 403 404 404",
    "GET /courses/{course}/analytics": "403 403 403 404 404",
    "GET /courses/{course}/analytics.csv": "403 403 403 404 404",
    "GET /courses/{course}/analytics/{question}": "403 403 403 404 404",
    "GET /courses/{course}/members/{member}": "403 403 403 404 404",
    "GET /courses/{course}/sheets/{name}": "403 403 403 404 404",
    "POST /courses/{course}/sheets/{name}/{part}": "403 403 403 404 404",
    "GET /courses/{course}/marking": "403 403 403 404 404",
    "POST /courses/{course}/marking/answers/{response}": "403 403 403 404 404",
    "POST /courses/{course}/marking/names": "403 403 403 404 404",
    "POST /courses/{course}/marking/alone": "403 403 403 404 404",
    "POST /courses/{course}/marking/reports/{report}": "403 403 403 404 404",
    "GET /join": "303 303 303 303 303",
    "GET /join/{code}": "200 200 200 200 200",
    "POST /join/{code}": "403 403 303 303 303",
    "POST /join/{code}/sign-in": "422 422 422 422 422",
    "POST /join/{code}/sign-up": "422 422 422 422 422",
    # No cookie opens these; tests/app/test_api.py asks them with tokens.
    "GET /api/v1/openapi.json": "200 200 200 200 200",
    "GET /api/v1/me": "401 401 401 401 401",
    "GET /api/v1/questions": "401 401 401 401 401",
    "GET /api/v1/questions/{question}": "401 401 401 401 401",
    "POST /api/v1/questions/{question}/variants": "401 401 401 401 401",
    "POST /api/v1/marks": "401 401 401 401 401",
    "GET /api/v1/courses": "401 401 401 401 401",
    "GET /api/v1/courses/{course}": "401 401 401 401 401",
    "GET /api/v1/courses/{course}/grades": "401 401 401 401 401",
}
IN_COURSES = ("its instructor", "its student", "another's instructor", "another's student")
# Asked of one course, the last first: whoever may do nothing comes before something is done. The sheet, the answer
# that waits and the report are its student's; its only instructor cannot leave it.
ANSWERS_IN_COURSES = {
    "GET /courses/{course}": "200 200 404 404",
    "GET /courses/{course}/assignments/{assignment}": "200 200 404 404",
    "GET /courses/{course}/marks": "200 200 404 404",
    "GET /api/v1/courses/{course}": "401 401 401 401",  # no cookie opens it
    "GET /api/v1/courses/{course}/grades": "401 401 401 401",
    "GET /courses/{course}/marks.csv": "200 403 404 403",
    "GET /courses/{course}/analytics": "200 403 404 403",
    "GET /courses/{course}/analytics.csv": "200 403 404 403",
    "GET /courses/{course}/analytics/{question}": "200 403 404 403",
    "POST /courses/{course}/title": "303 403 404 403",
    "POST /courses/{course}/code": "303 403 404 403",
    "POST /courses/{course}/instructors": "422 403 404 403",
    "POST /courses/{course}/assignments": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/remove": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/questions": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/questions/{question}": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/extensions": "303 403 404 403",
    "POST /courses/{course}/assignments/{assignment}/begin/{question}": "303 303 404 404",
    "GET /courses/{course}/members/{member}": "200 403 404 403",
    "GET /courses/{course}/sheets/{name}": "200 403 404 403",
    "POST /courses/{course}/sheets/{name}/{part}": "422 403 404 403",
    "GET /courses/{course}/marking": "200 403 404 403",
    "POST /courses/{course}/marking/answers/{response}": "303 403 404 403",
    "POST /courses/{course}/marking/names": "303 403 404 403",
    "POST /courses/{course}/marking/alone": "303 403 404 403",
    "POST /courses/{course}/marking/reports/{report}": "303 403 404 403",
    "POST /courses/{course}/members/{member}/accommodation": "303 403 404 403",
    "POST /courses/{course}/exams": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}": "200 200 404 404",
    "POST /courses/{course}/exams/{exam}": "409 403 404 403",  # it is published
    "POST /courses/{course}/exams/{exam}/check": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/rules": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/publish": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/release": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/archive": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/remove": "409 403 404 403",
    "POST /courses/{course}/exams/{exam}/try": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/begin": "303 303 404 404",
    "GET /courses/{course}/exams/{exam}/forms": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/forms": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/forms/prints": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/forms/prints/cancel": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/forms/prints/{what}.pdf": "404 403 404 403",  # it is not made
    "GET /courses/{course}/exams/{exam}/forms/{form}": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/forms/{form}": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/forms/{form}/{what}.pdf": "200 403 404 403",
    "GET /courses/{course}/exams/{exam}/forms/{form}/questions/{place}": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/forms/{form}/questions/{place}": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/results": "200 403 404 403",
    "GET /courses/{course}/exams/{exam}/results.csv": "200 403 404 403",
    "GET /courses/{course}/exams/{exam}/results/{number}": "404 403 404 403",  # it runs
    "GET /courses/{course}/exams/{exam}/results/questions/{question}": "404 403 404 403",  # nobody ended
    "GET /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "404 403 404 403",  # nobody ended
    "POST /courses/{course}/exams/{exam}/results/questions/{question}/full-points": "404 403 404 403",
    "GET /courses/{course}/exams/{exam}/room": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/room/message": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/room/minutes": "303 403 404 403",
    "GET /courses/{course}/exams/{exam}/room/{number}/trail": "200 403 404 403",
    "POST /courses/{course}/exams/{exam}/room/{number}/minutes": "303 403 404 403",
    "POST /courses/{course}/exams/{exam}/room/{number}/end": "303 403 404 403",
    "POST /courses/{course}/members/{member}/remove": "303 403 404 403",
    "POST /courses/{course}/leave": "409 303 404 404",
    "POST /courses/{course}/archive": "303 403 404 403",
    "POST /courses/{course}/restore": "303 403 404 403",
}
READING = [route for route in ANSWERS if route.startswith("GET")]
SENDING = [route for route in ANSWERS if route.startswith("POST") and "/api/" not in route]  # by a browser


class Campus:
    """One of each role, each visit from a browser of its own; and something that belongs to the guest."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.database: Database = app.state.database
        self.guest = new_learner(app)
        sheet = self.guest.press(self.guest.open(COSINE), typed={"dot": "1"})
        self.run = begun_run(self.guest).rpartition("/")[2]
        self.guest.client.post(f"/lab/runs/{self.run}/stop")
        self.student = member(app).id
        self.sat = sit(app, COSINE, learner=self.guest, aids=["notes"])
        self.nlp, self.other = lecture(app), lecture(app, "Another")
        work = assignment(self.nlp, COSINE)
        learning = self.nlp.student.id
        self.instructor = member(app, Role.INSTRUCTOR)
        publish(app, self.instructor.id)
        token_of(app, self.student)
        self.places = {
            "section": "2.5",
            "slug": app.state.bank.study.terms[0].slug,
            "demo": "bpe",
            "question": COSINE,
            "name": sheet.attempt,
            "draft": NAME,
            "family": "cosine_similarity",
            "person": str(self.student),
            "course": self.nlp.name,
            "assignment": work.rpartition("/")[2],
            "member": str(learning),
            "code": self.nlp.code,
            "number": "1",
            "exam": "full",
            "place": "1",
            "form": "01-001",
            "what": "sheets",
        }
        self.form = {
            **{name: value for name, value in sheet.fields.items() if not name.startswith("cell.")},
            "do": "check",
            "cell.dot.0": "2",
            "role": "student",
            "name": "Ada",
            "language": "en",
            "days": "30",
            "student": str(learning),
            "question": COSINE,
            "text": TEXT,
            "number": "1",
            "minutes": "10",
            "what": "sheets",
            "predicted": "2",
        }

    @cached_property
    def in_course(self) -> dict[str, str]:
        """The places within the course: a sheet of its student, with an answer that waits and a report."""
        ada, explain = self.nlp.student, next(one.id for one in BANK.questions.values() if one.kind == "text")
        sheet = begin(ada, assignment(self.nlp, explain, title="Begun"), explain)
        ada.learner.press(sheet, "report", typed={}, sentence="Is it?")
        ada.learner.press(sheet, "solution", typed={"answer": "Because it is."})
        queue = self.nlp.instructor.learner.get(f"{self.nlp.address}/marking").html
        response = queue.partition("/marking/answers/")[2].partition('"')[0]
        midterm = course_exam.exam(self.nlp)
        course_exam.begin(ada, midterm)
        with self.database.read() as rows:
            number = max(one.id for one in sittings.running(rows))
        self.nlp.instructor.learner.send(f"{midterm}/forms", {"number": "1"})
        with self.database.read() as rows:
            paper = rows.execute(select(drawn_forms).where(drawn_forms.c.person_id.is_(None))).one()
        self.form["first"] = str(paper.id)
        own = {
            "form": paper.number,
            "name": sheet.attempt,
            "part": "answer",
            "response": response,
            "report": "1",
        }
        return self.places | own | {"exam": midterm.rpartition("/")[2], "number": str(number)}

    def browser(self, who: str) -> Learner:
        if who == "guest":
            return self.guest.twin()
        if who == "instructor":
            return self.instructor.learner.twin()
        return new_learner(self.app) if who == "nobody" else member(self.app, Role(who)).learner

    def address(self, route: str) -> str:
        """A link in it is made anew: each works once."""
        link = link_to(self.database, self.student).removeprefix("/link/")
        places = self.in_course if "{course}" in route else self.places
        if "/sittings/" in route:
            places = places | {"name": self.sat.name}
        if "/lab/runs/" in route:
            places = places | {"name": self.run}
        return route.split()[1].format(**places, token=link)

    def ask(self, browser: Learner, route: str, address: str) -> Page:
        """What is answered, unfollowed; a form has everything in it that some route asks for."""
        if route in READING:
            return browser.get(address, follow=False)
        if address.endswith("/saves"):
            return read(browser.client.post(address, json={"window": "w"}))
        password = {"password": PASSWORD} if address.startswith("/link") else {}
        password |= {"do": "up"} if address.startswith("/courses") else {}
        password |= {"do": "save"} if address.startswith("/sittings") else {}
        password |= {"do": address.rpartition("/")[2]} if address.endswith(("/release", "/archive")) else {}
        password |= {"do": "save" if "/questions/" in address else "keep"} if "/forms/" in address else {}
        return browser.send(address, self.form | {"key": form_key()} | password, follow=False)

    def file(self) -> sqlite3.Connection:
        return sqlite3.connect(str(self.database.url.database))

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        """Everything that is stored."""
        with self.database.read() as rows:
            return {
                name: [tuple(row) for row in rows.execute(select(table).order_by(table.c.id))]
                for name, table in metadata.tables.items()
            }


@pytest.fixture(scope="module")
def still(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campus]:
    """One for all tests in which nothing may be written."""
    app = patient_site(migrated_file, tmp_path_factory.mktemp("still"))
    campus = Campus(app)
    assert campus.in_course  # made now, so that the others find it, too
    yield campus
    app.state.database.close()


@pytest.fixture(scope="module")
def as_it_was(still: Campus) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as kept, closing(still.file()) as file:
        file.backup(kept)
        yield kept


@pytest.fixture
def campus(still: Campus, as_it_was: sqlite3.Connection) -> Iterator[Campus]:
    """The same to write to, which nobody has knocked at: afterwards it is as it was."""
    still.app.state.doorkeeper = Doorkeeper(still.app.state.settings)
    yield still
    with closing(still.file()) as file:
        as_it_was.backup(file)


def test_every_route_stands_in_the_table(app: FastAPI) -> None:
    pages = [route for route in app.routes if not isinstance(route, Mount)]
    found = {f"{method} {one.path}" for one in iter_route_contexts(pages) for method in one.methods or ()}
    assert found == set(ANSWERS)
    assert [route.path for route in app.routes if isinstance(route, Mount)] == ["/static"]


@pytest.mark.parametrize("route", ANSWERS)
def test_each_role_is_answered_as_the_table_says(campus: Campus, route: str) -> None:
    expected = dict(zip(WHO, map(int, ANSWERS[route].split()), strict=True))
    asked = {who: campus.ask(campus.browser(who), route, campus.address(route)) for who in WHO}
    assert {who: page.status for who, page in asked.items()} == expected


def test_every_route_within_a_course_stands_in_its_table() -> None:
    assert set(ANSWERS_IN_COURSES) == {route for route in ANSWERS if "{course}" in route}


@pytest.mark.parametrize("route", ANSWERS_IN_COURSES)
def test_a_course_answers_its_own_people_alone(campus: Campus, route: str) -> None:
    expected = dict(zip(IN_COURSES, map(int, ANSWERS_IN_COURSES[route].split()), strict=True))
    nlp, other = campus.nlp, campus.other
    people = (nlp.instructor, nlp.student, other.instructor, other.student)
    asked = {
        who: campus.ask(one.learner, route, campus.address(route))
        for who, one in reversed(list(zip(IN_COURSES, people, strict=True)))
    }
    assert {who: page.status for who, page in asked.items()} == expected


def test_no_get_writes_anything_for_anybody(campus: Campus) -> None:
    browsers = [campus.browser(who) for who in WHO]
    addresses = [campus.address(route) for route in READING]
    before = campus.rows()
    for browser in browsers:
        for address in addresses:
            browser.get(address)
    assert campus.rows() == before


@pytest.mark.parametrize("route", SENDING)
def test_what_another_site_sends_is_carried_out_for_nobody(still: Campus, route: str) -> None:
    browsers, address = [still.browser(who) for who in WHO], still.address(route)
    before = still.rows()
    for browser in browsers:
        browser.client.headers["Sec-Fetch-Site"] = "cross-site"
        page = still.ask(browser, route, address)
        assert page.status == 403
        assert "did not come from a page of Examformer" in page.text
    assert still.rows() == before


# The role that a page asks for


@pytest.mark.parametrize("needed", list(Role))
@pytest.mark.parametrize("has", list(Role))
def test_a_role_may_what_the_roles_before_it_may(needed: Role, has: Role) -> None:
    person = Person(1, has, "ada@school.example", "Ada")
    order = ["guest", "student", "instructor", "administrator"]
    if order.index(has) >= order.index(needed):
        assert asyncio.run(Needs(needed)(person)) is person
    else:
        with pytest.raises(RoleNeeded) as refused:
            asyncio.run(Needs(needed)(person))
        assert (refused.value.role, refused.value.person) == (needed, person)


def test_nobody_may_what_a_guest_may_and_no_more() -> None:
    assert asyncio.run(Needs(Role.GUEST)(NOBODY)) is NOBODY
    with pytest.raises(RoleNeeded):
        asyncio.run(Needs(Role.STUDENT)(NOBODY))


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("nobody", "You are not signed in."),
        ("guest", "You are not signed in."),
        ("student", "This page is for instructors."),
        ("instructor", ""),
        ("administrator", ""),
    ],
)
def test_a_page_for_instructors_tells_the_others_for_whom_it_is(app: FastAPI, who: str, said: str) -> None:
    campus = Campus(app)

    def teach(person: Annotated[Person, Depends(Needs(Role.INSTRUCTOR))]) -> str:
        return person.role

    app.get("/teach")(teach)
    page = campus.browser(who).get("/teach")
    assert page.status == (403 if said else 200)
    assert said in page.text
    assert ("/account" in page.links) == bool(said)
