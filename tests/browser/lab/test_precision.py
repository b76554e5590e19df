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


@pytest.mark.sweep
def test_bits_are_flipped_by_keyboard_and_65520_is_asked(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 900})
    page.goto(f"{site}/lab/precision")
    told = page.locator("#run .told")
    expect(told).to_contain_text("16 − 15 = 1; 2¹ · 1.5703125 = 3.140625.")
    page.mouse.wheel(0, 80)
    page.wait_for_function("scrollY === 80")
    page.locator("#bit-0").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("−2¹ · 1.5703125 = −3.140625. Stored was 3.140625.")
    expect(page.locator("#bit-0")).to_be_focused()
    page.locator("#bit-4").click()
    expect(told).to_contain_text("−2³ · 1.5703125 = −12.5625.")
    assert page.evaluate("scrollY") == 80
    expect(page.locator(".bit-flipped")).to_have_count(2)
    for bit in page.locator(".bit").all():
        assert (bit.bounding_box() or {"height": 0})["height"] >= 44
    assert axe_violations(page) == []
    page.get_by_role("link", name="Back to the stored bits").click()
    expect(page.locator(".bit-flipped")).to_have_count(0)
    page.get_by_role("link", name="Does 65,520 overflow in FP16?").click()
    page.locator("#predicted").fill("65536")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("it came to 65536 (∞).")
    page.get_by_role("link", name="And 65,519.99?").click()
    page.locator("#predicted").fill("65504")
    page.keyboard.press("Enter")
    expect(page.locator("#run")).to_contain_text("65519.99 is stored as 65504.")
    assert axe_violations(page) == []
