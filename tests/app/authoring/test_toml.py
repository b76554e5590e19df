"""What the browser adds to a question's text is read again as it was."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.drafting.toml import inline

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
LEAVES = st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | TEXTS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4)
)


@given(VALUES)
def test_every_value_is_read_as_it_was_written(value: Any) -> None:
    assert tomllib.loads(f"value = {inline(value)}") == {"value": value}


def test_nothing_is_left_out_of_lists_and_tables() -> None:
    assert inline({"a": None, "b": [1, None]}) == "{ b = [1] }"
