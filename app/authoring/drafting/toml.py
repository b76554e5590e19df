"""Values as TOML, for additions and changes that the browser makes to the text of a question."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import tomlkit
from tomlkit.exceptions import InvalidStringError
from tomlkit.items import Array, Item, String, StringType, Trivia


def item(value: Any) -> Item:
    """A value as an author would write it: several lines as they are, LaTeX without doubling backslashes."""
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        with suppress(InvalidStringError):
            made = tomlkit.string(value, literal=True, multiline=True)
            # Its first line goes below the quotation marks.
            return String(StringType.MLL, made, f"\n{made}", Trivia())
    return _on_one_line(value)


def written(value: Any) -> str:
    return item(value).as_string()


def inline(value: Any) -> str:
    """A value of JSON, on one line; None is left out, since TOML has no null."""
    return _on_one_line(value).as_string()


def key(name: str) -> str:
    return tomlkit.key(name).as_string()


def _on_one_line(value: Any) -> Item:
    match value:
        case str():
            return _quoted(value)
        case Mapping():
            pairs = {name: _on_one_line(one) for name, one in value.items() if one is not None}
            margin = tomlkit.ws(" " if pairs else "")
            table = tomlkit.inline_table().add(margin)
            for name, one in pairs.items():
                table.append(name, one)
            return table.add(margin)
        case Sequence():
            # Put together whole: ``Array.append`` takes minutes for thousands of items.
            items = [_on_one_line(one) for one in value if one is not None]
            return Array([part for one in items for part in (tomlkit.ws(", "), one)][1:], Trivia())
    number: Item = tomlkit.item(value)
    return number


def _quoted(text: str) -> String:
    if "\\" in text or '"' in text:
        with suppress(InvalidStringError):
            return tomlkit.string(text, literal=True)
    return tomlkit.string(text)
