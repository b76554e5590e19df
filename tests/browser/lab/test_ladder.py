"""The ladder in a real browser: a count and a network are predicted, run, compared, and become exercises."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.ladder.demo import Ladder
from app.lab.demos.ladder.state import State
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run other demos are predicted, and its page is looked at in test_lab.py
def test_a_perplexity_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="One data set, seven language models").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_contain_text("This model has perplexity 9.71")
    page.locator("#ratio").fill("3")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("ratio=3"))
    expect(page.locator("#run")).to_have_count(0)
    came = f"{Ladder(State(ratio=3.0)).perplexity:.2f}"
    page.locator("#predicted").fill("12")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text(f"You said 12.00; it came to {came}.")
    expect(page.locator("#run svg")).to_contain_text("you said")
    page.get_by_role("link", name="heinrich").click()
    expect(page.locator("#letters")).to_be_in_viewport()
    expect(page.locator("#letters")).to_contain_text("Surprisal of heinrich")
    page.get_by_role("link", name="2 e").click()
    expect(page.locator("#arithmetic h2")).to_have_text("The probability of e, worked out")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The next letter of a name")


@pytest.mark.sweep  # in every run a GPT is trained in tests/app/lab/test_training.py
def test_a_network_is_trained_before_ones_eyes_and_stands_on_the_ladder(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/ladder")
    page.locator("#model").select_option("rnn")
    expect(page.locator("#steps")).to_be_visible()
    expect(page.locator("#order[type=number]")).to_have_count(0)
    page.locator("#steps").fill("40")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("steps=40"))
    page.locator("#predicted").fill("11")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 11.00; it came to", timeout=60_000)
    expect(page.locator("#run")).to_contain_text("you said")
    expect(page.locator("#letters")).to_contain_text("this model")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The recurrent network of the lab")
