"""The KV cache in a real browser: predict, run, compare, make this an exercise."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run test_lab.py takes a demo from prediction to exercise
def test_bytes_are_predicted_run_compared_and_become_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/cache")
    expect(page.locator("#found")).to_contain_text("130,560 bytes")
    page.locator("#heads").select_option("MQA")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("65280")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 65280; it came to 32640.")
    expect(page.locator("#run svg").first).to_contain_text("you said 65.28 kB")
    expect(page.locator(".goals [data-reached=yes]")).to_contain_text("fewer than 40,000 bytes")
    assert axe_violations(page) == []
    page.get_by_role("link", name="the most probable token").click()
    expect(page.locator("#text")).to_contain_text("marin.alian.annia")
    page.get_by_role("link", name="Work that is saved").click()
    expect(page).to_have_url(re.compile("part=work"))
    page.locator("#predicted").fill("128")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#predict .verdict")).to_contain_text("it came to 145.82")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The cache of the lab's small model")
