"""Practising as in the exam and at ease: the switch, an expression, an answer that is taken back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.learner import PERPLEXITY, RIGHT
from tests.browser.web.test_looks import LOOKS, faults


@pytest.mark.parametrize("javascript", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_a_strict_sheet_and_then_a_relaxed_one_on_a_phone(
    person: Callable[..., Page], site: str, javascript: bool
) -> None:
    page = person(java_script_enabled=javascript, viewport={"width": 360, "height": 740})
    address = f"{site}/practice/{PERPLEXITY}?seed=7&level=warm-up"
    page.goto(address)
    page.get_by_role("button", name="as in the exam").press("Enter")
    expect(page.get_by_role("button", name="as in the exam")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("0 of 7 minutes")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.locator("[id='cell.nats.0']").fill("4.85/4")
    page.get_by_role("button", name="Check all").press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("a field takes a number alone")
    page.locator("[id='cell.nats.0']").fill(RIGHT["nats"])
    page.get_by_role("button", name="Check all").press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("Right.")

    page.goto(address)
    page.get_by_role("button", name="at ease").press("Enter")
    expect(page.get_by_role("button", name="at ease")).to_have_attribute("aria-pressed", "true")
    page.locator("[id='cell.perplexity.0']").fill("3.63")
    page.get_by_role("button", name="Check all").press("Enter")
    page.get_by_role("button", name="Correct it once").press("Enter")
    expect(page.locator("#margin-perplexity")).to_contain_text("Taken back.")
    page.locator("[id='cell.perplexity.0']").fill(RIGHT["perplexity"])
    page.get_by_role("button", name="Check all").press("Enter")
    expect(page.locator("#margin-perplexity")).to_contain_text("1 of 1 point")


@pytest.mark.sweep  # in every run tests/app/learning/test_confidence.py
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_whoever_wants_it_says_how_sure_they_are(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 740}, color_scheme=scheme)
    page.goto(f"{site}/practice/{PERPLEXITY}?seed=7&level=warm-up")
    expect(page.get_by_label("How sure are you")).to_have_count(0)
    page.locator("[id='cell.nats.0']").fill(RIGHT["nats"])
    page.get_by_role("button", name="Check all").press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("Right.")
    page.goto(f"{site}/progress")
    page.get_by_role("button", name="Ask me how sure I am").press("Enter")
    expect(page.get_by_role("button", name="Ask me no more how sure I am")).to_be_visible()
    for seed in range(8, 12):
        page.goto(f"{site}/practice/{PERPLEXITY}?seed={seed}&level=warm-up")
        page.get_by_label("How sure are you").select_option("80 %")
        for part in ("nats", "bits", "perplexity"):
            page.locator(f"[id='cell.{part}.0']").fill("9")
        assert faults(page) == []
        page.get_by_role("button", name="Check all").press("Enter")
        expect(page.locator("#margin-perplexity .verdict")).to_be_visible()
    page.goto(f"{site}/progress")
    expect(page.locator("#confidence")).to_contain_text("surer than your answers were right")
    assert faults(page) == []
    page.get_by_role("button", name="Ask me no more how sure I am").press("Enter")
    page.goto(f"{site}/practice/{PERPLEXITY}?seed=20&level=warm-up")
    expect(page.get_by_label("How sure are you")).to_have_count(0)
