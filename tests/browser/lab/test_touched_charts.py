"""Charts of every demo answer the pointer, a click and the keyboard: what is touched says its numbers as text."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.lab.demos import DEMOS
from tests.browser.conftest import axe_violations

# A mark of the chart in the middle of its row, on the screen: a bar, a cell, or a point of a line.
MARK = """chart => {
    const one = chart.querySelector("[data-says]"), line = chart.querySelector("[data-xs]");
    const there = chart.getScreenCTM();
    if (one) {
        const { x, y, width, height } = one.getBBox();
        const { x: left, y: top } = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(there);
        return { left, top, numbers: one.dataset.says.match(/[0-9.,]+$/)?.[0] ?? one.dataset.says };
    }
    const [x, y] = (line.dataset.at ?? line.getAttribute("points")).split(" ")[0].split(",").map(Number);
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(there);
    return { left, top, numbers: line.dataset.xs.split("|")[0] };
}"""


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", [demo.name for demo in DEMOS])
def test_what_is_touched_in_a_chart_says_its_numbers(
    name: str, width: int, person: Callable[..., Page], site: str
) -> None:
    page = person(viewport={"width": width, "height": 900})
    page.goto(f"{site}/lab/{name}")
    expect(page.locator("svg[data-touch][role=slider]")).not_to_have_count(0)
    charts = page.locator("svg[data-touch]")
    for n in range(charts.count()):
        chart = charts.nth(n)
        if not chart.is_visible():
            continue
        said = chart.locator(
            "xpath=ancestor::*[self::figure or @class='pair'][.//p[contains(@class, 'point-said')]][1]"
        ).locator(".point-said")
        chart.scroll_into_view_if_needed()
        mark = chart.evaluate(MARK)
        page.mouse.move(mark["left"], mark["top"])
        expect(said).to_contain_text(mark["numbers"])
        expect(chart.locator(".at-point")).to_have_count(1)
        page.mouse.click(mark["left"], mark["top"])
        page.mouse.move(2, 2)
        expect(said).to_contain_text(mark["numbers"])  # what was clicked stays
        chart.focus()
        page.keyboard.press("Home")
        first = said.inner_text()
        page.keyboard.press("End")
        if chart.get_attribute("aria-valuemax") != "1":
            expect(said).not_to_have_text(first)
        assert re.search(r"\d|computed", said.inner_text())
        assert chart.get_attribute("aria-valuetext") == said.inner_text()


@pytest.mark.sweep
def test_the_point_that_was_chosen_stays_when_a_slider_draws_the_chart_anew(page: Page, site: str) -> None:
    page.goto(f"{site}/lab/decoding")
    chart = page.locator("#picture svg[data-touch]").nth(1)
    said = page.locator("#picture .point-said").nth(1)
    chart.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    before = said.inner_text()
    assert before.startswith("c: ")
    page.locator("#temperature").fill("2")
    page.keyboard.press("Tab")
    expect(said).not_to_have_text(before)
    expect(said).to_contain_text("c: ")
    assert axe_violations(page) == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["learning", "positions", "bpe", "depth", "alignment", "scaling"])
def test_charts_one_below_another_have_one_width(name: str, person: Callable[..., Page], site: str) -> None:
    page = person(viewport={"width": 1440, "height": 900})
    page.goto(f"{site}/lab/{name}")
    widths = page.evaluate(
        """() => [...document.querySelectorAll(".demo .picture svg.fit")]
            .filter((e) => e.checkVisibility() && !e.closest(".beside, .stages, .heads, .rungs"))
            .map((e) => Math.round(e.getBoundingClientRect().width))"""
    )
    assert len(widths) > 0
    assert max(widths) - min(widths) <= 2
    assert min(widths) > 640


@pytest.mark.sweep
def test_without_scripts_charts_ask_for_nothing(person: Callable[..., Page], site: str) -> None:
    page = person(java_script_enabled=False)
    page.goto(f"{site}/lab/ladder")
    expect(page.locator(".point-said").first).to_be_hidden()
    assert page.locator("svg[data-touch]").first.get_attribute("role") == "img"
