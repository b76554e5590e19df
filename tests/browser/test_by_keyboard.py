"""Everything works by keyboard, nothing jumps, a double click counts once."""

import re

from playwright.sync_api import Page, expect


def test_a_line_is_answered_and_checked_without_a_mouse(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.nats.0']").focus()
    page.keyboard.type("0.01")
    page.keyboard.press("Enter")
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")
    expect(page.locator("#margin-perplexity")).to_be_empty()
    assert page.evaluate("document.activeElement.name") == "cell.nats.0"


def test_the_first_tab_stop_skips_to_the_exercise(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_each_matrix_cell_has_a_spoken_name(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    expect(page.get_by_label("row 2, column 1 of attention weights")).to_be_visible()


def test_a_swap_keeps_the_scroll_and_what_is_typed_elsewhere(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    page.locator("[name='cell.output.3']").fill("0.5")
    page.locator("[name='cell.weights.0']").fill("1")
    page.locator("#line-output").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.locator("button[value^='hint:output']").click()
    expect(page.locator("#margin-output .rung")).to_be_visible()
    assert abs(page.evaluate("scrollY") - before) < 2
    assert page.locator("[name='cell.output.3']").input_value() == "0.5"
    assert page.locator("[name='cell.weights.0']").input_value() == "1"


def test_a_double_click_on_check_is_one_attempt_and_one_mark(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.get_by_role("button", name="Check all").dblclick()
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")
    page.goto(f"{site}/progress")
    expect(page.get_by_role("link", name="How surprised was the model?")).to_have_count(1)


def test_going_back_after_an_answer_brings_a_whole_page(page: Page, site: str) -> None:
    page.goto(f"{site}/topics")
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.get_by_role("button", name="Check all").click()
    expect(page).to_have_url(re.compile("/attempts/"))
    page.go_back()
    expect(page.locator(".wordmark")).to_be_visible()
    expect(page.locator("#sheet")).to_be_visible()


def test_what_was_typed_and_not_checked_survives_a_reload(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    page.locator("[name='cell.output.3']").fill("0.5")
    page.reload()
    expect(page.locator("[name='cell.output.3']")).to_have_value("0.5")


def test_without_a_connection_it_says_so_and_keeps_the_answers(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.route("**/practice/**", lambda route: route.abort())
    page.get_by_role("button", name="Check all").click()
    expect(page.get_by_role("alert")).to_contain_text("still in their fields")
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.01")
    page.unroute("**/practice/**")
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")
    expect(page.get_by_role("alert")).to_be_empty()
