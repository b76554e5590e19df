"""Scaling in small in a real browser: by hand, the valley, a run that is trained, and an exercise."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.scaling.demo import Scaling
from app.lab.demos.scaling.state import State
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # trains
def test_a_loss_is_predicted_a_run_trained_compared_and_it_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/scaling")
    expect(page.locator("#run svg")).to_be_visible()  # a run is there already
    page.locator("#thousands").fill("20")
    page.keyboard.press("Tab")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile("thousands=20"))
    loss = Scaling(State(thousands=20)).here.loss_by_law
    page.locator("#predicted").fill(f"{loss:.2f}")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text(f"it came to {loss:.2f}.")
    page.get_by_role("link", name="1e10 FLOPs").click()
    expect(page.locator("#budget")).to_contain_text("For 1e10 FLOPs the law gives")
    expect(page.locator("#budget")).to_be_in_viewport()

    page.locator("#asks").select_option("run")
    expect(page.locator("#seed")).to_be_visible()
    page.locator("#predicted").fill("2.51")
    page.keyboard.press("Enter")
    expect(page.locator("#live canvas")).to_be_visible(timeout=30_000)
    expect(page.locator("#predict .verdict")).to_contain_text("You said 2.510; it came to", timeout=60_000)
    expect(page.locator("#found")).to_contain_text("The law fitted again, with your run")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("The law of the lab")


@pytest.mark.sweep
def test_the_valley_is_found_at_the_second_attempt_on_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{site}/lab/scaling?asks=valley")
    for typed, sign in (("16", "You said 16; it came to 12."), ("12", "You said 12; it came to 12.")):
        page.goto(f"{site}/lab/scaling?asks=valley")
        page.locator("#predicted").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#predict .verdict")).to_contain_text(sign)
    expect(page.locator(".goals")).to_contain_text("Reached.")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
