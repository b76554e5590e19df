"""Names of variables and steps in a formula question: which may be given, and what is said of one that is not there."""

from pathlib import Path

import pytest

from engine.bank import question_of
from engine.validation.locations import Broken

FILE = Path("mine/a-prompt.toml")
TEXT = """title = "A prompt"
kind = "formula"
section = "2.2"
statement = '''
A prompt of <tokens> tokens
goes through <layers> layers.
'''

[variables.layers]
from = 2
to = 9

[variables.tokens]
from = 10
to = 90

[[steps]]
name = "total"
title = "All of them"
value = "layers * tokens"
"""
MAY = "a name has letters, digits and _, begins with a letter"


def broken(old: str, new: str) -> Broken:
    assert TEXT.count(old) == 1
    found = question_of(TEXT.replace(old, new), FILE)
    assert isinstance(found, Broken)
    return found


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (
            "<layers>",
            "<layer>",
            6,
            "<layer> is no variable; there are layers and tokens; did you mean layers?",
        ),
        ("<layers>", "<q>", 6, "<q> is no variable; there are layers and tokens"),
        ("<layers>", "<convention>", 6, "<convention> is no variable; there are layers and tokens"),
        ("<layers>", "<total>", 6, "<total> is no variable; there are layers and tokens"),
    ],
)
def test_what_is_no_variable_is_named_with_those_that_there_are(
    old: str, new: str, line: int, said: str
) -> None:
    found = broken(old, new)
    assert (found.line, found.key, found.message) == (line, "statement", said)


@pytest.mark.parametrize("name", ["my layers", "1st", "x_1", "sum", "pi", "right", "_x"])
def test_a_name_that_cannot_be_given_says_which_can(name: str) -> None:
    found = broken("[variables.layers]", f'[variables."{name}"]')
    assert found.message.startswith(f"{name} cannot be the name of a variable: {MAY}")
    assert "no word of the formula language" in found.message
    assert found.line == 9


@pytest.mark.parametrize("name", ["sum", "x_1", "pi"])
def test_so_does_the_name_of_a_step(name: str) -> None:
    found = broken('name = "total"', f'name = "{name}"')
    assert found.message.startswith(f"{name} cannot be the name of a step: {MAY}")
    assert (found.line, found.key) == (18, "steps.name")


def test_a_step_that_has_the_name_of_a_variable_says_whose_it_is() -> None:
    found = broken('name = "total"', 'name = "tokens"')
    assert found.message == "tokens cannot be the name of a step: it is one already, of a variable."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tokens", "Another variable has this name already."),
        ("", "Give it a name: a name has letters"),
        ("my layers", f"my layers cannot be the name of a variable: {MAY}"),
        ("sum", f"sum cannot be the name of a variable: {MAY}"),
        ("depth", "The name of a variable stands in its heading: [variables.depth]."),
    ],
)
def test_a_name_inside_the_table_of_a_variable_is_one_that_could_not_be_given(name: str, said: str) -> None:
    found = broken("from = 2", f'from = 2\nname = "{name}"')
    assert (found.line, found.key) == (11, "variables.layers.name")
    assert found.message.startswith(said)


def test_ends_of_a_range_are_called_as_the_form_calls_them() -> None:
    found = broken("from = 2", "from = 20")
    assert found.message.startswith("the largest (`to`) must not lie below the smallest (`from`), ")


def test_values_of_different_kinds_are_said_at_their_list() -> None:
    found = broken("from = 2\nto = 9", 'symbol = "n"\nof = [2, "x"]')
    assert (found.line, found.key) == (11, "variables.layers.of")
    assert "of one kind" in found.message


def test_a_key_that_no_variable_has_names_the_nearest_and_stands_at_its_line() -> None:
    found = broken("to = 90", "too = 90")
    assert (found.line, found.key) == (15, "variables.tokens.too")
    assert found.message == "there is no such key here; did you mean `to`?"
