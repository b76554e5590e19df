"""Questions that are no numbers, by keyboard alone, right and wrong, and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import variants
from tests.browser.conftest import axe_violations
from tests.engine.submissions import BANK

CHOICE = "why-attention-is-scaled"


def options(seed: int) -> tuple[list[str], str]:
    """The options in the order of the sheet, and the right one."""
    variant = variants.draw(BANK.questions[CHOICE], seed, "exam")
    return list(variant.exact.values["options"]), str(variant.asked[0].key)


def test_a_choice_is_made_by_keyboard_and_all_reasons_are_read(
    person: Callable[..., Page], site: str
) -> None:
    page = person()
    page.goto(f"{site}/practice/{CHOICE}?seed=7")
    texts, right = options(7)
    radios = page.get_by_role("radio")
    expect(radios).to_have_count(4)
    radios.first.focus()
    page.keyboard.press("Space")
    for _ in range((texts.index(right) + 1) % 4):
        page.keyboard.press("ArrowDown")
    expect(page.locator("input[type=radio]:checked")).to_have_value(texts[(texts.index(right) + 1) % 4])
    page.keyboard.press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("0 of 1 point")
    page.locator("input[type=radio]:checked").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("Right.")
    page.get_by_role("link", name="Worked solution").press("Enter")
    expect(page.locator(".reasons li")).to_have_count(4)


@pytest.mark.parametrize("answer", ["right", pytest.param("wrong", marks=pytest.mark.sweep)])
def test_a_choice_needs_no_javascript(person: Callable[..., Page], site: str, answer: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/practice/{CHOICE}?seed=3")
    texts, right = options(3)
    chosen = texts.index(right) if answer == "right" else (texts.index(right) + 1) % 4
    page.get_by_role("radio").nth(chosen).check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#margin-answer")).to_contain_text(
        "1 of 1 point" if answer == "right" else "0 of 1 point"
    )


MATCH, ORDER = "bits-of-number-formats", "from-base-model-to-assistant"


def keys(question: str, seed: int) -> list[str]:
    """The right answer, menu by menu, or place by place."""
    variant = variants.draw(BANK.questions[question], seed, BANK.questions[question].default_level)
    key = variant.asked[0].key
    return list(key.values() if isinstance(key, dict) else key)


def choose(page: Page, partners: list[str]) -> None:
    """Chooses by keyboard: a menu goes down with every arrow."""
    for menu, partner in zip(page.locator("#line-answer select").all(), partners, strict=True):
        menu.focus()
        texts = menu.locator("option").evaluate_all("options => options.map(option => option.value)")
        page.keyboard.press("Home")
        for _ in range(texts.index(partner)):
            page.keyboard.press("ArrowDown")


def test_a_match_is_made_by_keyboard_wrong_then_right(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/{MATCH}?seed=4")
    right = keys(MATCH, 4)
    expect(page.locator(".partners")).to_be_hidden()
    page.set_viewport_size(
        {"width": 360, "height": 800}
    )  # too narrow for a partner in its menu: they stand above
    expect(page.locator(".partners").get_by_text(right[0])).to_be_visible()
    choose(page, [right[1], right[0], *right[2:]])
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("2 of 4 cells are right.")
    choose(page, right)
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("1 of 2 points, from your first answer.")
    page.get_by_role("link", name="Worked solution").press("Enter")
    expect(page.locator(".reasons li")).to_have_count(4)
    expect(page.locator(".accepted")).to_contain_text("FP8, variant E4M3: 4 exponent bits, 3 mantissa bits")


def test_an_order_is_made_by_keyboard_and_by_dragging(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/{ORDER}?seed=4")
    right = keys(ORDER, 4)
    rows = page.locator(".ranking li")
    expect(rows).to_have_count(len(right))
    page.get_by_role("button", name=f"Move up: {right[0]}").focus()
    for _ in range(rows.get_by_text(right[0]).locator("xpath=preceding::li[parent::ol]").count()):
        page.keyboard.press("Enter")
    expect(rows.first.get_by_role("button")).to_be_focused()
    expect(rows.first).to_contain_text(right[0])
    for place, text in enumerate(right[1:], 1):  # by mouse, each from where it lies
        row, goal = rows.filter(has_text=text).bounding_box(), rows.nth(place).bounding_box()
        assert row is not None
        assert goal is not None
        page.mouse.move(row["x"] + 90, row["y"] + row["height"] / 2)
        page.mouse.down()
        page.mouse.move(row["x"] + 90, goal["y"] + goal["height"] / 2, steps=8)
        page.mouse.up()
    assert [text.strip() for text in rows.locator(".words").all_text_contents()] == right
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("2 of 2 points")
    page.get_by_role("link", name="Worked solution").press("Enter")
    expect(page.locator(".reasons li")).to_have_count(len(right))


@pytest.mark.sweep  # an order without scripts; with them it is above
def test_an_order_that_is_wrong_names_its_first_place_and_shows_the_right_one(
    person: Callable[..., Page], site: str
) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/practice/{ORDER}?seed=4")
    right = keys(ORDER, 4)
    for menu, text in zip(
        page.locator("#line-answer select").all(), [*right[:2], *right[:1:-1]], strict=True
    ):
        menu.select_option(text)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#margin-answer")).to_contain_text("Something else belongs in place 3.")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".rung ol.listed li")).to_have_text(right)


DERIVE = "derive-cross-entropy-through-softmax"


def lines_and_reasons(seed: int) -> tuple[list[str], list[str]]:
    """The lines of the derivation in one right order, and the reasons of the marked ones."""
    variant = variants.draw(BANK.questions[DERIVE], seed, BANK.questions[DERIVE].default_level)
    order, reasons = (asked.key for asked in variant.asked)
    assert isinstance(reasons, dict)
    return list(order), list(reasons.values())


def test_a_derivation_is_put_in_order_by_keyboard_on_a_phone_in_any_order_that_holds(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": 360, "height": 800})
    page.goto(f"{site}/practice/{DERIVE}?seed=4")
    lines, reasons = lines_and_reasons(4)
    lines[0], lines[1] = lines[1], lines[0]  # neither rests on the other
    rows = page.locator(".ranking li")
    expect(rows).to_have_count(len(lines) + 2)
    for place, text in enumerate(lines):
        at = rows.evaluate_all("(rows, text) => rows.findIndex((row) => row.dataset.text === text)", text)
        for _ in range(at - place):
            rows.nth(at).get_by_role("button", name="Move up").focus()
            page.keyboard.press("Enter")
            at -= 1
    assert rows.evaluate_all("rows => rows.map((row) => row.dataset.text)")[: len(lines)] == lines
    expect(page.locator(".ranking li.left-out")).to_have_count(2)
    for menu, reason in zip(page.locator("#line-reasons select").all(), reasons, strict=True):
        menu.focus()
        menu.select_option(reason)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("2 of 2 points")
    expect(page.locator("#margin-reasons")).to_contain_text("1 of 1 point")
    assert axe_violations(page) == []


def test_the_first_line_that_does_not_follow_is_named_without_javascript(
    person: Callable[..., Page], site: str
) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/practice/{DERIVE}?seed=4")
    lines, _ = lines_and_reasons(4)
    lines[1], lines[2] = lines[2], lines[1]
    for menu, text in zip(page.locator("#line-answer select").all(), lines, strict=True):
        menu.select_option(text)
    page.get_by_role("button", name="Check").first.click()
    expect(page.locator("#margin-answer")).to_contain_text("Line 2 does not follow yet")
    stray = variants.draw(BANK.questions[DERIVE], 4, "hard").exact.values["lines"]
    other = next(text for text in stray if text not in lines)
    page.locator("#line-answer select").nth(1).select_option(other)
    page.locator("#line-answer select").nth(2).select_option(lines[2])
    page.get_by_role("button", name="Check").first.click()
    expect(page.locator("#margin-answer")).to_contain_text("Line 2 does not belong here")


FORMULA = "weights-of-a-block-with-shared-heads"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_formula_is_typed_on_a_phone_as_the_sheet_says_and_shown_as_it_was_read(
    person: Callable[..., Page], site: str, scripts: bool
) -> None:
    page = person(viewport={"width": 360, "height": 800}, java_script_enabled=scripts)
    page.goto(f"{site}/practice/{FORMULA}")
    page.get_by_text("How to type a formula").press("Enter")
    expect(page.locator(".typing dl")).to_contain_text("d_ff")
    page.get_by_label("Answer").fill("2d² + 2·d^2·g/h + 3d d_ff")
    page.get_by_role("button", name="Check this line").press("Enter")
    expect(page.locator("#margin-answer")).to_contain_text("3 of 3 points")
    read = page.locator("#margin-answer .read math")
    expect(read.locator("mfrac")).to_have_count(1)
    assert read.bounding_box()["width"] < 320  # type: ignore[index]
    page.get_by_role("link", name="Worked solution").press("Enter")
    expect(page.locator(".working li")).to_have_count(4)
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe_violations(page) == []


def test_the_shown_answer_has_its_formulas(person: Callable[..., Page], site: str) -> None:
    page = person()
    page.goto(f"{site}/practice/{CHOICE}?seed=7")
    page.get_by_role("button", name="Show the answer").press("Enter")
    expect(page.locator(".rung")).not_to_contain_text("$")
    page.get_by_role("radio").first.check()
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Show the worked solution").click()
    expect(page.locator(".accepted")).to_contain_text("Your answer:")
    expect(page.locator("article")).not_to_contain_text("$")
