"""Attention maps in a real browser: a head is taken out, the loss predicted and compared, a row becomes an exercise."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.attention.demo import Attention
from app.lab.demos.attention.state import State
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run a letter is predicted in test_lab.py
def test_a_head_is_taken_out_its_loss_predicted_compared_and_a_row_becomes_an_exercise(
    page: Page, site: str
) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Attention maps and induction heads").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_be_visible()  # a run is there already
    page.locator("#without").select_option("1.2")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"without=1\.2"))
    head = page.get_by_role("link", name="1.2")
    head.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    head.click()
    expect(page.locator("#unit h3")).to_have_text("One head: 1.2")
    expect(page.locator("#unit h3")).to_be_in_viewport()  # beside the map that was clicked
    assert page.evaluate("scrollY") == scrolled
    expect(page.locator("#arithmetic")).to_have_count(0)

    page.locator("#predicted").fill("2")
    page.keyboard.press("Enter")
    outcome = f"{Attention(State(without='1.2')).asked.outcome:.2f}"
    expect(page.locator("#predict .verdict")).to_contain_text(f"You said 2.00; it came to {outcome}.")
    expect(page.locator("#run .lines")).to_contain_text("your prediction, 2.00")
    expect(page.locator(".goals")).to_contain_text("Reached.")
    page.locator("#unit .letters a").nth(4).click()
    expect(page.locator("#arithmetic h2")).to_contain_text("position 5, a, in head 1.2")
    expect(page.locator("#run")).to_be_visible()
    cells = page.locator("#unit .of-row")
    cells.nth(6).locator("rect").nth(2).scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    cells.nth(6).locator("rect").nth(2).click()
    expect(page.locator("#arithmetic h2")).to_contain_text("position 7, o, in head 1.2")
    assert page.evaluate("scrollY") == scrolled
    cells.nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#arithmetic h2")).to_contain_text("position 3, b, in head 1.2")
    expect(page.locator("#unit")).to_contain_text("differs from that of the whole model by 0.1 or more")
    page.set_viewport_size({"width": 360, "height": 800})
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("A row of an attention map of the lab")


@pytest.mark.sweep
def test_a_weight_is_worked_out_from_the_scores(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/attention")
    page.locator("#asks").select_option("weight")
    expect(page.locator("#predict")).to_contain_text("Which weight does position 10 give to position 3")
    page.locator("#predicted").fill("0.79")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.79; it came to 0.79.")
    expect(page.locator("#arithmetic")).to_be_visible()
    page.get_by_role("link", name="Next position").click()
    expect(page.locator("#arithmetic")).to_have_count(0)
    expect(page.locator("#predict")).to_contain_text("position 11 of 15")
