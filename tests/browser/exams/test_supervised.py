"""A whole exam in two rooms, behind a proxy: one student in each, one outside who is let in, a code on the board, and
practice closed meanwhile. The proxy is the browser's own word for its address, which the server believes from here."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.courses.store import courses
from app.courses.store.courses import CourseRole
from app.database.connection import Database
from app.exams.store import audit_log, sittings
from app.identity.store import people
from tests.app.exams.course_exam import SMALL
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import PATIENCE, Desk, axe_violations
from tests.browser.geometry import misplaced

ROOMS = "HG F 1: 10.1.2.0/24, 2001:db8::/64\nHG F 3: 10.1.3.0/24"
At = Callable[[str], Page]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A server that believes a proxy on this machine."""
    started = Desk(tmp_path, FORWARDED_ALLOW_IPS="127.0.0.1")
    try:
        started.start()
        yield started
    finally:
        started.stop()


@pytest.fixture
def at(browser: Browser) -> Iterator[At]:
    """A person at a device with this address, as the proxy tells it."""
    contexts: list[BrowserContext] = []

    def come(address: str) -> Page:
        context = browser.new_context(extra_http_headers={"X-Forwarded-For": address})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield come
    for context in contexts:
        context.close()


def move(page: Page, address: str) -> None:
    """The device falls into another network."""
    page.context.set_extra_http_headers({"X-Forwarded-For": address})


def published(lin: Page, site: str) -> str:
    """An exam that is open now, as its instructor makes it; returns its address."""
    lin.goto(f"{site}/courses")
    lin.get_by_label("Title").fill("NLP in winter")
    lin.get_by_role("button", name="Open the course").click()
    lin.get_by_label("A new exam from").select_option("empty")
    lin.get_by_role("button", name="Make the exam").click()
    expect(lin.get_by_label("Minutes")).to_have_value("60")
    address = lin.url.partition("?")[0].partition("#")[0]
    lin.goto(f"{address}?view=text")
    lin.get_by_label("The exam as TOML").fill(SMALL)
    lin.get_by_role("button", name="Save", exact=True).click()
    expect(lin.locator("#composed")).to_contain_text("Saved.")
    opens = datetime.now(UTC) - timedelta(minutes=2)
    lin.get_by_label("Opens").fill(f"{opens:%Y-%m-%dT%H:%M}")
    lin.get_by_role("button", name="Save these rules").click()
    lin.get_by_text("Publish", exact=True).last.click()
    lin.get_by_role("button", name="Publish now").click()
    expect(lin.get_by_text("Published.")).to_be_visible()
    return address


def joined(page: Page, desk: Desk, course: str, name: str) -> None:
    """A student of the course, who has just signed up."""
    email, database = somebody(), Database(desk.database_url)
    sign_up(page, desk.address, email)
    with database.write() as connection:
        account = people.account(connection, email)
        assert account is not None
        people.rename(connection, account.id, name)
        courses.enter(connection, 1, account.id, CourseRole.STUDENT)
    database.close()
    page.goto(course)
    expect(page.get_by_role("heading", level=1)).to_have_text("NLP in winter")


def begin(page: Page, address: str, code: str) -> None:
    page.goto(address)
    page.get_by_label("Room code").fill(code)
    page.get_by_role("button", name="Begin").click()


def stored(desk: Desk) -> dict[str, str]:
    """Returns what stands in the first field of each sitting, by its name."""
    database = Database(desk.database_url)
    with database.read() as connection:
        found = {
            one.name: audit_log.standing(connection, one.id).get((1, "dot.0"))
            for one in sittings.running(connection)
        }
    database.close()
    return {name: entry.text if entry else "" for name, entry in found.items()}


@pytest.mark.long("a whole exam of three students, with two networks")
def test_an_exam_is_sat_in_two_rooms_and_by_one_who_is_let_in(desk: Desk, at: At) -> None:
    site, lin = desk.address, at("10.1.2.1")
    email = somebody()
    sign_up(lin, site, email)
    become_instructor(desk, email)
    address = published(lin, site)
    course = address.partition("/exams/")[0]
    lin.goto(f"{address}#supervision")
    lin.get_by_role("link", name="Set up supervision").click()
    lin.get_by_label("One room a line").fill(ROOMS.replace("10.1.3.0/24", "10.1.3.0/2x"))
    lin.get_by_label("Minutes until it changes").fill("5")
    lin.get_by_label("While it is sat, close practice").check()
    lin.get_by_role("button", name="Save", exact=True).click()
    expect(lin.locator("#fault-rooms")).to_contain_text("Line 2: “10.1.3.0/2x” is no range of addresses")
    lin.get_by_label("One room a line").fill(ROOMS)
    lin.get_by_role("button", name="Save", exact=True).click()
    expect(lin.get_by_text("This page sees you at 10.1.2.1. That is HG F 1.")).to_be_visible()
    assert axe_violations(lin) == []
    lin.get_by_role("link", name="Room codes for the board").click()
    expect(lin.locator(".digits")).to_have_count(2)
    codes = lin.locator(".digits").all_inner_texts()

    ada, ben, cem = at("10.1.2.7"), at("::ffff:10.1.3.7"), at("10.9.9.9")
    for page, name in ((ada, "Ada"), (ben, "Ben"), (cem, "Cem")):
        joined(page, desk, course, name)
    begin(ada, address, codes[1])
    expect(ada.locator("#fault-code")).to_contain_text("not the code of your room")
    begin(ada, address, codes[0])
    begin(ben, address, codes[1])
    for page in (ada, ben):
        page.wait_for_url("**/sittings/**")
    begin(cem, address, codes[0])
    expect(cem.get_by_text("Raise your hand: a supervisor can let you in.")).to_be_visible()
    assert axe_violations(cem) == []

    guest = at("10.1.2.99")
    guest.goto(f"{site}/glossary")
    expect(guest.get_by_role("heading", level=1)).to_contain_text("An exam is being sat in this room")

    field = ada.locator('#question-1 [data-field="dot.0"]')
    field.fill("1")
    expect(ada.locator("#saving")).to_contain_text("saved")
    move(ada, "10.8.8.8")
    field.fill("2")
    expect(ada.locator("#saving")).to_contain_text("raise your hand")
    assert sorted(stored(desk).values()) == ["", "1"]

    lin.goto(f"{address}/live")
    expect(lin.locator("#seats")).to_contain_text("10.8.8.8")
    expect(lin.locator("#seats")).to_contain_text("1 answer waits")
    for name in ("Ada", "Cem"):
        lin.goto(f"{address}/live")
        lin.get_by_role("link", name=f"Let in {name}").click()
        lin.get_by_label("Reason").fill("Seen in the room.")
        lin.get_by_role("button", name=f"Let {name} in").click()
        expect(lin.locator("#admission")).to_contain_text("Seen in the room.")
    assert axe_violations(lin) == []
    expect(ada.locator("#saving")).to_contain_text("saved")
    assert sorted(stored(desk).values()) == ["", "2"]
    cem.goto(address)
    cem.get_by_role("button", name="Begin").click()
    cem.wait_for_url("**/sittings/**")

    lin.goto(f"{address}/live")
    assert misplaced(lin) == []
    for page in (ada, ben, cem):
        page.locator(".exam-doors").get_by_role("button", name="Hand in").click()
        page.get_by_role("button", name="Hand in").last.click()
        page.wait_for_url("**/review")
        expect(page.get_by_text("receipt").first).to_be_visible()
    guest.goto(f"{site}/glossary")
    expect(guest.get_by_role("heading", level=1)).to_contain_text("An exam is being sat in this room")
