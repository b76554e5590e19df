"""The tokens of a program in Python: names that it chooses, numbers and strings are each one token, whatever they say;
comments, docstrings and layout are none.

Keywords stay, and so do attributes and built-in functions, which nobody can rename.
"""

import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from tokenize import TokenError, TokenInfo

from engine.similarity.tokens import Token

NAME, NUMBER, STRING = "name", "0", '""'
BETWEEN = {tokenize.COMMENT, tokenize.NL}
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
BEGINS = {
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
}  # what may stand before a line that is all docstring
BUILT_IN = frozenset(dir(builtins))
# From Python 3.12 on, a string with fields is read in pieces.
OPENS, CLOSES = getattr(tokenize, "FSTRING_START", None), getattr(tokenize, "FSTRING_END", None)


def tokens(text: str) -> list[Token]:
    """Returns the tokens. A text that is no Python is read line by line, each as far as it can be."""
    try:
        return _normalised(text, 0, list(_read(text)))
    except (TokenError, SyntaxError):
        found, start = [], 0
        for line in text.split("\n"):
            bare, read = line.lstrip(), []
            with suppress(TokenError, SyntaxError):
                for token in _read(bare):  # what comes before an error stays
                    read.append(token)
            found.extend(_normalised(bare, start + len(line) - len(bare), read))
            start += len(line) + 1
        return found


def _read(text: str) -> Iterator[TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(text, newline="\n").readline)


def _normalised(text: str, offset: int, read: Sequence[TokenInfo]) -> list[Token]:
    """Returns the tokens of a text that stands at this offset of the program."""
    lines = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=offset))
    found: list[Token] = []
    read = _joined([token for token in read if token.type not in BETWEEN])
    for place, token in enumerate(read):
        before = read[place - 1] if place else None
        after = read[place + 1] if place + 1 < len(read) else None
        alone = (before is None or before.type in BEGINS) and (after is None or after.type in LAYOUT)
        if token.type in LAYOUT or not token.string.strip() or (token.type == tokenize.STRING and alone):
            continue
        (row, column), (last_row, last_column) = token.start, token.end
        attribute = before is not None and before.string == "."
        found.append(
            Token(_plain(token, attribute), lines[row - 1] + column, lines[last_row - 1] + last_column)
        )
    return found


def _plain(token: TokenInfo, attribute: bool) -> str:
    if token.type == tokenize.NUMBER:
        return NUMBER
    if token.type == tokenize.STRING:
        return STRING
    if token.type != tokenize.NAME or attribute or keyword.iskeyword(token.string):
        return token.string
    return token.string if token.string in BUILT_IN else NAME


def _joined(read: Sequence[TokenInfo]) -> list[TokenInfo]:
    """Returns the tokens with each string that was read in pieces as one."""
    found: list[TokenInfo] = []
    depth = 0
    for token in read:
        depth += token.type == OPENS
        if not depth:
            found.append(token)
        elif token.type == OPENS and depth == 1:
            found.append(token._replace(type=tokenize.STRING))
        elif token.type == CLOSES:
            depth -= 1
            found[-1] = found[-1]._replace(end=token.end)
    return found
