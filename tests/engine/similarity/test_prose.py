"""Texts as words: case, punctuation and ways of writing one character make no difference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.similarity.prose import tokens


def plain(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("The key, the VALUE.", "the  key\nthe value"),
        ("Stra\u00dfe f\u00fcr e\ufb03cient", "STRASSE fu\u0308r efficient"),
        ("\uff11\uff12 cross-entropy", "12 cross entropy"),
        ("\u09ae\u09a1\u09c7\u09b2 \u2018loss\u2019", "\u09ae\u09a1\u09c7\u09b2 loss"),
    ],
    ids=["case and signs", "umlauts and ligatures", "wide digits and hyphens", "Bengali"],
)
def test_texts_that_read_alike_have_the_same_words(text: str, same: str) -> None:
    assert plain(text) == plain(same)


def test_a_bengali_word_is_one_word() -> None:
    assert len(plain("\u09ae\u09a1\u09c7\u09b2\u09c7\u09b0")) == 1


def test_what_has_no_words_has_no_tokens() -> None:
    assert plain("") == plain(" \n\0 \u2026 !? \U0001f600") == []


@given(st.text(max_size=300))
def test_each_word_stands_where_it_says(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        assert plain(text[token.start : token.end]) == [token.text]
        end = token.end
