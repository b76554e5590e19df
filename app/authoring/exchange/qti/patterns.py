"""Wordings with stars as the patterns of QTI, which are regular expressions of XML Schema: only those that are written
here are read, and none is ever run.

Where capital and small letters are the same, both stand between brackets: ``[Tt][Oo]``.
"""

import re

from engine.answers.wordings import STAR

SIGNS = set("\\|.?*+(){}[]^-$")  # mean something in such an expression
TOKEN = re.compile(r"(\.\*)|\[(\w)(\w)\]|\\([\\|.?*+(){}\[\]^$-])|([^\\|.?*+(){}\[\]^$])", re.DOTALL)


def pattern(wording: str, by_case: bool) -> str:
    """The expression that a wording with stars is."""
    pieces = (piece.replace(r"\*", "*") for piece in STAR.split(wording))
    return ".*".join("".join(_letter(letter, by_case) for letter in piece) for piece in pieces)


def wording(expression: str) -> tuple[str, bool] | None:
    """The wording behind an expression, and whether capital and small letters count; None for any other one."""
    made, at, alone = [], 0, False
    while at < len(expression):
        token = TOKEN.match(expression, at)
        if token is None:
            return None
        star, one, other, quoted, plain = token.groups()
        if one and one.lower() != other.lower():
            return None
        alone = alone or (plain is not None and plain.isascii() and plain.isalpha())
        letter = quoted or plain or other
        made.append("*" if star else r"\*" if letter == "*" else letter)
        at = token.end()
    return ("".join(made), alone) if made else None


def _letter(letter: str, by_case: bool) -> str:
    pair = letter.upper(), letter.lower()
    if not by_case and pair[0] != pair[1] and all(len(one) == 1 for one in pair):
        return f"[{pair[0]}{pair[1]}]"
    return f"\\{letter}" if letter in SIGNS else letter
