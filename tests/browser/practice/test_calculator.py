"""The calculator beside the sheet, the page of its keys, and the keys of the cells."""

import math
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import axe_violations

VECTORS = "/practice/cosine-of-two-vectors?seed=7"
WHOLE = "/practice/ten-classes-of-small-pictures?seed=7"
MATRICES = "/practice/causal-attention-by-hand?seed=7"
KEYS = {  # what the advice calls a key: what it types or does
    "x²": "²",
    "xʸ": "^",
    "√": "√(",
    "ln": "ln(",
    "log": "log(",
    "eˣ": "e^(",
    "10ˣ": "10^(",
    "EXP": "E",
    "Ans": "Ans",
    "MR": "M",
    "MC": "forget",
    "M+": "add",
    "AC": "clear",
    "=": "equals",
}


def calculator(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Calculator")


def computed(page: Page, expression: str) -> str:
    """Types the expression over what stands there, and reads the display."""
    typed = page.get_by_role("textbox", name="Expression")
    typed.fill(expression)
    typed.press("Enter")
    return shown(page)


def shown(page: Page) -> str:
    """The display as it is seen, without the words for screen readers."""
    display = calculator(page).locator("output")
    seen = display.locator("[aria-hidden=true]")
    return (seen if seen.count() else display).inner_text()


def press(page: Page, keys: list[str]) -> None:
    """Presses the keys that type or do this; without a pointer, since there are hundreds."""
    page.evaluate(
        """keys => keys.forEach((key) =>
            document.querySelector(`.keys [data-key="${key}"], .keys [data-does="${key}"]`).click())""",
        keys,
    )


def from_module(page: Page, module: str, function: str, cases: list[str]) -> list[Any]:
    """The results that a function of one of our modules gives for the texts."""
    script = "([path, name, cases]) => import(path).then((made) => cases.map((text) => made[name](text)))"
    answers: list[Any] = page.evaluate(script, [f"/static/{module}", function, cases])
    return answers


def paste(cell: Locator, text: str) -> None:
    cell.focus()
    cell.evaluate(
        """(cell, text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            cell.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def values(cells: Locator) -> list[str]:
    return [cell.input_value() for cell in cells.all()]


def test_the_calculator_works_by_keyboard_alone(page: Page, site: str) -> None:
    page.goto(site + VECTORS)
    field = page.get_by_role("textbox", name="Length of u")
    field.focus()
    page.keyboard.press("Alt+c")
    expect(page.get_by_role("textbox", name="Expression")).to_be_focused()
    page.keyboard.type("sqrt(2^2+1^2+3^2)")
    page.keyboard.press("Enter")
    assert shown(page) == "= 3.741657387"
    page.keyboard.type("*2")
    page.keyboard.press("Enter")
    assert shown(page) == "= 7.483314774"
    page.keyboard.press("Alt+c")
    expect(field).to_be_focused()
    page.keyboard.press("Alt+c")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(page.locator("#calculator")).to_be_hidden()


@pytest.mark.sweep
def test_division_by_a_product_without_brackets_follows_the_usual_order(page: Page, site: str) -> None:
    page.goto(site + "/calculator")
    page.keyboard.press("Alt+c")
    assert computed(page, "12/3*8") == "= 32"
    assert computed(page, "12/(3*8)") == "= 0.5"
    assert computed(page, "-3^2") == "= −9"


@pytest.mark.sweep
def test_a_missing_bracket_is_said_in_words(page: Page, site: str) -> None:
    page.goto(site + "/calculator")
    page.keyboard.press("Alt+c")
    assert computed(page, "15/(3.74*4.58") == "One bracket is missing: write ) at the end."
    assert computed(page, "15/3.74)") == "One bracket is too many."


def test_arithmetic_agrees_with_that_of_python(page: Page, site: str) -> None:
    page.goto(site + "/calculator")
    known = {
        "2^3^2": 512.0,
        "2^-2": 0.25,
        "(-2)^3": -8.0,
        "2π(3+4)": 14 * math.pi,
        "√2×√2-2": 0.0,
        "0,5+1/4": 0.75,
        "5.88E21/6E-3": 5.88e21 / 6e-3,
        "exp(1)/e^2": math.exp(-1),
        "ln(10)/ln(2)": math.log2(10),
        "log(1000)": 3.0,
        "10⁻¹": 0.1,
    }
    answers = from_module(page, "practice/calculator/arithmetic.js", "evaluate", list(known))
    assert [answer["value"] for answer in answers] == pytest.approx(
        list(known.values()), rel=1e-14, abs=1e-15
    )
    unclear = [
        "1/2π",
        "e^2π",
        "1,234",
        "2e+1",
        "ln 2",
        "1/0",
        "√(-1)",
        "0^0",
        "(-8)^(1/3)",
        "constructor",
        "1 2",
        "",
    ]
    for text, answer in zip(
        unclear, from_module(page, "practice/calculator/arithmetic.js", "evaluate", unclear), strict=True
    ):
        assert answer.get("problem"), text


@pytest.mark.sweep  # hundreds of keys
def test_every_key_sequence_of_the_advice_gives_the_number_beside_it(page: Page, site: str) -> None:
    page.goto(site + "/calculator")
    page.get_by_role("button", name="Calculator", exact=True).click()
    rows = page.locator(".presses tbody tr")
    assert rows.count() > 25
    for row in rows.all():
        for key in row.locator(".press > *").all_inner_texts():
            press(page, [KEYS[key]] if key in KEYS else list(key))
        assert shown(page) == f"= {row.locator('.display').inner_text()}", row.inner_text()


def test_a_result_goes_into_the_field_one_came_from(page: Page, site: str) -> None:
    page.goto(site + VECTORS)
    field = page.get_by_role("textbox", name="Cosine similarity")
    field.focus()
    page.keyboard.press("Alt+c")
    computed(page, "15/(√14*√21)")
    page.get_by_role("button", name="Put 0.87 into Cosine similarity").click()
    expect(field).to_have_value("0.87")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Put 0.8748177653 into Cosine similarity").click()
    expect(field).to_have_value("0.8748177653")


@pytest.mark.sweep
def test_only_the_exact_value_is_offered_for_a_whole_number(page: Page, site: str) -> None:
    page.goto(site + WHOLE)
    page.get_by_role("textbox", name="Weights").focus()
    page.keyboard.press("Alt+c")
    computed(page, "1250*2500")
    offered = calculator(page).locator(".put [data-which]:visible")
    expect(offered).to_have_text(["Put 3125000"])
    offered.click()
    expect(page.get_by_role("textbox", name="Weights")).to_have_value("3125000")
    assert page.get_by_role("textbox", name="Weights").get_attribute("data-whole") is not None
    page.goto(site + VECTORS)
    page.get_by_role("textbox", name="Dot product").focus()
    expect(offered).to_have_text(["Put 3.13e6", "Put 3125000"])


@pytest.mark.parametrize(
    ("then", "result"), [("5+5", "= 10"), pytest.param("*2", "= 1920", marks=pytest.mark.sweep)]
)
@pytest.mark.sweep
def test_a_finished_line_is_replaced_after_a_page_was_loaded_too(
    page: Page, site: str, then: str, result: str
) -> None:
    page.goto(site + VECTORS)
    page.keyboard.press("Alt+c")
    computed(page, "8*120")
    page.reload()
    assert shown(page) == "= 960"
    page.keyboard.press("Alt+c")
    page.keyboard.type(then)
    page.keyboard.press("Enter")
    assert shown(page) == result


@pytest.mark.sweep
def test_a_line_that_is_not_finished_goes_on_after_a_page_was_loaded(page: Page, site: str) -> None:
    page.goto(site + VECTORS)
    page.keyboard.press("Alt+c")
    page.keyboard.type("8*12")
    page.reload()
    page.keyboard.press("Alt+c")
    page.keyboard.press("End")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    assert shown(page) == "= 960"


def test_memory_and_earlier_lines_stay_on_the_next_page(page: Page, site: str) -> None:
    page.goto(site + VECTORS)
    page.keyboard.press("Alt+c")
    computed(page, "2^10")
    calculator(page).get_by_role("button", name="M+, add the result to the memory").click()
    page.goto(site + "/calculator")
    expect(calculator(page).get_by_text("M = 1024")).to_be_visible()
    assert computed(page, "M+Ans") == "= 2048"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("textbox", name="Expression")).to_have_value("2^10")


def test_on_a_phone_the_line_one_works_on_stays_in_sight(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(site + VECTORS)
    for name in ("Dot product", "Cosine similarity"):
        field = page.get_by_role("textbox", name=name)
        field.focus()
        page.keyboard.press("Alt+c")
        panel, box = page.locator("#calculator").bounding_box(), field.bounding_box()
        assert panel is not None
        assert box is not None
        assert panel["height"] <= 0.55 * 640 + 1
        assert 0 <= box["y"] <= panel["y"] - box["height"]
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.sweep)])
@pytest.mark.sweep
def test_the_open_calculator_is_accessible(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    page.goto(site + VECTORS)
    page.get_by_role("textbox", name="Dot product").focus()
    page.keyboard.press("Alt+c")
    computed(page, "2/3")
    assert axe_violations(page) == []
    for button in calculator(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.inner_text()


@pytest.mark.sweep
def test_without_scripts_nothing_of_the_calculator_is_shown(page: Page, site: str) -> None:
    assert page.context.browser is not None
    with page.context.browser.new_context(java_script_enabled=False) as plain:
        still = plain.new_page()
        still.goto(site + VECTORS)
        expect(still.get_by_role("textbox", name="Dot product")).to_be_visible()
        for button in still.locator("aside.calculator button").all():
            expect(button).to_be_hidden()


@pytest.mark.sweep
def test_arrow_keys_move_in_a_matrix(page: Page, site: str) -> None:
    page.goto(site + MATRICES)
    cells = page.locator("[data-grid]").first.locator("input")
    cells.nth(0).focus()
    for key, reached in (("ArrowRight", 1), ("ArrowDown", 3), ("ArrowLeft", 2), ("ArrowUp", 0), ("End", 1)):
        page.keyboard.press(key)
        expect(cells.nth(reached)).to_be_focused()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")  # within the text
    expect(cells.nth(1)).to_be_focused()
    page.keyboard.press("Home")
    expect(cells.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cells.nth(0)).to_be_focused()
    page.keyboard.press("Control+End")
    expect(cells.last).to_be_focused()


def test_pasting_a_matrix_fills_the_grid(page: Page, site: str) -> None:
    page.goto(site + MATRICES)
    cells = page.locator("[data-grid]").first.locator("input")
    for text in (
        "[[0.5 0.5]\n [1.  0. ]]",
        "array([[0.5, 0.5],\n       [1. , 0. ]])",
        "tensor([[0.5, 0.5], [1., 0.]], dtype=torch.float64)",
        "[0.5 0.5; 1. 0.]",
        "0.5\t0.5\n1.\t0.\n",
        r"\begin{pmatrix} 0.5 & 0.5 \\ 1. & 0. \end{pmatrix}",
    ):
        for cell in cells.all():
            cell.fill("")
        paste(cells.nth(0), text)
        assert values(cells) == ["0.5", "0.5", "1.", "0."], text


@pytest.mark.sweep
def test_what_is_plainly_one_answer_is_pasted_into_one_cell(page: Page, site: str) -> None:
    page.goto(site + MATRICES)
    single = ["0,5", "(1+2)/3", "1 - 2", "e/(e+1)", "1,234,567", "5.88e21", ""]
    assert from_module(page, "practice/pasted.js", "cellsIn", single) == [None] * len(single)
    assert from_module(page, "practice/pasted.js", "cellsIn", ["0,5\t0,5", "0,5 0,25"]) == [
        [["0,5", "0,5"]],
        [["0,5", "0,25"]],
    ]


def test_enter_checks_only_the_line_one_is_on(page: Page, site: str) -> None:
    page.goto(site + VECTORS)
    field = page.get_by_role("textbox", name="Dot product")
    field.fill("1000")
    page.get_by_role("textbox", name="Length of u").fill("1000")
    field.press("Enter")
    expect(page.locator("#margin-dot .verdict")).to_be_visible()
    expect(page.locator("#margin-norm_u .verdict")).to_have_count(0)
    expect(field).to_be_focused()
