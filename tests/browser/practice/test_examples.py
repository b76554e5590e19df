"""A worked example learned step by step, from all lines told to all lines one's own, with and without JavaScript."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Page, expect

from engine import asked_lines
from engine.variants import Variant
from tests.app.learner import drawn, key

QUESTION = "surprise-of-a-sentence"  # asks surprisals, nats and perplexity


def shown(page: Page) -> Variant:
    """The example on the page, from its address."""
    asked = {name: values[0] for name, values in parse_qs(urlparse(page.url).query).items()}
    return asked_lines.example(drawn(QUESTION, int(asked["seed"]), asked["level"]), int(asked["stage"]))


def fill_in(page: Page) -> None:
    """Types the right answers into the lines that are left, and has them checked."""
    for name, texts in key(shown(page)).items():
        for n, text in enumerate(texts):
            page.locator(f"[id='cell.{name}.{n}']").fill(text)
    page.get_by_role("button", name="Check all").press("Enter")


@pytest.mark.parametrize("javascript", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_an_example_fades_from_all_lines_told_to_all_lines_ones_own(
    person: Callable[..., Page], site: str, javascript: bool
) -> None:
    page = person(java_script_enabled=javascript, viewport={"width": 360, "height": 740})
    page.goto(f"{site}/practice/{QUESTION}?seed=3&level=exam")
    page.get_by_role("link", name="Learn it step by step").press("Enter")
    expect(page.locator(".told")).to_have_count(3)
    expect(page.get_by_role("textbox")).to_have_count(0)
    page.get_by_role("link", name="Now you: the last line").press("Enter")
    for told, following in (
        (2, "Next: the last 2 lines"),
        (1, "Next: all lines"),
        (0, "To the exercise itself"),
    ):
        expect(page.locator(".told")).to_have_count(told)
        fill_in(page)
        expect(page.get_by_role("status")).to_contain_text("All of it is right.")
        page.get_by_role("link", name=following).press("Enter")
    expect(page.get_by_role("link", name="Learn it step by step")).to_be_visible()


def test_two_failures_in_a_row_lead_back_to_the_whole_example(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/{QUESTION}/examples?seed=3&level=exam&stage=1")
    for following in ("Once more, with other numbers", "Read a whole example again"):
        page.get_by_role("textbox").last.fill("777")
        page.keyboard.press("Enter")
        page.get_by_role("link", name=following).press("Enter")
    expect(page.locator(".told")).to_have_count(3)
    expect(page.get_by_role("link", name="Now you: the last line")).to_be_visible()
