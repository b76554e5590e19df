"""A figure that comes below the picture of a solution, is moved there, and is a page of its own without JavaScript."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import axe_violations

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
SOLVE = "/solve/softmax_temperature?logits=2,1,3&temperature=0.75"


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_the_numbers_of_a_solution_are_moved_below_its_picture(
    person: Callable[..., Page], site: str, window: dict[str, object]
) -> None:
    page = person(**window)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(site + SOLVE)
    # The page is no heavier before the figure is asked for.
    assert not any("/figures/figures." in address or "/figures/temp" in address for address in loaded)
    page.get_by_role("link", name="Move these numbers").click()
    placed = page.locator(".placed")
    expect(placed.get_by_role("heading")).to_be_focused()
    slider = placed.get_by_label("Temperature T")
    expect(slider).to_have_value("0.75")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(placed.locator(".figure-says[role=status]")).to_contain_text("T = 0.85: “token 3” falls from 0.75")
    expect(slider.locator("xpath=following-sibling::output")).to_have_text("0.85")
    expect(page).to_have_url(site + SOLVE)
    assert axe_violations(page) == []
    width = page.viewport_size
    assert width
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]


def test_a_slider_that_was_moved_before_its_script_came_shows_its_number(
    person: Callable[..., Page], site: str
) -> None:
    page = person(service_workers="block")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/figures/figures\.[^/]*js"), hold)
    page.goto(site + SOLVE)
    page.get_by_role("link", name="Move these numbers").click()
    slider = page.locator(".placed").get_by_label("Temperature T")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".placed .figure-says[role=status]")).to_contain_text("T = 0.85")
    shown = slider.locator("xpath=following-sibling::output")
    expect(shown).to_have_text("0.75")
    for script in held:
        script.continue_()
    expect(shown).to_have_text("0.85")


def test_without_javascript_the_figure_is_a_page_of_its_own(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(site + SOLVE)
    page.get_by_role("link", name="Move these numbers").click()
    expect(page.get_by_text("With your numbers.")).to_be_visible()
    page.get_by_label("token 1").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".figure-says[role=status]")).to_contain_text("At T = 0.75, “token 1” has 0.20")
