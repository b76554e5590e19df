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
