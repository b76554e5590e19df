"""A change leaves what it changes on the screen: the result before it, and the place where one is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS

# A setting of each demo whose change asks a new question.
CHANGES = {
    "ladder": ("#model", "add_alpha"),
    "depth": ("#norm", "post"),
    "bpe": ("#merges", "1"),
    "vectors": ("#word", "man"),
    "attention": ("#without", "1.2"),
    "positions": ("#kind", "alibi"),
    "decoding": ("#begin", "jo"),
    "cache": ("#heads", "MQA"),
    "precision": ("#number", "0.1"),
    "alignment": ("#reward", "ending"),
    "scaling": ("#width", "12"),
    "metrics": ("#order", "1"),
}


def changed(page: Page, name: str) -> None:
    field, value = CHANGES[name]
    knob = page.locator(field)
    if knob.evaluate("e => e.tagName") == "SELECT":
        knob.select_option(value)
    else:
        knob.fill(value)
        page.keyboard.press("Tab")


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_leaves_the_result_above_the_question_and_the_setting_where_it_was(
    name: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}/lab/{name}")
    drawing = page.locator("#picture :is(svg, .tiles)").first
    expect(drawing).to_be_visible()
    knob = page.locator(CHANGES[name][0])
    knob.scroll_into_view_if_needed()
    knob.focus()
    before = knob.bounding_box()
    shown = drawing.bounding_box()
    assert before
    assert shown
    changed(page, name)
    expect(page.locator("#before")).to_be_visible()
    expect(page.locator("#run")).to_have_count(0)
    after = knob.bounding_box()
    assert after
    assert abs(after["y"] - before["y"]) <= 2
    still = drawing.bounding_box()
    question = page.locator("#predict").bounding_box()
    assert still
    assert question
    assert (still["width"], still["height"]) == pytest.approx((shown["width"], shown["height"]), abs=1)
    assert still["y"] + still["height"] < question["y"]
    if width == 360:
        settings = page.locator("#settings").bounding_box()
        assert settings
        assert question["y"] + question["height"] <= settings["y"]


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
def test_the_next_merge_is_asked_where_one_is(width: int, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}/lab/bpe")
    link = page.get_by_role("link", name="Next merge")
    link.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    assert scrolled > 300
    link.click()
    expect(page.locator("#predict h2").first).to_have_text("Merge 2")
    expect(page.locator("#tiles")).to_be_visible()  # what was merged before
    assert abs(page.evaluate("scrollY") - scrolled) < 80
    expect(page.locator("#predict")).to_be_in_viewport()


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("/lab/attention", ".maps a >> nth=5"),
        ("/lab/sentence", ".maps a >> nth=5"),
        ("/lab/positions", "#inside .actions a >> nth=5"),
        ("/lab/decoding", "#inside .actions a >> nth=5"),
    ],
)
def test_a_head_is_chosen_in_place(
    address: str, link: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}{address}")
    head = page.locator(link)
    head.scroll_into_view_if_needed()
    before = head.bounding_box()
    head.click()
    expect(head).to_have_attribute("aria-current", "true")
    after = head.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) <= 2


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_result_before_is_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for name in CHANGES:
        page.goto(f"{site}/lab/{name}")
        changed(page, name)
        expect(page.locator("#before")).to_be_visible()
        assert axe_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
def test_bangla_opens_the_tokenizer_and_is_counted_while_one_types(
    width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}/lab/bpe")
    told = page.locator("#real .told[role=status]")
    expect(told).to_be_in_viewport()
    for count in ("44 tokens", "29 tokens", "8 tokens"):
        expect(told).to_contain_text(count)
    page.locator("#cut").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("hello hello hello")
    expect(told).to_contain_text("3 tokens")  # without leaving the field
    expect(page.locator("#cut")).to_be_focused()
    expect(page.locator("#cut")).to_have_value("hello hello hello")
    page.keyboard.type(" hello")
    expect(told).to_contain_text("4 tokens")
    expect(page.locator("#tiles")).to_be_visible()
