"""A campus: one of each role, a course with its people, and something in it for every route."""

import sqlite3
from fractions import Fraction
from functools import cached_property

from fastapi import FastAPI
from sqlalchemy import select

from app.courses.store import assignments, courses
from app.database.connection import Database
from app.database.schema import metadata
from app.database.schema import sittings as drawn_forms
from app.exams.store import sittings
from app.grading.store import comments, similarity
from app.identity.store.people import Role
from engine.similarity.comparison import Compared, Pair
from tests.app.accounts.members import PASSWORD, link_to, member
from tests.app.api.api_client import token_of
from tests.app.authoring.sample_question import NAME, TEXT, publish
from tests.app.courses.taught_course import assignment, begin, entry, lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import sit
from tests.app.lab.test_runs import begin as begun_run
from tests.app.learner import COSINE, Form, Learner, Page, form_key, new_learner, read
from tests.engine.submissions import BANK


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
            "figure": "temperature",
            "theme": "light",
            "question": COSINE,
            "name": sheet.attempt,
            "draft": NAME,
            "audience": "courses",
            "family": "cosine_similarity",
            "person": str(self.student),
            "course": self.nlp.name,
            "assignment": work.rpartition("/")[2],
            "member": str(learning),
            "student": str(learning),
            "code": self.nlp.code,
            "number": "1",
            "exam": "full",
            "place": "1",
            "form": "01-001",
            "what": "sheets",
            "invitation": "of-no-platform-at-all",
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
        """The places within the course: a sheet of its student, with an answer that waits and a report, and somebody
        whom the roster expects."""
        ada, explain = self.nlp.student, next(one.id for one in BANK.questions.values() if one.kind == "text")
        begun = assignment(self.nlp, explain, title="Begun")
        sheet = begin(ada, begun, explain)
        ada.learner.press(sheet, "report", typed={}, sentence="Is it?")
        ada.learner.press(sheet, "solution", typed={"answer": "Because it is."})
        queue = self.nlp.instructor.learner.get(f"{self.nlp.address}/grading").html
        response = queue.partition("/grading/answers/")[2].partition('"')[0]
        midterm = course_exam.exam(self.nlp)
        course_exam.begin(ada, midterm)
        with self.database.read() as connection:
            number = max(one.id for one in sittings.running(connection))
        self.nlp.instructor.learner.send(f"{midterm}/papers", {"number": "1"})
        with self.database.write() as connection:
            here = courses.of_person(connection, ada.id)[0].course
            written = comments.add(connection, here.id, explain, "answer", "not said why", Fraction(-1, 2))
            work = begun.rpartition("/")[2]
            asks = assignments.find(connection, here.id, work)
            assert asks
            compared = similarity.begin(connection, asks.id, explain)
            found = Compared(
                compared=2,
                short=0,
                common=(),
                pairs=(Pair(int(response), int(response), 1, 1),),
                median=0,
                high=0,
            )
            similarity.store(connection, compared.id, "", found)
            ((pair, _),) = similarity.pairs(connection, compared.id)
        self.similar = {"question": explain, "work": work, "pair": str(pair)}
        with self.database.read() as connection:
            paper = connection.execute(select(drawn_forms).where(drawn_forms.c.person_id.is_(None))).one()
        self.form["first"] = str(paper.id)
        listed = {"text": "Zoë,zoe@x.org"}
        seen = self.nlp.instructor.learner.send(f"{self.nlp.address}/roster/preview", listed).fields["seen"]
        self.nlp.instructor.learner.send(f"{self.nlp.address}/roster/import", listed | {"seen": seen})
        self.form["joined"] = entry(self.nlp, ada.email).rpartition("/")[2]
        own = {
            "entry": entry(self.nlp, "zoe@x.org").rpartition("/")[2],
            "form": paper.number,
            "name": sheet.attempt,
            "part": "answer",
            "response": response,
            "report": "1",
            "comment": str(written.comment.id),
        }
        return self.places | own | {"exam": midterm.rpartition("/")[2], "number": str(number)}

    @cached_property
    def roles(self) -> dict[str, Learner]:
        """One of each role, the guest and the instructor with what is theirs."""
        others = {role: member(self.app, Role(role)).learner for role in ("student", "administrator")}
        return {"guest": self.guest, "instructor": self.instructor.learner, **others}

    def browser(self, who: str) -> Learner:
        """Another browser of somebody in this role."""
        return new_learner(self.app) if who == "nobody" else self.roles[who].twin()

    def address(self, route: str) -> str:
        """A link in it is made anew: each works once."""
        places = self.in_course if "{course}" in route else self.places
        if "/roster/undo/" in route:
            places = places | {"number": "1"}
        if "/similarity/" in route:
            places = places | self.similar
        if "/sittings/" in route:
            places = places | {"name": self.sat.name}
        if "/lab/runs/" in route:
            places = places | {"name": self.run}
        if "{content}" in route:
            places = places | {"content": "0" * 64, "name": "pairs.csv"}
        if "{token}" in route:
            places = places | {"token": link_to(self.database, self.student).removeprefix("/link/")}
        return route.split()[1].format(**places)

    def ask(self, browser: Learner, route: str, address: str) -> Page:
        """Sends a request of this route, and returns the answer without following it elsewhere."""
        if route.startswith("GET"):
            return browser.get(address, follow=False)
        method = route.split(maxsplit=1)[0]
        if method != "POST":
            return read(browser.client.request(method, address, json={}))
        if address.endswith("/saves"):
            return read(browser.client.post(address, json={"window": "w"}))
        return browser.send(address, self.sent(address), follow=False)

    def sent(self, address: str) -> Form:
        """A form with everything in it that some route asks for."""
        password = {"password": PASSWORD} if address.startswith("/link") else {}
        password |= {"do": "up"} if address.startswith("/courses") else {}
        password |= {"role": "assistant"} if address.endswith("/staff") else {}
        category = {"category": "0", "title": "A", "weight": "1", "drop": "0"}
        password |= {"do": "points"} if "/gradebook/" in address else {}
        password |= {"first": ""} if address.endswith("/copy") else {}
        password |= category if address.endswith("/weights") else {}
        password |= {"do": "ping"} if "/webhooks" in address else {}
        password |= {"steps": "A 50\nB 0", "preset": "german", "passes": "50"} if "/scale" in address else {}
        password |= {"do": "save"} if address.startswith("/sittings") or "/composer" in address else {}
        password |= {"do": address.rpartition("/")[2]} if address.endswith(("/release", "/archive")) else {}
        password |= {"do": "save" if "/questions/" in address else "keep"} if "/papers/" in address else {}
        return {**self.form, "key": form_key(), **password}

    def file(self) -> sqlite3.Connection:
        return sqlite3.connect(str(self.database.url.database))

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        """Everything that is stored."""
        with self.database.read() as connection:
            return {
                name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
                for name, table in metadata.tables.items()
            }
