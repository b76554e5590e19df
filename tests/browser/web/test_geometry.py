"""Layout of the pages: lines scroll only to the side, nothing floats over text, and the head is low."""

import secrets
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from app.lab.demos import DEMOS
from app.web.filters.formulas import accepted
from app.web.languages.languages import LANGUAGES
from app.web.rendering import LANGUAGE
from engine.questions import Question
from engine.variants import Asked, draw
from tests.browser.accounts.test_account import sign_up
from tests.browser.authoring.authors import become_instructor
from tests.browser.conftest import Desk
from tests.browser.geometry import SCROLLING_DOWN, misplaced
from tests.engine.submissions import BANK

INDEXED = "/practice/bigram-model-on-a-test-sentence?seed=3"  # whose statement has an index below its line
FEW = (INDEXED, "/practice/cosine-of-two-vectors?seed=7", "/calculator", "/solve/attention", "/lab/sentence")
EVERY = (
    *("/", "/topics", "/study", "/glossary", "/cards", "/lab", "/exams", "/progress", "/account", "/guide"),
    *(f"/lab/{demo.name}" for demo in DEMOS),
    *(f"/study/{section}" for section in BANK.study.sections),
    *{
        question.family_id or f"{question.kind} {question.section}": f"/practice/{question.id}?seed=3"
        for question in BANK.questions.values()
    }.values(),
)
SIZES = [
    pytest.param(360, FEW, id="360"),
    *(pytest.param(width, EVERY, id=f"{width}-every", marks=pytest.mark.sweep) for width in (360, 800, 1440)),
]


@pytest.mark.parametrize(("width", "addresses"), SIZES)
def test_no_line_scrolls_up_and_down_and_nothing_floats_over_text(
    width: int, addresses: tuple[str, ...], person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800})
    found = {}
    for address in addresses:
        page.goto(site + address)
        if here := misplaced(page):
            found[address] = here
    assert found == {}


def test_hints_and_a_worked_solution_scroll_only_to_the_side(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 360, "height": 800})
    page.goto(site + INDEXED)
    for n in range(3):
        page.locator("button[value^='hint:']").first.click()
        expect(page.locator(".rung")).to_have_count(n + 1)
    assert misplaced(page) == []
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Show the worked solution").click()
    expect(page.locator(".place")).to_contain_text("Worked solution")
    for summary in page.locator("summary").all():
        summary.click()
    assert misplaced(page) == []


@pytest.mark.sweep
def test_no_accepted_matrix_scrolls_up_and_down(person: Callable[..., Page], site: str) -> None:
    matrices = [
        asked
        for question in BANK.questions.values()
        if list(matrices_of(question, 0))
        for seed in range(6)
        for asked in matrices_of(question, seed)
    ]
    assert len(matrices) > 500
    page = person(viewport={"width": 360, "height": 800})
    page.goto(f"{site}/cards")
    page.locator("main").evaluate(
        "(main, lines) => { document.body.innerHTML = `<main>${lines}</main>` }",
        "".join(f'<p class="accepted">We accept {accepted(asked)}.</p>' for asked in matrices),
    )
    expect(page.locator(".accepted mtable")).to_have_count(len(matrices))
    page.evaluate("document.fonts.ready")
    assert page.evaluate(SCROLLING_DOWN) == []


def matrices_of(question: Question, seed: int) -> Iterator[Asked]:
    for asked in draw(question, seed, question.levels[0]).asked:
        if isinstance(asked.key, np.ndarray) and asked.key.ndim > 1:
            yield asked


def test_the_focus_goes_above_the_bar_of_the_calculator(person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 360, "height": 640})
    page.goto(f"{site}/practice/cosine-of-two-vectors?seed=7")
    bar = page.get_by_role("button", name="Calculator", exact=True)
    for _ in range(30):
        page.keyboard.press("Tab")
        focused, edge = (
            page.evaluate("document.activeElement.getBoundingClientRect().bottom"),
            bar.bounding_box(),
        )
        assert edge is not None
        if not page.evaluate("document.activeElement.matches('.onward *, .calculator-tab')"):
            assert focused <= edge["y"] + 1, page.evaluate("document.activeElement.outerHTML")


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 500, 700])
@pytest.mark.parametrize("role", ["student", "instructor"])
def test_the_head_of_a_phone_has_two_rows_in_every_language(
    width: int, role: str, person: Callable[..., Page], site: str, server: Desk
) -> None:
    page = person(viewport={"width": width, "height": 740})
    email = f"{secrets.token_hex(4)}.with-a-long-name@students.university.example"
    sign_up(page, site, email)
    if role == "instructor":
        become_instructor(server, email)
    for language in LANGUAGES:
        page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
        for address in ("/", "/account", "/courses"):
            page.goto(site + address)
            assert misplaced(page) == [], (language, address)
            assert page.evaluate("document.documentElement.scrollWidth") == width, (language, address)
            cut = page.locator("h1").evaluate("h1 => h1.scrollWidth - h1.clientWidth")
            assert cut <= 0, (language, address)
