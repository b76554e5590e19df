"""Values written as TOML, on one line: what the browser adds to the text of a question."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def inline(value: Any) -> str:
    """A value of JSON; what is None is left out, for TOML has no such thing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = [f"{_key(name)} = {inline(item)}" for name, item in value.items() if item is not None]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(inline(item) for item in value if item is not None) + "]"
    raise TypeError(type(value).__name__)


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else inline(name)
