"""Points and the next button stay in sight, a long sheet keeps its statement, and nothing floats over text."""

import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accounts.test_account import sign_up
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import Desk
from tests.browser.geometry import misplaced

LONG = "/practice/causal-attention-by-hand?seed=3"
SHORT = "/practice/bits-wasted-by-a-wrong-belief?seed=3"
PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


def places(page: Page) -> list[float]:
    """Scroll positions from the top of the page to its end."""
    end: float = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    return [share * end for share in (0, 0.25, 0.5, 0.75, 1)]


def in_sight(page: Page, found: Locator) -> bool:
    """True if it lies within the window, and nothing lies over its middle."""
    return bool(
        found.evaluate(
            """e => { const { left, right, top, bottom } = e.getBoundingClientRect();
            const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return top >= 0 && bottom <= innerHeight && (e.contains(on) || on?.contains(e)); }"""
        )
    )


@pytest.mark.parametrize(
    "window",
    [
        pytest.param(PHONE, id="360"),
        pytest.param({"width": 1100, "height": 800}, id="1100", marks=pytest.mark.sweep),
        pytest.param(WIDE, id="1440"),
    ],
)
def test_points_so_far_and_the_next_button_stay_in_sight_on_a_long_sheet(
    window: dict[str, int], person: Callable[..., Page], site: str
) -> None:
    page = person(viewport=window)
    page.goto(site + LONG)
    for y in places(page):
        page.evaluate("y => scrollTo(0, y)", y)
        assert in_sight(page, page.get_by_role("button", name="Check all")), y
        assert in_sight(page, page.locator(".total:visible, .so-far:visible").first), y


@pytest.mark.parametrize("width", [1100, pytest.param(1440, marks=pytest.mark.sweep)])
def test_a_long_sheet_keeps_its_statement_beside_its_lines(
    width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800})
    page.goto(site + LONG)
    for y in places(page)[:4]:
        page.evaluate("y => scrollTo(0, y)", y)
        assert in_sight(page, page.locator(".statement math").first), y
    statement, line = page.locator(".statement").bounding_box(), page.locator("#line-output").bounding_box()
    assert statement is not None
    assert line is not None
    assert statement["x"] + statement["width"] <= line["x"] + 1


@pytest.mark.parametrize(
    ("address", "width"), [(SHORT, 1440), pytest.param(LONG, 1099, marks=pytest.mark.sweep), (LONG, 360)]
)
def test_a_short_sheet_and_a_narrow_window_have_one_column(
    address: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800})
    page.goto(site + address)
    left = [
        page.locator(f"{part} h2, {part} p").first.bounding_box() for part in (".statement", "section.line")
    ]
    assert left[0] is not None
    assert left[1] is not None
    assert left[0]["x"] == pytest.approx(left[1]["x"], abs=1)


def test_the_bar_is_not_printed(person: Callable[..., Page], site: str) -> None:
    page = person(viewport=PHONE)
    page.goto(site + LONG)
    expect(page.locator(".onward")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".onward")).to_be_hidden()


@pytest.mark.sweep  # in every run test_geometry.py looks at its bar
def test_the_calculator_leaves_the_next_button_alone(person: Callable[..., Page], site: str) -> None:
    for window in (PHONE, {"width": 1000, "height": 800}, {"width": 1100, "height": 800}, WIDE):
        page = person(viewport=window)
        page.goto(site + LONG)
        key = page.get_by_role("button", name="Calculator", exact=True)
        assert in_sight(page, key), window
        assert in_sight(page, page.get_by_role("button", name="Check all")), window
        if window["width"] > 1000:
            key.click()
            expect(page.locator("#calculator")).to_be_visible()
            assert in_sight(page, page.get_by_role("button", name="Check all")), window
            assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]


def test_a_full_sheet_shows_one_drawn_mark_and_one_true_sentence(
    person: Callable[..., Page], site: str
) -> None:
    page = person(viewport=WIDE, reduced_motion="reduce")
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    expect(page.locator(".joy")).to_have_count(0)
    for part, texts in {
        "raw_scores": ("0", "-2", "0", "2"),
        "weights": ("1", "0", "0.2", "0.8"),
        "output": ("1", "2", "1", "4.41"),
    }.items():
        for n, text in enumerate(texts):
            page.locator(f"[name='cell.{part}.{n}']").fill(text)
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("[role=status] .joy")).to_have_text("All 5 points.")
    expect(page.locator(".joy svg")).to_have_count(1)
    assert page.locator(".joy path").first.evaluate("path => getComputedStyle(path).animationName") == "none"


@pytest.mark.sweep
@pytest.mark.parametrize("window", [pytest.param(PHONE, id="360"), pytest.param(WIDE, id="1440")])
@pytest.mark.long("nine pages, scrolled through, and each of their fields")
def test_nothing_floats_over_text_or_a_focused_field(
    window: dict[str, int], person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(viewport=window)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if here := misplaced(page):
            found[name] = here

    email = f"{secrets.token_hex(4)}@school.example"
    sign_up(page, site, email)
    become_instructor(server, email)
    for address in ("/", "/topics", SHORT, LONG, "/lab", "/lab/attention"):
        page.goto(site + address)
        look(address)
    page.goto(site + LONG)
    for n in range(4):
        page.locator(f"[name='cell.weights.{n}']").fill("1")
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#margin-weights .verdict")).to_be_visible()
    look("marked")
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Show the worked solution").click()
    expect(page.locator(".place")).to_contain_text("Worked solution")
    look("solution")
    page.goto(site + LONG)
    page.get_by_role("button", name="Make it mine").click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    look("editor")
    page.goto(f"{site}/exams/full")
    page.locator("main button.primary").click()
    for question in (1, 15):
        page.locator(f".jump[value='go:{question}']").click()
        expect(page.locator(f"#question-{question} h1")).to_be_visible()
        look(f"exam, question {question}")
    page.goto(page.url.partition("/questions")[0] + "/end")
    page.get_by_role("button", name="Hand in now").click()
    expect(page.locator(".review")).to_be_visible()
    look("review")
    assert found == {}
