"""A course from the first start of the server to a mark that was mended, and the student who reads why."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.accounts.members import PASSWORD
from tests.app.authoring.sample_question import TEXT
from tests.browser.accounts.test_account import sign_up
from tests.browser.authoring.authors import begin
from tests.browser.conftest import Desk, axe_violations

WRONG = TEXT.replace("power * hours", "power * hours * 10")
COLLIDING = WRONG.replace("power / hours", "power * hours * 10")
ADMINISTRATOR, LIN, ADA = "first@school.example", "lin@school.example", "ada@school.example"
NAME = "Ada Okafor"
REASON = "The key was ten times too large."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A server on its first start."""
    started = Desk(tmp_path)
    try:
        started.start()
        yield started
    finally:
        started.stop()


def become_administrator(page: Page, desk: Desk) -> None:
    """Signs up by the link that the console printed."""
    link = re.search(r"http://\S+/link/\S+", desk.printed())
    assert link, desk.printed()
    page.goto(link[0])
    page.get_by_label("E-mail").fill(ADMINISTRATOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up as administrator").click()
    expect(page.locator(".me")).to_have_text(ADMINISTRATOR)


def make_instructor(page: Page, site: str, email: str) -> None:
    page.goto(f"{site}/people?q={email}")
    page.get_by_label(f"Role of {email}").select_option("instructor")
    page.get_by_role("button", name="Give this role").click()
    expect(page.get_by_label(f"Role of {email}")).to_have_value("instructor")


def write(page: Page, text: str) -> None:
    """Fills in the text and has it checked."""
    page.get_by_label("The question as TOML").fill(text)
    page.locator("#report").get_by_role("button", name="Check with 200").click()


def publish(page: Page, version: int) -> None:
    report = page.locator("#report")
    expect(report).to_contain_text("The check found nothing to mend.", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text(f"Version {version} is published")


def watt_hours(page: Page) -> float:
    power, hours = re.findall(r"\d+(?:\.\d+)?", page.locator(".statement").inner_text())
    return float(power) * float(hours)


@pytest.mark.sweep  # three people and three checks; each part stands elsewhere in every run
def test_from_the_first_administrator_to_a_mended_mark(desk: Desk, person: Callable[..., Page]) -> None:
    site = desk.address
    first, lin, ada = (person(viewport={"width": 1280, "height": 900}) for _ in "123")

    # The first administrator makes an instructor.
    sign_up(lin, site, LIN)
    become_administrator(first, desk)
    make_instructor(first, site, LIN)

    # The instructor opens a course and writes a question. A mistake that gives the key is refused with its reason.
    lin.goto(f"{site}/courses")
    lin.get_by_label("Title").fill("NLP in autumn")
    lin.get_by_role("button", name="Open the course").click()
    expect(lin.get_by_role("heading", level=1)).to_have_text("NLP in autumn")
    course, link = lin.url, lin.get_by_label("Link to join").input_value()
    begin(lin, site, "Calculation of your own")
    editor = lin.url.partition("?")[0]
    lin.goto(f"{editor}?view=text")
    write(lin, COLLIDING)
    report = lin.locator("#report")
    expect(report).to_contain_text("the mistake divided always gives the key", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report.get_by_role("alert")).to_contain_text("The check found something to mend")
    write(lin, WRONG)
    publish(lin, 1)

    # It is assigned.
    lin.goto(course)
    lin.get_by_label("Title of a new assignment").fill("Week 1")
    lin.get_by_role("button", name="New assignment").click()
    lin.get_by_label("Find a question").fill("lamp")
    lin.get_by_role("button", name="Add A lamp in watts").click()
    expect(lin.locator("#questions")).to_contain_text("A lamp in watts")
    lin.get_by_role("button", name="Publish").click()
    expect(lin.get_by_role("status").filter(has_text="Published.")).to_be_visible()
    work = lin.url.partition("?")[0]

    # A student joins by the code and answers what is right; the key says that it is wrong, and the student reports it.
    ada.goto(link)
    ada.locator("#up-email").fill(ADA)
    ada.locator("#up-password").fill(PASSWORD)
    ada.get_by_role("button", name="Open an account").click()
    ada.get_by_label("Your name").fill(NAME)
    ada.get_by_role("button", name="Join this course").click()
    ada.get_by_role("link", name="Week 1").click()
    ada.get_by_role("button", name="Begin A lamp in watts").click()
    expect(ada.locator(".statement")).to_contain_text("A lamp takes")
    sheet, right = ada.url, f"{watt_hours(ada):.2f}"
    ada.locator("[name='cell.energy.0']").fill(right)
    ada.get_by_role("button", name="Check all").click()
    expect(ada.locator("#margin-energy")).to_contain_text("0 of 2 points")
    ada.get_by_text("Is our answer wrong?").click()
    ada.get_by_label("Say in a sentence").fill(f"Watts times hours is {right}.")
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator(".report")).to_contain_text("Thank you.")

    # The report stands in the grading queue. The instructor mends the key and publishes it.
    lin.goto(course)
    lin.get_by_role("link", name="Grading queue").click()
    expect(lin.locator("#reports")).to_contain_text(f"Watts times hours is {right}.")
    assert axe_violations(lin) == []
    lin.get_by_label("What you answer").fill("You are right; it will be regraded.")
    lin.get_by_role("button", name="Answer, and close").click()
    expect(lin.get_by_text("No answer waits to be marked.")).to_be_visible()
    lin.goto(f"{editor}?view=text")
    write(lin, TEXT)
    publish(lin, 2)

    # What was begun stays as it was, until it is regraded: first to look at, then stored.
    ada.goto(sheet)
    expect(ada.locator("#margin-energy")).to_contain_text("0 of 2 points")
    expect(ada.locator(".report")).to_contain_text("You are right; it will be regraded.")
    lin.goto(f"{editor}/versions")
    lin.get_by_role("link", name="Regrade").click()
    expect(lin.locator(".remarked")).to_contain_text(NAME)
    expect(lin.locator(".remarked")).to_contain_text("0 → 2 / 2")
    assert axe_violations(lin) == []
    ada.reload()
    expect(ada.locator("#margin-energy")).to_contain_text("0 of 2 points")
    lin.get_by_label("Why it is regraded").fill(REASON)
    lin.get_by_role("button", name="Regrade this sheet").click()
    expect(lin.locator("#log")).to_contain_text(REASON)

    # The student sees the new mark, and why; the course counts it.
    ada.goto(work)
    expect(ada.get_by_role("listitem").filter(has_text="A lamp in watts")).to_contain_text("new mark")
    ada.get_by_role("link", name="A lamp in watts").click()
    expect(ada.locator(".head")).to_contain_text("0 → 2 points")
    expect(ada.locator(".head")).to_contain_text(REASON)
    expect(ada.locator("#margin-energy")).to_contain_text("2 of 2 points")
    assert axe_violations(ada) == []
    lin.goto(f"{course}/gradebook")
    expect(lin.get_by_role("row").filter(has_text=NAME)).to_contain_text("2")
