"""Study pages and the glossary without a network: stored as everybody sees them, and nothing else with them."""

import json
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from app.settings import HOME
from tests.app.accounts.members import PASSWORD
from tests.browser.conftest import PATIENCE
from tests.every import one_in

OFFLINE = "You are offline; this page was stored on"
STORED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""
TEXTS = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (!new URL(request.url).pathname.startsWith("/static/")) found.push(await (await cache.match(request)).text());
  }
  return found.join("\\n");
}"""


def ready(page: Page, address: str) -> None:
    """Opens the page once more after the service worker has taken over."""
    page.goto(address)
    until(page, "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    page.goto(address)


def stores(page: Page, path: str) -> None:
    until(page, f"caches.match({path!r}).then((found) => found !== undefined)")


def until(page: Page, promise: str) -> None:
    """Asks until the promise comes to true; Playwright's own function takes the promise itself for true."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(promise):
        assert time.monotonic() < deadline, promise
        page.wait_for_timeout(50)


def test_a_page_that_was_read_opens_offline_and_says_when_it_was_stored(
    person: Callable[..., Page], site: str
) -> None:
    page = person()
    ready(page, f"{site}/study/2.5")
    stores(page, "/study/2.5")
    heading = page.locator("h1").inner_text()
    page.context.set_offline(True)
    page.goto(f"{site}/study/2.5")
    expect(page.get_by_role("status").filter(has_text=OFFLINE)).to_be_visible()
    expect(page.locator("h1")).to_have_text(heading)
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "Times New Roman"
    page.context.set_offline(False)
    page.goto(f"{site}/study/2.5")
    expect(page.get_by_text(OFFLINE)).to_have_count(0)


@pytest.mark.sweep
def test_what_a_page_sends_while_it_is_left_arrives(person: Callable[..., Page], site: str) -> None:
    page = person()
    ready(page, f"{site}/glossary")
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
    page.evaluate(
        """day => addEventListener("pagehide", () =>
            navigator.sendBeacon("/goal", new URLSearchParams({ exam_on: day })))""",
        tomorrow,
    )
    page.goto(f"{site}/study")
    page.wait_for_timeout(500)
    page.goto(site)
    expect(page.get_by_text("day to the exam")).to_be_visible()


@pytest.mark.sweep  # in every run single pages are stored, above
def test_all_study_pages_are_stored_at_the_press_of_a_button(person: Callable[..., Page], site: str) -> None:
    page = person()
    ready(page, f"{site}/study")
    page.get_by_role("button", name="Store all study pages").click()
    expect(page.get_by_text("pages are stored.").filter(has_text="All")).to_be_visible()
    sections = page.locator('a[href^="/study/"]').evaluate_all("all => all.map(one => one.pathname)")
    stored = page.evaluate(STORED)
    assert {"/study", "/glossary", *sections} <= set(stored)
    page.context.set_offline(True)
    for address in (sections[-1], "/glossary", "/"):
        page.goto(f"{site}{address}")
        expect(page.locator("#main > .stored")).to_be_visible()


def test_a_page_that_is_not_stored_leads_to_those_that_are(person: Callable[..., Page], site: str) -> None:
    page = person()
    ready(page, f"{site}/study")
    stores(page, "/study")
    page.context.set_offline(True)
    page.goto(f"{site}/study/2.12")
    expect(page.get_by_text("that page is not stored here")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Study")


def test_nothing_of_practice_or_of_the_account_is_stored_and_leaving_drops_the_rest(
    person: Callable[..., Page], site: str
) -> None:
    page, email = person(), f"{secrets.token_hex(6)}@school.example"
    page.goto(f"{site}/account")
    page.locator("#up-email").fill(email)
    page.locator("#up-password").fill(PASSWORD)
    page.locator("#sign-up button").click()
    expect(page.locator("h1")).to_have_text(email)
    ready(page, f"{site}/practice/cosine-of-two-vectors?seed=1")
    for address in ("/progress", "/exams", "/account/data", "/", "/study/2.5"):
        page.goto(f"{site}{address}")
    stores(page, "/study/2.5")
    pages = {path for path in page.evaluate(STORED) if not path.startswith("/static/")}
    assert pages == {"/study/2.5"}
    assert email not in page.evaluate(TEXTS)
    page.goto(f"{site}/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{site}/")
    until(page, "caches.keys().then((names) => names.length === 0)")


@pytest.mark.parametrize("language", one_in(2, ["de", "bn"]))
def test_stored_page_is_in_the_language_of_the_reader(
    person: Callable[..., Page], site: str, language: str
) -> None:
    page = person()
    page.context.add_cookies([{"name": "examformer_language", "value": language, "url": site}])
    ready(page, f"{site}/study/2.5")
    stores(page, "/study/2.5")
    page.context.set_offline(True)
    page.goto(f"{site}/study/2.5")
    expect(page.locator("#main > .stored")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language


def test_an_installed_app_finds_its_name_and_its_icons(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(site)
    address = page.locator('link[rel="manifest"]').get_attribute("href")
    assert address
    manifest = json.loads(page.request.get(f"{site}{address}").text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (HOME / icon["src"].removeprefix("/")).is_file()
        assert page.request.get(f"{site}{icon['src']}").headers["content-type"] == icon["type"]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
