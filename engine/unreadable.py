"""What keeps a text from being read as TOML, in the words of whoever writes questions."""

import re
from typing import Any

Way = tuple[int | str, ...]
ESCAPED = "between \"...\" a backslash begins a sign of its own; write this text between '...'"
TWICE = "this heading stands further up already; where there are several, each is written [[...]]"
INVISIBLE = "a character that nobody can see stands here; delete it"
OPEN = "the quotation mark that closes this text is missing"
SAID = {  # what a message of tomllib begins with
    "Unescaped '\\'": ESCAPED,
    "Invalid hex value": ESCAPED,
    "Escaped character is not": "there is no character of this number",
    "Illegal character '\\n'": f"{OPEN} on its line",
    "Illegal character": INVISIBLE,
    "Found invalid character": INVISIBLE,
    "Unterminated string": OPEN,
    "Expected \"'''\"": "the three quotation marks that close this text are missing",
    'Expected "\'"': OPEN,
    "Invalid statement": "a line is `name = value`, a heading like [[steps]], or a comment behind #",
    "Invalid initial character": "a name is missing here; it has letters, digits, - and _",
    "Expected '='": "behind a name stands = and then its value",
    "Expected newline": "the value ends before this; text stands between quotation marks",
    "Invalid value": "this is no value; text stands between quotation marks, a list between [ and ]",
    "Invalid date": "this is no date; text stands between quotation marks",
    "Unclosed array": "a list needs commas between its values and ] at its end",
    "Unclosed inline table": "a table needs commas between its entries and } at its end",
    "Expected ']]'": "the heading ends with ]]",
    "Expected ']'": "the heading ends with ]",
    "Duplicate inline table key": "this name stands twice",
    "Cannot overwrite a value": "this name has a value already",
    "Cannot declare": TWICE,
    "Cannot redefine": TWICE,
    "Cannot mutate": "this name has its whole value already; nothing can be added to it",
}
SWALLOWED = re.compile(
    r"[\x08\f\r][a-zA-Z]*|\t(?:au|anh|ext[a-z]*|frac|heta|ilde|imes|op?)(?![a-zA-Z])|\n(?:abla|eq)(?![a-zA-Z])"
)
SIGNS = {"\b": r"\b", "\f": r"\f", "\r": r"\r", "\t": r"\t", "\n": r"\n"}


def said(message: str) -> str:
    return next((plain for begins, plain in SAID.items() if message.startswith(begins)), message)


def swallowed(values: Any) -> tuple[Way, str] | None:
    r"""The way to a text in which a backslash of LaTeX became a sign of its own, as "\theta" begins with a tab."""
    waiting: list[tuple[Way, Any]] = [((), values)]
    while waiting:
        way, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*way, key), one) for key, one in value.items()]
        elif isinstance(value, list):
            waiting += [((*way, n), one) for n, one in enumerate(value)]
        elif isinstance(value, str) and (found := SWALLOWED.search(value)):
            meant = f"{SIGNS[found[0][0]]}{found[0][1:]}"
            return way, f"{meant} is no LaTeX here: {ESCAPED}"
    return None
