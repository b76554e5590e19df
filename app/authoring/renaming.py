"""Renaming of a variable or a step: references to it in the text follow, unless others have that name."""

import re
import tomllib
from collections.abc import Collection, Iterator
from typing import Any

from app.authoring.drafting import rewriting
from app.authoring.drafting.blocks import Way

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
FORMULAS = {
    "steps": ("value", "options"),
    "mistakes": ("of", "value", "when"),
    "conventions": ("of", "value"),
    "variables": ("computed", "length", "rows", "columns"),
}
IN_PICTURES = ("of", "from", "to", "values", "names", "rows", "columns")


def followed(text: str, old: str, new: str) -> str:
    """The text with the new name wherever the old one was meant;
    in ``text``, the variable or step has the new name already."""
    values = tomllib.loads(text)
    if not (NAME.fullmatch(old) and NAME.fullmatch(new)) or _named(values, new) > 1 or _named(values, old):
        return text
    return rewriting.with_values(text, list(_changes(values, old, new)))


def _named(values: dict[str, Any], name: str) -> int:
    """Counts the variables and steps of this name."""
    variables, steps = values.get("variables"), values.get("steps")
    of_steps = [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    of_variables = list(variables) if isinstance(variables, dict) else []
    return [*of_variables, *(step.get("name") for step in of_steps)].count(name)


def _changes(values: dict[str, Any], old: str, new: str) -> Iterator[tuple[Way, Any]]:
    slots: list[tuple[Way, Any]] = [(("statement",), values.get("statement"))]
    slots += [(("steps", n, "formula"), step.get("formula")) for n, step in _numbered(values.get("steps"))]
    for way, text in slots:
        if isinstance(text, str) and f"<{old}>" in text:
            yield way, text.replace(f"<{old}>", f"<{new}>")
    formulas: list[tuple[Way, Any]] = [(("constraints",), values.get("constraints"))]
    for key, fields in FORMULAS.items():
        formulas += [
            ((key, n, field), one.get(field)) for n, one in _numbered(values.get(key)) for field in fields
        ]
    for way, formula in formulas:
        if (after := _renamed(formula, old, new)) != formula:
            yield way, after
    for way, formula in _in_pictures(values, (old, new)):
        if (after := _renamed(formula, old, new)) != formula:
            yield way, after
    tables: list[tuple[Way, dict[str, Any]]] = [
        (("cases", n), case) for n, case in _numbered(values.get("cases"))
    ]
    for n, test in _numbered(values.get("tests")):
        tables += [(("tests", n, key), held) for key, held in _numbered(test) if key in ("numbers", "typed")]
    for way, table in tables:
        if old in table and new not in table:
            yield (*way, new), table[old]
            yield (*way, old), None


def axis(picture: dict[str, Any]) -> str:
    """The name of what runs along the axis of a graph; "" for another picture."""
    return str(picture.get("over", "x")) if picture.get("kind") == "graph" else ""


def _in_pictures(values: dict[str, Any], names: Collection[str]) -> Iterator[tuple[Way, str]]:
    """The formulas of pictures, and the names of variables in them; lists hold words of their own. In the lines of a
    graph the name of what runs along its axis means that, whatever variable is or was called so, too: they stay."""
    for name, picture in _numbered(values.get("pictures")):
        for key in IN_PICTURES:
            match picture.get(key):
                case str() as formula:
                    yield ("pictures", name, key), formula
                case dict() as formulas if axis(picture) not in names:
                    for one, formula in formulas.items():
                        if isinstance(formula, str):
                            yield ("pictures", name, key, one), formula


def _numbered(held: Any) -> list[tuple[Any, dict[str, Any]]]:
    pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    return [(one, inner) for one, inner in pairs if isinstance(inner, dict)]


def _renamed(formula: Any, old: str, new: str) -> Any:
    """Replaces a name in a formula, or in each of a list; a word in quotation marks is no name."""
    if isinstance(formula, list):
        return [_renamed(one, old, new) for one in formula]
    if not isinstance(formula, str):
        return formula
    return re.sub(rf"""(?<![\w."'])\b{old}\b(?!["'])""", new, formula)
