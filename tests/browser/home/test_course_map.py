"""The map of a course: an instructor assigns what it needs next, by keyboard."""

import re
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import insert

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Connection, Database
from app.database.schema import learners, people, skill_states
from app.identity.permissions import COOKIE
from app.identity.store import sessions
from app.identity.store.people import Role
from tests.browser.conftest import Desk
from tests.browser.web.test_looks import LOOKS, faults

NOW = datetime.now(UTC)
SKILLS = (
    "cosine_similarity/dot",
    "cosine_similarity/norm_u",
    "cosine_similarity/norm_v",
    "cosine_similarity/cosine",
)


def account(connection: Connection, name: str, role: Role) -> int:
    row = {"created_at": NOW, "name": name, "email": f"{secrets.token_hex(4)}@x.example", "role": role}
    made: int = connection.execute(insert(people).values(row).returning(people.c.id)).scalar_one()
    return made


def knows(connection: Connection, person: int, skills: Iterable[str], mean: float) -> None:
    """Stores what somebody knows as the fold would."""
    connection.execute(insert(learners).values(person_id=person, mean=0.0, variance=0.5, folded_at=NOW))
    card = {"stability": 9.0, "difficulty": 5.0, "reviewed_at": NOW, "due_at": NOW.replace(year=NOW.year + 1)}
    for skill in skills:
        row = {"person_id": person, "skill": skill, "mean": mean, "variance": 0.3, **card}
        connection.execute(insert(skill_states).values(row))


@pytest.fixture
def course(server: Desk) -> tuple[str, str]:
    """The address of a course of six, five of whom know the cosine; and the cookie of its instructor."""
    database, cookie = Database(server.database_url), secrets.token_urlsafe(32)
    with database.write() as connection:
        lin = account(connection, "Prof. Lin", Role.INSTRUCTOR)
        sessions.add(connection, lin, cookie)
        made = courses.add(connection, "NLP in winter", lin)
        for n in range(6):
            student = account(connection, f"Student {n}", Role.STUDENT)
            courses.enter(connection, made.id, student, CourseRole.STUDENT)
            knows(connection, student, SKILLS, 3.0 if n else -2.0)
    database.close()
    return f"/courses/{made.name}", cookie


@pytest.mark.sweep  # in every run tests/app/home/test_course_map.py
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_an_instructor_assigns_what_the_course_needs_next(
    width: int, scheme: str, person: Callable[..., Page], site: str, course: tuple[str, str]
) -> None:
    address, cookie = course
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": site}])
    page.goto(site + address)
    page.get_by_role("link", name="Assign what the course needs next").press("Enter")
    expect(page.get_by_role("heading", name="Where the course stands")).to_be_visible()
    expect(page.locator("main")).to_contain_text("6 of 6 students have practised.")
    assert faults(page) == []

    page.locator(".topic > summary", has_text="Embeddings").press("Enter")
    line = page.locator(".topic[open] li", has_text="5 of 6 know it · 1 shaky")
    expect(line.locator("b")).to_have_text("Cosine similarity")
    assert faults(page) == []
    exercise = line.locator(".what > .facts a").first.inner_text()
    line.get_by_role("checkbox").press("Space")
    page.locator("#needs input[type=checkbox]").first.press("Space")
    page.get_by_label("Title of the assignment").fill("Before the exam")
    page.get_by_role("button", name="Assign what is chosen").press("Enter")
    expect(page).to_have_url(re.compile("/assignments/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Before the exam")
    expect(page.locator("#questions")).to_contain_text(exercise)
