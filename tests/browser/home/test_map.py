"""The map of families: its lines meet what they join, and it is a list where it is narrow."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.web.test_looks import faults
from tests.every import one_in

LOOSE = """() => {
    const boxes = [...document.querySelectorAll(".layer :is(.family, .passes)")].map((e) => e.getBoundingClientRect());
    const ends = [...document.querySelectorAll(".layers path")].flatMap((path) =>
        [0, path.getTotalLength()].map((at) => path.getPointAtLength(at).matrixTransform(path.getScreenCTM())));
    return ends.filter(({ x, y }) => !boxes.some((box) =>
        Math.min(Math.abs(x - box.left), Math.abs(x - box.right)) < 2 && Math.abs(y - (box.top + box.bottom) / 2) < 2,
    )).map(({ x, y }) => `${x} ${y}`);
}"""


@pytest.mark.parametrize("family", one_in(3, ["encoder_block", "count_transformer", "softmax_regression"]))
def test_every_line_ends_at_the_middle_of_a_side(person: Callable[..., Page], site: str, family: str) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/map?family={family}")
    assert page.locator(".layers path").count() > 0
    assert page.evaluate(LOOSE) == []


def test_one_walks_along_the_map_by_keyboard(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/map")
    page.get_by_role("link", name="as a map").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="L2 penalty (new)")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/map?family=logistic_regression")
    page.get_by_role("link", name="Softmax regression (new)").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Softmax regression")).to_be_visible()


def test_a_sign_of_the_picture_leads_to_its_family(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/map")
    page.locator(".lanes a[href='/map?family=attention'] circle.around").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Scaled dot-product attention")


def test_on_a_phone_the_map_is_a_list_with_indents(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 360, "height": 740})
    page.goto(f"{site}/map")
    expect(page.locator(".lanes")).to_be_hidden()
    assert faults(page) == []
    page.goto(f"{site}/map?family=decoder_block")
    expect(page.locator(".layers > svg")).to_be_hidden()
    lefts = [box["x"] for one in page.locator(".layer").all() if (box := one.bounding_box())]
    assert lefts == sorted(set(lefts))
    assert len(lefts) == 5
