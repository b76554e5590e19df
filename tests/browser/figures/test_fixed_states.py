"""A figure at a fixed state: an instructor puts one at the beginning of an assignment, and a student sees it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from app.courses.store import assignments, courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.identity.permissions import COOKIE
from app.identity.store import sessions
from app.identity.store.people import Role
from tests.browser.authoring.authors import begin
from tests.browser.conftest import Desk
from tests.browser.home.test_course_map import account
from tests.browser.web.test_looks import LOOKS, faults

SUMMARY = "Put this into a question or an assignment"


@dataclass(frozen=True)
class Course:
    """``address`` is that of an assignment; ``lin`` teaches it, ``ada`` is its student: their cookies."""

    address: str
    lin: str
    ada: str


@pytest.fixture
def course(server: Desk) -> Course:
    database, lin, ada = Database(server.database_url), secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with database.write() as connection:
        teacher = account(connection, "Prof. Lin", Role.INSTRUCTOR)
        student = account(connection, "Ada", Role.STUDENT)
        sessions.add(connection, teacher, lin)
        sessions.add(connection, student, ada)
        made = courses.add(connection, "NLP in winter", teacher)
        courses.enter(connection, made.id, student, CourseRole.STUDENT)
        one = assignments.add(connection, made.id, "Bold or careful")
        assignments.assign(connection, one.id, "careful-or-bold", "exam")
    database.close()
    return Course(f"/courses/{made.name}/assignments/{one.name}", lin, ada)


def signed_in(person: Callable[..., Page], site: str, cookie: str, **options: object) -> Page:
    page = person(**options)
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": site}])
    return page


@pytest.mark.sweep  # in every run tests/app/coursework/test_assignment_figure.py
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_an_instructor_pastes_an_address_and_a_student_sees_the_figure_there(
    width: int, scheme: str, person: Callable[..., Page], site: str, course: Course
) -> None:
    window = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    lin, ada = (signed_in(person, site, cookie, **window) for cookie in (course.lin, course.ada))

    lin.goto(f"{site}/figures/temperature?temperature=0.6&token=bridge")
    lin.get_by_text(SUMMARY).click()
    slider = lin.get_by_label("Temperature T")
    slider.focus()
    lin.keyboard.press("ArrowLeft")
    address = lin.get_by_label("Its address", exact=True)
    expect(address).to_be_visible()  # what is open stays open
    expect(address).to_have_value(f"{site}/figures/temperature?temperature=0.5&token=bridge")
    expect(lin.get_by_label("Lines of its state")).to_have_value(
        "figure = temperature\ntemperature = 0.5\ntoken = bridge"
    )
    expect(lin.locator(".hand-on").get_by_role("button")).to_have_count(2)
    assert faults(lin) == []
    lin.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lin.locator(".hand-on").get_by_role("button").first.click()
    expect(lin.locator(".hand-on")).to_contain_text("Copied")
    copied = lin.evaluate("navigator.clipboard.readText()")

    lin.goto(f"{site}{course.address}/settings")
    form, save = lin.locator("#figure"), lin.get_by_role("button", name="Save settings")
    form.get_by_label("Its address").fill("https://exams.example/lab/decoding")
    save.click()
    expect(form.get_by_role("alert")).to_contain_text("This is no address of a figure")
    expect(form.get_by_label("Its address")).to_have_value("https://exams.example/lab/decoding")
    assert faults(lin) == []
    form.get_by_label("Its address").fill(copied)
    save.click()
    expect(form.get_by_label("Figure", exact=True)).to_have_value("temperature")
    assert faults(lin) == []
    lin.goto(site + course.address)
    expect(lin.locator(".figure-says")).to_contain_text("At T = 0.5, “bridge” has 0.83")
    assert faults(lin) == []

    ada.goto(site + course.address)
    says = ada.locator(".figure-says[role=status]")
    expect(says).to_contain_text("At T = 0.5, “bridge” has 0.83")
    assert faults(ada) == []
    ada.get_by_label("Temperature T").focus()
    ada.keyboard.press("ArrowRight")
    expect(says).to_contain_text("T = 0.6: “bridge” falls from 0.83")
    expect(ada).to_have_url(site + course.address)

    lin.goto(f"{site}{course.address}/settings")
    form.get_by_label("Students can move it").uncheck()
    save.click()
    ada.reload()
    expect(ada.locator(".figure-pictures svg")).to_be_visible()
    expect(ada.get_by_label("Temperature T")).to_have_count(0)
    assert faults(ada) == []


@pytest.mark.sweep
def test_without_javascript_both_are_plain_forms(
    person: Callable[..., Page], site: str, course: Course
) -> None:
    lin, ada = (
        signed_in(person, site, cookie, java_script_enabled=False) for cookie in (course.lin, course.ada)
    )
    lin.goto(f"{site}/figures/temperature?temperature=0.5&token=bridge")
    lin.get_by_text(SUMMARY).click()
    lines = lin.get_by_label("Lines of its state").input_value()
    lin.goto(f"{site}{course.address}/settings")
    lin.get_by_label("Its address").fill(lines)
    lin.get_by_role("button", name="Save settings").click()
    ada.goto(site + course.address)
    ada.get_by_label("Temperature T").fill("0.6")
    ada.get_by_role("button", name="Show").click()
    expect(ada.locator(".figure-says[role=status]")).to_contain_text("T = 0.6")


@pytest.mark.sweep  # in every run tests/app/authoring/drafting/test_picture_fields.py
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_an_author_pastes_an_address_and_the_question_shows_the_figure_there(
    width: int, scheme: str, person: Callable[..., Page], site: str, course: Course
) -> None:
    window = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    lin = signed_in(person, site, course.lin, **window)
    begin(lin, site, "Multiple choice")
    lin.get_by_role("button", name="Add a figure").click()
    card = lin.locator('[id="f.pictures.0"]')
    card.get_by_label("Title").fill("What a low temperature does")
    card.get_by_label("What is seen").fill("Five bars; the first is by far the longest.")
    card.get_by_label("Where its handles stand").fill(f"{site}/figures/pass-at-k?k=4&c=3")
    card.get_by_label("Where its handles stand").blur()
    picture = lin.locator("#preview figure").first
    expect(picture).to_contain_text("10 programs, 3 of them right")
    expect(picture).to_contain_text("0.83")  # 1 - (7 · 6 · 5 · 4) / (10 · 9 · 8 · 7)
    lin.get_by_role("button", name="Save", exact=True).click()
    expect(lin.get_by_text("Saved.")).to_be_visible()
    lin.reload()
    expect(card.get_by_label("Figure", exact=True)).to_have_value("pass-at-k")
    expect(card.get_by_label("Where its handles stand")).to_have_value("k = 4\nc = 3")
    assert faults(lin) == []
