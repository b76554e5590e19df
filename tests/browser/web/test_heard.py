"""Pages as a screen reader is told of them, in Chromium's accessibility tree: names of everything that is pressed or
typed into, formulas, and what is said when something has changed. No person with a screen reader takes part in it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campus import EVERY_PAGE, Grounds

SOME = EVERY_PAGE[7::24]
CONTROLS = {
    "button", "checkbox", "combobox", "DisclosureTriangle", "link", "listbox", "radio", "searchbox", "slider",
    "spinbutton", "switch", "textbox",
}  # fmt: skip
TOLD = '[aria-live="polite"], [role="status"], [role="alert"]'


def tree(page: Page) -> Iterator[dict[str, Any]]:
    """The nodes of the accessibility tree, without those that are ignored in it."""
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return (node for node in nodes if not node["ignored"])


def role(node: dict[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def called(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", "")).strip()


def described(page: Page, name: str) -> str:
    """The description of the text field of this name."""
    fields = [node for node in tree(page) if role(node) == "textbox" and called(node) == name]
    assert len(fields) == 1, [called(node) for node in tree(page) if role(node) == "textbox"]
    return str(fields[0].get("description", {}).get("value", ""))


@pytest.mark.parametrize(
    "pages", [pytest.param(SOME, id="some"), pytest.param(EVERY_PAGE, id="every", marks=pytest.mark.sweep)]
)
@pytest.mark.long("the whole tree of several pages")
def test_whatever_is_pressed_or_typed_into_has_a_name(
    pages: Sequence[str], page: Page, grounds: Grounds
) -> None:
    nameless, named = {}, 0
    for name in pages:
        grounds.goto(page, name)
        controls = [node for node in tree(page) if role(node) in CONTROLS]
        named += len(controls)
        if without := [role(node) for node in controls if not called(node)]:
            nameless[name] = without
    assert nameless == {}
    assert named > 10 * len(pages)


def test_a_formula_is_mathematics_and_no_row_of_letters(page: Page, site: str) -> None:
    page.goto(f"{site}/study/2.5")
    roles = {role(node) for node in tree(page)}
    assert {"MathMLFraction", "MathMLIdentifier", "MathMLRow"} <= roles, sorted(roles)


def test_a_verdict_is_told_and_stands_in_the_description_of_its_field(page: Page, site: str) -> None:
    page.goto(f"{site}/practice/cosine-of-two-vectors?seed=7")
    field = page.locator("[name='cell.dot.0']")
    field.fill("about three")
    field.press("Enter")
    expect(page.locator("#margin-dot")).to_contain_text("Not read yet")
    assert page.locator("#margin-dot").evaluate(f"one => one.matches('{TOLD}')")
    boxes = [called(node) for node in tree(page) if role(node) == "textbox"]
    name = next(one for one in boxes if "dot product" in one.lower())
    assert "Not read yet" in described(page, name)
    field.fill("123456")
    field.press("Enter")
    expect(page.locator("#margin-dot")).to_contain_text("of 1 point")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    assert "of 1 point" in described(page, name)


def test_a_refused_sign_in_names_the_field_and_moves_the_focus_there(page: Page, site: str) -> None:
    page.goto(f"{site}/account")
    page.locator("#in-email").fill("ada@nowhere.example")
    page.locator("#in-password").fill("not the password")
    page.locator("#sign-in button").click()
    expect(page.locator("#sign-in .fault")).to_be_visible()
    wrong = page.locator("[aria-invalid=true]")
    expect(wrong).to_have_count(1)
    expect(wrong).to_be_focused()
    expect(page.locator("#in-email")).to_have_value("ada@nowhere.example")  # nothing is typed twice
    assert wrong.evaluate(
        "one => document.getElementById(one.getAttribute('aria-describedby')).textContent"
    ).strip()


def test_an_account_can_be_filled_in_by_a_password_manager_and_by_pasting(page: Page, site: str) -> None:
    page.goto(f"{site}/account")
    tokens = page.locator("#sign-in input, #sign-up input").evaluate_all(
        "all => all.map(one => one.autocomplete)"
    )
    assert tokens == ["username", "current-password", "username", "new-password"]
    field = page.locator("#in-password")
    field.focus()
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text", "pasted");
        window.refused = !document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""
    )
    assert page.evaluate("window.refused") is False


@pytest.mark.parametrize("language", ["de", "bn"])
def test_what_stays_english_says_so(language: str, person: Callable[..., Page], site: str) -> None:
    page = person()
    page.context.add_cookies([{"name": "examformer_language", "value": language, "url": site}])
    page.goto(f"{site}/practice/cosine-of-two-vectors?seed=7")
    expect(page.locator("html")).to_have_attribute("lang", language)
    for place in ("h1", ".statement"):
        assert page.locator(place).first.evaluate("one => one.closest('[lang]').lang") == "en", place
