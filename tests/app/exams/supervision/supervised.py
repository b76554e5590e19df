"""An exam in two rooms, and people at devices in them, outside, and in Safe Exam Browser."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import FastAPI

from app.courses.store import courses
from app.database.connection import Database
from app.exams.store import exams, presences
from app.exams.store import supervision as store
from app.exams.store.exams import Exam
from app.exams.store.presences import Presence
from app.exams.store.supervision import Supervision
from app.exams.supervision.codes import code
from app.exams.supervision.seb_keys import digest
from app.identity.permissions import COOKIE
from tests.app.accounts.members import DOMAIN, Member, cookie
from tests.app.courses.taught_course import Lecture
from tests.app.exams import course_exam
from tests.app.exams.sitting import Sat, Watch, watched
from tests.app.learner import Learner, Page, form_key, new_learner

ROOMS = "HG F 1: 10.1.2.0/24, 2001:db8::/64\nHG F 3: 10.1.3.0/24"
INSIDE, NEXT_DOOR, OUTSIDE = "10.1.2.7", "10.1.3.7", "10.9.9.9"
KEY, OTHER_KEY = "ab" * 32, "cd" * 32
NOTHING = {"rooms": "", "code_minutes": "0", "config_keys": "", "browser_keys": ""}


@dataclass(frozen=True)
class Supervised:
    """A published exam of the course, by its address."""

    app: FastAPI
    nlp: Lecture
    address: str
    watch: Watch

    @property
    def database(self) -> Database:
        found: Database = self.app.state.database
        return found

    @property
    def exam(self) -> Exam:
        with self.database.read() as connection:
            course = courses.find(connection, self.nlp.instructor.id, self.nlp.name)
            assert course
            found = exams.find(connection, course.course.id, self.address.rpartition("/")[2])
        assert found
        return found

    @property
    def rules(self) -> Supervision:
        with self.database.read() as connection:
            found = store.find(connection, self.exam.id)
        assert found
        return found

    def presence(self, who: Member) -> Presence:
        exam = self.exam.id
        with self.database.read() as connection:
            return presences.find(connection, exam, who.id)

    def code(self, room: str) -> str:
        rules = self.rules
        return code(rules.secret, room, rules.code_minutes, self.watch.now)

    def set_up(self, **fields: str) -> Page:
        return self.nlp.instructor.learner.send(f"{self.address}/supervision", NOTHING | fields)

    def let_in(self, who: Member, reason: str = "Her laptop is in the guest network.") -> Page:
        return self.nlp.instructor.learner.send(f"{self.address}/live/people/{who.id}", {"reason": reason})

    def begin(self, at: Learner, **typed: str) -> Page:
        return at.send(f"{self.address}/begin", {"key": form_key(), **typed})

    def sit(self, at: Learner, **typed: str) -> Sat:
        page = self.begin(at, **typed)
        found = re.fullmatch(r"/sittings/([^/]+)", page.address)
        assert found, page.text
        return Sat(self.app, at, found[1], self.watch)


def supervised(
    app: FastAPI, nlp: Lecture, rules: Mapping[str, str] | None = None, **fields: str
) -> Supervised:
    """A published exam with these rules and this supervision."""
    watch, address = watched(app), course_exam.exam(nlp, **(rules or {}))
    made = Supervised(app, nlp, address, watch)
    if fields:
        page = made.set_up(**fields)
        assert "Saved." in page.text, page.text
    return made


def device(app: FastAPI, who: Member, address: str, base: str = "http://testserver") -> Learner:
    """The same person at another device, with this address."""
    other = new_learner(app, address, base)
    other.client.cookies.set(COOKIE, cookie(who.learner), domain=DOMAIN)
    return other


class SafeExamBrowser:
    """A browser that proves a Config Key with each request, as Safe Exam Browser does, and a Browser Exam Key, too."""

    def __init__(
        self, app: FastAPI, who: Member, config: str, browser: str = "", address: str = INSIDE
    ) -> None:
        self.learner = device(app, who, address)
        self.config, self.browser = config, browser
        self.learner.client.event_hooks["request"].append(self._prove)

    def _prove(self, request: object) -> None:
        url, headers = str(getattr(request, "url")), getattr(request, "headers")  # noqa: B009
        headers["X-SafeExamBrowser-ConfigKeyHash"] = digest(url, self.config)
        headers["X-SafeExamBrowser-RequestHash"] = digest(url, self.browser)
