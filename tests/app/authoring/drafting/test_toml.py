"""Text that the browser adds to a question is read again as it was, and stands there as an author would write it."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.drafting.toml import inline, key, written

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
LEAVES = st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | TEXTS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4)
)


@given(VALUES)
def test_every_value_is_read_as_it_was_written(value: Any) -> None:
    assert tomllib.loads(f"value = {inline(value)}") == {"value": value}
    assert tomllib.loads(f"value = {written(value)}") == {"value": value}
    assert "\n" not in inline(value)


@given(TEXTS)
def test_every_key_is_read_as_it_was_written(name: str) -> None:
    assert tomllib.loads(f"{key(name)} = 1") == {name: 1}


def test_none_is_left_out_of_lists_and_tables() -> None:
    assert inline({"a": None, "b": [1, None]}) == "{ b = [1] }"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a word", '"a word"'),
        (r"\frac{a}{b}", r"'\frac{a}{b}'"),
        ("it's \\eta", '"it\'s \\\\eta"'),
        ("two\nlines\n", "'''\ntwo\nlines\n'''"),
        ("\nbelow", "'''\n\nbelow'''"),
        ("\r\nas Windows ends a line", r'"\r\nas Windows ends a line"'),
        ({"symbol": r"\eta", "of": [0.2, 1]}, r"{ symbol = '\eta', of = [0.2, 1] }"),
        ({"two": "a\nb", "none": {}, "nothing": []}, r'{ two = "a\nb", none = {}, nothing = [] }'),
    ],
)
def test_a_value_stands_there_as_an_author_would_write_it(value: Any, text: str) -> None:
    assert written(value) == text
