"""The model of what a course costs, with rooms that nobody drove; and a small room that is driven."""

import asyncio
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cost import model, report
from tests.cost.assumptions import Assumptions
from tests.cost.browser import beside
from tests.cost.driving import BEGINNING, FETCHED, HANDING_IN, PRACTICE, SITTING, STEPS, Driven, drive
from tests.cost.model import Line, Model
from tests.cost.picture import HIGH, WIDE, at, picture
from tests.cost.places import OURS, POSTGRES, one_server
from tests.engine.submissions import BANK

ASSUMED = Assumptions(sessions=3, at_last=0.5, evening=2, exam=FETCHED + 100, save=20, cores=2, connections=2)


def room(number: int, servers: int = 1) -> Driven:
    """A room of which each student takes so many seconds as stand here, and what is at rest takes none."""
    each = {PRACTICE: 0.5, BEGINNING: 0.2, SITTING: 0.1, HANDING_IN: 0.3}
    seconds = {step: {OURS: each[step] * number, POSTGRES: 1 + each[step] * number} for step in STEPS}
    return Driven(
        servers=servers, number=number, steady=10, seconds=seconds, memory=200 + 2 * number, practised=1e6,
        sat=3e6 * number, asked=40 * number,
    )  # fmt: skip


@pytest.fixture
def made() -> Model:
    return model.of([room(number) for number in (10, 20, 40)], ASSUMED)


def test_a_line_through_points_of_a_line_is_that_line() -> None:
    line = Line.through([(1, 5), (2, 7), (10, 23)])
    assert (line.base, line.each) == pytest.approx((3, 2))
    assert line.off == pytest.approx(0, abs=1e-9)
    assert line.at(100) == pytest.approx(203)


def test_the_worst_point_is_told_as_a_share() -> None:
    assert Line.through([(0, 1), (1, 1), (2, 4)]).off == pytest.approx(1)


def test_no_line_goes_through_one_place() -> None:
    with pytest.raises(ValueError, match="two places"):
        Line.through([(3, 1), (3, 2)])


def test_an_exam_is_its_parts_and_the_steady_one_fills_the_hour(made: Model) -> None:
    each = 0.2 + 10 * 0.1 + 0.3
    assert made.exam[OURS].each == pytest.approx(each)
    assert made.exam[POSTGRES].base == pytest.approx(1 + 10 + 1)
    assert made.hour(1000) == pytest.approx(2 * each * 1000 + 12)
    assert made.load_of_exam(1000) == pytest.approx(made.hour(1000) / (FETCHED + 100))


def test_a_week_is_its_sessions_and_its_last_evening_a_share_of_them(made: Model) -> None:
    assert made.week(100) == pytest.approx(3 * (2 * 0.5 * 100 + 1))
    assert made.load_of_evening(100) == pytest.approx(made.week(100) / 2 / 7200)
    assert made.grown(100) == pytest.approx(3 * 1e6 + 3e8)
    assert made.memory.at(100) == pytest.approx(400)


def test_the_tables_say_what_the_model_does_and_which_rows_lie_beyond(made: Model) -> None:
    two = model.of([room(number, 2) for number in (10, 20)], ASSUMED)
    assert report.measured([room(10)]).splitlines()[2] == (
        "| 10 | one server | 5.0 + 6.0 | 2.0 + 3.0 | 1.0 + 2.0 | 3.0 + 4.0 | 220 | 0 | 40 |"
    )
    rows = report.extrapolated(made, 100).splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == ["| 100", "| 1,000 *", "| 10,000 *", "| 100,000 *"]
    assert rows[1].split(" | ")[1:4] == ["3,012", "25.53", "86"]
    assert report.cores(made, 1000) == 86
    assert [row.endswith("✗ |") for row in report.targets([made, two]).splitlines()[2:]] == [True, True]


def test_the_picture_is_whole_and_nothing_lies_outside(made: Model) -> None:
    two = model.of([room(number, 2) for number in (10, 20)], ASSUMED)
    root = ElementTree.fromstring(picture([made, two], [room(10), room(20, 2)]))
    names = [one.tag.rpartition("}")[2] for one in root]
    assert names.count("polyline") == 2
    assert names.count("circle") == 2 + 2
    circles = [one for one in root if one.tag.endswith("circle")]
    assert all(0 < float(one.get("cx", "")) < WIDE and 0 < float(one.get("cy", "")) < HIGH for one in circles)


def test_ten_times_as_many_lie_as_far_apart_everywhere() -> None:
    places = [at(10.0**power, 10.0 ** (power - 3)) for power in range(1, 6)]
    steps = [(b[0] - a[0], a[1] - b[1]) for a, b in pairwise(places)]
    assert all(step == pytest.approx(steps[0], abs=0.2) for step in steps)


def test_a_module_finds_the_ones_beside_it() -> None:
    assert beside("/static/practice/sheet.js?v=1", "./pasted.js") == "/static/practice/pasted.js"
    assert beside("/static/practice/sheet.js", "../web/times.js") == "/static/web/times.js"


@pytest.mark.sweep
def test_a_small_room_practises_and_sits_an_exam_without_a_fault(tmp_path: Path) -> None:
    with one_server(tmp_path) as place:
        found = asyncio.run(drive(place, BANK, 2, steady=1.0))
    assert found.faults == ()
    assert set(found.seconds) == set(STEPS)
    assert all(spent[OURS] > 0 for spent in found.seconds.values())
    assert found.asked > 2 * 20
    assert found.memory > 50
    assert found.sessions > 0
