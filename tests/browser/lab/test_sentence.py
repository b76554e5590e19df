"""Attention in a real model, in a real browser: a recorded sentence is chosen, predicted, and its heads are opened."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run its page is looked at in test_lab.py
def test_a_recorded_sentence_is_chosen_predicted_and_its_heads_are_opened_in_place(
    page: Page, site: str
) -> None:
    page.goto(f"{site}/lab/sentence?layer=12")
    page.get_by_role("link", name="When Mary and John went home").click()
    expect(page.locator("#sentence")).to_have_value("When Mary and John went home, John thanked")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("0.3")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.30; it came to 0.14.")
    page.wait_for_load_state()  # before its scripts have run, a link leads to a page of its own

    ninth = page.get_by_role("link", name="12.9")
    ninth.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    ninth.click()
    expect(page.locator("#head h3")).to_have_text("Head 12.9")
    expect(page.locator("#head h3")).to_be_in_viewport()  # beside the map that was clicked
    assert page.evaluate("scrollY") == scrolled
    cell = page.locator("#cells-8 rect").first
    cell.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    cell.click()
    expect(page.locator("#row h3")).to_have_text("Row 8: John")
    assert page.evaluate("scrollY") == scrolled
    page.locator("#cells-4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#row h3")).to_have_text("Row 4: John")
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
