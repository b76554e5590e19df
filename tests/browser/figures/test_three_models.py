"""Three models side by side in a real browser: a word, step by step, by keyboard and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS


@pytest.mark.sweep
def test_a_word_is_followed_through_three_models(page: Page, site: str) -> None:
    page.goto(f"{site}/model")
    page.get_by_role("link", name="Beside it: an RNN").click()
    page.locator("#three-word").fill("perplexities")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("word=perplexities"))
    expect(page.locator(".verdict[data-rule=wrong]")).to_have_count(1)
    expect(page.locator(".verdict[data-rule=right]")).to_have_count(2)
    page.locator("#three-next").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Token 2 of 13")).to_be_visible()
    expect(page.locator("#three-next")).to_be_focused()
    page.locator("#recurrent-3").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("open=3"))
    expect(page.locator("table.open-column")).to_have_count(3)
    expect(page.locator("#recurrent-3")).to_be_focused()
    page.locator("#decoder_only-3").click()
    expect(page.locator("table.open-column")).to_have_count(0)


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_it_is_sound_in_every_look(width: int, scheme: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(f"{site}/model/three?word=perplexities&step=4&open=5")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("svg.passing text")].map(
            (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d)"""
    )
    assert len(sizes) > 60
    assert min(sizes) >= 12


@pytest.mark.sweep
def test_a_step_that_is_not_there_is_no_link_and_looks_like_none(page: Page, site: str) -> None:
    page.goto(f"{site}/model/three")
    there, over = page.locator("#three-next"), page.locator("#three-back")
    expect(over).to_have_attribute("aria-disabled", "true")
    assert over.evaluate("one => one.matches('a, button, [href], [hx-get]')") is False
    expect(over).to_have_css("border-top-style", "dashed")
    expect(there).to_have_css("border-top-style", "solid")
    for name in ("color", "border-top-color", "cursor"):
        looks = [one.evaluate("(one, name) => getComputedStyle(one)[name]", name) for one in (there, over)]
        assert looks[0] != looks[1], name


@pytest.mark.sweep
def test_it_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/model/three")
    page.locator("#three-word").fill("tree")
    page.get_by_role("button", name="Read").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Token 2 of 5")).to_be_visible()
    page.get_by_role("link", name="numbers of token 5").first.click()
    expect(page.get_by_text("This one alone goes through the wall.")).to_be_visible()
