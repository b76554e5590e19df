"""The tokens of an answer in sentences: its words, without case, punctuation and ways of writing one character."""

import unicodedata
from itertools import groupby

from engine.similarity.tokens import Token


def tokens(text: str) -> list[Token]:
    """Returns the words: stretches of letters, marks and digits in any script, compatibility characters as those that
    they stand for."""
    found = []
    for of_word, stretch in groupby(enumerate(text), key=lambda at: unicodedata.category(at[1])[0] in "LMN"):
        if of_word:
            places = [place for place, _ in stretch]
            start, end = places[0], places[-1] + 1
            found.append(Token(_plain(text[start:end]), start, end))
    return found


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
