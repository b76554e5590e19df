"""The first window of a study page: title, a sentence, and the picture of the section's first figure."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.web.sections import SECTIONS
from engine.figures.catalogue import of_section

MOST_OF_IT = 0.75


@pytest.mark.sweep
@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize(("width", "height", "part"), [(1440, 900, MOST_OF_IT), (360, 800, 0.0)])
def test_the_picture_of_the_first_figure_lies_in_the_first_window(
    person: Callable[..., Page], site: str, section: str, width: int, height: int, part: float
) -> None:
    page = person(viewport={"width": width, "height": height})
    page.goto(f"{site}/study/{section}")
    picture = page.locator("main .figure-pictures > .picture").first.locator("svg, .boxes").first
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box
    assert page.evaluate("scrollY") == 0
    assert box["y"] < height
    assert min(height - box["y"], box["height"]) >= part * box["height"], box
    assert page.locator("main section[id]").first.get_attribute("id") == f"figure-{of_section(section)[0].id}"
    before = page.locator("main h1 ~ p").all_inner_texts()
    assert len(before) == 1
    for text in (".formulas", ".five"):
        later = page.locator(text).first.bounding_box()
        assert later
        assert later["y"] > box["y"] + box["height"]
