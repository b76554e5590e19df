"""Everything works by keyboard, nothing jumps, a double click counts once."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import variants
from tests.browser.practice.test_seven_kinds import fill, typed
from tests.engine.submissions import BANK


def check(page: Page, part: str, text: str, button: str) -> None:
    """Types into a line, presses a button of that line or of the sheet, and waits for the answer."""
    key = page.locator("[name=key]").get_attribute("value") or ""
    page.locator(f"[name='cell.{part}.0']").fill(text)
    line = page.locator(f"#line-{part}, .onward, .close").get_by_role("button", name=button)
    line.first.click()
    expect(page.locator("[name=key]")).not_to_have_value(key)


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


def test_after_a_right_answer_the_button_hands_the_focus_to_the_next_open_line(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7&level=exam")
    variant = variants.draw(BANK.questions["surprise-of-a-sentence"], 7, "exam")
    surprisals, nats = variant.asked[0], variant.asked[1]
    fill(page, surprisals.name, typed(surprisals, surprisals.key))
    fill(page, nats.name, typed(nats, nats.key))
    page.locator(f"#line-{surprisals.name} button[value^='check:']").press("Enter")
    expect(page.locator(f"[name='cell.{nats.name}.0']")).to_be_focused()
    page.locator(f"#line-{nats.name} button[value^='check:']").press("Enter")
    expect(page.locator("[name='cell.perplexity.0']")).to_be_focused()


@pytest.mark.sweep
def test_nothing_but_what_scrolls_is_a_tab_stop_of_a_solution(page: Page, site: str) -> None:
    page.goto(f"{site}/solve/softmax_temperature")
    stops = "[...document.querySelectorAll('.formula, .result')].filter(one => one.scrollHeight > one.clientHeight)"
    assert page.locator(".formula").count() > 3
    assert page.evaluate(f"{stops}.map(one => one.textContent)") == []


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
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")
    page.go_back()
    expect(page).to_have_url(re.compile("/practice/"))
    expect(page.locator("#margin-nats")).to_be_empty()
    expect(page.locator(".wordmark")).to_be_visible()
    expect(page.locator("#sheet")).to_be_visible()


@pytest.mark.sweep
def test_checking_a_stored_sheet_again_is_no_further_page_to_go_back_through(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    check(page, "nats", "0.01", "Check all")
    expect(page).to_have_url(re.compile("/attempts/"))
    before = page.evaluate("history.length")
    for text in ("0.02", "0.03"):
        check(page, "nats", text, "Check all")
    assert page.evaluate("history.length") == before


def test_what_was_typed_and_not_checked_survives_a_reload(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    page.locator("[name='cell.output.3']").fill("0.5")
    page.reload()
    expect(page.locator("[name='cell.output.3']")).to_have_value("0.5")


@pytest.mark.sweep
def test_a_line_that_was_not_checked_survives_a_reload_after_another_was(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name='cell.perplexity.0']").fill("3.3")
    check(page, "nats", "0.01", "Check this line")
    page.reload()
    expect(page.locator("[name='cell.perplexity.0']")).to_have_value("3.3")
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.01")
    expect(page.locator("#margin-nats")).to_contain_text("of 1 point")


@pytest.mark.sweep
def test_a_stored_answer_that_was_typed_anew_survives_a_reload(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    check(page, "nats", "0.01", "Check all")
    page.locator("[name='cell.nats.0']").fill("0.02")
    page.reload()
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.02")
    check(page, "nats", "0.03", "Check all")
    page.reload()
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.03")


@pytest.mark.sweep
def test_what_was_picked_and_not_checked_survives_a_reload(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/nearest-word?seed=7")
    first, second = (page.locator("#line-nearest_by_cosine input").nth(n) for n in (0, 1))
    first.check()
    page.reload()
    expect(first).to_be_checked()
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#margin-nearest_by_cosine")).to_contain_text("of 1 point")
    second.check()
    page.reload()
    expect(second).to_be_checked()
    expect(page.locator("#margin-nearest_by_cosine")).to_contain_text("of 1 point")


@pytest.mark.sweep
def test_what_was_typed_survives_a_reload_after_an_answer_that_refused_it(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7")
    page.locator("[name=version]").evaluate("field => field.value = 'of yesterday'")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.get_by_text("Is our answer wrong? Tell us").click()
    page.locator("[name=sentence]").fill("I get 0.01.")
    page.get_by_role("button", name="Check all").click()
    expect(page.get_by_role("alert")).to_contain_text("was edited since")
    page.reload()
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.01")
    expect(page.locator("[name=sentence]")).to_have_value("I get 0.01.")
    expect(page.locator("[name=sentence]")).to_be_visible()


@pytest.mark.sweep
def test_the_same_numbers_again_are_an_empty_sheet(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7&level=exam")
    page.locator("[name='cell.nats.0']").fill("0.01")
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Show the worked solution").click()
    expect(page.locator(".place")).to_contain_text("Worked solution")
    page.get_by_role("link", name="Back to your sheet").click()
    expect(page.locator("[name='cell.nats.0']")).to_have_value("0.01")
    page.get_by_role("link", name="Same numbers again").click()
    expect(page).to_have_url(re.compile("/practice/"))
    expect(page.locator("[name='cell.nats.0']")).to_have_value("")


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
