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
    expect(page.locator("#run .chart svg")).to_contain_text("you said 65.28 kB")
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


@pytest.mark.sweep
def test_the_grids_are_stepped_through_and_play_to_their_end(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/cache")
    heading = page.locator("#grids h2")
    expect(heading).to_have_text("Token 4 of 5")
    page.mouse.wheel(0, 60)
    page.wait_for_function("scrollY === 60")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(heading).to_have_text("Token 5 of 5")
    assert page.evaluate("scrollY") == 60
    expect(page.locator("#grids .grid-masked")).to_have_count(10)
    play = page.locator("#play")
    play.click()
    expect(heading).to_have_text("Token 1 of 5")
    expect(play).to_have_text("Pause")
    expect(heading).to_have_text("Token 5 of 5", timeout=15_000)
    expect(play).to_have_text("Play")
    page.emulate_media(reduced_motion="reduce")
    expect(play).to_be_hidden()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(heading).to_have_text("Token 4 of 5")
    expect(play).to_be_hidden()
    assert axe_violations(page) == []


@pytest.mark.sweep
@pytest.mark.parametrize("address", ["cache", "precision"])
def test_on_a_phone_the_parts_leave_the_first_window_to_the_picture(
    page: Page, site: str, address: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 900})
    page.goto(f"{site}/lab/{address}")
    for picture in page.locator("#run svg").all()[: 3 if address == "cache" else 1]:
        assert (picture.bounding_box() or {"y": 900})["y"] < 800
    for part in page.locator(".choose-part a").all():
        assert (part.bounding_box() or {"height": 0})["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 360
