"""Vectors and matrices in every notation that people type or paste."""

import time
from collections.abc import Callable, Sequence
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.answers.grids import split_cells
from engine.answers.reading import Number, Unreadable, read_number
from engine.limits import LONGEST_LIST
from tests.engine.submissions import SWEEP

LONG = 30.0  # seconds: a text that backtracks takes minutes, any other a few milliseconds

Rows = Sequence[Sequence[Decimal]]


def comma(number: Decimal) -> str:
    return str(number).replace(".", ",")


def joined(connection: Rows, cell: str, row: str, write: Callable[[Decimal], str] = str) -> str:
    return row.join(cell.join(map(write, numbers)) for numbers in connection)


def array(connection: Rows) -> np.ndarray:
    return np.array([[float(number) for number in numbers] for numbers in connection])


NOTATIONS: dict[str, Callable[[Rows], str]] = {
    "Python": lambda rows: str([[float(number) for number in numbers] for numbers in rows]),
    "Python on lines": lambda rows: "[[" + joined(rows, ", ", "],\n [") + "]]",
    "tuples": lambda rows: "((" + joined(rows, ", ", "), (") + "))",
    "NumPy repr": lambda rows: repr(array(rows)),
    "NumPy str": lambda rows: str(array(rows)),
    "NumPy with its name and type": lambda rows: "W = np." + repr(array(rows).astype(np.float32)),
    "PyTorch": lambda rows: "tensor([[" + joined(rows, ", ", "],\n        [") + "]], dtype=torch.float64)",
    "MATLAB": lambda rows: "[" + joined(rows, " ", "; ") + "]",
    "MATLAB with commas": lambda rows: "[" + joined(rows, ", ", "; ") + "];",
    "MATLAB on lines": lambda rows: "[" + joined(rows, " ", ";\n ") + "]",
    "LaTeX": lambda rows: r"\begin{pmatrix} " + joined(rows, " & ", r" \\ ") + r" \end{pmatrix}",
    "LaTeX on lines": lambda rows: (
        "$$\\left(\\begin{array}\n" + joined(rows, " & ", "\\\\\n") + "\\\\\n\\end{array}\\right)$$"
    ),
    "a spreadsheet": lambda rows: joined(rows, "\t", "\r\n") + "\r\n",
    "a spreadsheet with decimal commas": lambda rows: joined(rows, "\t", "\n", comma),
    "CSV": lambda rows: joined(rows, ",", "\n"),
    "CSV with semicolons": lambda rows: joined(rows, ";", "\n", comma),
    "spaces": lambda rows: joined(rows, "  ", "\n"),
    "spaces and decimal commas": lambda rows: joined(rows, " ", "\n", comma),
    "comma, space and decimal commas": lambda rows: joined(rows, ", ", "\n", comma),
    "braces": lambda rows: "{{" + joined(rows, ", ", "}, {") + "}}",
}

numbers = st.decimals(-99, 99, places=2)
matrices = st.tuples(st.integers(2, 4), st.integers(2, 5)).flatmap(
    lambda shape: st.lists(
        st.lists(numbers, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


def read(cells: tuple[str, ...] | Unreadable) -> list[Decimal]:
    assert isinstance(cells, tuple), cells
    values = []
    for cell in cells:
        number = read_number(cell)
        assert isinstance(number, Number), number
        values.append(number.value)
    return values


@pytest.mark.parametrize("notation", NOTATIONS)
@settings(max_examples=40 if SWEEP else 12, deadline=None)
@given(matrices)
def test_a_matrix_is_read_back_from(notation: str, connection: Rows) -> None:
    text = NOTATIONS[notation](connection)
    assert read(split_cells(text, len(connection), len(connection[0]))) == [
        number for row in connection for number in row
    ]


@pytest.mark.parametrize("notation", NOTATIONS)
@settings(max_examples=40 if SWEEP else 12, deadline=None)
@given(st.lists(numbers, min_size=2, max_size=6), st.booleans())
def test_a_vector_is_read_back_as_a_row_or_a_column_from(
    notation: str, vector: list[Decimal], upright: bool
) -> None:
    text = NOTATIONS[notation]([[number] for number in vector] if upright else [vector])
    for shape in [(None, len(vector)), (1, len(vector)), (len(vector), 1)]:
        assert read(split_cells(text, *shape)) == vector


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1,2,2", ("1", "2", "2")),
        ("1 2 2", ("1", "2", "2")),
        ("(1, 2, 2)", ("1", "2", "2")),
        ("1, 2, 2,", ("1", "2", "2")),
        ("1; 2; 2", ("1", "2", "2")),
        ("[ 1. -2.  2.]", ("1.", "-2.", "2.")),
        ("[1,\n 2,\n 2]", ("1", "2", "2")),
        ("１，２，２", ("１", "２", "２")),
        ("−1 −2 −∞", ("−1", "−2", "−∞")),
        ("-inf 0 -inf", ("-inf", "0", "-inf")),
        ("0,33 0,33 0,34", ("0,33", "0,33", "0,34")),
        ("0,33; 0,33; 0,34", ("0,33", "0,33", "0,34")),
        ("0,33, 0,33, 0,34", ("0,33", "0,33", "0,34")),
        ("1 234,5\t2\t3", ("1 234,5", "2", "3")),
        ("1,234, 5,678, 9", ("1,234", "5,678", "9")),
        ("91.7 %, 8 %, 0.3 %", ("91.7 %", "8 %", "0.3 %")),
        ("e/(2e+1), e / (2e + 1), 1/(2e+1)", ("e/(2e+1)", "e / (2e + 1)", "1/(2e+1)")),
        ("1/2 1 - 2/3 √2", ("1/2", "1 - 2/3", "√2")),
        ("5,88 x 10²¹ 2 1e-3", ("5,88 x 10²¹", "2", "1e-3")),
        ("(1+e)/2 (1+e) 3", ("(1+e)/2", "(1+e)", "3")),
        ("1 nats, 2 nats, 3 nats", ("1 nats", "2 nats", "3 nats")),
        ("x = [1, 2, 2]", ("1", "2", "2")),
        ("1\t\t3", ("1", "", "3")),
        ("\t2\t", ("", "2", "")),
        ("1,,3", ("1", "", "3")),
    ],
)
def test_a_vector_of_three_is_split_into_its_cells(text: str, cells: tuple[str, ...]) -> None:
    assert split_cells(text, None, 3) == cells


@pytest.mark.parametrize(
    ("text", "rows", "columns", "cells"),
    [
        ("1,2", None, 1, ("1,2",)),
        ("1,2", None, 2, ("1", "2")),
        ("1,234, 5,678", None, 2, ("1,234", "5,678")),
        ("1,234, 5,678", None, 4, ("1", "234", "5", "678")),
        ("1,2; 3,4", None, 2, ("1,2", "3,4")),
        ("1,2; 3,4", 2, 2, ("1", "2", "3", "4")),
        ("1,2\n3,4", 2, 1, ("1,2", "3,4")),
        ("1,2\n3,4", 2, 2, ("1", "2", "3", "4")),
    ],
)
def test_where_a_comma_could_be_both_the_number_of_columns_decides(
    text: str, rows: int | None, columns: int, cells: tuple[str, ...]
) -> None:
    assert split_cells(text, rows, columns) == cells


def test_where_both_readings_of_a_comma_fit_the_person_is_asked() -> None:
    said = "Please type ; between the numbers: a comma here could be in them or between them."
    assert split_cells("1 -2,5", None, 2) == Unreadable(said, 1, "1 -2,5")
    assert split_cells("1; -2,5", None, 2) == ("1", "-2,5")


@pytest.mark.parametrize(
    ("text", "rows", "columns", "at", "said"),
    [
        ("1 2 3", None, 4, 5, "Please type 4 numbers (found: 3)."),
        ("1 2 3", None, 2, 4, "Please type 2 numbers (found: 3)."),
        ("1 2", None, 1, 2, "Please type 1 number (found: 2)."),
        ("0,5,0,5", None, 2, 4, "Please type 2 numbers, with ; between them (found: 4)."),
        ("[[1,2],[3,4]]", None, 4, 8, "Please type 4 numbers in one row (found: 2 rows)."),
        ("1 2 3\n4 5 6", 2, 2, 4, "Please type 2 numbers in row 1 (found: 3)."),
        ("1 2\n3", 2, 2, 5, "Please type 2 numbers in row 2 (found: 1)."),
        (
            "[[1,2],[3,4],[5,6]]",
            2,
            2,
            14,
            "Please type 2 rows of 2 numbers, each on its own line (found: 3 rows).",
        ),
        ("1 2 3 4", 2, 2, 7, "Please type 2 rows of 2 numbers, each on its own line (found: 1 row)."),
        ("[1, 2", None, 2, 0, "Please close this bracket."),
        ("1, 2]", None, 2, 4, "Please look at this bracket: it closes none that was opened."),
        ("[1, (2])", None, 2, 6, "Please look at this bracket: it closes none that was opened."),
        ("", None, 2, None, "Nothing is written here yet."),
        ("[]", None, 2, None, "Nothing is written here yet."),
        (
            "1" * (LONGEST_LIST + 1),
            2,
            2,
            LONGEST_LIST,
            "This is longer than 10000 characters. Please shorten it.",
        ),
    ],
)
def test_a_wrong_shape_is_answered_with_what_is_wanted_and_found(
    text: str, rows: int | None, columns: int, at: int | None, said: str
) -> None:
    assert split_cells(text, rows, columns) == Unreadable(said, at, text)


@settings(max_examples=500 if SWEEP else 100, deadline=None)
@given(
    st.text(alphabet="01.,;-+*/^ \t\n\r[](){}e%&\\x=√", max_size=40) | st.text(max_size=60),
    st.none() | st.integers(1, 4),
    st.integers(1, 4),
)
@example(" " * 9_000 + "1", None, 2)
@example("1" + " " * 9_000 + "2", None, 2)
@example("1" + "\t" * 9_000, None, 2)
@example("[" * 5_000 + "]" * 5_000, 2, 2)
@example("1," * 5_000, None, 2)
@example("a" * 10_000, None, 2)
@example(",a=" * 3_000, None, 2)
@example("array(" * 1_500 + ")" * 1_000, None, 2)
def test_any_text_is_split_into_as_many_cells_as_wanted_or_answered_quickly(
    text: str, rows: int | None, columns: int
) -> None:
    began = time.perf_counter()
    cells = split_cells(text, rows, columns)
    assert time.perf_counter() - began < LONG
    if isinstance(cells, Unreadable):
        assert cells.column is None or 0 <= cells.column <= len(text)
        assert cells.message.endswith(".")
    else:
        assert len(cells) == (rows or 1) * columns
        assert all(cell in text for cell in cells)
