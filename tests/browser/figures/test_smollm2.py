"""The real model's page in a real browser: what is recorded, without the model; and in the sweep the model itself, from
a text of one's own to a number that is opened and a token that is written."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS, looks

READ = 120_000  # milliseconds that the worker may take to load and read


def open_page(page: Page, address: str) -> None:
    """Opens the page and waits until the worker has read, where there is a model."""
    page.goto(address)
    expect(page.locator("#smol-said progress")).to_have_count(0, timeout=READ)


def test_a_recorded_sentence_is_followed_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/model/smollm2")
    tokens = page.get_by_role("navigation", name="Tokens").get_by_role("link")
    tokens.nth(2).click()
    expect(tokens.nth(2)).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Layer after").click()
    expect(page.get_by_role("heading", name="Layer 13 of 30")).to_be_visible()
    expect(page.locator("#smol-row td")).to_have_count(3)
    expect(page.get_by_role("heading", name="The next token")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), looks(360, "dark"))
def test_it_is_sound_in_every_look(width: int, scheme: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for query in ("", "?layer=31", "?token=1&layer=12&head=4"):
        open_page(page, f"{site}/model/smollm2{query}")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS[:2])
def test_the_real_model_opens_a_number_and_writes(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    """Needs ``make smollm2``."""
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    open_page(page, f"{site}/model/smollm2")
    page.get_by_label("Text").fill("The night train to Vienna")
    page.keyboard.press("Enter")
    tokens = page.get_by_role("navigation", name="Tokens").get_by_role("link")
    expect(tokens.last).to_contain_text("Vienna", timeout=READ)  # the text before it has five tokens, too
    expect(tokens).to_have_count(5)
    expect(page.locator("#smol-spine a")).to_have_count(32, timeout=READ)
    expect(page.locator("#smol-spine a").first).to_be_visible(visible=width != 360)  # folded on a phone
    assert page.evaluate("document.documentElement.scrollHeight") < 2900
    stage = page.locator(f"svg.stage.{'down' if width == 360 else 'across'}")
    stage.locator("a.strip[data-station='query']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#smol-line .formula")).to_be_visible()
    expect(page).to_have_url(re.compile("cell=query"))
    is_in_sight(page, "#smol-line .formula")
    page.locator("#smol-line .operands a").first.click()
    expect(page).not_to_have_url(re.compile("cell=query"))
    is_in_sight(page, "#smol-station")
    assert axe_violations(page) == []
    ask_and_answer(page)
    if width == 360:
        page.locator("#smol-off summary").click()
    page.locator("#smol-switches").get_by_label("the scale").check()
    expect(page.get_by_text("the scale is dropped")).to_be_visible()
    expect(page.locator(".mark.changed").first).to_be_attached()
    assert axe_violations(page) == []
    page.get_by_role("button", name="Write the next token").click()
    expect(tokens).to_have_count(6, timeout=READ)


def is_in_sight(page: Page, selector: str) -> None:
    """Expects what was opened or asked in the panel at the lower edge of the window, wherever one is on the page."""
    panel = page.locator("#smol-told")
    expect(panel).to_have_css("position", "sticky")
    for y in (0, 300):
        page.evaluate("y => scrollTo(0, y)", y)
        expect(page.locator(selector)).to_be_in_viewport()
    box = panel.bounding_box()
    assert box
    assert box["height"] <= 0.45 * 900 + 1


def ask_and_answer(page: Page) -> None:
    """Hides the opened number, gives a wrong one, and then the one that is told."""
    page.locator("#smol-ask").focus()
    page.keyboard.press("Enter")
    here = page.locator("#smol-beside td.here")
    expect(here).to_contain_text("?")
    is_in_sight(page, "#smol-guess")
    expect(page.locator("#smol-line .formula")).not_to_contain_text("≈")
    page.locator("#smol-guess").fill("12345")
    page.keyboard.press("Enter")
    expect(page.locator("#smol-line .verdict[data-rule=wrong]")).to_be_visible()
    told = page.locator("#smol-line .verdict").inner_text().partition("The model has ")[2].partition(";")[0]
    assert axe_violations(page) == []
    page.locator("#smol-guess").fill(told)
    page.keyboard.press("Enter")
    expect(page.locator("#smol-line .verdict[data-rule=right]")).to_be_visible()
    page.locator("#smol-leave").click()
    expect(page.locator("#smol-guess")).to_have_count(0)


@pytest.mark.sweep
def test_the_walk_goes_on_by_keyboard_and_lights_up_numbers_of_other_tokens(page: Page, site: str) -> None:
    """Needs ``make smollm2``."""
    open_page(page, f"{site}/model/smollm2")
    page.get_by_role("link", name="Walk through it").click()
    for n in range(1, 6):
        expect(page.get_by_text(f"Question {n} of 10")).to_be_visible()
        expect(page).to_have_url(re.compile(f"walk={n}(&|$)"))
        if n == 5:
            expect(page.locator("svg.stage.across .guest")).not_to_have_count(0)
            expect(page.locator("svg.stage.across .lit-tile")).not_to_have_count(0)
            assert axe_violations(page) == []
            break
        page.locator("#smol-guess").fill("12345")
        page.keyboard.press("Enter")
        page.locator("#smol-onward").click()
    page.locator("#smol-leave").click()
    expect(page.get_by_text("Question 5 of 10")).to_have_count(0)
