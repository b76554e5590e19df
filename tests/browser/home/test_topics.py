"""The list of exercises: found while one types, with the keyboard alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


def test_the_list_shrinks_while_one_types(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 360, "height": 740})
    page.goto(f"{site}/topics?by=model")
    rows = page.locator("#rooms li")
    everything = rows.count()
    page.get_by_label("Find an exercise").press_sequentially("kv cache")
    expect(rows.first).to_contain_text("KV cache")
    assert 0 < rows.count() < everything / 10
    expect(page).to_have_url(f"{site}/topics?by=model&q=kv+cache")
    expect(page.get_by_label("Find an exercise")).to_be_focused()
    page.get_by_label("Find an exercise").fill("juggling")
    expect(page.get_by_role("status")).to_contain_text("No exercise has “juggling”")
    page.get_by_label("Find an exercise").fill("")
    expect(rows).to_have_count(everything)


@pytest.mark.sweep  # with scripts it is above
def test_a_search_works_without_javascript(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/topics")
    page.get_by_label("Find an exercise").fill("bleu")
    page.get_by_label("Find an exercise").press("Enter")
    expect(page.get_by_role("link", name="Clip the matches")).to_be_visible()
