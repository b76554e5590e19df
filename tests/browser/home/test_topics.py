"""The list of exercises: found while one types, with the keyboard alone, and folded under its headings."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations, held_back

FIVE = {
    "old tram": "An old tram without a future",
    "counting shots": "Counting shots",
    "lullaby": "Five words of a lullaby",
    "first five merges": "The first five merges",
    "square root": "What the square root is for",
}


@pytest.mark.sweep  # in every run it shrinks, below
def test_five_exercises_are_found_by_some_words_of_their_titles(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/topics")
    for words, title in FIVE.items():
        page.get_by_label("Find an exercise").fill(words)
        expect(page.locator(".exercise").first).to_contain_text(title)


def test_the_list_shrinks_while_one_types(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 360, "height": 740})
    page.goto(f"{site}/topics?by=model")
    rows = page.locator("#rooms .exercise")
    page.get_by_label("Find an exercise").press_sequentially("kv cache")
    expect(rows.first).to_contain_text("KV cache")
    assert 0 < rows.count() <= 20
    expect(page).to_have_url(f"{site}/topics?by=model&q=kv+cache")
    expect(page.get_by_label("Find an exercise")).to_be_focused()
    page.get_by_label("Find an exercise").fill("juggling")
    expect(page.get_by_role("status")).to_contain_text("No exercise has “juggling”")
    page.get_by_label("Find an exercise").fill("")
    expect(page.locator("details.topic")).to_have_count(11)
    expect(rows).to_have_count(0)


def test_words_typed_before_the_scripts_came_are_searched_for(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900}, service_workers="block")
    let_go = held_back(page)
    page.goto(f"{site}/topics", wait_until="commit")
    page.get_by_label("Find an exercise").press_sequentially("kv cache")
    let_go()
    expect(page).to_have_url(f"{site}/topics?q=kv+cache")
    expect(page.locator("#rooms .exercise").first).to_contain_text("KV cache")


def test_nothing_is_searched_for_where_nothing_was_typed(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900}, service_workers="block")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/topics" in request.url else None)
    page.goto(f"{site}/topics")
    page.wait_for_timeout(1000)  # more than the pause after which a search is sent
    assert asked == [f"{site}/topics"]


@pytest.mark.parametrize(("width", "most"), [pytest.param(1440, 2000, marks=pytest.mark.sweep), (360, 3500)])
def test_the_page_is_short_until_a_heading_is_opened(
    width: int, most: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800})
    page.goto(f"{site}/topics")
    assert page.evaluate("document.documentElement.scrollHeight") < most
    room = page.locator("[id='2.5']")
    room.locator("summary").first.press("Enter")
    skill = room.locator("[id='2.5/scaled-dot-product-attention']")
    skill.locator("summary").press("Enter")
    expect(skill.get_by_role("link", name="Causal self-attention by hand")).to_be_visible()
    expect(page).to_have_url(f"{site}/topics#2.5/scaled-dot-product-attention")
    assert axe_violations(page) == []
    skill.get_by_role("link", name="Causal self-attention by hand").click()
    page.go_back()
    expect(page.get_by_role("link", name="Causal self-attention by hand")).to_be_visible()


def test_filters_stand_in_the_address_and_are_cleared_by_a_link(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/topics")
    page.get_by_label("Section", exact=True).select_option("Attention")
    page.get_by_label("Form", exact=True).select_option("code")
    expect(page.get_by_role("status")).to_contain_text("1 exercise")
    expect(page.locator(".exercise")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("Form", exact=True)).to_have_value("code")
    page.get_by_role("link", name="clear").click()
    expect(page.locator("details.topic")).to_have_count(18)


@pytest.mark.sweep  # with scripts it is above
def test_a_search_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/topics")
    page.get_by_label("Find an exercise").fill("bleu")
    page.get_by_label("Find an exercise").press("Enter")
    expect(page.get_by_role("link", name="Clip the matches")).to_be_visible()


@pytest.mark.sweep  # with scripts it is above
def test_a_heading_opens_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/topics")
    page.get_by_text("Evaluation", exact=True).last.click()
    page.locator("[id='2.12']").get_by_role("link", name="Show its exercises").click()
    expect(page.locator("[id='2.12']").get_by_text("Perplexity of a text")).to_be_visible()
