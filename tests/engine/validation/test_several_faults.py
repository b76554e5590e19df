"""Everything in a text that can be told at once is told at once, and nothing that comes of another fault."""

from pathlib import Path

import pytest

from engine.bank import written
from engine.validation.schema import Way

FORMULA = """title = "Tokens and their price"
kind = "formula"
section = "2.2"
points = 2
statement = "A school sends $<requests>$ prompts of $<tokens>$ tokens at $<price>$ francs."

[variables.requests]
from = 200
to = 900

[variables.tokens]
from = 1100
to = 2900

[variables.price]
of = [3, 5, 8, 15]

[[steps]]
name = "total"
title = "Tokens a day"
value = "requests * tokens"
points = 1

[[steps]]
name = "cost"
title = "Cost of a day"
value = "total / 1000000 * price"
points = 1

[[mistakes]]
of = "cost"
name = "per_thousand"
value = "total / 1000 * price"
says = "It is for a million."
"""
CHOICE = """title = "A choice"
kind = "choice"
section = "2.2"
statement = "Which?"
options = [
  { text = "a", why = "w", right = true },
  { text = "b", why = "w" },
  { text = "c", why = "w" },
  { text = "d", why = "w" },
]
"""
FAMILY = """title = "Cosine"
family = "cosine_similarity"
section = "2.4"
statement = "Take <u> and <v>."

[[parts]]
ask = "dot"

[[parts]]
ask = "cosine"
"""


def places(text: str) -> set[Way]:
    found = written(text, Path("mine/a-question.toml"))
    return {one.place for one in found} if isinstance(found, list) else set()


@pytest.mark.parametrize(
    ("text", "changes", "told"),
    [
        (FORMULA, {}, set()),
        (
            FORMULA,
            {"requests * tokens": "requests * tokns", "/ 1000000 * price": "/ 1000000 * prize", "<price>": "<prce>"},
            {("steps", 0, "value"), ("statement",)},
        ),
        (
            FORMULA,
            {"requests * tokens": "requests +", "total / 1000000 * price": "price *", "<price>": "\\\\frac{1}"},
            {("steps", 0, "value"), ("steps", 1, "value"), ("statement",)},
        ),
        (
            FORMULA,
            {"points = 2": 'points = "x"', "title = \"Tokens a day\"": "", "1000000 * price": "1000000 * prize"},
            {("points",), ("steps", 0, "title"), ("steps", 1, "value")},
        ),
        (
            FORMULA,
            {"of = [3, 5, 8, 15]": "of = [3, 5]\nvalue = 3", "requests * tokens": "requests * x"},
            {("variables", "price"), ("steps", 0, "value")},
        ),
        (FORMULA, {"to = 900": 'to = "many"'}, {("variables", "requests", "to")}),
        (FORMULA, {"to = 900": "till = 900"}, {("variables", "requests", "till")}),
        (FORMULA, {'name = "total"': 'name = "to tal"'}, {("steps", 0, "name")}),
        (FORMULA, {'title = "Tokens and': 'titel = "Tokens and'}, {("titel",)}),
        (FORMULA, {'of = "cost"': 'of = "cst"', "price * 1": "", "<price>": "<prce>"},
         {("mistakes", 0, "of"), ("statement",)}),
        (FORMULA, {'kind = "formula"': 'kind = "formla"', "<price>": "\\\\frac{1}"}, {("kind",), ("statement",)}),
        (CHOICE, {'"d"': '""', ", right = true": ""}, {("options", 3, "text"), ("options",)}),
        (CHOICE, {", right = true": ", right = 7"}, {("options", 0, "right")}),
        (CHOICE, {'"c"': '""', '"d"': '""'}, {("options", 2, "text"), ("options", 3, "text")}),
        (
            FAMILY,
            {"<u>": "<uu>", '"dot"': '"dott"', '"cosine"\n': '"cosin"\n[fixed]\nw = 1\n[ranges]\nv = [1, 2]\n'},
            {("statement",), ("parts", 0, "ask"), ("parts", 1, "ask"), ("fixed", "w"), ("ranges", "v")},
        ),
        (FAMILY, {'"cosine_similarity"': '"cosi"', "title =": "titel ="}, {("family",), ("titel",)}),
    ],
)  # fmt: skip
def test_what_does_not_depend_on_one_another_is_told_together(
    text: str, changes: dict[str, str], told: set[Way]
) -> None:
    for was, becomes in changes.items():
        text = text.replace(was, becomes)
    assert places(text) == told
