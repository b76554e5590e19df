"""Positions in a real browser: a loss and a score are predicted, run, compared, and become an exercise."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run other demos are predicted, and its page is looked at in test_lab.py
def test_a_loss_beyond_the_trained_length_is_predicted_and_compared(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Positions").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_be_visible()  # a run is there already
    page.locator("#kind").select_option("alibi")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile("kind=alibi"))
    page.locator("#predicted").fill("2.2")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 2.20; it came to 2.20.")
    expect(page.locator("#run svg")).to_contain_text("your prediction")
    expect(page.locator(".goals [data-reached=yes]")).to_have_count(1)
    expect(page.locator("#distance[type=number]")).to_have_count(0)
    expect(page.locator("#arithmetic h2")).to_have_text("Query at 15, key at 9: the numbers")
    assert axe_violations(page) == []

    page.locator("#kind").select_option("rope")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#asks").select_option("number")
    expect(page.locator("#predict")).to_contain_text("RoPE turns neighbouring entries")
    page.locator("#predicted").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 1.00; it came to")
    page.locator("#distance").fill("9")
    page.keyboard.press("Tab")
    expect(page.locator("#arithmetic h2")).to_have_text("Query at 14, key at 5: the numbers")
    expect(page.locator("#unit svg")).to_be_visible()
    expect(page.locator("#hand-title")).to_have_text("Pair 0: query at 14, key at 5")
    page.locator("[data-of=key]").fill("12")  # the slider
    expect(page.locator("#hand-title")).to_have_text("Pair 0: query at 21, key at 12")
    page.locator("[data-of=pair]").press("ArrowRight")
    expect(page.locator("#hand-title")).to_have_text("Pair 1: query at 21, key at 12")
    page.get_by_role("link", name="Move both to 31 and 22").click()
    expect(page.locator("#hand-title")).to_have_text("Pair 1: query at 31, key at 22")
    expect(page.locator("#turned")).to_contain_text("only the distance counts")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("A fast and a slow pair")


@pytest.mark.sweep  # in every run a GPT is trained in tests/app/lab/test_training.py
def test_a_model_is_trained_and_reads_more_than_it_was_trained_on(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/positions?asks=live&kind=alibi&trained=8&steps=50")
    page.locator("#predicted").fill("2.6")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 2.60; it came to", timeout=60_000)
    expect(page.locator("#run svg").first).to_contain_text("your prediction")
    expect(page.locator("#found")).to_contain_text("when it reads 8 tokens")
