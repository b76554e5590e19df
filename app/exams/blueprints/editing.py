"""Edits of an exam's text by its form: of its keys, its groups, and the questions that a group names.

They change only what was changed in the form: comments, and keys that it has no field for, stay as they are.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from app.authoring.drafting import rewriting
from app.exams.blueprints.form import FILE, groups_of, texts, usual
from engine.bank import values_in
from engine.exams.blueprints import Blueprint, Group
from engine.validation.schema import Way

OF_EXAM = ("title", "about", "minutes", "aids", "order", "passes", "scale", "rules")
OF_GROUP = ("title", "number", "points", "level", "kinds", "forms", "sections", "questions")
EMPTY = """title = "New exam"
minutes = 60
points = 5
aids = ["calculator"]

[[groups]]
title = "Questions"
number = 5
points = 1
"""

Value = str | tuple[str, ...]
Change = tuple[Way, Any]


def with_typed(text: str, exam: Mapping[str, Value], groups: Sequence[Mapping[str, Value]]) -> str:
    """Returns the text with what was typed into the fields, and with the sum of the groups' points as the exam's.
    Fields that were not sent stay; a group that the text does not have is left out."""
    values, there = values_in(text, FILE), groups_of(text)
    if not isinstance(values, dict) or there is None:
        return text
    changes: list[Change] = []
    for key in OF_EXAM:
        if key in exam:
            changes += _change((key,), values.get(key), _written(key, exam[key]), usual(Blueprint, key))
    for n, group in enumerate(there):
        typed = groups[n] if n < len(groups) else {}
        for key in OF_GROUP:
            if key in typed:
                said = _written(key, typed[key])
                changes += _change(("groups", n, key), group.get(key), said, usual(Group, key))
    return with_sum(rewriting.with_values(text, changes) if changes else text)


def with_sum(text: str) -> str:
    """Returns the text with the sum of the groups' points as the exam's, where these are numbers."""
    values, there = values_in(text, FILE), groups_of(text)
    shares = [_product(group.get("number"), group.get("points")) for group in there or ()]
    total = sum((share for share in shares if share), Fraction(0))
    if not isinstance(values, dict) or None in shares or not total:
        return text
    change = _change(("points",), values.get("points"), _number(_short(total)), "")
    return rewriting.with_values(text, change) if change else text


def with_group(text: str) -> str:
    """Returns the text with one more group at its end, which takes any question."""
    titles = {str(one.get("title")) for one in groups_of(text) or ()}
    title = next(name for n in range(len(titles) + 1, 200) if (name := f"Group {n}") not in titles)
    return rewriting.with_table(text, "groups", None, {"title": title, "number": 1, "points": 1})


def without_group(text: str, n: int) -> str:
    return rewriting.without(text, "groups", n)


def with_groups_swapped(text: str, n: int, other: int) -> str:
    return rewriting.swapped(text, "groups", n, other)


def with_question(text: str, n: int, question: str, *, out: bool = False) -> str:
    """Returns the text in which a group names one question more, or without it. It goes on asking all that it names, if
    it did; the first one that is named becomes the only one."""
    group = (groups_of(text) or [])[n]
    before = list(texts(group, "questions"))
    after = [one for one in before if one != question] + ([] if out else [question])
    changes: list[Change] = [(("groups", n, "questions"), after or None)]
    if after and (not before or group.get("number") == len(before)):
        changes.append((("groups", n, "number"), len(after)))
    return rewriting.with_values(text, changes)


def _change(way: Way, old: Any, new: Any, usual: str) -> list[Change]:
    """Returns the change from the old value to the new one: none where both say the same, and where a key that is left
    out means the new one."""
    if old == new or (old is None and (new is None or str(new) == usual)):
        return []
    if isinstance(old, float | int | str) and isinstance(new, float | int | str) and str(old) == str(new):
        return []
    return [(way, new)]


def _written(key: str, typed: Value) -> Any:
    """Returns what was typed as it stands in a text; None where it is left out."""
    if isinstance(typed, tuple):
        return [one for one in typed if one] or None
    if key in ("minutes", "number", "points", "passes"):
        return _number(typed.strip().replace(",", ".")) if typed.strip() or key != "passes" else None
    return typed.strip() or (None if key in ("about", "level") else "")


def _number(text: str) -> int | float | str:
    if text.isascii() and text.isdigit() and len(text) < 9:
        return int(text)
    whole, dot, part = text.partition(".")
    plain = dot and all(one.isascii() and one.isdigit() and len(one) < 7 for one in (whole, part))
    return float(text) if plain else text


def _short(number: Fraction) -> str:
    """Returns the number as a decimal with up to six places, where it is one, else as a fraction."""
    millionths = number * 10**6
    if millionths.denominator > 1:
        return str(number)
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def _product(number: Any, points: Any) -> Fraction | None:
    try:
        return Fraction(str(number)) * Fraction(str(points))
    except (ValueError, ZeroDivisionError):
        return None
