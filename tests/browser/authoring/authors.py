"""Instructors in a browser, who begin questions."""

from playwright.sync_api import Page, expect

from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from tests.browser.conftest import Desk


def become_instructor(server: Desk, email: str) -> int:
    """Makes an account an instructor's; returns its number."""
    database = Database(server.database_url)
    with database.write() as connection:
        account = people.account(connection, email)
        assert account is not None
        people.set_role(connection, account.id, Role.INSTRUCTOR)
    database.close()
    return account.id


def begin(page: Page, site: str, kind: str) -> None:
    page.goto(f"{site}/author")
    page.get_by_text("New question", exact=True).click()
    page.get_by_role("button", name=kind).click()
    expect(page.locator("#preview")).to_be_visible()
