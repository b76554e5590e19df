"""Every page of every room, in every look: sound by axe, well structured, and within its window.

One in eight is looked at in every run, all of them in the sweep.
"""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page

from tests.app.web.test_routes import ANSWERS
from tests.browser.campus import EVERY_PAGE, NO_PAGES, ROUTES, Grounds, least
from tests.browser.structure import unstructured
from tests.browser.web.test_looks import LOOKS, faults

SOME = EVERY_PAGE[::8]
A_PART = [
    pytest.param(SOME, id="some"),
    pytest.param(EVERY_PAGE, id="every", marks=pytest.mark.sweep),
]
# Two addresses of one page, and pages that are told apart by what stands on them alone.
SAME_TITLE = ("GET /sittings/{name}/questions/{place}", "GET /lab/{demo}")
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize(
    ("width", "scheme", "pages"),
    [
        pytest.param(360, "light", SOME, id="360-light-some"),
        *(
            pytest.param(*look, EVERY_PAGE, id=f"{look[0]}-{look[1]}-every", marks=pytest.mark.sweep)
            for look in LOOKS
        ),
    ],
)
@pytest.mark.long("axe on several pages of a campus that is built first")
def test_every_page_of_every_room_is_sound(
    width: int, scheme: str, pages: Sequence[str], person: Callable[..., Page], grounds: Grounds
) -> None:
    page, found = person(viewport={"width": width, "height": 800}, color_scheme=scheme), {}
    for name in pages:
        grounds.goto(page, name)
        if here := faults(page) + unstructured(page):
            found[name] = here
    assert found == {}


@pytest.mark.parametrize("pages", A_PART)
def test_every_page_fits_into_320_px(
    pages: Sequence[str], person: Callable[..., Page], grounds: Grounds
) -> None:
    """WCAG 1.4.10: a window of 1280 px at 400 %. Tables, pictures and formulas scroll in a line of their own."""
    page, wide = person(viewport={"width": 320, "height": 256}), {}
    for name in pages:
        grounds.goto(page, name)
        if more := page.evaluate(WIDER):
            wide[name] = more
    assert wide == {}


@pytest.mark.sweep
def test_no_two_pages_have_the_same_title(page: Page, grounds: Grounds) -> None:
    titles: dict[str, list[str]] = {}
    for route in ROUTES:
        if route not in SAME_TITLE:
            grounds.goto(page, route)
            titles.setdefault(page.title(), []).append(route)
    assert {title: routes for title, routes in titles.items() if len(routes) > 1 or not title} == {}


def test_every_route_that_answers_with_a_page_is_visited() -> None:
    """A new one is visited by itself, or is named among those that are no pages."""
    reading = [route for route in ANSWERS if route.startswith("GET") and "/api/" not in route]
    assert set(NO_PAGES) <= set(reading)
    assert {least(route) for route in ROUTES} >= {
        "nobody",
        "guest",
        "instructor",
        "administrator",
        "its instructor",
    }
    assert len(ROUTES) > 70
