"""Programs as tokens: what can be changed without changing the program is the same in both."""

import io
import keyword
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.similarity.comparison import compare
from engine.similarity.programs import tokens
from engine.similarity.readings import READINGS

ORIGINAL = '''
import numpy as np


def softmax(scores):
    """Probabilities of scores."""
    shifted = scores - scores.max()  # for large ones
    powers = np.exp(shifted)
    return powers / powers.sum()


def entropy(scores):
    p = softmax(scores)
    kept = p[p > 0]
    return -(kept * np.log2(kept)).sum() + 0.5
'''
RENAMED = """
import numpy as xy

# by myself
def f(  a ):
    b = a-a.max()
    c = xy.exp(b)

    return c/c.sum()

def g(a):
    "Another docstring."
    d = f(a)
    e = d[d>7]
    return -(e*xy.log2(e)).sum() + 1.25
"""


def plain(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


def test_names_numbers_comments_docstrings_and_layout_make_no_difference() -> None:
    assert plain(ORIGINAL) == plain(RENAMED)


def test_keywords_attributes_and_built_in_functions_do() -> None:
    assert plain("x.max()") != plain("x.min()")
    assert plain("sum(x)") != plain("len(x)")
    assert plain("for x in y: pass") != plain("while x: pass")


def test_a_name_that_is_chosen_is_no_attribute_and_a_string_in_an_expression_is_a_token() -> None:
    assert plain("sum_of = 'a'") == plain("z = f'{b}'") == ["name", "=", '""']


def test_functions_in_another_order_share_what_is_inside_them() -> None:
    head, first, second = ORIGINAL.split("\n\n\n")
    reading = READINGS["code"]
    swapped = "\n\n\n".join([head, second, first])
    answers = {1: reading.plain(ORIGINAL), 2: reading.plain(swapped)}
    (pair,) = compare(answers, (), reading.size).pairs
    assert pair.of >= 15
    assert pair.shared / pair.of >= 0.6


def test_each_token_says_where_it_stands() -> None:
    text = "\ndef f(ä):\n\treturn  ä.größe + '''a\nb'''\n"
    found = [(token.text, text[token.start : token.end]) for token in tokens(text)]
    assert found == [
        ("def", "def"), ("name", "f"), ("(", "("), ("name", "ä"), (")", ")"), (":", ":"), ("return", "return"),
        ("name", "ä"), (".", "."), ("größe", "größe"), ("+", "+"), ('""', "'''a\nb'''"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "broken",
    [
        "def f(x:\n    return (x\n", "if x:\n        y\n    z\n", "'''never closed\nx = 1", "x = 'no end\ny = 2",
        "\0", "x\\",
    ],
    ids=["a bracket", "indentation", "a long string", "a string", "no text", "a backslash"],
)  # fmt: skip
def test_what_is_no_python_is_read_as_far_as_it_can_be(broken: str) -> None:
    whole = "def g(a, b):\n    return a + b\n"
    found = tokens(whole + broken)
    assert plain(whole + broken)[: len(plain(whole))] == plain(whole)
    assert all(0 <= token.start < token.end <= len(whole + broken) for token in found)


def test_a_copy_that_no_longer_parses_is_found_all_the_same() -> None:
    reading = READINGS["code"]
    answers = {1: reading.plain(ORIGINAL), 2: reading.plain(RENAMED + "    return (")}
    (pair,) = compare(answers, (), reading.size).pairs
    assert pair.shared / pair.of > 0.9


@given(st.text(max_size=200) | st.text("([{'\"\\\n\t #:.f0x", max_size=200))
def test_any_text_gives_tokens_that_stand_in_it_in_order(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        end = token.end


@given(st.lists(st.sampled_from(["a", "bc", "=", "1", "(", ")", "if", ":", ".x", "'s'", "+"]), max_size=30))
def test_a_line_has_the_tokens_that_the_tokenizer_reads(words: list[str]) -> None:
    text = "q " + " ".join(words)
    try:
        read = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return
    read = [token for token in read if token.string.strip()]
    assert [text[token.start : token.end] for token in tokens(text)] == [token.string for token in read]
    kept = [token.text for token in tokens(text) if keyword.iskeyword(token.text)]
    assert kept == [token.string for token in read if keyword.iskeyword(token.string)]
