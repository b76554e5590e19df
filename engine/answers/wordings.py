"""Wordings that a short answer is compared with: letter by letter, but for spaces and forms of the same letter.

In a wording ``*`` stands for anything, also for nothing, and ``\\*`` for itself. A wording is cut at its stars, and
each piece is looked for behind the one before: the time grows with the lengths of the answer and of the wording, and
nothing that a person wrote becomes a regular expression.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

STAR = re.compile(r"(?<!\\)\*")
SPACE = re.compile(r"\s+")
ANYTHING = "…"  # is shown for a star


@dataclass(frozen=True, slots=True)
class Wording:
    """An answer that is expected, the share of the points that it earns, and why."""

    text: str
    share: Fraction = Fraction(0)
    why: str = ""


def plain(typed: str) -> str:
    """An answer as it is compared but for its case: without spaces at its ends, one for several, in letters of NFKC."""
    return SPACE.sub(" ", unicodedata.normalize("NFKC", typed)).strip()


def shown(wording: str) -> str:
    """A wording as people read it."""
    return SPACE.sub(" ", literal(STAR.sub(ANYTHING, wording))).strip()


def quoted(text: str) -> str:
    """The wording that stands for these letters alone, whatever stars are among them."""
    return text.replace("*", r"\*")


def bare(wording: str) -> str:
    """The letters of a wording without its stars, for systems that know none."""
    return SPACE.sub(" ", literal(STAR.sub("", wording))).strip()


def literal(wording: str) -> str:
    """The letters of a wording, or of a piece of one, that has no star with a meaning."""
    return wording.replace(r"\*", "*")


def is_met(wording: str, typed: str, by_case: bool = False) -> bool:
    """True if an answer is what the wording says."""
    first, *others = _pieces(wording, by_case)
    text = _compared(plain(typed), by_case)
    if not others:
        return text == first
    *middle, last = others
    if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in middle:  # where each comes first: whatever fits behind a later place fits behind this one
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


@lru_cache(2000)
def _pieces(wording: str, by_case: bool) -> tuple[str, ...]:
    """The texts between the stars; what stands at the ends of the wording has no spaces there."""
    made = [SPACE.sub(" ", unicodedata.normalize("NFKC", literal(piece))) for piece in STAR.split(wording)]
    made[0] = made[0].lstrip()
    made[-1] = made[-1].rstrip()
    return tuple(_compared(piece, by_case) for piece in made)


def _compared(text: str, by_case: bool) -> str:
    return text if by_case else unicodedata.normalize("NFKC", text.casefold())
