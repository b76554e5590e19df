"""Charts of the lab that are touched: every point, bar and cell comes with its own numbers, as its table has them."""

import re
from html import unescape
from typing import Any

import pytest
from lxml.html import HtmlElement, fromstring

from app.lab.demos import DEMOS
from app.lab.demos.demo import Demo
from app.web.drawing import as_text
from engine.solutions.pictures import Curve, Line
from tests.app.learner import Learner


def charts(html: str) -> list[HtmlElement]:
    return [one for one in fromstring(html).iter("svg") if "data-touch" in one.attrib]


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_every_chart_of_a_demo_says_its_numbers_and_has_a_place_for_them(
    learner: Learner, demo: type[Demo[Any]]
) -> None:
    page = learner.get(f"/lab/{demo.name}")
    found = charts(page.html)
    assert found
    for chart in found:
        figure = chart.getparent()
        while not figure.find_class("point-said"):
            figure = figure.getparent()
        assert {"picture", "pair"} & set(figure.get("class", "").split())
        assert len(figure.find_class("point-said")) == 1
        lines = [one for one in chart.iter() if "data-xs" in one.attrib]
        single = [one for one in chart.iter() if "data-says" in one.attrib]
        assert lines or single, chart.get("aria-labelledby")
        for line in lines:
            places = (line.get("data-at") or line.get("points")).split()
            assert len(places) == len(line.get("data-xs").split("|")) == len(line.get("data-ys").split("|"))
    figures = [one for one in fromstring(page.html).find_class("picture") if one.tag == "figure"]
    drawn = [one for one in figures if not {"rungs", "sketch"} & set(one.get("class").split())]
    answers = [
        "data-touch" in chart.attrib or chart.find(".//a") is not None
        for one in drawn
        for chart in one.iter("svg")
    ]
    assert all(answers)  # said as text, or each point opens its own


@pytest.mark.parametrize("name", ["bpe", "ladder", "precision", "attention"])
def test_a_bar_says_what_its_table_says(learner: Learner, name: str) -> None:
    for figure in fromstring(learner.get(f"/lab/{name}").html).find_class("picture"):
        bars = [one for one in figure.find_class("bar") if "data-says" in one.attrib]
        rows = [[cell.text_content() for cell in row.iter("th", "td")] for row in figure.iter("tr")][1:]
        if not bars or "row-spot" in bars[0].get("class"):
            continue
        told = [text for _, *texts in rows for text in texts]
        numbers = [re.split(r": ", unescape(one.get("data-says")))[-1].split(" ")[0] for one in bars]
        assert numbers == told


def test_the_texts_of_a_curve_are_those_of_its_points_line_by_line() -> None:
    picture = Curve(
        "t", "a", "step", "loss",
        (Line("one", ((0.0, 3.5), (10.0, 2.25))), Line("two", ((0.0, 0.125), (5.0, 1.0), (10.0, 4.0)), "dots")),
    )  # fmt: skip
    found = as_text(picture)
    assert [xs for xs, _ in found] == [["0", "10"], ["0", "5", "10"]]
    for line, (_, ys) in zip(picture.lines, found, strict=True):
        assert [float(y) for y in ys] == [round(y + 1e-12, 2) for _, y in line.points]
