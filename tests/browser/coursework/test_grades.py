"""The grades of a course in a browser: a scale is taken by keyboard, and its pages hold in every look."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from app.courses.store import assignments, courses, roster, set_marks
from app.courses.store.roster import Line
from app.courses.store.set_marks import Kind
from app.database.connection import Database
from tests.app.learner import COSINE
from tests.browser.accounts.test_account import press_until, sign_up, somebody
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import Desk
from tests.browser.web.test_looks import faults, looks

SECTIONS = {"Monday": range(12), "Tuesday": range(3)}


def course(server: Desk, teacher: int, weeks: int = 0) -> str:
    """A course of this person with marks in two sections, and so many weeks without any; returns its address."""
    database = Database(server.database_url)
    with database.write() as connection:
        here = courses.add(connection, "Attention", teacher)
        asked = assignments.add(
            connection, here.id, "A long title of an exercise about attention and its heads"
        )
        assignments.assign(connection, asked.id, COSINE, "exam")
        for n in range(weeks):
            assignments.add(connection, here.id, f"Week {n}")
        for section, places in SECTIONS.items():
            for n in places:
                line = Line(
                    name=f"Student {n} of {section}", email=f"{section}{n}@x.org".lower(), section=section
                )
                entry = roster.add(connection, here.id, line)
                points = Fraction(n % 6, 2) + 2
                set_marks.add(connection, asked.id, entry, Kind.POINTS, points, "On paper.", teacher)
    database.close()
    return f"/courses/{here.name}"


@pytest.mark.long("a whole story, and four looks by axe")
@pytest.mark.parametrize(("width", "scheme"), looks(360, "dark"))
def test_a_scale_is_taken_by_keyboard_and_its_pages_hold(
    person: Callable[..., Page], server: Desk, site: str, width: int, scheme: str
) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    email = somebody()
    sign_up(page, site, email)
    here = site + course(server, become_instructor(server, email))
    page.goto(f"{here}/scale")
    press_until(page, "passes-german")
    page.keyboard.press("Enter")
    expect(page.locator("#presets")).to_contain_text("1.0 from 95 %")
    assert faults(page) == []
    press_until(page, "passes-german")
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(page.locator("#steps")).to_have_value("\n".join([
        "1.0 95", "1.3 90", "1.7 85", "2.0 80", "2.3 75", "2.7 70", "3.0 65", "3.3 60", "3.7 55", "4.0 50", "5.0 0",
    ]))  # fmt: skip
    assert faults(page) == []
    page.goto(f"{here}/gradebook")
    expect(page.locator("tbody tr").first).to_contain_text("5.0 not passed")
    assert faults(page) == []
    page.goto(f"{here}/sections")
    expect(page.locator("svg").first).to_be_visible()
    page.locator("summary").first.click()
    expect(page.locator("table").first).to_contain_text("Monday")
    assert faults(page) == []
    page.goto(f"{here}/webhooks")
    page.get_by_label("Address of the receiver").fill("https://grades.school.example/")
    page.keyboard.press("Enter")
    expect(page.locator("#secret")).to_be_focused()
    assert faults(page) == []


def test_on_a_telephone_the_gradebook_has_a_card_for_each_student_and_a_wide_one_is_scrolled_by_keyboard(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = person(viewport={"width": 360, "height": 900})
    email = somebody()
    sign_up(page, site, email)
    page.goto(f"{site}{course(server, become_instructor(server, email), weeks=9)}/gradebook")
    table = page.locator(".wide-table")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    card = page.locator("tbody tr", has_text="Student 3 of Monday")
    assert "Sum / 5 3.5" in card.aria_snapshot()
    right = [cell.bounding_box() for cell in card.locator("td").all() if cell.is_visible()]
    assert all(box and box["x"] + box["width"] <= 360 for box in right)
    assert len(right) == 2  # what counts, and the sum; eight weeks in which nothing does are left out
    page.set_viewport_size({"width": 900, "height": 900})
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    assert "linear-gradient" in table.evaluate("one => getComputedStyle(one).backgroundImage")
    table.focus()
    page.keyboard.press("ArrowRight")
    expect(table).not_to_have_js_property("scrollLeft", 0)


def test_on_a_telephone_fields_stand_beside_their_labels_and_tables_are_in_view(
    person: Callable[..., Page], server: Desk, site: str
) -> None:
    page = person(viewport={"width": 360, "height": 900})
    email = somebody()
    sign_up(page, site, email)
    here = site + course(server, become_instructor(server, email))
    page.goto(f"{here}/sections")
    for label in page.locator(".search label").all():
        field = page.locator(f"#{label.get_attribute('for')}").bounding_box()
        beside = label.bounding_box()
        assert field is not None
        assert beside is not None
        assert field["y"] < beside["y"] + beside["height"] / 2 < field["y"] + field["height"]
        assert field["x"] >= beside["x"] + beside["width"] + 6
    page.goto(f"{here}/roster")
    assert page.locator("tbody td:not(:empty)").count() > 20
    for cell in page.locator("tbody td:not(:empty)").all()[:20]:
        box = cell.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360
    page.goto(f"{here}/gradebook")
    first = page.locator("tbody tr").first.locator("td:visible").first.bounding_box()
    assert first is not None
    assert first["x"] + first["width"] <= 360
