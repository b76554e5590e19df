"""Word vectors in a real browser: a cosine by hand, an analogy, an exercise; and one's own vectors, trained live."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos.vectors.demo import Vectors
from app.lab.demos.vectors.state import State
from tests.browser.conftest import axe_violations
from tests.browser.web.test_looks import LOOKS

MOSCOW = State(word="moscow")


@pytest.mark.sweep  # in every run test_lab.py takes a demo from prediction to exercise
def test_a_cosine_is_predicted_run_compared_and_becomes_an_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/lab")
    page.get_by_role("link", name="Word vectors").click()
    page.wait_for_load_state()  # its scripts, too
    expect(page.locator("#neighbours")).to_be_visible()  # a run is there already
    page.locator("#word").fill("moscow")
    page.keyboard.press("Tab")
    expect(page.locator("#run")).to_have_count(0)
    expect(page).to_have_url(re.compile("word=moscow"))
    outcome = f"{Vectors(MOSCOW).asked.outcome:.2f}"
    page.locator("#predicted").fill(outcome)
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text(f"You said {outcome}; it came to {outcome}.")
    expect(page.locator("#run svg").first).to_contain_text(f"you: {outcome}")

    page.locator("#first").fill("speaks")
    page.keyboard.press("Tab")
    expect(page.locator("#predict .verdict")).to_have_count(0)
    page.locator("#second").fill("the")
    page.keyboard.press("Tab")
    expect(page.locator("#neighbours")).to_contain_text("The two measures disagree")
    page.locator("#analogy #a").fill("boy")
    page.locator("#analogy #b").fill("son")
    page.locator("#analogy #c").fill("daughter")
    page.keyboard.press("Enter")
    expect(page.locator("#analogy")).to_contain_text("With them, the answer would be daughter")
    expect(page.locator(".goals [data-reached=yes]")).to_have_count(2)
    page.get_by_role("link", name="animal and young").click()
    expect(page.locator("#map svg")).to_contain_text("kitten")

    page.get_by_role("button", name="Make this an exercise").click()
    expect(page).to_have_url(re.compile("/attempts/"))
    expect(page.locator("h1")).to_have_text("The angle between two word vectors")


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
def test_the_map_is_turned_and_its_words_are_pressed(
    width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}/lab/vectors")
    page.wait_for_load_state()  # its scripts, too
    slider, status = page.locator("[data-of=turn]"), page.locator("#space [role=status]")
    slider.scroll_into_view_if_needed()
    king, scroll = page.locator("#at-king circle"), page.evaluate("scrollY")
    before = king.get_attribute("cx") or ""
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("turn=35"))
    expect(page.locator("#turn")).to_have_value("35")
    expect(king).not_to_have_attribute("cx", before)
    expect(page.locator("#run")).to_be_visible()  # it asks nothing anew
    assert page.evaluate("scrollY") == scroll
    page.locator("#at-prince").focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("prince and king: cosine")
    expect(page.locator("#first")).to_have_value("prince")
    page.locator("#space a", has_text=re.compile("^berlin$")).locator("circle").click(force=True)
    expect(status).to_contain_text(" and king: cosine")
    expect(status).not_to_contain_text("prince")


@pytest.mark.sweep  # in every run a GPT is trained in tests/app/lab/test_training.py
def test_ones_own_vectors_are_trained_before_ones_eyes_and_asked(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/vectors")
    page.locator("#vectors").select_option("own")
    expect(page.locator("#dimensions")).to_be_visible()
    page.locator("#steps").fill("300")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("steps=300"))
    page.locator("#predicted").fill("0.1")
    page.keyboard.press("Enter")
    expect(page.locator("#predict .verdict")).to_contain_text("You said 0.10; it came to", timeout=60_000)
    expect(page.locator("#run svg").first).to_contain_text("your prediction")
    page.locator("#first").fill("prince")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("king · prince")
    page.get_by_role("button", name="Make this analogy an exercise").click()
    expect(page.locator("h1")).to_have_text("An analogy of the lab")


@pytest.mark.sweep  # the first of them stands in test_lab.py in every run
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_it_is_sound_in_every_look(width: int, scheme: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for address in ("", "?turn=90&run=recorded", f"?{MOSCOW.address}", f"?{State(vectors='own').address}"):
        page.goto(f"{site}/lab/vectors{address}")
        assert axe_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
