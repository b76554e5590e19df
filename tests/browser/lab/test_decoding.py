"""The decoding lab in a real browser: a slider is drawn, a node of the beam is opened, and the scroll stays."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations


@pytest.mark.sweep
@pytest.mark.parametrize("width", [1440, 360])
def test_what_a_slider_changed_and_a_node_of_the_beam_are_told_where_one_is(
    page: Page, site: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/lab/decoding")
    slider = page.locator("[data-of=temperature]")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    slow = page.context.new_cdp_session(page)  # pages come when the hand is further on
    slow.send("Network.enable")
    told = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", told)
    page.mouse.move(box["x"] + 20, y)
    page.mouse.down()
    for far in (40, 60, 80):
        page.mouse.move(box["x"] + far, y)
        page.wait_for_timeout(300)
    value = slider.input_value()
    page.mouse.up()
    expect(page.locator("#settings .told")).to_contain_text(f"Temperature: 0.7 → {value}.")
    page.wait_for_timeout(1500)  # whatever is still under way
    expect(page.locator("#settings .told")).to_contain_text(f"Temperature: 0.7 → {value}.")
    assert page.locator("#temperature").input_value() == slider.input_value() == value
    assert abs((slider.bounding_box() or {"y": 0})["y"] - box["y"]) < 1
    expect(page.locator(".stage-then")).to_have_count(4)
    page.locator("#k").fill("3")
    page.locator("#k").press("Tab")
    expect(page.locator("#settings .told")).to_contain_text("Top-k: 4 → 3. The most")
    expect(page.locator("#settings .told")).not_to_contain_text("Temperature")
    page.locator("#beam-4").focus()
    at = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("#search .told")).to_contain_text("mart: 0.000 + ln")
    expect(page.locator("#beam-4")).to_be_focused()
    assert page.evaluate("scrollY") == at
    page.locator("#beam-1").click()
    expect(page.locator("#search .told")).to_contain_text("mari: 0.000 + ln")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
