"""A figure's point under a finger, and the sentence of a drag, which tells from where it began."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_point_follows_a_finger_to_its_end_and_is_compared_with_the_beginning(
    person: Callable[..., Page], site: str
) -> None:
    page = person(**PHONE)
    page.goto(f"{site}/figures/angle-and-distance")
    grip = page.locator(".grip")
    grip.scroll_into_view_if_needed()
    began = page.locator("input[name=was]").input_value()
    box = grip.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 13):
        at = {"x": x - 5 * step, "y": y - 2 * step}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        page.wait_for_timeout(80)
    expect(page.locator("input[name=was]")).to_have_value(began)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)
    after = page.locator(".grip").bounding_box()
    assert after
    assert abs(after["x"] + after["width"] / 2 - (x - 60)) < 8
    assert abs(after["y"] + after["height"] / 2 - (y - 24)) < 8
    assert page.locator("input[name=was]").get_attribute("data-shown") != began


def test_a_slider_that_is_dragged_is_compared_with_where_it_began_and_the_next_drag_with_its_end(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/figures/temperature")
    was = page.locator("input[name=was]")
    box = page.get_by_label("Temperature T").bounding_box()
    assert box
    middle, ends = box["y"] + box["height"] / 2, []
    for left, right in ((0.3, 0.7), (0.7, 0.4)):
        began = was.get_attribute("data-shown") or ""
        page.mouse.move(box["x"] + box["width"] * left, middle)
        page.mouse.down()
        for step in range(6):
            page.mouse.move(box["x"] + box["width"] * (left + (right - left) * step / 5), middle)
            page.wait_for_timeout(80)
        expect(was).to_have_value(began)
        page.mouse.up()
        page.wait_for_timeout(300)
        ends.append(was.get_attribute("data-shown"))
    assert ends[0] != ends[1]
    assert began == ends[0]
