"""The cards of today, turned and answered by keyboard, one taken back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.web.test_looks import faults, looks


@pytest.mark.parametrize(("width", "scheme"), looks(360, "light"))
def test_cards_are_turned_by_keyboard_and_the_last_one_is_taken_back(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 740}, color_scheme=scheme)
    page.goto(f"{site}/cards/today")
    first = page.locator(".front").inner_text()
    expect(page.get_by_role("button", name="Knew it")).to_be_hidden()
    page.keyboard.press("3")  # a card that was not turned is not answered
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Knew it")).to_be_visible()
    assert faults(page) == []
    page.locator(".wordmark").focus()
    page.keyboard.press("3")  # nor is one from elsewhere on the page
    expect(page.locator(".front")).to_have_text(first)
    page.locator("#card").focus()
    page.keyboard.press("3")
    expect(page.locator(".front")).not_to_have_text(first)
    expect(page.locator("#card")).to_contain_text("9 new")
    expect(page.locator("#card")).to_contain_text(f"Knew it: {first}")
    assert faults(page) == []
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator(".front")).to_have_text(first)
    expect(page.locator("#card")).to_contain_text("10 new")
    page.wait_for_load_state()  # the keys come with a script
    page.keyboard.press("Space")
    page.keyboard.press("1")
    expect(page.locator("#card")).to_contain_text("9 new · 1 once more")
    page.goto(site)
    page.get_by_role("link", name="Turn the cards").press("Enter")
    expect(page.locator(".front")).not_to_have_text(first)
