"""An instructor at a question that was just begun."""

import pytest
from playwright.sync_api import Page

from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor, begin
from tests.browser.conftest import Desk


@pytest.fixture
def form(page: Page, site: str, server: Desk) -> Page:
    """The editor's form of a calculation of one's own."""
    email = somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    begin(page, site, "Calculation of your own")
    return page


@pytest.fixture
def author(form: Page) -> Page:
    """The same editor with the question as text."""
    form.goto(f"{form.url}?view=text")
    return form
