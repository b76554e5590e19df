"""A real Chromium against a real server: one of each for every worker of a run, a fresh person for every test."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from tests.app.server import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 20_000  # milliseconds, on a machine that is busy with other tests
expect.set_options(timeout=PATIENCE)
AXE = Path(__file__).with_name("axe.min.js").read_text()


def chromium() -> str:
    """The browser's path. A run without a browser fails; it never passes over these tests."""
    names = [os.environ.get("EXAMFORMER_CHROMIUM", ""), *BROWSERS]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("No Chromium was found. Install one: apt-get install chromium")
    return found


class Desk(Server):
    """``examformer serve`` on a database of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.database_url = f"sqlite:///{folder / 'practice.db'}"
        many = {f"EXAMFORMER_{who}_PER_ADDRESS": "100000/hour" for who in ("GUESTS", "SIGN_UPS")}
        super().__init__({"EXAMFORMER_DATABASE_URL": self.database_url, **many, **settings})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    started = Desk(tmp_path_factory.mktemp("server"))
    try:
        started.start()
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="session")
def site(server: Desk) -> str:
    return server.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes people: each has a browser window and cookies of their own; errors in their pages fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if is_fault(line.type, line.text) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def is_fault(kind: str, text: str) -> bool:
    """Chromium logs each answer from 400 on and each lost connection as an error, and htmx the latter once more."""
    meant = (
        "Failed to load resource: the server responded with a status of 4",
        "Failed to load resource: net::ERR_FAILED",
        "Applying inline style violates",  # Chromium's own: typing over a selection of lines in the editor
    )
    return kind == "error" and not text.startswith(meant) and "htmx:error" not in text


@pytest.fixture
def page(person: Callable[..., Page]) -> Page:
    return person(viewport={"width": 1280, "height": 900})


def held_back(page: Page) -> Callable[[], None]:
    """Holds htmx back from a page, which waits for it, until what is returned is called."""
    held: list[Route] = []

    def hold(route: Route) -> None:  # Playwright cannot wrap a list's own append
        held.append(route)

    page.route("**/vendor/htmx.js*", hold)

    def let_go() -> None:
        for _ in range(100):  # on a busy machine the page is there before it asks
            if not held:
                page.wait_for_timeout(50)
        assert held, "the page did not ask for it"
        held.pop().continue_()

    return let_go


def axe_violations(page: Page) -> list[str]:
    """The violations that axe finds on the page as it stands: rule and places, one line each. It looks for words on a
    control that are not in its name (WCAG 2.5.3) only if it is told to."""
    page.evaluate(AXE)
    options = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:5]}" for one in found]
