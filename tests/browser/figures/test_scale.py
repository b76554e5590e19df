"""All parameters and the squares of true area in a real browser: by mouse, by keyboard and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS


@pytest.mark.sweep
def test_a_token_is_outlined_a_matrix_opened_and_the_models_gone_through(page: Page, site: str) -> None:
    page.goto(f"{site}/model")
    page.get_by_role("link", name="All its numbers at once").click()
    expect(page.locator(".all-cells a.matrix")).to_have_count(20)
    page.locator("#scale-letter").select_option("r")
    expect(page).to_have_url(re.compile("letter=r"))
    expect(page.locator("#scale-letters .unused")).to_have_count(1)
    expect(page.locator(".uses .used")).to_have_count(20)
    page.locator("#scale-2-up").focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("Enter")
    expect(page.locator("#scale-told")).to_contain_text("128 hidden units")
    expect(page.locator("#scale-2-up")).to_be_focused()
    assert page.evaluate("scrollY") == before
    page.locator("#scale-out").focus()
    for name in ("GPT-2 small", "Llama 3 8B", "GPT-3"):
        page.keyboard.press("Enter")
        expect(page.locator(".zoom-told h3")).to_contain_text(name)
    page.locator("#scale-guess").fill("30")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict[data-rule=wrong]")).to_be_visible()
    expect(page.locator(".nested .band")).to_have_count(4)
    expect(page).to_have_url(re.compile("parts=on"))


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_it_is_sound_in_every_look(width: int, scheme: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for address in ("?letter=r&place=3&open=1-up&step=3", "?step=4&parts=on", "?step=2&guess=30"):
        page.goto(f"{site}/model/scale{address}")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        cells = page.locator("#scale-1-up img")
        box = cells.bounding_box()
        assert box
        assert box["width"] / box["height"] == pytest.approx(4)
        assert cells.evaluate("image => image.complete && image.naturalWidth") == 128
        theme = "dark" if scheme == "dark" else "light"
        assert f"/cells/{theme}/" in cells.evaluate("image => image.currentSrc")


@pytest.mark.sweep
def test_it_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/model/scale")
    page.locator("#scale-letter").select_option("m")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("“m” at position 2")).to_be_visible()
    page.locator("#scale-head").click()
    expect(page.locator("#scale-told")).to_contain_text("the logit of the letter")
    page.get_by_role("link", name="Zoom out").click()
    expect(page.locator(".zoom-told h3")).to_contain_text("GPT-2 small")
    page.locator("#scale-guess").fill("45")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict[data-rule=right]")).to_be_visible()
    expect(page.locator("#scale-letter")).to_have_value("m")
