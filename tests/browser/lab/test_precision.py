"""Precision and memory in a real browser: predict, run, compare, make this an exercise."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run other demos are predicted, and its page is looked at in test_lab.py
def test_a_number_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/precision")
    expect(page.locator("#run")).to_contain_text("3.140625")
    page.locator("#number").fill("0.1")
    page.keyboard.press("Tab")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("0.1")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.1; it came to 0.0999755859375.")
    expect(page.locator("#run svg").first).to_contain_text("you: 0.1; stored: 0.0999755859375")
    assert axe_violations(page) == []
    page.get_by_role("link", name="Micro-batches").click()
    expect(page).to_have_url(re.compile("part=accumulation"))
    page.locator("#micro").select_option("16")
    expect(page).to_have_url(re.compile("micro=16"))
    page.locator("#predicted").fill("1.03")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#predict .verdict")).to_contain_text("it came to 1.03")
    expect(page.locator(".goals [data-reached=yes]")).to_contain_text("less than 5 percent")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("What one update reads")
