"""Visits from a platform: a browser that launches, in a frame of the platform or in a window of its own."""

from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

from app.database.connection import Database
from app.identity.permissions import COOKIE
from app.lti import keys
from app.lti.store import platforms
from app.lti.store.platforms import Details
from app.settings import Settings
from tests.app.accounts.members import DOMAIN, Member
from tests.app.courses.taught_course import Lecture
from tests.app.learner import Learner, Page, new_learner, read
from tests.app.lti.platform import CLIENT, DEPLOYMENT, INSTRUCTOR, Link, Platform, User

SITE = "https://testserver"
ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Origin": "null"}
FRAME, WINDOW = "iframe", "document"


@dataclass
class Visit:
    """A browser with cookies of its own; ``keeps`` is False where it keeps none for a site in a frame."""

    app: FastAPI
    there: Platform
    learner: Learner
    keeps: bool = True

    def begin(
        self, user: User, link: Link | None, dest: str = WINDOW, form: bool = False, **more: Any
    ) -> Page:
        said = self.there.beginning(user, link) | more
        headers = ELSEWHERE | {"Sec-Fetch-Dest": dest}
        if form:
            page = read(self.learner.client.post("/lti/login", data=said, headers=headers))
        else:
            page = read(self.learner.client.get("/lti/login", params=said, headers=headers))
        if not self.keeps:
            forget(self.learner)
        return page

    def arrive(self, returned: dict[str, str], dest: str = WINDOW) -> Page:
        headers = ELSEWHERE | {"Sec-Fetch-Dest": dest}
        return read(self.learner.client.post("/lti/launch", data=returned, headers=headers))

    def launch(self, user: User, link: Link | None, dest: str = WINDOW, form: bool = False) -> Page:
        """The page that answers a launch."""
        page = self.begin(user, link, dest, form)
        assert page.status == 200, page.text
        return self.arrive(self.there.returned(sent_to(page)), dest)

    def enter(self, user: User, link: Link | None, follow: bool = True) -> Page:
        """Launches in a window, and presses the button."""
        page = self.launch(user, link)
        assert page.status == 200, page.text
        return self.learner.send(page.action, page.fields, follow=follow)


def sent_to(page: Page) -> str:
    """The address of the platform to which the page goes on by itself."""
    address = page.headers["refresh"].partition("; url=")[2]
    assert address in page.links
    return address


def forget(learner: Learner) -> None:
    for name in [one for one in learner.client.cookies if one.startswith("examformer_lti")]:
        learner.client.cookies.delete(name)


def visit(app: FastAPI, there: Platform, keeps: bool = True) -> Visit:
    """A browser that has not been here before."""
    return Visit(app, there, new_learner(app, base=SITE), keeps)


def visit_of(app: FastAPI, there: Platform, member: Member) -> Visit:
    """A browser in which somebody is signed in here already."""
    one = visit(app, there)
    one.learner.client.cookies.set(COOKIE, member.learner.client.cookies[COOKIE], domain=DOMAIN)
    return one


def with_platforms(settings: Settings) -> Settings:
    """Settings under which platforms on this machine may be registered."""
    return settings.model_copy(update={"lti_without_https": True})


def details(there: Platform, **more: Any) -> Details:
    said: dict[str, Any] = {
        "title": "Moodle",
        "issuer": there.issuer,
        "client_id": CLIENT,
        "authorization": f"{there.issuer}/auth",
        "token": f"{there.issuer}/token",
        "keys": f"{there.issuer}/keys",
        "deployments": (DEPLOYMENT,),
        "makes_instructors": True,
    }
    return Details(**(said | more))


def register(app: FastAPI, there: Platform, **more: Any) -> int:
    """Puts a platform into the database, and makes our key."""
    database: Database = app.state.database
    keys.ensure(database)
    with database.write() as connection:
        return platforms.add(connection, details(there, **more))


def connect(app: FastAPI, there: Platform, nlp: Lecture, sub: str = "lin") -> Visit:
    """The instructor of a course here comes from the platform, and connects the course there with it."""
    lin = visit_of(app, there, nlp.instructor)
    user = there.users.get(sub) or there.user(sub, name="Prof. Lin", email=None, roles=[INSTRUCTOR])
    lin.enter(user, there.link())
    page = lin.learner.send("/lti/entry/here", {})
    assert "Which course is this?" in page.text
    page = lin.learner.send("/lti/entry/course", {"course": nlp.name})
    assert page.address == nlp.address, page.text
    return lin


def come(app: FastAPI, there: Platform, one: Member, link: Link, sub: str = "ada") -> Page:
    """Somebody with an account here, who is signed in, comes from the platform."""
    browser = visit_of(app, there, one)
    page = browser.enter(there.users.get(sub) or there.user(sub), link)
    return browser.learner.send("/lti/entry/here", {}) if page.address == "/lti/entry" else page


def linked(app: FastAPI, there: Platform, nlp: Lecture, path: str, maximum: float = 5) -> Link:
    """A link of the platform with a line item, through which Ada has come."""
    link = there.link(path)
    there.add_line_item("Week 1", maximum, link)
    come(app, there, nlp.student, link)
    return link
