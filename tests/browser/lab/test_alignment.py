"""Alignment and the leash in a real browser: predict, run, compare, make this an exercise; recorded, then live."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run test_lab.py takes a demo from prediction to exercise
def test_a_run_without_a_leash_is_predicted_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/alignment")
    expect(page.locator("#run")).to_be_visible()  # a run is there already
    page.locator("#step").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".film [aria-current]")).to_contain_text("step 60")
    page.locator(".film a").nth(1).click()
    expect(page.locator("#writes")).to_contain_text("At step 20 it writes aaaaaaaaaaaa")
    expect(page.locator("#step")).to_have_value("20")
    page.goto(f"{site}/lab/alignment?beta=0.0")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 4.00; it came to 12.00.")
    expect(page.locator("#run svg text.pen", has_text="you")).to_be_visible()
    expect(page.locator("#found")).to_contain_text("It has collapsed")
    assert axe_violations(page) == []
    page.get_by_role("link", name="step 20", exact=True).click()
    expect(page.locator("#inside h2")).to_have_text("Names of step 20")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The reward, minus the price of moving away")


@pytest.mark.sweep  # in every run a GPT is trained in tests/app/lab/test_training.py
def test_preferences_are_learned_from_a_recording_and_before_ones_eyes(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/alignment?method=dpo&beta=0.5")
    page.locator("#predicted").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("became rarer while the accuracy rose")
    page.locator("#live").select_option("True")
    expect(page.locator("#rate")).to_be_visible()
    page.locator("#steps").fill("5")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("steps=5"))
    page.locator("#predicted").fill("-1")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said −1.00; it came to", timeout=60_000)
    expect(page.locator("#inside")).to_contain_text("One pair at step 5")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("A pair of names in the lab")
