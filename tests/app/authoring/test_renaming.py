"""Names that follow when a variable is called otherwise, and those that mean something else."""

import tomllib

import pytest

from app.authoring import filling
from app.authoring.renaming import followed

TEXT = """
[variables.slope]
meaning = "the slope"
from = 1
to = 4

[[steps]]
name = "doubled"
value = "2 * {old}"

[pictures.line]
kind = "graph"
{over}from = "0"
to = "{old} + 1"
of = {{ y = "{old} * t" }}
"""


def test_a_graph_follows_a_variable_that_is_renamed() -> None:
    after = tomllib.loads(followed(TEXT.format(old="rise", over='over = "t"\n'), "rise", "slope"))
    assert after["steps"][0]["value"] == "2 * slope"
    assert after["pictures"]["line"]["of"] == {"y": "slope * t"}
    assert after["pictures"]["line"]["to"] == "slope + 1"


@pytest.mark.parametrize(("over", "name"), [("", "x"), ('over = "w"\n', "w")])
def test_the_axis_of_a_graph_is_no_variable_that_is_renamed(over: str, name: str) -> None:
    """A new variable may be called as the axis is, until it gets a name of its own."""
    after = tomllib.loads(followed(TEXT.format(old=name, over=over), name, "slope"))
    assert after["steps"][0]["value"] == "2 * slope"
    assert after["pictures"]["line"]["of"] == {"y": f"{name} * t"}


def test_the_columns_of_a_table_follow_whatever_the_name() -> None:
    table = (
        '[variables.slope]\nfrom = 1\nto = 4\n\n[pictures.rows]\nkind = "table"\ncolumns = { a = "2 * x" }\n'
    )
    assert tomllib.loads(followed(table, "x", "slope"))["pictures"]["rows"]["columns"] == {"a": "2 * slope"}


def test_a_variable_that_is_called_as_the_axis_leaves_the_lines_of_the_graph() -> None:
    """Else they could not be told from the axis any more when it gets another name."""
    text = TEXT.format(old="slope", over="").replace("[variables.slope]", "[variables.x]")
    after = followed(text, "slope", "x")
    assert tomllib.loads(after)["pictures"]["line"]["of"] == {"y": "slope * t"}
    assert tomllib.loads(after)["pictures"]["line"]["to"] == "x + 1"


def test_a_table_has_no_axis() -> None:
    text = '[variables.slopes]\n\n[pictures.all]\nkind = "table"\ncolumns = { slope = "x" }\n'
    assert tomllib.loads(followed(text, "x", "slopes"))["pictures"]["all"]["columns"] == {"slope": "slopes"}


@pytest.mark.parametrize(("over", "name"), [("", "y"), ('over = "z"\n', "x"), ('over = "y"\n', "x")])
def test_a_new_variable_is_not_called_as_the_axis_of_a_graph(over: str, name: str) -> None:
    head = 'kind = "formula"\nstatement = ""\n\n[variables]\n\n'
    text = f'{head}[pictures.line]\nkind = "graph"\n{over}of = {{ y = "1" }}\n'
    after = tomllib.loads(filling.pressed(text, "add:variables:0")[0])
    assert list(after["variables"]) == [name]
