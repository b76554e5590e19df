"""A field of the form is read back as the value that was put into it, or it leaves the value to the text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.drafting.fields import Control, Field
from app.authoring.drafting.typed import read, shown


@pytest.mark.parametrize(
    ("control", "value", "text"),
    [
        (Control.LINE, "A title", "A title"),
        (Control.LONG, "Two\nlines\n", "Two\nlines"),
        (Control.NUMBER, 200, "200"),
        (Control.NUMBER, 0.5, "0.5"),
        (Control.NUMBER, "1/3", "1/3"),
        (Control.NUMBER, "length", "length"),
        (Control.LIST, [3, 0.5, -8], "3, 0.5, -8"),
        (Control.LIST, ["red", "dark blue"], "red, dark blue"),
        (Control.LIST, [[1, 2], [3, 4]], "[1, 2], [3, 4]"),
        (Control.VALUE, "word", "word"),
        (Control.VALUE, "5", '"5"'),
        (Control.VALUE, True, "true"),
        (Control.VALUE, [[1, 0.5]], "[[1, 0.5]]"),
        (Control.VALUE, {"bad": 4}, "{ bad = 4 }"),
        (Control.ROWS, ["a|b", "c"], "a|b\nc"),
        (Control.TICK, True, "yes"),
        (Control.CHECKS, ["exam"], "exam"),
    ],
)
def test_a_value_is_shown_as_one_would_type_it(control: Control, value: Any, text: str) -> None:
    field = Field("key", "", control=control)
    assert shown(field, value) == text
    assert read(field, text) == value


@pytest.mark.parametrize(
    ("control", "value"),
    [
        (Control.LINE, 5),
        (Control.LINE, "two\nlines"),
        (Control.NUMBER, True),
        (Control.NUMBER, "3"),
        (Control.LIST, ["a, b"]),
        (Control.LIST, "no list"),
        (Control.ROWS, [1, 2]),
        (Control.TICK, "yes"),
    ],
)
def test_what_the_field_would_change_is_left_to_the_text(control: Control, value: Any) -> None:
    assert shown(Field("key", "", control=control), value) is None


@pytest.mark.parametrize(
    "text", ["[1, 2", '"half', "[" * 500, "x = 1\ny = 2", "[1]\nz = 3", "1e999", "9" * 200]
)
def test_what_is_no_value_stays_a_text_for_the_engine_to_judge(text: str) -> None:
    assert read(Field("key", "", control=Control.VALUE), text) == text
    assert isinstance(read(Field("key", "", control=Control.LIST), text), list)


@given(st.sampled_from(Control), st.text(max_size=60))
def test_whatever_is_typed_comes_to_a_value(control: Control, text: str) -> None:
    field = Field("key", "", control=control)
    value = read(field, text)
    if value is not None and (again := shown(field, value)) is not None:
        assert read(field, again) == value
