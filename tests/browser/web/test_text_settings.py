"""Pages with the text as people set it: wider spacing (WCAG 1.4.12), twice as large (1.4.4), in forced colours, and
with less motion. Some of them in every run, all in the sweep."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.campus import EVERY_PAGE, Grounds
from tests.browser.keyboard import walk

SOME = EVERY_PAGE[11::24]
A_PART = [
    pytest.param(SOME, id="some"),
    pytest.param(EVERY_PAGE, id="every", marks=pytest.mark.sweep),
]
SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }"""
# What is cut off at an edge. The report says so of two names; pictures on cards are cut, too, and nobody hears them.
CUT = """() => [...document.querySelectorAll("body *")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.textContent.trim())
    .filter((e) => !e.matches("input, select, textarea, option, .me, .exam-name"))
    .filter((e) => !e.closest(".unseen, .skip, .thumbnail, .editor, svg, math"))
    .filter((e) => {
        const style = getComputedStyle(e), hides = (axis) => ["hidden", "clip"].includes(axis);
        return style.display !== "inline" && e.clientWidth > 2 &&
            (hides(style.overflowX) && e.scrollWidth > e.clientWidth + 1
                || hides(style.overflowY) && e.scrollHeight > e.clientHeight + 1);
    }).map((e) => `“${e.textContent.trim().slice(0, 30)}” is cut off (${e.className})`)"""
# The spacing behind the last letter of a line, up to 2 px, hangs over its edge.
WIDER = """() => [document.documentElement.scrollWidth - document.documentElement.clientWidth]
    .filter((more) => more > 2).map((more) => `the page is ${more} px wider than the window`)"""
MOVING = """() => document.getAnimations().filter((one) => one.timeline instanceof DocumentTimeline)
    .map((one) => `${one.effect.target.className} moves`)"""


def lost(page: Page) -> list[str]:
    found: list[str] = page.evaluate(CUT) + page.evaluate(WIDER)
    return found


def faults_of(
    pages: Sequence[str], page: Page, grounds: Grounds, check: Callable[[Page], list[str]]
) -> dict[str, list[str]]:
    found = {}
    for name in pages:
        grounds.goto(page, name)
        if here := check(page):
            found[name] = here
    return found


@pytest.mark.parametrize("pages", A_PART)
def test_wider_spacing_cuts_nothing_off(
    pages: Sequence[str], person: Callable[..., Page], grounds: Grounds
) -> None:
    page = person(viewport={"width": 360, "height": 800}, bypass_csp=True)

    def spaced(page: Page) -> list[str]:
        page.add_style_tag(content=SPACED)
        return lost(page)

    assert faults_of(pages, page, grounds, spaced) == {}


@pytest.mark.parametrize("pages", A_PART)
def test_at_200_percent_nothing_is_cut_off(
    pages: Sequence[str], person: Callable[..., Page], grounds: Grounds
) -> None:
    """As the browser enlarges a window of 1280 px."""
    page = person(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    assert faults_of(pages, page, grounds, lost) == {}


@pytest.mark.parametrize("pages", A_PART)
def test_less_motion_is_none(pages: Sequence[str], person: Callable[..., Page], grounds: Grounds) -> None:
    page = person(reduced_motion="reduce")

    def moves(page: Page) -> list[str]:
        found: list[str] = page.evaluate(MOVING)
        return found

    assert faults_of(pages, page, grounds, moves) == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_forced_colours_the_focus_is_seen(scheme: str, person: Callable[..., Page], site: str) -> None:
    """The page of all cells marks the focus by a shadow, which forced colours take away."""
    page = person(forced_colors="active", color_scheme=scheme, reduced_motion="reduce")
    for address in ("/account", "/model/scale"):
        page.goto(site + address)
        stops = [stop for stop, _ in zip(walk(page), range(40), strict=False)]
        assert len(stops) > 10
        assert [stop.name for stop in stops if not stop.marked] == []
