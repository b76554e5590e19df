"""Times and dates in the reader's own zone with JavaScript, and in UTC, which they say, without it."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select, update

from app.database.connection import Database
from app.database.schema import assignments
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor, begin
from tests.browser.conftest import Desk
from tests.browser.web.test_looks import faults

BERLIN = {"timezone_id": "Europe/Berlin", "viewport": {"width": 1280, "height": 900}}
PHONE = {"timezone_id": "Europe/Berlin", "viewport": {"width": 360, "height": 740}}
DATES = [  # as typed in Berlin, as stored, as shown in Berlin, as shown in UTC
    ("2027-01-15T23:59", datetime(2027, 1, 15, 22, 59, tzinfo=UTC), "15 Jan 2027, 23:59", "22:59 UTC"),
    ("2027-07-15T23:59", datetime(2027, 7, 15, 21, 59, tzinfo=UTC), "15 Jul 2027, 23:59", "21:59 UTC"),
    ("2027-05-01T00:30", datetime(2027, 4, 30, 22, 30, tzinfo=UTC), "1 May 2027, 00:30", "22:30 UTC"),
]


def assignment(page: Page, site: str, server: Desk) -> str:
    """A new assignment of a new instructor, whose settings the page then shows; its name."""
    email = somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    page.goto(f"{site}/courses")
    page.get_by_label("Title").fill("NLP in autumn")
    page.get_by_role("button", name="Open the course").click()
    page.get_by_label("Title of a new assignment").fill("Week 1")
    page.get_by_role("button", name="New assignment").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Week 1")
    name = page.url.partition("#")[0].rpartition("/")[2]
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.wait_for_load_state()  # its scripts, too: without them a date that is typed is in UTC
    return name


def stored(server: Desk, name: str) -> tuple[datetime | None, datetime | None]:
    """The times at which it opens and is due, as the database has them."""
    database = Database(server.database_url)
    with database.read() as connection:
        there = select(assignments.c.opens_at, assignments.c.due_at).where(assignments.c.name == name)
        opens, due = connection.execute(there).one()
    database.close()
    return opens, due


def store_due(server: Desk, name: str, due: datetime) -> None:
    database = Database(server.database_url)
    with database.write() as connection:
        connection.execute(update(assignments).where(assignments.c.name == name).values(due_at=due))
    database.close()


def keep(page: Page, **typed: str) -> None:
    """Fills in the fields with these ids, and sends them."""
    for field, value in typed.items():
        page.locator(f"#{field}").fill(value)
    with page.expect_navigation():
        page.get_by_role("button", name="Save settings").click()


def due(page: Page) -> tuple[str, str]:
    """The due date at the head of the assignment, and what it says there on request; the page comes back after that."""
    settings = page.url.partition("?")[0]
    page.goto(settings.removesuffix("/settings"))
    shown = page.locator("header.head time")
    found = shown.inner_text(), shown.get_attribute("title") or ""
    page.goto(settings)
    page.wait_for_load_state()
    return found


@pytest.mark.sweep
def test_a_due_date_is_typed_and_shown_in_the_zone_of_the_browser(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(**BERLIN)
    name = assignment(page, site, server)
    for typed, moment, shown, _ in DATES:
        keep(page, due=typed)
        assert stored(server, name) == (None, moment)
        expect(page.get_by_label("Due (your time; empty: never)")).to_have_value(typed)
        assert due(page)[0] == shown
    assert due(page)[1] == "1 May 2027, 00:30 CEST"
    expect(page.locator("#opens")).to_have_value("")
    page.reload()
    expect(page.locator("#due")).to_have_value(DATES[-1][0])
    keep(page, title="Week 2")
    assert stored(server, name) == (None, DATES[-1][1])
    keep(page, due="")
    assert stored(server, name) == (None, None)


@pytest.mark.sweep  # with scripts it is above
def test_without_javascript_dates_are_in_utc_and_say_so(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(**BERLIN, java_script_enabled=False)
    name = assignment(page, site, server)
    for _, moment, _, shown in DATES:
        typed = moment.strftime("%Y-%m-%dT%H:%M")
        keep(page, due=typed)
        assert stored(server, name) == (None, moment)
        expect(page.get_by_label("Due (UTC; empty: never)")).to_have_value(typed)
        assert due(page)[0].endswith(shown)


@pytest.mark.sweep
@pytest.mark.parametrize("scripts", [True, False], ids=["script", "plain"])
def test_dates_that_are_refused_come_back_as_they_were_typed(
    scripts: bool, person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(**BERLIN, java_script_enabled=scripts)
    name = assignment(page, site, server)
    early, late = "2027-03-28T01:30", "2027-03-28T03:30"  # in Berlin there is one hour between them
    keep(page, opens=late, due=early)
    for _ in range(2):
        expect(page.get_by_text("It would be due before it opens.")).to_be_visible()
        expect(page.locator("#opens")).to_have_value(late)
        expect(page.locator("#due")).to_have_value(early)
        keep(page)
    assert stored(server, name) == (None, None)
    keep(page, opens=early, due=late)
    day = datetime(2027, 3, 28, tzinfo=UTC)
    hours = (0, 1) if scripts else (1, 3)
    assert stored(server, name) == tuple(day.replace(hour=hour, minute=30) for hour in hours)


@pytest.mark.sweep
def test_a_date_in_the_hour_that_comes_twice_stays_where_it_is(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(**BERLIN)
    name = assignment(page, site, server)
    for hour in (0, 1):
        moment = datetime(2027, 10, 31, hour, 30, tzinfo=UTC)
        store_due(server, name, moment)
        page.reload()
        expect(page.locator("#due")).to_have_value("2027-10-31T02:30")
        keep(page, title=f"Week {hour}")
        assert stored(server, name) == (None, moment)


@pytest.mark.sweep
def test_what_is_left_in_the_fields_is_not_turned_twice_on_the_way_back(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(**BERLIN)
    assignment(page, site, server)
    keep(page, due=DATES[0][0])
    page.locator("#due").fill(DATES[1][0])
    page.evaluate("addEventListener('unload', () => null)")  # so the way back loads the page anew
    page.goto(f"{site}/courses")
    page.go_back()
    expect(page.locator("label[for=due]")).to_contain_text("your time")
    expect(page.locator("#due")).to_have_value(DATES[0][0])


@pytest.mark.sweep
def test_times_that_htmx_brings_are_in_the_zone_of_the_browser(
    person: Callable[..., Page], site: str, server: Desk
) -> None:
    page, email = person(**BERLIN), somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    begin(page, site, "Multiple choice")
    page.goto(f"{site}/author")
    time = page.locator("#found time")
    shown = time.inner_text()
    assert "UTC" not in shown
    with page.expect_response("**/author?q=zebra"):
        page.get_by_label("Find a question").fill("zebra")
    expect(time).to_have_count(0)
    page.get_by_label("Find a question").fill("")
    expect(time).to_have_text(shown)


@pytest.mark.sweep
def test_the_dates_are_sound_on_a_phone(person: Callable[..., Page], site: str, server: Desk) -> None:
    page = person(**PHONE)
    assignment(page, site, server)
    keep(page, opens=DATES[0][0], due=DATES[1][0])
    expect(page.get_by_label("Opens (your time; empty: at once)")).to_have_value(DATES[0][0])
    assert faults(page) == []
