"""Figures on A4: the picture, its table, what the handles are set to, the sentence and the line, and no handles."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from app.web.sections import SECTIONS
from engine.figures.catalogue import figures
from tests.every import every

A4 = {"viewport": {"width": 718, "height": 1047}}  # 210 by 297 mm at 96 dots per inch, less margins of 10 mm


def prints_well(page: Page, figure: Locator) -> None:
    expect(figure.locator(".figure-says[role=status]")).to_be_visible()
    expect(figure.locator(".figure-line")).to_be_visible()
    for picture in figure.locator(".figure-pictures > .picture").all():
        expect(picture.locator("svg, .boxes").first).to_be_visible()
        table = picture.locator("table")
        box = table.bounding_box()
        assert box
        assert box["height"] > 20  # its details stand open on paper
    for handle in figure.locator("input:visible, button:visible, a.button:visible, summary:visible").all():
        assert handle.get_attribute("maxlength"), handle.evaluate(
            "one => one.outerHTML"
        )  # words stay as text
        assert handle.evaluate("one => getComputedStyle(one).borderTopWidth") == "0px"
    for output in figure.locator(".handles output").all():
        expect(output).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def printed(page: Page, address: str) -> None:
    page.goto(address)
    page.emulate_media(media="print")


@pytest.mark.parametrize("figure", ["temperature", "attention", "near-duplicates"])
def test_a_figure_is_printed_without_its_handles(person: Callable[..., Page], site: str, figure: str) -> None:
    page = person(**A4)
    printed(page, f"{site}/figures/{figure}")
    prints_well(page, page.locator("main"))
    expect(page.get_by_label("Predict first")).to_be_hidden()


def test_what_a_handle_is_set_to_stands_on_paper(person: Callable[..., Page], site: str) -> None:
    page = person(**A4)
    printed(page, f"{site}/figures/temperature?temperature=0.5&token=city")
    expect(page.locator(".handles output")).to_have_text("0.5")
    expect(page.locator(".options label").filter(has_text="city")).to_be_visible()
    expect(page.locator(".options label").filter(has_text="river")).to_be_hidden()


@pytest.mark.parametrize(
    "section", [pytest.param(one, marks=[pytest.mark.sweep] if one != "2.7" else []) for one in SECTIONS]
)
def test_a_study_page_is_printed_with_its_figures(
    person: Callable[..., Page], site: str, section: str
) -> None:
    page = person(**A4)
    printed(page, f"{site}/study/{section}")
    for figure in page.locator("section:has(> .work > .figure-layout)").all():
        prints_well(page, figure)


@pytest.mark.sweep
def test_every_figure_is_printed_without_its_handles(person: Callable[..., Page], site: str) -> None:
    page = person(**A4)

    def check(figure: str) -> None:
        printed(page, f"{site}/figures/{figure}")
        prints_well(page, page.locator("main"))

    every(figures(), check)
