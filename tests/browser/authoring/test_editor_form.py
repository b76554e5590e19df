"""Somebody who knows no TOML makes a question by the form alone, has it checked, and publishes it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.authoring.sample_question import TEXT
from tests.browser.accounts.test_account import sign_up, somebody
from tests.browser.authoring.authors import become_instructor, begin
from tests.browser.conftest import Desk, axe_violations
from tests.browser.web.test_looks import LOOKS, faults

KINDS = {
    "Calculation of your own": "Tokens and their price",
    "Built-in calculation": "How similar are two words?",
    "Multiple choice": "What softmax does not see",
    "Sentences": "Perplexity in a sentence",
    "Order": "One step of training",
    "Pairs": "Activation functions and their values",
    "Program": "Softmax in NumPy",
}


@pytest.fixture
def author(form: Page) -> Page:
    return form


def card(page: Page, called: str) -> Locator:
    return page.get_by_role("group", name=called, exact=True)


@pytest.mark.sweep
@pytest.mark.long("a check of 200 seeds")
def test_a_question_is_made_by_the_form_alone(author: Page) -> None:
    preview, report = author.locator("#preview"), author.locator("#report")
    author.get_by_label("Title", exact=True).first.fill("A lamp for some hours")
    expect(preview).to_contain_text("A lamp for some hours")
    expect(author.get_by_label("Title", exact=True).first).to_be_focused()
    author.get_by_label("Section").select_option("2.5")
    author.get_by_label("Question", exact=True).fill(
        "A lamp takes $<power>$ watts for $<hours>$ hours. How much is that?"
    )

    card(author, "Variable price").get_by_role("button", name="Remove").click()
    expect(card(author, "Variable price")).to_have_count(0)
    power = card(author, "Variable requests")
    power.get_by_label("Name").fill("power")
    power = card(author, "Variable power")
    power.get_by_label("Meaning").fill("power of the lamp")
    power.get_by_label("Smallest").fill("11")
    power.get_by_label("Largest").fill("sixty")
    power.get_by_label("In steps of").fill("1")
    expect(power).to_contain_text("Write a number.")
    expect(power.get_by_label("Largest")).to_have_attribute("aria-invalid", "true")
    preview.get_by_role("link", name="Variable power, Largest").click()
    expect(power.get_by_label("Largest")).to_be_focused()
    power.get_by_label("Largest").fill("60")
    expect(power.get_by_label("Largest")).not_to_have_attribute("aria-invalid", "true")
    hours = card(author, "Variable tokens")
    hours.get_by_label("Name").fill("hours")
    hours = card(author, "Variable hours")
    hours.get_by_label("Meaning").fill("how long it burns")
    for label in ("Smallest", "Largest", "In steps of"):
        hours.get_by_label(label).fill("")
    hours.get_by_label("Or one of these").fill("3, 4.5, 6, 8")

    card(author, "Step cost").get_by_role("button", name="Remove").click()
    expect(card(author, "Step cost")).to_have_count(0)
    step = card(author, "Step total")
    step.get_by_label("Name").fill("energy")
    step = card(author, "Step energy")
    step.get_by_label("Title", exact=True).fill("Energy in watt hours")
    expect(step.get_by_label("Formula", exact=True)).to_have_value("power * hours")
    step.get_by_label("Written as").select_option("decimals")
    step.get_by_label("Points", exact=True).fill("2")

    author.get_by_role("button", name="Add a mistake").click()
    new = card(author, "Mistake 2")
    expect(new.get_by_label("In which step")).to_be_focused()
    new.get_by_role("button", name="Move up").press("Enter")
    mistake = card(author, "Mistake 1")
    expect(mistake.get_by_label("In which step")).to_be_focused()
    mistake.get_by_label("In which step").select_option("Energy in watt hours")
    mistake.get_by_label("Name").fill("divided")
    mistake = card(author, "Mistake divided")
    mistake.get_by_label("Formula of the mistake").fill("power / hours")
    mistake.get_by_label("What the student reads").fill("You divided by the hours. Multiply by them.")
    card(author, "Mistake per_thousand").get_by_role("button", name="Remove").click()

    expect(preview).to_contain_text("You divided by the hours.")
    expect(preview).to_contain_text("Energy in watt hours")
    assert axe_violations(author) == []
    author.get_by_role("button", name="Save", exact=True).click()
    expect(author.get_by_role("heading", level=1)).to_have_text("A lamp for some hours")
    report.get_by_role("button", name="Check with 200").click()
    expect(report).to_contain_text("The check found nothing to mend.", timeout=60_000)
    report.get_by_role("button", name="Publish").click()
    expect(report).to_contain_text("Version 1 is published")
    expect(author.get_by_label("The question as TOML")).to_have_count(0)
    report.get_by_role("button", name="Share it with everybody").click()
    report.get_by_role("link", name="practise it").click()
    expect(author.get_by_role("heading", level=1)).to_have_text("A lamp for some hours")


@pytest.mark.sweep
def test_form_and_text_are_two_views_of_what_was_typed(author: Page) -> None:
    author.get_by_label("Title", exact=True).first.fill("Typed in the form")
    author.get_by_role("button", name="Text", exact=True).click()
    text = author.get_by_label("The question as TOML")
    assert 'title = "Typed in the form"' in text.input_value()
    text.fill(TEXT)
    author.get_by_role("button", name="Form", exact=True).click()
    expect(author.get_by_label("Title", exact=True).first).to_have_value("A lamp in watts")
    author.get_by_role("button", name="Text", exact=True).click()
    text.fill("half = ")
    author.get_by_role("button", name="Form", exact=True).click()
    expect(author.get_by_text("The form comes back when it can.")).to_be_visible()
    expect(text).to_have_value("half = ")


@pytest.mark.sweep
def test_in_two_tabs_no_text_is_lost(author: Page) -> None:
    other = author.context.new_page()
    other.goto(author.url)
    other.get_by_label("Title", exact=True).first.fill("From the other tab")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("From the other tab")
    author.get_by_label("Title", exact=True).first.fill("From this tab")
    author.get_by_role("button", name="Save", exact=True).click()
    expect(author.get_by_role("heading", level=1)).to_have_text("This question was saved from elsewhere")
    expect(author.locator(".diff-new")).to_contain_text("From this tab")
    expect(author.locator(".diff-old")).to_contain_text("From the other tab")
    assert faults(author) == []
    author.get_by_role("button", name="Keep mine").click()
    expect(author.get_by_role("heading", level=1)).to_have_text("From this tab")
    other.get_by_label("Title", exact=True).first.fill("Again")
    other.get_by_role("button", name="Check with 200").click()
    other.get_by_role("link", name="Take the other").click()
    expect(other.get_by_label("Title", exact=True).first).to_have_value("From this tab")


@pytest.mark.sweep  # with scripts it is above
def test_without_javascript_the_form_works_too(person: Callable[..., Page], site: str, server: Desk) -> None:
    page, email = person(java_script_enabled=False), somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    begin(page, site, "Multiple choice")
    page.get_by_label("Title", exact=True).fill("Without a script")
    card(page, "Option 2").get_by_role("button", name="Remove").click()
    expect(page.get_by_label("Title", exact=True)).to_have_value("Without a script")
    expect(card(page, "Option 4")).to_have_count(0)
    page.get_by_role("button", name="Add an option").click()
    new = card(page, "Option 4")
    expect(new.get_by_label("Text")).to_be_focused()
    new.get_by_label("Text").fill("Each logit is halved.")
    new.get_by_label("Why").fill(
        "The differences of the logits are halved, so the largest probability falls."
    )
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#preview")).to_contain_text("Each logit is halved.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Without a script")


@pytest.mark.sweep
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_every_kind_has_a_sound_form_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str, server: Desk
) -> None:
    page, email = person(viewport={"width": width, "height": 800}, color_scheme=scheme), somebody()
    sign_up(page, site, email)
    become_instructor(server, email)
    found = {}
    for kind, title in KINDS.items():
        begin(page, site, kind)
        expect(page.get_by_label("Title", exact=True).first).to_have_value(title)
        for more in page.locator("summary", has_text="More").all():
            more.click()
        if here := faults(page):
            found[kind] = here
    assert found == {}
