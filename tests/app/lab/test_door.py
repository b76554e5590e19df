"""The list of the lab: its cards, their pictures, and the sections to which it is narrowed."""

import time
from typing import Any

import pytest

from app.lab import door, lab
from app.lab.demos import DEMOS
from app.lab.demos.demo import Demo
from engine.solutions.pictures import Bars, Curve, HeatMap
from tests.app.learner import Learner
from tests.engine.submissions import BANK


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_a_card_says_its_question_and_the_minutes_and_draws_the_first_state(demo: type[Demo[Any]]) -> None:
    assert demo.puzzle.endswith("?")
    assert 5 <= demo.minutes <= 30
    title, drawing = door.drawn(demo)
    cover = door.cover_of(demo)
    assert (cover.title, "<text" in drawing) == (title, False)
    match cover:
        case Curve():
            lines = [line for line in cover.lines if line.style != "dots"]
            assert drawing.count("<polyline") == len(lines)
            assert drawing.count('class="mark"') == len(cover.marks)
        case Bars():
            assert drawing.count("<rect") == sum(len(values) for _, values in cover.bars[:10])
            shown = [float(one.split('"')[0]) for one in drawing.split('width="')[1:]]
            most = cover.most or max(max(values) for _, values in cover.bars)
            values = [value for _, some in cover.bars[:10] for value in some]
            assert shown == [round(max(360 * value / most, 1), 1) for value in values]
        case HeatMap():
            assert drawing.count("<rect") == sum(
                abs(value) / max(map(max, cover.values)) > 0.0105 for row in cover.values for value in row
            )
        case _:
            assert drawing.count("<circle") == len(cover.points)


def test_the_list_is_narrowed_to_the_demos_of_a_section_by_links(learner: Learner) -> None:
    whole = learner.get("/lab")
    for section in door.sections():
        assert f"/lab?section={section}" in whole.links
        page = learner.get(f"/lab?section={section}")
        assert f'/lab?section={section}" aria-current' in page.html
        there = {demo.name for demo in DEMOS if f"/lab/{demo.name}" in page.links}
        assert there == {demo.name for demo in lab.of_section(BANK, section)}
        assert {demo.name for demo in DEMOS if demo.section == section} <= there
        assert there


@pytest.mark.parametrize("section", ["2.9", "9.9", "<b>", ""])
def test_a_section_without_a_demo_shows_them_all(learner: Learner, section: str) -> None:
    page = learner.get("/lab?section=" + section)
    assert page.status == 200
    assert all(f"/lab/{demo.name}" in page.links for demo in DEMOS)


def test_the_list_costs_little_once_it_was_drawn(learner: Learner) -> None:
    learner.get("/lab")
    spent = []
    for _ in range(5):
        began = time.process_time()
        learner.get("/lab")
        spent.append(time.process_time() - began)
    assert min(spent) < 0.05
