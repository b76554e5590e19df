"""The metric bench in a real browser: predict, run, compare, change, make this an exercise; and how it looks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.metrics.demo import PARTS
from tests.browser.conftest import axe_violations


@pytest.mark.sweep  # in every run test_lab.py takes a demo from prediction to exercise
def test_a_metric_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Metric bench").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#run svg")).to_be_visible()  # a score is there already
    page.get_by_role("link", name="ROUGE", exact=True).click()
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#predicted").fill("0.70")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.70; it came to 0.57.")
    expect(page.locator("#run svg")).to_contain_text("you")
    page.locator("#counts").get_by_role("link", name="ROUGE-1").click()
    expect(page.locator("#counts h2")).to_have_text("ROUGE-1")
    page.locator("#summary").fill("the bridge was closed")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("the\\+bridge\\+was\\+closed"))
    expect(page.locator("#run")).to_have_count(0)

    page.get_by_role("link", name="MinHash").click()
    page.locator("#bands").fill("10")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("bands=10"))
    page.locator("#predicted").fill("0.59")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.59; it came to 0.59.")
    page.get_by_role("button", name="Make this an exercise").click()
    expect(page.locator("h1")).to_have_text("One band is enough")


@pytest.mark.sweep
@pytest.mark.parametrize("scripts", [True, False])
def test_a_candidate_is_edited_word_by_word(scripts: bool, person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=scripts, viewport={"width": 360, "height": 900})
    page.goto(f"{site}/lab/metrics")
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#words")).to_contain_text("8 of 9 1-grams count")
    page.locator("#piece-3").click()
    expect(page.locator("#piece-3")).to_have_attribute("aria-current", "true")
    expect(page.locator("#run")).to_be_visible()
    page.locator("#take-out").click()
    expect(page.locator("#candidate")).to_have_value("the cat the dog sat on the mat")
    expect(page.locator("#run")).to_have_count(0)
    page.locator("#move-right").click()
    expect(page.locator("#candidate")).to_have_value("the cat dog the sat on the mat")
    expect(page.locator("#piece-4")).to_have_attribute("aria-current", "true")
    if scripts:
        expect(page.locator("#move-right")).to_be_focused()
    page.locator("#words").get_by_role("link", name="small", exact=True).click()
    expect(page.locator("#candidate")).to_have_value("the cat dog small sat on the mat")
    if scripts:
        assert axe_violations(page) == []
    page.locator("#predicted").fill("0.3")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#words")).to_contain_text("8 of 8 1-grams count")


@pytest.mark.sweep  # the first of them stands in test_lab.py in every run
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1440, "dark")])
def test_every_part_is_sound(width: int, scheme: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for part in PARTS:
        page.goto(f"{site}/lab/metrics?part={part}")
        page.locator("#predicted").fill("1")
        page.keyboard.press("Enter")
        expect(page.locator("#run")).to_be_visible()
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
