"""Every page by the Tab key alone, on a wide and a narrow window (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11)."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.campus import EVERY_PAGE, Grounds
from tests.browser.keyboard import unreachable

SOME = EVERY_PAGE[4::24]


@pytest.mark.parametrize(
    ("width", "pages"),
    [
        pytest.param(360, SOME, id="360-some"),
        *(
            pytest.param(width, EVERY_PAGE, id=f"{width}-every", marks=pytest.mark.sweep)
            for width in (360, 1440)
        ),
    ],
)
@pytest.mark.long("a step for everything that can be pressed on several pages")
def test_tab_reaches_everything_on_every_page_and_shows_where_it_is(
    width: int, pages: Sequence[str], person: Callable[..., Page], grounds: Grounds
) -> None:
    page, found = person(viewport={"width": width, "height": 800}, reduced_motion="reduce"), {}
    for name in pages:
        grounds.goto(page, name)
        if here := unreachable(page):
            found[name] = here
    assert found == {}
