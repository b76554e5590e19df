"""Values written as TOML, for additions and changes that the browser makes to the text of a question."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

LITERAL = re.compile(
    r"[^'\x00-\x08\x0a-\x1f\x7f]*"
)  # a text that may be put between single quotation marks, on one line
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|'''|'\Z")


def written(value: Any) -> str:
    """A value as an author would write it: several lines as they are, LaTeX without doubling backslashes."""
    if isinstance(value, str) and "\n" in value and not UNSAFE.search(value):
        return f"'''\n{value}'''"
    if isinstance(value, str) and re.search(r'[\\"]', value) and LITERAL.fullmatch(value):
        return f"'{value}'"
    return inline(value)


def inline(value: Any) -> str:
    """A value of JSON, on one line; None is left out, since TOML has no null."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = [f"{key(name)} = {inline(item)}" for name, item in value.items() if item is not None]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(inline(item) for item in value if item is not None) + "]"
    raise TypeError(type(value).__name__)


def key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else inline(name)
