"""An instructor at a question that was just begun."""

import pytest
from playwright.sync_api import Page

from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor, begin
from tests.browser.conftest import Desk


@pytest.fixture
def author(page: Page, site: str, server: Desk) -> Page:
    """The editor, as text, of a calculation of one's own."""
    email = somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    begin(page, site, "Calculation of your own")
    page.goto(f"{page.url}?view=text")
    return page
