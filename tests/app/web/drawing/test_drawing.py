"""Pictures of worked solutions: drawn as SVG that says what it shows, with the same data as a table."""

import itertools
import math
import re
from cmath import exp, phase
from math import pi
from xml.etree import ElementTree

import pytest

from app.web import drawing
from app.web.drawing import axes
from app.web.rendering import environment
from engine import catalogue
from engine.chain import Family
from engine.figures.catalogue import find
from engine.questions import LEVELS
from engine.solutions import pictures
from engine.solutions.pictures import Arrow, Bars, Curve, HeatMap, Line, Node, Picture, Plane, Scatter, Tree
from tests.engine.submissions import SWEEP, drawn

WITH_PICTURES = [family for family in catalogue.families().values() if family.pictures]
WHERE_PEOPLE_LOOK = {
    "attention", "bpe_train", "beam_search", "chinchilla_allocation", "cosine_similarity", "euclidean_distance",
    "kv_cache", "learning_rate", "rope", "scaling_loss", "softmax_temperature", "top_k", "top_p", "training_memory",
}  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


def shown(picture: Picture) -> ElementTree.Element:
    """The picture's figure as the page holds it."""
    module = environment().get_template("web/parts/picture.html").module
    html = str(module.show(picture, "p"))  # type: ignore[attr-defined]
    return ElementTree.fromstring(html.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '))


def test_what_people_would_rather_look_at_has_a_picture() -> None:
    assert {family.id for family in WITH_PICTURES} >= WHERE_PEOPLE_LOOK


@pytest.mark.parametrize("family", WITH_PICTURES, ids=lambda family: family.id)
def test_every_picture_of_every_family_is_drawn_and_told(family: Family) -> None:
    made = 0
    for level in LEVELS:
        for seed in range(10 if SWEEP else 3):
            exact = drawn(family.id, level, seed).exact
            for draw in family.pictures.values():
                picture = draw(exact)
                if picture is None:
                    continue
                made += 1
                figure = shown(picture)
                svg = figure.find(f".//{SVG}svg")
                assert svg is not None
                assert svg.findtext(f"{SVG}title") == picture.title
                assert (svg.findtext(f"{SVG}desc") or "").endswith(".")
                numbers = [
                    float(x) for e in svg.iter() for x in re.findall(r"-?\d+\.?\d*", e.get("points", ""))
                ]
                assert all(map(math.isfinite, numbers))
                assert "nan" not in ElementTree.tostring(figure, "unicode")
                head, rows = pictures.table(picture)
                assert rows
                assert all(len(row) == len(head) for row in rows)
    assert made


def test_each_kind_of_picture_has_one_drawing() -> None:
    kinds: list[Picture] = [
        HeatMap("Map", "A map.", ("a", "b"), ("c",), ((0.25,), (1.0,))),
        Bars("Bars", "Bars.", ("before", "after"), (("cat", (0.5, 0.0)), ("dog", (0.5, 1.0))), unit="%"),
        Plane("Plane", "A plane.", (Arrow("u", 1, 0), Arrow("v", 0, 2)), angle="90°", distance="2.24"),
        Curve(
            "Curve",
            "A curve.",
            "x",
            "y",
            (Line("one", ((1, 1), (10, 100))),),
            marks=(("here", 3, 9),),
            log_x=True,
            log_y=True,
        ),
        Tree(
            "Tree", "A tree.", (Node("ab", "merge 1", None), Node("a", "", 0), Node("b", "", 0, kept=False))
        ),
    ]
    texts = ["1.00", "dog", "90°", "here", "merge 1"]
    for picture, text in zip(kinds, texts, strict=True):
        svg = shown(picture).find(f".//{SVG}svg")
        assert svg is not None
        assert text in [element.text for element in svg.iter(f"{SVG}text")]


def test_numbers_below_zero_are_hatched_and_minus_infinity_is_left_blank() -> None:
    signed = HeatMap("M", "A.", ("a", "b"), ("c", "d"), ((-0.5, -math.inf), (1.0, 0.0)), marked=((1, 0),))
    drawn = drawing.heat_map(signed)
    assert [(cell.dark, cell.below, cell.text) for cell in drawn.cells] == [
        (0.5, True, "-0.50"), (1.0, False, "1.00"), (0.0, False, "0.00"),
    ]  # fmt: skip
    assert drawn.frames == ((drawn.cells[1].x, drawn.cells[1].y),)
    svg = shown(signed).find(f".//{SVG}svg")
    assert svg is not None
    assert [rect.get("class") for rect in svg.iter(f"{SVG}rect")] == [
        "below", "cell-below", "cell-heat", "cell-heat", "frame",
    ]  # fmt: skip
    assert "−0.50" in [element.text for element in svg.iter(f"{SVG}text")]
    assert pictures.table(signed)[1] == (("a", "−0.5", "−∞"), ("b", "1.0", "0"))


def test_a_map_of_many_cells_is_drawn_small_and_without_its_numbers() -> None:
    names = tuple(str(n) for n in range(40))
    drawn = drawing.heat_map(HeatMap("M", "A.", names, names, ((1.0,) * 40,) * 40))
    assert len(drawn.cells) == 1600
    assert {cell.text for cell in drawn.cells} == {""}
    assert drawn.size[0] < 440
    assert len(drawn.columns) < 8


def test_a_half_in_a_cell_is_rounded_as_in_the_table() -> None:
    picture = HeatMap("", "", ("a",), ("b", "c", "d"), ((0.125, -0.125, 2.5),))
    assert [cell.text for cell in drawing.heat_map(picture).cells] == ["0.13", "-0.13", "2.50"]
    assert pictures.table(picture)[1] == (("a", "0.13", "−0.13", "2.5"),)


def test_a_ring_is_a_circle_of_its_radius_around_the_origin() -> None:
    picture = Plane("", "", (Arrow("g", 3, 4),), ring=2.0, reach=5)
    drawn = drawing.plane(picture)
    html = (
        environment()
        .from_string('{% import "web/parts/picture.html" as pictures %}{{ pictures.plane(picture, "p") }}')
        .render(picture=picture)
    )
    ring = re.search(r'<circle class="ring" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', html)
    assert ring
    assert tuple(map(float, ring.groups())) == pytest.approx((*drawn.origin, 2 * drawn.unit), abs=0.01)
    (tip,) = drawn.tips
    assert math.dist(tip, drawn.origin) == pytest.approx(2.5 * float(ring[3]), abs=0.1)


def test_a_faint_line_is_in_the_table_by_its_name_and_in_no_legend() -> None:
    lines = (
        Line("bold", ((0, 0), (1, 1))),
        Line("other", ((0, 1), (1, 2)), "faint"),
        Line("", ((1, 0), (1, 2)), "faint"),
    )
    picture = Curve("", "", "x", "y", lines)
    html = (
        environment()
        .from_string('{% import "web/parts/picture.html" as pictures %}{{ pictures.curve(picture, "p") }}')
        .render(picture=picture)
    )
    assert html.count("curve-faint") == 2
    assert "line-name" not in html
    assert {row[0] for row in pictures.table(picture)[1]} == {"bold", "other"}


def test_an_axis_has_round_ticks_inside_its_range() -> None:
    axis = axes.Axis(0, 0.37, 0, end=100, log=False)
    assert [text for _, text in axis.ticks] == ["0", "0.1", "0.2", "0.3"]
    assert axis.at(0.37) == 100
    powers = axes.Axis(2e18, 3e21, 0, end=100, log=True)
    assert [text for _, text in powers.ticks] == ["1e19", "1e20", "1e21"]


def test_a_trees_parents_stand_above_the_middle_of_their_children() -> None:
    nodes = (Node("r", "", None), Node("a", "", 0), Node("b", "", 0), Node("c", "", 2), Node("s", "", None))
    places = drawing.tree(Tree("T", "T.", nodes)).places
    assert places[0][0] == (places[1][0] + places[2][0]) / 2
    assert places[0][1] < places[1][1] == places[2][1] < places[3][1]
    assert places[4][0] > places[2][0]


def test_a_tree_that_is_too_wide_for_a_sheet_lies_on_its_side() -> None:
    nodes = (Node("start", "", None), *(Node(f"word{n}", "-0.50", 0) for n in range(9)))
    drawn = drawing.tree(Tree("T", "T.", nodes))
    assert drawn.side
    assert drawn.places[0][0] < drawn.places[1][0] == drawn.places[9][0]
    assert drawn.places[0][1] == (drawn.places[1][1] + drawn.places[9][1]) / 2
    assert drawn.branches[0] is None
    assert all(branch and branch[0] < branch[2] for branch in drawn.branches[1:])
    assert drawn.size[0] < 440


def test_an_angle_is_drawn_the_shorter_way_round() -> None:
    arc = drawing.plane(Plane("P", "P.", (Arrow("u", -1, 0.1), Arrow("v", -1, -0.1)), angle="11°")).arc
    assert " 0 0 0 " in arc  # the small arc, against the clock on the page


@pytest.mark.parametrize("tip", [(3, 3), (2, 1), (0.3, -0.2), (-3, -3), (1.1, 2.1)])
def test_numbers_of_angle_and_distance_cover_no_arrowhead(tip: tuple[float, float]) -> None:
    arrows = (Arrow("u", *tip), Arrow("v", 1, 2))
    drawn = drawing.plane(Plane("P", "P.", arrows, angle="18°", distance="2.24", reach=3.0))
    assert [text for text, _, _ in drawn.measures] == ["18°", "2.24"]
    (_, x1, y1), (_, x2, y2) = drawn.measures
    assert abs(x1 - x2) > 20 or abs(y1 - y2) > 12
    for text, x, foot in drawn.measures:
        assert 0 < x < drawn.size[0]
        assert 0 < foot < drawn.size[1]
        for at, up in drawn.tips:
            assert abs(at - x) > 3.5 * len(text) or abs(up - (foot - 4)) > 7


def test_an_arrow_that_is_added_begins_at_its_tail_and_is_named_halfway() -> None:
    drawn = drawing.plane(Plane("P", "P.", (Arrow("a", 1, 0), Arrow("b", 0, 2, tail=(1, 0)))))
    assert drawn.tails[1] == drawn.tips[0]
    assert drawn.tips[1] == (drawn.tips[0][0], round(drawn.tips[0][1] - 2 * drawn.unit, 2))
    assert abs(drawn.labels[1][1] - (drawn.tails[1][1] + drawn.tips[1][1]) / 2) < 30


def test_the_darkest_cell_may_stand_for_more_than_the_map_has() -> None:
    values = ((0.25, 0.25), (0.25, 0.25))
    drawn = drawing.heat_map(HeatMap("M", "A.", ("a", "b"), ("c", "d"), values, most=1.0))
    assert {cell.dark for cell in drawn.cells} == {0.25}


def test_a_line_on_one_level_has_an_axis() -> None:
    for level in (0.0, 2.0):
        drawn = drawing.curve(Curve("", "", "x", "y", (Line("a", ((0.0, level), (5.0, level))),)))
        assert drawn.y.ticks
        assert len({point.partition(",")[2] for point in drawn.paths[0][1].split()}) == 1


def test_names_of_points_stand_apart_and_within_the_picture() -> None:
    close = tuple((f"word{n}", 3.0 ** (n % 4), 1.0 + 0.1 * (n // 4)) for n in range(8))
    picture = Scatter(
        "A map",
        "Points",
        "x",
        "y",
        (*close, ("far", 1000.0, 3.0)),
        named=tuple(name for name, _, _ in close),
        joined=(("word1", "word2"),),
        log_x=True,
    )
    found = drawing.scatter(picture)
    boxes = []
    for name, x, y, side in found.names:
        width = axes.LETTER * len(name)
        left = x - {"end": width, "middle": width / 2, "": 0}[side]
        assert 0 <= left <= left + width <= axes.WIDTH
        boxes.append((left, y - 9, left + width, y + 1))
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert found.joins == ((*found.dots[1][:2], *found.dots[2][:2]),)
    assert [named for _, _, named in found.dots] == [True] * 8 + [False]
    figure = shown(picture)
    assert len(figure.findall(f".//{SVG}circle")) == 9
    assert len(figure.findall(".//tbody/tr")) == 9


def test_dots_stand_by_themselves_with_a_sign_in_the_legend_and_all_of_them_in_the_table() -> None:
    points = tuple((float(n), float(n % 3)) for n in range(1, 20))
    ends = ((1.0, 0.0), (19.0, 2.0))
    lines = (Line("law", ends), Line("runs", points, style="dots"), Line("", ends, style="dots"))
    figure = shown(Curve("t", "a.", "x", "y", lines))
    assert len(figure.findall(f".//{SVG}circle[@class='dot']")) == 19 + 2
    assert len(figure.findall(f".//{SVG}polyline")) == 1
    legend = [(span.get("class"), span.text) for span in figure.findall(".//span")]
    assert legend == [("line-name line-0", "law"), ("line-name line-dots", "runs")]
    assert len(figure.findall(".//tbody/tr")) == 2 + 19


def box(name: str, x: float, base: float, side: str) -> tuple[float, float, float, float]:
    width = axes.LETTER * len(name)
    left = x - {"end": width, "middle": width / 2, "": 0}[side]
    return left, base - 9, left + width, base + 1


def over(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("heights", [[1.0, 1.01, 0.99], [0.0, 0.0], [3.0, 2.99, 2.95], [1.5]])
@pytest.mark.parametrize("x", [0.0, 5.0, 10.0])
def test_names_of_points_over_each_other_do_not_stand_on_each_other(heights: list[float], x: float) -> None:
    marks = tuple((f"it came to {n}", x, height) for n, height in enumerate(heights))
    lines = (Line("falling", ((0.0, 3.0), (10.0, 0.0))), Line("level", ((0.0, 1.0), (10.0, 1.0))))
    drawn = drawing.curve(Curve("t", "a.", "x", "y", lines, marks=marks))
    names = [box(name, *place) for name, _, _, place in drawn.marks]
    assert not any(over(one, other) for one, other in itertools.combinations(names, 2))
    for left, top, right, bottom in names:
        assert axes.LEFT - 5 <= left <= right <= axes.WIDTH
        assert 0 <= top <= bottom <= axes.HEIGHT - axes.BOTTOM + 4


def test_the_name_of_a_point_leaves_the_end_of_its_curve_in_sight() -> None:
    points = tuple((float(n), 3.5 - n / 100) for n in range(100))
    drawn = drawing.curve(
        Curve("t", "a.", "step", "loss", (Line("", points),), marks=(("your prediction", 99.0, 2.5),))
    )
    ((name, _, _, place),) = drawn.marks
    left, top, right, bottom = box(name, *place)
    places = [tuple(map(float, point.split(","))) for point in drawn.paths[0][1].split()]
    assert not [1 for x, y in places if left < x < right and top < y < bottom]


def test_ticks_are_told_apart_and_those_of_whole_things_are_whole() -> None:
    close = axes.Axis(0.145, 0.16, 0, end=100, log=False)
    assert [text for _, text in close.ticks] == ["0.145", "0.150", "0.155", "0.160"]
    assert [text for _, text in axes.Axis(-0.5, 0.5, 0, end=100, log=False).ticks][:2] == ["−0.4", "−0.2"]
    layers = drawing.curve(Curve("t", "a.", "layers", "y", (Line("", ((1.0, 0.3), (2.0, 0.95))),)))
    assert [text for _, text in layers.x.ticks] == ["1", "2"]
    assert layers.y.ticks[-1] == (axes.TOP, "1.0")  # the axis ends with a tick


def test_numbers_of_a_column_have_equally_many_decimals() -> None:
    bars = Bars("B", "B.", ("n",), (("a", (1.5,)), ("b", (2.21,)), ("c", (0.034,)), ("d", (3.0,))))
    assert [row[1] for row in pictures.table(bars)[1]] == ["1.50", "2.21", "0.034", "3.00"]
    assert "3.00" in [element.text for element in shown(bars).iter(f"{SVG}text")]
    draws = Bars("B", "B.", ("expected", "drawn"), (("a", (116.05, 111.0)), ("b", (21.5, 25.0))))
    assert pictures.table(draws)[1] == (("a", "116.05", "111"), ("b", "21.50", "25"))


def test_the_arrow_that_a_position_turns_from_stays_where_it_is() -> None:
    """The drawn tips, the axes and the size are those of position 0, wherever the turned arrow points."""
    figure = find("rope")
    for place in (0, 1):
        seen = set()
        for position in range(13):
            picture = figure.show(figure.at({"position": position})).pictures[place]
            assert isinstance(picture, Plane)
            drawn = drawing.plane(picture)
            seen.add((drawn.tips[0], drawn.origin, drawn.unit, drawn.size))
            assert bool(drawn.arc) == (position > 0)
            assert [text for text, _, _ in drawn.sides] == [f"entry {2 * place + n}" for n in (1, 2)]
        assert len(seen) == 1


@pytest.mark.parametrize("turn", [0.01, 1.0, 3.5, 6.2, 8.0, 12.5, 100.0, -2.0])
def test_a_turn_is_drawn_from_arrow_to_arrow_the_way_that_it_went(turn: float) -> None:
    """By complex numbers: the path begins at the first arrow, ends at the second, and goes round as often."""
    start = 2 + 1j
    end = start * exp(1j * turn)
    arrows = (Arrow("before", start.real, start.imag), Arrow("after", end.real, end.imag))
    drawn = drawing.plane(Plane("P", "P.", arrows, angle="a", reach=2.5, turn=turn))
    x, y = drawn.origin
    path = [
        complex(float(one) - x, y - float(other))
        for one, other in (spot.split() for spot in drawn.arc.removeprefix("M ").split(" L "))
    ]
    assert phase(path[0] / start) == pytest.approx(0, abs=0.01)
    assert phase(path[-1] / end) == pytest.approx(0, abs=0.01)
    went = sum(phase(after / before) for before, after in itertools.pairwise(path))
    assert went == pytest.approx(turn if abs(turn) < 4 * pi else 2 * pi + turn % (2 * pi), abs=0.01)
    assert max(map(abs, path)) < abs(start) * drawn.unit
