"""Every page that there is, in a browser: a campus with something for each route, served, and its people signed in."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from app.authoring.starters import KINDS
from app.clock import Clock
from app.database import migration
from app.identity.permissions import COOKIE
from app.lab.demos import DEMOS
from tests.app.accounts.members import cookie, member
from tests.app.api.api_client import patient_site
from tests.app.courses.taught_course import join
from tests.app.exams import course_exam
from tests.app.exams.sitting import key_on
from tests.app.learner import COSINE, Learner, new_learner
from tests.app.populated_site import Campus
from tests.app.web.test_routes import ANSWERS, ANSWERS_IN_COURSES, IN_COURSES, WHO
from tests.browser.conftest import Desk
from tests.engine.submissions import BANK

FILES = (".pdf", ".csv", ".zip", ".toml", ".xml", ".apkg", ".xlsx", ".ics", ".png", ".json")
NO_PAGES = {
    "GET /glossary/abbreviations": "a part of the calculator's page, fetched by htmx",
    "GET /lab/runs/{name}": "JSON for the page of a run",
    "GET /lab/runs/{name}/events": "a stream",
    "GET /sittings/{name}/clock": "a part of the sitting's page",
    "GET /sittings/{name}/questions": "parts of the sitting's page, fetched by its script",
    "GET /lti/keys": "JSON for platforms",
    "GET /health/live": "a word for proxies",
    "GET /health/ready": "a word for proxies",
}
KINDS_OF_QUESTIONS = {
    question.kind: f"/practice/{question.id}?seed=3" for question in BANK.questions.values()
}
# Pages that the tables of routes do not lead to as they stand there: begun, ended, or of another kind.
STATES = (
    *(f"draft of the kind {kind}" for kind in KINDS),
    *(f"exercise of the kind {kind}" for kind in KINDS_OF_QUESTIONS),
    *(f"demo {demo.name}" for demo in DEMOS),
    "exam of a course as a draft",
    "exam of a course that runs, watched",
    "exam of a course that runs, a history",
    "exam of a course, a student's results",
    "exam of a course, results of a question",
    "exam of a course, full points for all",
    "exam of a course, reviewed",
    "placement that is begun",
    "page that does not exist",
    "page for instructors, asked for by a student",
)


def least(route: str) -> str:
    """The first who may open the page, "" where it is none."""
    file = route.endswith(FILES) or "/api/" in route or route in NO_PAGES
    table, people = (ANSWERS_IN_COURSES, IN_COURSES) if "{course}" in route else (ANSWERS, WHO)
    opened = [who for who, answer in zip(people, table[route].split(), strict=True) if answer == "200"]
    return opened[0] if opened and route.startswith("GET") and not file else ""


def as_student(route: str) -> str:
    return f"{route} as a student"


def of_students(route: str) -> bool:
    """True for a page of a course that its students have, too, in another form."""
    return bool(least(route)) and "{course}" in route and ANSWERS_IN_COURSES[route].split()[1] == "200"


ROUTES = [route for route in ANSWERS if least(route)]
EVERY_PAGE = (*ROUTES, *(as_student(route) for route in ROUTES if of_students(route)), *STATES)


@dataclass(frozen=True)
class Grounds:
    """The campus while it is served: where each page of ``EVERY_PAGE`` is, and in whose browser."""

    site: str
    places: Mapping[str, tuple[str, str]]

    def goto(self, page: Page, name: str) -> None:
        """Opens the page as the first who may."""
        session, address = self.places[name]
        page.context.clear_cookies()
        if session:
            page.context.add_cookies([{"name": COOKIE, "value": session, "url": self.site}])
        page.goto(self.site + address)


def build(folder: Path) -> tuple[Path, dict[str, tuple[str, str]]]:
    """A database with a campus in it, and the session and address of every page there."""
    migration.upgrade(f"sqlite:///{folder / 'migrated.db'}")
    app = patient_site(folder / "migrated.db", folder)
    campus = Campus(app)
    address, places = campus.address, {}

    def stands(name: str, learner: Learner, at: str) -> None:
        places[name] = (cookie(learner), at)

    lin, ada = campus.nlp.instructor.learner, campus.nlp.student.learner
    for route in ROUTES:
        inside = "{course}" in route
        stands(route, lin if inside else campus.browser(least(route)), address(route))
        if of_students(route):
            stands(as_student(route), ada, address(route))

    exam = address("GET /courses/{course}/exams/{exam}")
    number, results = campus.in_course["number"], f"{exam}/results"
    stands("exam of a course, a student's results", lin, f"{results}/{number}")
    stands("exam of a course, results of a question", lin, f"{results}/questions/{COSINE}")
    stands("exam of a course, full points for all", lin, f"{results}/questions/{COSINE}/full-points")
    stands("exam of a course, reviewed", ada, ada.get(exam).address)
    stands("exam of a course as a draft", lin, course_exam.draft(campus.nlp))

    app.state.clock = Clock()  # from here on by the clock of the server, which ends what was begun before
    other, second = member(app, name="Zoë"), course_exam.exam(campus.nlp)
    join(other, campus.nlp.code)
    course_exam.begin(other, second)
    stands("exam of a course that runs, watched", lin, f"{second}/live")
    seat = lin.get(f"{second}/live").html.partition("/live/")[2].partition("/")[0]
    stands("exam of a course that runs, a history", lin, f"{second}/live/{seat}/history")
    guest = new_learner(app)
    cover = guest.get("/exams/full")
    name = guest.send("/exams/full", {"key": key_on(cover)}).address.split("/")[2]
    for route in ROUTES:
        if "/sittings/{name}" in route:
            stands(route, guest, route.split()[1].format(name=name, place="1"))

    teacher = campus.instructor.learner
    for kind in KINDS:
        stands(f"draft of the kind {kind}", teacher, teacher.send("/author", {"kind": kind}).address)
    for kind, at in KINDS_OF_QUESTIONS.items():
        stands(f"exercise of the kind {kind}", new_learner(app), at)
    for demo in DEMOS:
        stands(f"demo {demo.name}", new_learner(app), f"/lab/{demo.name}")
    placed = new_learner(app)
    stands("placement that is begun", placed, placed.send("/placement/begin", {}).address)
    stands("page that does not exist", new_learner(app), "/nowhere")
    stands("page for instructors, asked for by a student", ada, "/author")
    app.state.database.close()
    return folder / "examformer.db", places


def served(folder: Path) -> tuple[Desk, Grounds]:
    """Builds a campus there: its server, which is not started, and where everything is on it."""
    file, places = build(folder)
    (folder / "served").mkdir()
    shutil.move(file, folder / "served" / "practice.db")
    desk = Desk(folder / "served", EXAMFORMER_GUEST_SECONDS_PER_ADDRESS="100000/minute")
    return desk, Grounds(desk.address, places)
