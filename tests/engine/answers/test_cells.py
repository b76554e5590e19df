"""Whatever its shape, an answer is one flat row of cells."""

import json
import math
from typing import Any

import numpy as np
import pytest

from engine.answers import cells

MATRIX = np.array([[1.0, 2.0], [3.0, 4.0]])
SHAPES: list[tuple[Any, list[Any], list[str]]] = [
    (3.5, [3.5], [""]),
    ("cat", ["cat"], [""]),
    (("e", "s"), [("e", "s")], [""]),
    (np.array([1.0, 2.0]), [1, 2], ["entry 1", "entry 2"]),
    (MATRIX, [1, 2, 3, 4], ["row 1, column 1", "row 1, column 2", "row 2, column 1", "row 2, column 2"]),
    ({"cat": 1.0, "dog": 2.0}, [1, 2], ["cat", "dog"]),
    ({"low": ("l", "ow")}, [("l", "ow")], ["low"]),
    ([("e", "s"), ("es", "t")], [("e", "s"), ("es", "t")], ["entry 1", "entry 2"]),
    ({"a": np.array([1.0, 2.0])}, [1, 2], ["a, entry 1", "a, entry 2"]),
]


@pytest.mark.parametrize(("value", "row", "labels"), SHAPES)
def test_cells_lie_in_reading_order_and_have_names(value: Any, row: list[Any], labels: list[str]) -> None:
    assert cells.cells(value) == row
    assert cells.labels(value) == labels
    assert len(list(cells.paths(value))) == len(row)


@pytest.mark.parametrize(("value", "row", "labels"), SHAPES)
def test_a_value_is_rebuilt_from_its_cells(value: Any, row: list[Any], labels: list[str]) -> None:
    np.testing.assert_equal(cells.rebuilt(value, row), value)
    np.testing.assert_equal(cells.cells(cells.rebuilt(value, list(reversed(row)))), list(reversed(row)))


def test_cells_of_arrays_are_plain_floats() -> None:
    assert {type(leaf) for leaf in cells.cells(MATRIX)} == {float}


def test_blocks_are_named_by_three_places() -> None:
    assert cells.labels(np.zeros((2, 1, 2)))[-1] == "block 2, row 1, column 2"


def test_a_grid_has_rows_and_columns_and_a_line_has_none() -> None:
    assert cells.shape(MATRIX) == (2, 2)
    assert cells.shape(np.zeros((2, 3, 4))) == (6, 4)
    assert cells.shape(np.zeros(3)) == (None, 3)
    assert cells.shape({"a": 1, "b": 2}) == (None, 2)
    assert cells.shape(7) == (None, 1)


def test_plain_values_are_json_with_infinities_as_words() -> None:
    value = {"m": np.array([[1.0, -math.inf]]), "n": np.int64(3), "t": ("e", "s"), "x": math.inf, "b": True}
    plain = cells.plain(value)
    assert plain == {"m": [[1, "-inf"]], "n": 3, "t": ["e", "s"], "x": "inf", "b": True}
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


@pytest.mark.parametrize("leaf", [1, 0.1, -math.inf, math.inf, ("e", "s"), "cat"])
def test_leaves_survive_storing(leaf: Any) -> None:
    assert cells.from_json(json.loads(json.dumps(cells.plain(leaf), allow_nan=False))) == leaf
