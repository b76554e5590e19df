"""An exam is composed in the browser, by clicks and by keyboard, and the pages of a course's policies look well."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import Desk, axe_violations
from tests.browser.geometry import misplaced
from tests.browser.web.test_looks import looks


@pytest.fixture
def lecturer(page: Page, site: str, server: Desk) -> Page:
    """An instructor on the page of a course that was just opened."""
    email = somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    page.goto(f"{site}/courses")
    page.get_by_label("Title").fill("NLP in winter")
    page.get_by_role("button", name="Open the course").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("NLP in winter")
    return page


def compose(page: Page) -> None:
    page.get_by_label("A new exam from").select_option("empty")
    page.get_by_role("button", name="Make the exam").click()
    expect(page.get_by_label("Minutes")).to_have_value("60")
    page.wait_for_load_state()  # its scripts, too: without them nothing is asked


def refusals(page: Page) -> list[str]:
    """Collects what the browser asks from now on, and tells it to stay."""
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    return asked


def test_an_exam_is_composed_by_keyboard_and_nothing_is_lost(lecturer: Page) -> None:
    compose(lecturer)
    first, preview = lecturer.locator("#group-1"), lecturer.locator("#preview")
    first.get_by_label("How many questions").fill("2")
    first.get_by_text("Kinds").click()
    first.get_by_label("multiple choice", exact=True).check()
    expect(preview).to_contain_text("2 questions")
    expect(preview).to_contain_text("It can be sat as it stands.")
    asked = refusals(lecturer)
    with lecturer.expect_event("dialog"):
        lecturer.get_by_role("link", name="NLP in winter").click()
    expect(first.get_by_label("How many questions")).to_have_value("2")
    assert asked == ["beforeunload"]
    lecturer.get_by_role("button", name="Add a group").press("Enter")
    second = lecturer.locator("#group-2")
    second.get_by_text("Single questions").click()
    words = second.get_by_label("Find a question")
    words.fill("dropout")
    words.press("Enter")
    second.get_by_role("button", name="Add A common regulariser").press("Enter")
    expect(second.get_by_role("button", name="Remove A common regulariser")).to_be_visible()
    expect(first.get_by_label("How many questions")).to_have_value("2")
    lecturer.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(lecturer.locator("#save")).to_contain_text("Saved.")
    expect(lecturer.get_by_role("button", name="Save", exact=True)).to_be_focused()
    lecturer.get_by_role("link", name="Text").click()
    expect(lecturer.get_by_label("The exam as TOML")).to_have_value(text_with("define-dropout"))


def text_with(question: str) -> str:
    return f"""title = "New exam"
minutes = 60
points = 3
aids = ["calculator"]

[[groups]]
title = "Questions"
number = 2
points = 1
kinds = ["choice"]

[[groups]]
title = "Group 2"
number = 1
points = 1
questions = ["{question}"]
"""


@pytest.mark.parametrize(("width", "scheme"), looks(360, "dark"))
def test_pages_of_exams_policies_and_weights_look_well(
    lecturer: Page, width: int, scheme: str, person: Callable[..., Page]
) -> None:
    course = lecturer.url
    compose(lecturer)
    exam = lecturer.url
    lecturer.goto(course)
    lecturer.get_by_label("Title of a new assignment").fill("Week 1")
    lecturer.get_by_role("button", name="New assignment").click()
    expect(lecturer.get_by_role("heading", level=1)).to_have_text("Week 1")
    assignment = lecturer.url
    page = person(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        storage_state=lecturer.context.storage_state(),
    )
    for address in (exam, assignment, f"{course}/weights", f"{course}/gradebook", f"{course}#staff"):
        page.goto(address)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert axe_violations(page) == [], address
        assert misplaced(page) == [], address


def test_other_forms_of_the_page_do_not_throw_away_what_was_typed(lecturer: Page) -> None:
    compose(lecturer)
    lecturer.get_by_label("Minutes").fill("61")
    asked = refusals(lecturer)
    with lecturer.expect_event("dialog"):
        lecturer.get_by_role("button", name="Save these rules").click()
    expect(lecturer.get_by_label("Minutes")).to_have_value("61")
    assert asked == ["beforeunload"]
