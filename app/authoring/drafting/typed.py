"""Conversion between values of the text and texts in the fields of the editor's form."""

import re
import tomllib
from collections.abc import Iterator
from itertools import count
from typing import Any

from app.authoring.drafting import toml
from app.authoring.drafting.fields import Control, Field

INTEGER = re.compile(r"[-+]?\d{1,18}")
DECIMAL = re.compile(r"[-+]?\d{1,18}\.\d{1,18}|[-+]?\.\d{1,18}|[-+]?\d{1,18}(\.\d{1,18})?[eE][-+]?\d{1,2}")
COMMA = re.compile(r"[-+]?\d{1,18},\d{1,18}")
MANY = (Control.PAIRS, Control.STATE, Control.CELLS)
LINES = (Control.LONG, Control.PROGRAM)


def shown(field: Field, value: Any) -> str | None:
    """The text in the field for a value, one choice a line; None where the field could not give the value back."""
    if value is None:
        return "\n".join(field.default.split()) if field.control is Control.CHECKS else field.default
    text = _shown(field.control, value)
    return text if text is not None and _same(read(field, text), value, field) else None


def read(field: Field, text: str) -> Any:
    """The value of a typed text; None for an empty field, and the text itself where it is no value:
    the engine says why."""
    match field.control:
        case Control.LONG | Control.PROGRAM:
            kept = text.strip("\n")
            return f"{kept}\n" if kept.strip() else None
        case Control.ROWS | Control.CHECKS:
            return [line.strip() for line in text.splitlines() if line.strip()] or None
        case Control.SENTENCE:
            return " ".join(text.split("\n")).strip() or None
        case Control.TICK:
            return True if text else None
        case Control.NUMBER:
            return _number(text.strip()) if text.strip() else None
        case Control.VALUE:
            return _item(text.strip()) if text.strip() else None
        case Control.LIST:
            return _items(text) or None
        case Control.NAMES:
            return _names(text.strip()) if text.strip() else None
        case Control.PAIRS:
            return _pairs(text) or None
        case Control.STATE:
            return {name: _item(said) for name, said in _pairs(text).items()} or None
        case Control.CELLS:
            return {name: _cells(said) for name, said in _pairs(text).items()} or None
        case _:
            return text.strip() or None


def _shown(control: Control, value: Any) -> str | None:
    match value:
        case bool() if control is Control.TICK:
            return "yes" if value else ""
        case dict() if control is Control.CELLS:
            return "\n".join(
                f"{name} = {'; '.join([one] if isinstance(one, str) else map(str, one))}"
                for name, one in value.items()
            )
        case dict() if control in MANY:
            return "\n".join(
                f"{name} = {one if isinstance(one, str) else toml.inline(one)}" for name, one in value.items()
            )
        case bool() | dict():
            return toml.inline(value) if control is Control.VALUE else None
        case str() if control in LINES:
            return value.strip("\n")
        case str() if (
            control in (*MANY, Control.LIST, Control.ROWS, Control.CHECKS, Control.TICK) or "\n" in value
        ):
            return None
        case str():
            return value if control is not Control.VALUE or _item(value) == value else toml.inline(value)
        case int() | float() if control in (Control.NUMBER, Control.VALUE):
            return repr(value)
        case list() if control in (Control.ROWS, Control.CHECKS):
            return "\n".join(value) if all(isinstance(item, str) for item in value) else None
        case list() if control is Control.LIST:
            return ", ".join(item if isinstance(item, str) else toml.inline(item) for item in value)
        case list() if control is Control.VALUE:
            return toml.inline(value)
        case list() if control is Control.NAMES:
            plain = len(value) > 1 and all(isinstance(one, str) and _names(one) == one for one in value)
            return ", ".join(value) if plain else toml.inline(value)
    return None


def _same(read_back: Any, value: Any, field: Field) -> bool:
    if field.control in LINES:
        return isinstance(value, str) and (read_back or "").strip("\n") == value.strip("\n")
    if field.control is Control.TICK:
        return read_back is (value or None)
    if field.control is Control.VALUE and isinstance(value, list):
        return bool(read_back == value)
    if not value and (isinstance(value, str | list) or field.control in MANY):
        return read_back is None
    if field.control is Control.CELLS:
        return bool(
            read_back == {name: [one] if isinstance(one, str) else one for name, one in value.items()}
        )
    return type(read_back) is type(value) and bool(read_back == value)


def _number(text: str) -> int | float | str:
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if DECIMAL.fullmatch(text) else text


def _item(text: str) -> Any:
    """Reads a number, true, false, a list or table in brackets, a text in quotation marks; anything else is a word."""
    if text in ("true", "false"):
        return text == "true"
    if text[:1] in ("[", "{", '"', "'"):
        try:
            found: Any = tomllib.loads(f"x = {text}")
        except (tomllib.TOMLDecodeError, RecursionError, ValueError):
            return text
        return found["x"] if list(found) == ["x"] and isinstance(found["x"], list | str | dict) else text
    return _number(text)


def _names(text: str) -> str | list[Any]:
    """A list where there are commas or brackets, else the one word."""
    if text.startswith("["):
        found = _item(text)
        return found if isinstance(found, list) else text
    return [one.strip() for one in _parts(text, ",") if one.strip()] if "," in text else text


def _pairs(text: str) -> dict[str, str]:
    """Texts by name; a line without = is a name without a text, so that the engine says so. A name that
    stands again gets a number, "loss (2)": nothing that was typed is lost."""
    pairs: dict[str, str] = {}
    for line in filter(str.strip, text.splitlines()):
        name, _, said = (part.strip() for part in line.partition("="))
        again = (f"{name} ({n})" for n in count(2))
        pairs[name if name not in pairs else next(one for one in again if one not in pairs)] = said
    return pairs


def _cells(text: str) -> list[str]:
    return [one.strip() for one in text.split(";")]


def value(text: str) -> Any:
    """The value that a text stands for where any may stand: a number, a list, or the text."""
    return _item(text.strip())


def _items(text: str) -> list[Any]:
    """Splits at commas, or at semicolons; then a comma between digits is a decimal comma: 0,5; 1,5."""
    several = list(_parts(text, ";"))
    return [item for part in several for item in _between(part, len(several) > 1)]


def _between(part: str, decimal: bool) -> list[Any]:
    if decimal and COMMA.fullmatch(part.strip()):
        return [_number(part.strip().replace(",", "."))]
    return [_item(one.strip()) for one in _parts(part, ",") if one.strip()]


def _parts(text: str, between: str) -> Iterator[str]:
    """Splits at this sign where it is outside of brackets and quotation marks."""
    depth, quote, start = 0, "", 0
    for place, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "[]":
            depth += 1 if sign == "[" else -1
        elif sign == between and depth == 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]
