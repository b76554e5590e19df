"""Graphs as they are drawn: in columns with lines between them, and as signs in lanes."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing.lanes import SIGN, lanes
from app.web.drawing.layered import GAP, layered

Columns = list[list[str]]
Links = dict[str, list[str]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Columns, Links]:
    """Columns of names, each name with some at its right to which it leads."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    columns = [[f"{n}.{row}" for row in range(size)] for n, size in enumerate(sizes)]
    links: Links = {}
    for n, column in enumerate(columns):
        right = [name for later in columns[n + 1 :] for name in later]
        links |= {name: draw(st.lists(st.sampled_from(right), unique=True)) for name in column if right}
    return columns, links


def ends(line: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The first and the last point of a path."""
    numbers = list(map(float, re.findall(r"[\d.]+", line)))
    if " h " in line:
        x, y, width = numbers
        return (x, y), (round(x + width, 2), y)
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


@given(graphs())
def test_every_name_keeps_its_column(graph: tuple[Columns, Links]) -> None:
    columns, links = graph
    drawn = layered(columns, links).columns
    assert [sorted(filter(None, column)) for column in drawn] == columns
    assert list(drawn[-1]) == columns[-1]


@given(graphs())
def test_the_lines_lead_from_a_name_through_every_column_to_the_other_one(
    graph: tuple[Columns, Links],
) -> None:
    columns, links = graph
    drawn = layered(columns, links)
    width = (100 - GAP * (len(columns) - 1)) / len(columns)

    def seat(x: float, y: float) -> tuple[int, float]:
        """The column that begins at x, and the height in it."""
        return round(x / (width + GAP)), y

    place = {
        name: (n, float(f"{100 * (row + 0.5) / len(column):.2f}"))
        for n, column in enumerate(drawn.columns)
        for row, name in enumerate(column)
        if name
    }
    onward: dict[tuple[int, float], set[tuple[int, float]]] = {}
    for line in drawn.lines:
        (x, y), end = ends(line)
        if " h " not in line:
            onward.setdefault(seat(x - width, y), set()).add(seat(*end))
    for name, others in links.items():
        waiting, reached = [place[name]], set[tuple[int, float]]()
        while waiting:
            new = onward.get(waiting.pop(), set()) - reached
            reached |= new
            waiting.extend(new)
        assert {place[other] for other in others} <= reached


@given(graphs())
def test_a_line_goes_on_through_every_place_that_is_kept_for_it(graph: tuple[Columns, Links]) -> None:
    drawn = layered(*graph)
    assert sum(" h " in line for line in drawn.lines) == sum(column.count("") for column in drawn.columns)


def test_names_stand_beside_what_they_lead_to() -> None:
    drawn = layered([["a", "b", "c"], ["x", "y", "z"]], {"a": ["z"], "b": ["y"], "c": ["x"]})
    assert drawn.columns[0] == ("c", "b", "a")
    assert all(start[1] == end[1] for start, end in map(ends, drawn.lines))


def test_a_line_over_a_column_has_a_place_of_its_own_there() -> None:
    drawn = layered([["a"], ["b"], ["c"]], {"a": ["b", "c"], "b": ["c"]})
    assert sorted(drawn.columns[1]) == ["", "b"]


def test_signs_of_a_lane_stand_in_it_and_apart() -> None:
    cells = [[["a", "b", "c", "d", "e"], []], [["f"], ["g", "h"]]]
    drawn = lanes(cells, {"a": ["g"], "f": ["g", "h"]})
    for (top, high), lane in zip(drawn.lanes, cells, strict=True):
        for name in lane[0] + lane[1]:
            assert top + SIGN < drawn.places[name][1] < top + high - SIGN
    places = sorted(drawn.places.values())
    assert all(abs(x1 - x2) + abs(y1 - y2) > 3 * SIGN for (x1, y1), (x2, y2) in pairwise(places))
    assert max(x for x, _ in places) + SIGN < drawn.size[0]
    assert drawn.size[1] == sum(high for _, high in drawn.lanes)
    (x, y), (to, onto) = drawn.places["a"], drawn.places["g"]
    assert ends(drawn.lines[0]) == ((x + SIGN, y), (to - SIGN, onto))
