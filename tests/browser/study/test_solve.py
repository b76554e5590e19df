"""One's own numbers: typed, solved in place, refused at their field; with a mouse and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.parametrize(
    "window", [DESK, pytest.param(PHONE, marks=pytest.mark.sweep)], ids=["desk", "phone"]
)
def test_numbers_are_solved_in_place(
    person: Callable[..., Page], site: str, window: dict[str, object]
) -> None:
    page = person(**window)
    page.goto(f"{site}/solve/cosine_similarity")
    page.locator("#u").fill("1, 2, 2")
    page.locator("#v").fill("2 3 6")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".told").last).to_contain_text("0.95")
    assert "u=1%2C+2%2C+2" in page.url
    page.locator("#v").fill("2, y, 6")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#problem-v")).to_be_visible()
    expect(page.locator(".told")).to_have_count(0)
    page.go_back()
    expect(page.locator(".told").last).to_contain_text("0.95")


def test_a_phone_has_a_key_for_the_sign(person: Callable[..., Page], site: str) -> None:
    page = person(**PHONE)
    page.goto(f"{site}/solve/softmax_temperature")
    temperature = page.locator("#temperature")
    temperature.fill("0.5")
    page.locator(".line", has=temperature).get_by_role("button", name="Change the sign").click()
    expect(temperature).to_have_value("-0.5")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#problem-temperature")).to_be_visible()


def test_a_public_model_is_filled_in_beside_what_was_typed(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/solve/kv_cache")
    page.locator("#batch").fill("7")
    page.get_by_label("Take the numbers of a public model").select_option("Llama-3 70B")
    page.get_by_role("button", name="Fill in").click()
    expect(page.locator("#layers")).to_have_value("80")
    expect(page.locator("#batch")).to_have_value("7")
    page.locator("#layers").fill("40")
    page.locator("#layers").press("Enter")
    expect(page.get_by_text("Filled in:")).to_have_count(0)
    expect(page.locator("#layers")).to_have_value("40")


@pytest.mark.sweep
def test_a_beam_is_typed_as_plain_lines(person: Callable[..., Page], site: str) -> None:
    page = person(**DESK)
    page.goto(f"{site}/solve/beam_search")
    page.locator("#transitions").fill(": good 0.6, fine 0.4\ngood: day 0.5, </s> 0.5\nfine: </s> 1")
    page.locator("#steps").fill("2")
    page.locator("#width").fill("2")
    page.locator("#length_normalized").select_option("no")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("img", name="What the search has looked at")).to_be_visible()
    expect(page.locator(".told").last).to_contain_text("0.92")
    page.locator("#transitions").fill("good 0.6")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#problem-transitions")).to_contain_text("colon")
