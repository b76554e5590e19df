"""Faults that keep a text from being read as TOML, in the words of whoever writes questions."""

import re
from typing import Any

from engine.validation.schema import Way

ESCAPED = "between \"...\" a backslash begins a sign of its own; write this text between '...'"
TWICE = "this heading stands further up already; where there are several, each is written [[...]]"
INVISIBLE = "a character that nobody can see stands here; delete it"
OPEN = "the quotation mark that closes this text is missing"
OPEN_LINE = f"{OPEN} on its line"
OPEN_LONG = "the three quotation marks that close this text are missing"
OPEN_LIST = "the ] that closes this list is missing"
SAID = {  # the beginnings of tomllib's messages
    "Unescaped '\\'": ESCAPED,
    "Invalid hex value": ESCAPED,
    "Escaped character is not": "there is no character of this number",
    "Illegal character '\\n'": OPEN_LINE,
    "Illegal character": INVISIBLE,
    "Found invalid character '\\n'": OPEN_LINE,
    "Found invalid character": INVISIBLE,
    "Unterminated string": OPEN,
    "Expected \"'''\"": OPEN_LONG,
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

# What is not closed is one token to the end of its line, or of the text: from each quote in it the rest would be looked
# at anew otherwise.
TOKEN = re.compile(
    r'''(?P<long>"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}|\'{3}(?:[^']|'{1,2}(?!'))*'{3,5})'''
    r'''|(?P<open>"""(?:[^"\\]|\\.?|"{1,2}(?!"))*+|\'{3}(?:[^']|'{1,2}(?!'))*+)'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*"""
    r"""|(?P<bracket>[\[\]])|[^"'#\[\]]+|(?P<mark>"(?:[^"\\\n]|\\.?)*+|'[^'\n]*+)""",
    re.DOTALL,
)
BEGINS = re.compile(r"""\s*(?:\[\[?\s*[A-Za-z_"'][^\]]*\]|[\w."'-]+\s*=)""")  # a heading, or a key
BEGUN = re.compile(r"""\n[ \t]*[\w.-]+[ \t]*=[ \t]*(?:"{3}|'{3})\Z""")


def said(message: str) -> str:
    """A message of tomllib in plain words; as it is where there are none for it."""
    return next((plain for begins, plain in SAID.items() if message.startswith(begins)), message)


def opened(text: str, stopped: int) -> tuple[int, str] | None:
    """The place of the text or list that was never closed, so that reading stopped, and what is missing; or None.

    A text without its end goes on to the marks with which the next one begins: ``next = '''``.
    """
    brackets: list[int] = []
    for token in TOKEN.finditer(text):
        place = token.start()
        if place >= stopped:
            break
        if token["open"] or (token["long"] and BEGUN.search(token[0])):
            return place, OPEN_LONG
        if token["mark"]:
            return place, OPEN_LINE
        if token["bracket"] == "[":
            brackets.append(place)
        elif token["bracket"]:
            brackets = brackets[:-1]
    line = text.rfind("\n", 0, stopped) + 1
    if brackets and brackets[0] < line and (stopped >= len(text) or BEGINS.match(text, line)):
        return brackets[0], OPEN_LIST
    return None


def without_long_texts(text: str) -> str:
    """The text, line by line the same, without comments and what stands in texts of several lines."""
    return TOKEN.sub(
        lambda token: re.sub(r"[^\n]", " ", token[0]) if token["long"] or token[0][0] == "#" else token[0],
        text,
    )


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
