"""The task of the three models: to write a word of 1 to 12 letters backwards."""

from collections.abc import Sequence
from string import ascii_lowercase

END, TURN = ".", "|"  # what ends a word, and what says that from here on it is written backwards
SIGNS = END + TURN + ascii_lowercase
LONGEST = 12
VOCABULARY = len(SIGNS)


def read_as(word: str) -> list[int]:
    """The tokens of a word as it is read, the turn after its last letter."""
    return [SIGNS.index(sign) for sign in word + TURN]


def backwards(word: str) -> list[int]:
    """The signs to be written: the letters from the last to the first, and the end."""
    return [SIGNS.index(sign) for sign in word[::-1] + END]


def signs(tokens: Sequence[int]) -> str:
    return "".join(SIGNS[token] for token in tokens)
