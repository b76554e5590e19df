"""Worked on paper: a step before the solution opens, ticks that add up as one goes, one's own sign in the record."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_ticks_add_up_and_are_kept_as_ones_own(person: Callable[..., Page], site: str) -> None:
    page = person(timezone_id="Asia/Dhaka")
    page.goto(f"{site}/practice/surprise-of-a-sentence?seed=7&level=exam")
    expect(page.get_by_role("button", name="Compare with my paper")).to_be_hidden()
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Compare with my paper").click()
    total = page.locator(".ticked")
    expect(total).to_have_text("0 of 3 ticked, 0 points")
    boxes = page.get_by_role("checkbox", name="I have this line")
    boxes.nth(0).check()
    expect(total).to_have_text("1 of 3 ticked, 2 points")
    boxes.nth(2).check()
    boxes.nth(0).uncheck()
    boxes.nth(1).check()
    expect(total).to_have_text("2 of 3 ticked, 3 points")
    page.get_by_role("button", name="Save my marks").click()
    expect(page.locator(".total")).to_have_text("3 / 5 points")
    page.goto(f"{site}/progress")
    expect(page.locator(".rows .own-mark")).to_be_visible()
    at = page.locator("time")
    utc = at.get_attribute("datetime") or ""
    local = page.evaluate(
        "at => new Date(at).toLocaleTimeString('en-GB', {hour: '2-digit', minute: '2-digit'})", utc
    )
    expect(at).to_contain_text(local)
    expect(at).not_to_contain_text("UTC")
