"""A marker ticks comments by keys, and sees what an edit of one would change before it is stored."""

import secrets
from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.courses.store import assignments, courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.identity.store import people, sessions
from app.identity.store.people import Role
from tests.app.grading.test_queue import EXPLAIN
from tests.browser.conftest import Desk, axe_violations


def queue_of(server: Desk, person: Callable[..., Page], answers: int) -> Page:
    """The grading queue of an instructor whose students have written so many answers."""
    database = Database(server.database_url)
    tokens = [secrets.token_urlsafe(32) for _ in range(answers + 1)]
    with database.write() as connection:
        accounts = []
        for n, token in enumerate(tokens):
            role = Role.STUDENT if n else Role.INSTRUCTOR
            email = f"{secrets.token_hex(6)}@school.example"
            accounts.append(people.open_account(connection, None, email, None, role))
            people.rename(connection, accounts[-1], f"Student {n}" if n else "Prof. Lin")
            sessions.add(connection, accounts[-1], token)
        course = courses.add(connection, "NLP in autumn", accounts[0])
        for one in accounts[1:]:
            courses.enter(connection, course.id, one, CourseRole.STUDENT)
        week = assignments.add(connection, course.id, "Week 1")
    database.close()
    pages = []
    for token in tokens:
        page = person(viewport={"width": 1280, "height": 900})
        page.context.add_cookies([{"name": "examformer", "value": token, "url": server.address}])
        pages.append(page)
    address = f"{server.address}/courses/{course.name}"
    work = f"{address}/assignments/{week.name}"
    ours = {"origin": server.address}
    pages[0].request.post(f"{work}/questions", form={"question": EXPLAIN}, headers=ours)
    for page in pages[1:]:
        sheet = page.request.post(f"{work}/begin/{EXPLAIN}", headers=ours)
        page.goto(sheet.url)
        page.locator("[name='cell.answer.0']").fill("Because each head looks at another part.")
        page.locator("button[value='solution']").click()
        page.wait_for_url("**/solution")
    pages[0].goto(f"{address}/grading")
    return pages[0]


def test_a_comment_is_written_ticked_by_its_key_and_edited(server: Desk, person: Callable[..., Page]) -> None:
    page = queue_of(server, person, 2)
    expect(page.get_by_text("The keys 1 to 9 tick")).to_be_hidden()
    page.get_by_label("What it says").fill("says what, and not why")
    page.get_by_label("Points that it adds").fill("-0.5")
    page.get_by_label("It says this").first.check()
    page.get_by_role("button", name="Give these points").click()
    box = page.get_by_role("checkbox", name="says what, and not why")
    expect(box).not_to_be_checked()
    expect(page.get_by_text("The keys 1 to 9 tick")).to_be_visible()
    page.keyboard.press("1")
    expect(box).to_be_checked()
    page.keyboard.press("1")
    expect(box).not_to_be_checked()
    page.keyboard.press("1")
    page.keyboard.press("2")  # there is no second one
    expect(box).to_be_checked()
    page.locator(".wordmark").focus()
    page.keyboard.press("1")  # the focus is elsewhere
    expect(box).to_be_checked()
    page.locator("#said").focus()
    page.keyboard.type("1 of 3")
    expect(box).to_be_checked()
    assert page.locator("#said").input_value() == "1 of 3"
    assert axe_violations(page) == []
    page.get_by_role("button", name="Give these points").click()
    page.get_by_role("link", name="Comments of this course").click()
    expect(page.get_by_text("on 2 answers")).to_be_visible()
    page.get_by_role("link", name="says what, and not why").click()
    page.get_by_label("Points that it adds").fill("0")
    page.get_by_role("button", name="Show what would change").click()
    expect(page.get_by_text("0.5 → 1")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Save, and re-mark these 2 answers").click()
    expect(page.get_by_role("status")).to_contain_text("2 answers that carry it were re-marked")
