"""Depth and time in a real browser: predict, run, compare, look closer, make this an exercise."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run other demos are predicted, and its page is looked at in test_lab.py
def test_a_gradient_is_predicted_followed_back_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Depth and time").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run")).to_be_visible()  # a measurement is there already
    page.locator("#norm").select_option("post")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile("norm=post"))
    page.locator("#predicted").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 1; it came to 1.38.")
    expect(page.locator("#run svg")).to_contain_text("your prediction")
    page.get_by_role("link", name="8 layers", exact=True).click()
    expect(page.locator("#unit")).to_contain_text("A model of 8 layers")
    assert axe_violations(page) == []

    page.locator("#asks").select_option("time")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#cell").select_option("lstm5")
    expect(page).to_have_url(re.compile("cell=lstm5"))
    page.locator("#predicted").fill("-0.3")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said −0.3; it came to −0.36.")
    expect(page.locator(".goals [data-reached=yes]")).to_have_count(1)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("A gradient from the lab")
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(page.locator("[data-goals=depth]")).to_have_text("Goals reached: 1")
    expect(page.locator("[data-goals=bpe]")).to_have_text("")


@pytest.mark.sweep
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_wave_runs_back_step_by_step_or_is_played(
    person: Callable[..., Page], site: str, motion: str
) -> None:
    page = person(reduced_motion=motion)
    page.goto(f"{site}/lab/depth")
    page.locator("#layers").select_option("8")
    expect(page.locator("#wave .later")).to_have_count(7)
    page.locator("#wave-said").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#wave .later")).to_have_count(6)
    expect(page.locator("#wave-said")).to_contain_text(
        "At layer 7 the norm is 0.6688, about 1.02 times that of layer 8."
    )
    page.get_by_role("link", name="Back", exact=True).press("Enter")
    expect(page.locator("#wave .later")).to_have_count(7)
    assert axe_violations(page) == []
    page.locator("#wave-play").click()
    if motion == "no-preference":
        expect(page.locator("#wave .later")).to_have_count(4)  # on its way
    expect(page).to_have_url(re.compile("wave=8"))
    expect(page.locator("#wave .later")).to_have_count(0)
    expect(page.locator("#wave-said")).to_contain_text("At layer 1 the norm is 1.176")
    expect(page.locator("#wave-play")).to_be_enabled()
    assert abs(page.evaluate("scrollY") - place) < 2
    assert axe_violations(page) == []


@pytest.mark.sweep
def test_without_scripts_the_wave_runs_by_its_links(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/lab/depth")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#wave .later")).to_have_count(2)
    expect(page.locator("#wave-play")).to_be_hidden()
    page.get_by_role("link", name="To the end").click()
    expect(page.locator("#wave .later")).to_have_count(0)
