"""Swiss first names as a language: one character is one token, and ``.`` begins and ends each name.

From Faker 40.54 (MIT licence), its providers de_CH, fr_CH and it_IT; lower case, of 3 to 11 letters, without double
names and without letters that hardly occur.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "names.txt"
EDGE = "."
HELD_OUT = "clara"  # one of those that nothing is trained on
CONTEXT = 12  # tokens that come before the last one of the longest name


@cache
def names() -> tuple[str, ...]:
    """All of them in alphabetical order."""
    return tuple(FILE.read_text("utf-8").split())


@cache
def vocabulary() -> tuple[str, ...]:
    """The tokens by number: the edge first, then the letters."""
    return (EDGE, *sorted(set("".join(names()))))


@cache
def split() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Nine tenths to train on and the others to validate with; a name lies on its side by its hash, for ever."""
    held_out = {name for name in names() if hashlib.sha256(name.encode()).digest()[0] % 10 == 0}
    return tuple(n for n in names() if n not in held_out), tuple(n for n in names() if n in held_out)


def encode(text: str) -> list[int]:
    """Encodes a text as token numbers. Raises ValueError for a letter that no name has."""
    return [_number()[letter] if letter in _number() else _unknown(letter) for letter in text]


def decode(tokens: Sequence[int]) -> str:
    return "".join(vocabulary()[token] for token in tokens)


@cache
def _number() -> dict[str, int]:
    return {letter: number for number, letter in enumerate(vocabulary())}


def _unknown(letter: str) -> int:
    raise ValueError(f"no name has the letter {letter!r}")
