"""Every page in every look: 360 and 1440 px, light and dark, without a violation that axe can see."""

from collections.abc import Callable, Iterable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import axe_violations
from tests.browser.geometry import misplaced

LOOKS = [(360, "dark"), (1440, "light"), (360, "light"), (1440, "dark")]


def looks(width: int, scheme: str) -> list[pytest.ParameterSet]:
    """Cases for ``parametrize``: this look in every run, all four in the sweep."""
    return [pytest.param(*one, marks=[] if one == (width, scheme) else pytest.mark.sweep) for one in LOOKS]


def looks_of(addresses: Sequence[str], width: int, scheme: str) -> list[pytest.ParameterSet]:
    """Cases for ``parametrize``: every fifth page in this look in every run, all of them in all four in the sweep."""
    some = pytest.param(width, scheme, addresses[::5], id=f"{width}-{scheme}-some")
    return [
        some,
        *(
            pytest.param(*one, addresses, id="-".join(map(str, one)), marks=pytest.mark.sweep)
            for one in LOOKS
        ),
    ]


QUESTIONS = (
    "causal-attention-by-hand",
    "first-five-merges",
    "words-never-seen",
    "nearest-word",
    "spend-a-budget-well",
    "two-hypotheses-in-the-beam",
    "until-the-mass-is-reached",
)
PAGES = [
    "/",
    "/account",
    "/topics",
    "/topics?by=model",
    "/progress",
    "/calculator",
    "/guide",
    "/guide/interface",
    "/practice/no-such-exercise",
]
PAGES += [
    "/solve",
    "/solve/attention",
    "/solve/kv_cache?_model=Llama-3%208B",
    "/solve/cosine_similarity?u=1&v=x",
]
EXERCISES = [f"/practice/{question}?seed=3" for question in QUESTIONS]
ADDRESSES = PAGES + EXERCISES


THUMB, POINTER = 44, 34  # px: the least height of what is pressed on a narrow and on a wide window


def faults(page: Page) -> list[str]:
    """The faults in the look of the page as it stands."""
    assert page.viewport_size is not None
    least = THUMB if page.viewport_size["width"] < 600 else POINTER
    found = axe_violations(page) + misplaced(page)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        found.append(f"the page is {wide} px wider than the window")
    small = page.evaluate(
        """least => [...document.querySelectorAll('button, .button, input, select, summary, nav a')]
            .filter(e => e.checkVisibility() && !e.closest('.unseen'))
            .filter(e => !e.matches('[type=hidden], [type=radio], [type=checkbox]'))
            .map(e => [e.getBoundingClientRect(), e])
            .filter(([box]) => box.height > 0 && box.height < least - 0.5)
            .map(([box, e]) => `${e.textContent.trim() || e.name} (${box.height} px)`)""",
        least,
    )
    return found + [f"too small for a thumb: {name}" for name in small]


MARKS_OVER_DIGITS = """() => [...document.querySelectorAll(".slot:has(.cell-mark)")].filter((slot) => {
    const cell = slot.querySelector(".cell"), box = cell.getBoundingClientRect();
    const mark = slot.querySelector(".cell-mark [aria-hidden]").getBoundingClientRect();
    return mark.left < box.right - parseFloat(getComputedStyle(cell).paddingRight) && mark.top < box.bottom - 2;
}).length"""


@pytest.mark.parametrize(("width", "scheme", "addresses"), looks_of(PAGES, 360, "dark"))
@pytest.mark.long("axe on several pages")
def test_every_page_is_sound_in_every_look(
    width: int, scheme: str, addresses: Sequence[str], person: Callable[..., Page], site: str
) -> None:
    assert (
        faults_of(addresses, person(viewport={"width": width, "height": 800}, color_scheme=scheme), site)
        == {}
    )


@pytest.mark.sweep  # in every run a marked sheet, below, and the kinds of test_written.py
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_every_exercise_is_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    assert faults_of(EXERCISES, page, site) == {}


def faults_of(addresses: Iterable[str], page: Page, site: str) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        page.goto(site + address)
        if here := faults(page):
            found[address] = here
    return found


@pytest.mark.parametrize(("width", "scheme"), looks(1440, "light"))
@pytest.mark.long("axe on five states of a sheet")
def test_a_marked_sheet_and_its_solution_are_sound_in_every_look(
    width: int, scheme: str, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(f"{site}/practice/causal-attention-by-hand?seed=3")
    for n, text in enumerate(("0", "-2", "1,234", "2")):
        page.locator(f"[name='cell.raw_scores.{n}']").fill(text)
    for n, text in enumerate(("1", "0", "0.27", "0.73")):
        page.locator(f"[name='cell.weights.{n}']").fill(text)
    page.get_by_role("button", name="Check all").click()
    expect(page.locator("#margin-weights")).to_contain_text("of 4 cells")
    found = {"marked": faults(page)}
    assert page.evaluate(MARKS_OVER_DIGITS) == 0
    page.get_by_role("button", name="Hint: the formula").first.click()
    expect(page.locator(".rung").first).to_be_visible()
    found["hinted"] = faults(page)
    page.get_by_role("button", name="Show the steps in between").click()
    expect(page.locator("#line-masked_scores")).to_be_visible()
    found["opened"] = faults(page)
    page.locator("[name='cell.raw_scores.2']").fill("0")
    page.get_by_text("Worked solution", exact=True).click()
    page.get_by_role("button", name="Show the worked solution").click()
    expect(page.locator(".place")).to_contain_text("Worked solution")
    page.locator("summary").first.click()
    found["solution"] = faults(page)
    page.goto(f"{site}/progress")
    found["progress"] = faults(page)
    assert {state: here for state, here in found.items() if here} == {}
