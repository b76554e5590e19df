"""A question written in the browser: shown while one types, refused with its reason, mended, published, practised."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.app.authoring.sample_question import COLLIDING, TEXT
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor, begin
from tests.browser.conftest import Desk, axe_violations
from tests.browser.web.test_looks import LOOKS, faults


@pytest.mark.sweep  # in every run by the form, in test_editor_form.py
def test_a_question_is_written_refused_mended_published_and_practised(author: Page) -> None:
    text = author.get_by_label("The question as TOML")
    preview = author.locator("#preview")
    text.fill(TEXT.replace("power * hours", "power * minutes"))
    expect(preview).to_contain_text("Line 25:")
    expect(preview).to_contain_text("There is no minutes here.")
    expect(text).to_be_focused()
    expect(author.locator(".gutter [data-marked]")).to_have_text("✗ 25")
    preview.get_by_role("link", name="Line 25").click()
    expect(text).to_be_focused()
    line = text.evaluate("e => e.value.slice(0, e.selectionStart).split('\\n').length")
    assert line == 25
    text.fill(COLLIDING)
    expect(preview).to_contain_text("A lamp in watts")
    preview.get_by_role("button", name="New numbers").click()
    expect(preview).to_contain_text("seed 2")
    preview.get_by_role("button", name="New numbers").click()
    expect(preview).to_contain_text("seed 3")
    preview.locator('[name="cell.energy.0"]').fill("0.01")
    preview.get_by_role("button", name="Test this answer").click()
    expect(preview.locator(".verdict")).to_have_attribute("data-rule", "wrong")
    expect(preview.locator('[name="cell.energy.0"]')).to_have_value("0.01")

    report = author.locator("#report")
    report.get_by_role("button", name="Check with 200").click()
    expect(report).to_contain_text("the mistake divided always gives the key", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report.get_by_role("alert")).to_contain_text("The check found something to mend")

    text.fill(TEXT)
    report.get_by_role("button", name="Check with 200").click()
    expect(report).to_contain_text("The check found nothing to mend.", timeout=60_000)
    assert axe_violations(author) == []
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Version 1 is published")
    expect(report).to_contain_text("Only exams and assignments of your courses ask it.")
    report.get_by_role("button", name="Share it with everybody").click()
    report.get_by_role("link", name="practise it").click()
    expect(author.get_by_role("heading", level=1)).to_have_text("A lamp in watts")


@pytest.mark.sweep
def test_enter_in_an_answer_tests_it_and_saves_nothing(author: Page) -> None:
    author.get_by_label("The question as TOML").fill(TEXT)
    expect(author.locator("#preview")).to_contain_text("A lamp in watts")
    answer = author.locator('[name="cell.energy.0"]')
    answer.fill("0.01")
    answer.press("Enter")
    expect(author.locator("#preview .verdict")).to_have_attribute("data-rule", "wrong")
    author.goto(f"{author.url.removesuffix('/preview')}?view=text")
    expect(author.get_by_role("heading", level=1)).to_have_text("Tokens and their price")


@pytest.mark.sweep
def test_leaving_is_asked_about_while_something_is_not_saved(author: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    author.on("dialog", stay)
    text, away = (
        author.get_by_label("The question as TOML"),
        author.get_by_role("link", name="Your questions"),
    )
    text.fill(TEXT)
    author.get_by_role("button", name="Preview", exact=True).click()
    expect(author).to_have_url(re.compile("/preview$"))
    assert asked == []
    for leave in (away.first, author.get_by_role("button", name="Deutsch")):
        leave.click()
        expect(text).to_have_value(TEXT)
    assert asked == ["beforeunload"] * 2
    author.get_by_role("button", name="Save", exact=True).click()
    expect(author.get_by_text("Saved.")).to_be_visible()
    away.first.click()
    expect(author).to_have_url(re.compile("/author$"))
    assert asked == ["beforeunload"] * 2


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_pages_are_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str, server: Desk
) -> None:
    page, email = person(viewport={"width": width, "height": 800}, color_scheme=scheme), somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    page.goto(f"{site}/author")
    assert faults(page) == []
    page.get_by_text("New question", exact=True).click()
    assert faults(page) == []
    begin(page, site, "Calculation of your own")
    address = page.url
    page.goto(f"{address}?view=text")
    assert faults(page) == []
    page.get_by_label("The question as TOML").fill(TEXT.replace("power * hours", "power * minutes"))
    expect(page.locator(".gutter [data-marked]")).to_have_text("✗ 25")
    assert faults(page) == []
    page.goto(f"{address}/versions")
    assert faults(page) == []
