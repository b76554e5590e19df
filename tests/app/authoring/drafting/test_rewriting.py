"""One thing is changed in a text of TOML; comments, order and everything else stay as their author wrote them."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.drafting import blocks
from app.authoring.drafting.rewriting import renamed, swapped, with_table, with_values, without
from app.settings import HOME
from engine.bank import NO_QUESTIONS

TEXT = """# What this is about
title = "A lamp"  # short
steps_of = [
  [1, 2],
]

# the power
[variables.power]
from = 11  # watts
to = 60

# the hours
[variables.hours]
of = [1, 2]

[[steps]]
name = "energy"
value = "power * hours"

# the cost
[[steps]]
name = "cost"
value = '''
[not a header]
'''

[[tests]]
numbers = { power = 1 }
"""
FILES = sorted(
    [*(HOME / "question_bank").glob("*/*.toml"), *(HOME / "app" / "authoring" / "examples").glob("*.toml")]
)


def changed(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]


def test_every_file_of_the_bank_is_its_blocks() -> None:
    assert len(FILES) > 900
    for file in FILES:
        text = file.read_text("utf-8")
        found = blocks.split(text)
        assert blocks.join(found) == text
        bare = re.sub(r"'''.*?'''", "", text, flags=re.DOTALL)
        assert len(found) == 1 + sum(line.startswith("[") for line in bare.splitlines()), file


def test_a_comment_is_one_only_outside_of_strings() -> None:
    assert blocks.comments(TEXT) == 6
    assert blocks.comments("a = '# no'\nb = '''\n# no\n'''  # yes\n[c] # yes") == 2


@pytest.mark.parametrize(
    ("way", "value", "lines"),
    [
        (("title",), "A heater", ['- title = "A lamp"  # short', '+ title = "A heater"  # short']),
        (("variables", "power", "from"), 12, ["- from = 11  # watts", "+ from = 12  # watts"]),
        (("variables", "power", "to"), None, ["- to = 60"]),
        (("steps", 0, "symbol"), r"\frac{a}{b}", [r"+ symbol = '\frac{a}{b}'"]),
        (("source",), 'the "book"', ["""+ source = 'the "book"'"""]),
        (("fixed", "a"), [1, 0.5], ["+ ", "+ [fixed]", "+ a = [1, 0.5]"]),
        (("tests", 0, "numbers", "power"), 2, ["- numbers = { power = 1 }", "+ numbers = { power = 2 }"]),
        (("steps", 1, "value"), "a\nb'''\n", None),
    ],
    ids=["string", "number", "taken out", "latex", "new at the top", "new table", "within a line", "quotes"],
)
def test_a_change_of_one_value_changes_its_line_alone(
    way: blocks.Way, value: Any, lines: list[str] | None
) -> None:
    after = with_values(TEXT, [(way, value)])
    if lines is not None:
        assert changed(TEXT, after) == lines
    holder: Any = tomllib.loads(after)
    for key in way[:-1]:
        holder = holder[key]
    assert (holder.get(way[-1]) if isinstance(holder, dict) else holder[way[-1]]) == value


def test_a_table_goes_with_the_comment_above_it() -> None:
    power = TEXT[TEXT.index("# the power") : TEXT.index("# the hours")]
    assert without(TEXT, "variables", "power") == TEXT.replace(power, "")
    after = swapped(TEXT, "steps", 0, 1)
    assert after.index("# the cost") < after.index('name = "cost"') < after.index('name = "energy"')
    assert sorted(after.split()) == sorted(TEXT.split())
    assert after.endswith(TEXT[TEXT.index("[[tests]]") :])


def test_variables_change_their_order_and_names() -> None:
    after = swapped(TEXT, "variables", "power", "hours")
    assert list(tomllib.loads(after)["variables"]) == ["hours", "power"]
    assert after.index("# the hours") < after.index("# the power")
    named = renamed(TEXT, "variables", "power", "watts of a lamp")
    assert changed(TEXT, named) == ["- [variables.power]", '+ [variables."watts of a lamp"]']
    text = TEXT.replace("# the hours\n[variables.hours]", "# [as said]\n[variables.hours]  # [of burning]")
    named = renamed(text, "variables", "hours", "a\\b\n")
    assert changed(text, named) == [
        "- [variables.hours]  # [of burning]", '+ [variables."a\\\\b\\n"]  # [of burning]',
    ]  # fmt: skip


def test_a_new_table_stands_behind_those_of_its_kind() -> None:
    after = with_table(TEXT, "steps", None, {"name": "x", "value": "1"})
    assert changed(TEXT, after) == ["+ [[steps]]", '+ name = "x"', '+ value = "1"', "+ "]
    assert after.index('name = "x"') < after.index("[[tests]]")
    assert with_table(TEXT, "mistakes", None, {"of": "cost"}).endswith('[[mistakes]]\nof = "cost"\n')
    assert list(tomllib.loads(with_table(TEXT, "variables", "z", {"from": 1}))["variables"])[-1] == "z"


@pytest.mark.parametrize(
    "text",
    [
        'steps = [{ name = "a" }, { name = "b" }]\n[variables]\nx = { of = [1] }\ny = { of = [2] }',
        'variables = { x = { of = [1] }, y = { of = [2] } }\n[[steps]]\nname = "a"\n[[steps]]\nname = "b"',
        'variables.x.of = [1]\nvariables.y.of = [2]\nsteps = [\n  { name = "a" }, # first\n  { name = "b" },\n]',
        '[variables.x]\nof = [1]\n[[steps]]\nname = "a"\n[variables.y]\nof = [2]\n[[steps]]\nname = "b"',
        '[ "variables" . x ]\nof = [1]\n[variables.\'y\']\nof = [2]\n[[ steps ]]\nname = "a"\n[[steps]] #\nname = "b"',
    ],
    ids=["inline", "all inline", "dotted", "scattered", "quoted"],
)
def test_however_a_text_is_laid_out_it_says_what_is_meant(text: str) -> None:
    values = tomllib.loads(text)

    def steps(after: str) -> list[Any]:
        return [step.get("name") for step in tomllib.loads(after).get("steps", [])]

    def names(after: str) -> list[str]:
        return list(tomllib.loads(after).get("variables", {}))

    assert tomllib.loads(with_values(text, [(("steps", 1, "name"), "c")]))["steps"][1] == {"name": "c"}
    assert tomllib.loads(with_values(text, [(("variables", "x", "of"), [3])]))["variables"]["x"] == {
        "of": [3]
    }
    assert tomllib.loads(with_values(text, [(("variables", "y", "to"), 3)]))["variables"]["y"]["to"] == 3
    assert tomllib.loads(with_values(text, [(("title",), "T")])) == values | {"title": "T"}
    assert steps(swapped(text, "steps", 0, 1)) == ["b", "a"]
    assert steps(without(text, "steps", 0)) == ["b"]
    assert steps(without(without(text, "steps", 0), "steps", 0)) == []
    assert steps(with_table(text, "steps", None, {"name": "c"})) == ["a", "b", "c"]
    assert names(swapped(text, "variables", "x", "y")) == ["y", "x"]
    assert names(renamed(text, "variables", "x", "z")) == ["z", "y"]
    assert names(without(text, "variables", "x")) == ["y"]
    assert names(with_table(text, "variables", "z", {"of": [1]})) == ["x", "y", "z"]


@given(st.sampled_from([Path(file) for file in FILES if file.parent.name not in NO_QUESTIONS]), st.data())
def test_any_value_of_the_bank_can_become_any_other(file: Path, data: st.DataObject) -> None:
    text = file.read_text("utf-8")
    values = tomllib.loads(text)
    plain = [
        key for key, held in values.items() if not isinstance(held, dict | list) and "\n" not in str(held)
    ]
    key = data.draw(st.sampled_from(plain))
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    value = data.draw(texts | st.integers(-(10**9), 10**9) | st.lists(texts, max_size=3))
    after = with_values(text, [((key,), value)])
    assert tomllib.loads(after) == values | {key: value}
    assert [line.startswith(f"- {key} =") for line in changed(text, after) if line[0] == "-"] in ([], [True])
