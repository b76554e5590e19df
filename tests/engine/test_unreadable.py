"""What is said of a text that is no TOML, and of LaTeX that TOML takes for signs of its own."""

import tomllib
from pathlib import Path

import pytest

from engine.bank import Broken, question_of, values_in

FILE = Path("subject/a-question.toml")
UNREADABLE = [
    (r'a = "\alpha"', 1, "write this text between '...'"),
    (r'a = "\xzz"', 1, "write this text between '...'"),
    (r'a = "\ud800"', 1, "no character of this number"),
    ('a = "abc\nb = 1', 1, "closes this text is missing on its line"),
    ('a = "abc', 1, "closes this text is missing"),
    ("a = 'abc", 1, "closes this text is missing"),
    ("a = '''abc", 1, "three quotation marks"),
    ('a = """abc', 1, "closes this text is missing"),
    ('a = "\x01"', 1, "nobody can see"),
    ("a = 1 # \x01", 1, "nobody can see"),
    ("???", 1, "a line is `name = value`"),
    ("a.= 3", 1, "a name is missing"),
    ("a 3", 1, "behind a name stands ="),
    ("a = 3 francs", 1, "text stands between quotation marks"),
    ("a = hello", 1, "text stands between quotation marks"),
    ("a = [1 2]", 1, "commas between its values"),
    ("a = {b = 1", 1, "commas between its entries"),
    ("a = 1\n[[steps]", 2, "the heading ends with ]]"),
    ("a = 1\n[steps", 2, "the heading ends with ]"),
    ("a = {b = 1, b = 2}", 1, "this name stands twice"),
    ("a = 1\na = 2", 2, "has a value already"),
    ("[a]\n[a]", 2, "stands further up already"),
    ("a = [1]\n[[a]]", 2, "nothing can be added"),
]


@pytest.mark.parametrize(("text", "line", "said"), UNREADABLE, ids=[text for text, _, _ in UNREADABLE])
def test_a_text_that_is_no_toml_is_told_in_plain_words(text: str, line: int, said: str) -> None:
    found = values_in(text, FILE)
    assert isinstance(found, Broken)
    assert (found.line, found.key) == (line, "")
    assert said in found.message
    with pytest.raises(tomllib.TOMLDecodeError) as raised:
        tomllib.loads(text)
    assert found.message not in str(raised.value)


@pytest.mark.parametrize(
    "latex",
    [r"\frac{1}{2}", r"\theta", r"\tau", r"\times", r"\text{a}", r"\beta", r"\rho", r"\nabla", r"\to"],
)
def test_latex_whose_backslash_toml_took_is_refused_at_its_line(latex: str) -> None:
    text = f'title = "A"\nkind = "formula"\n\n[[steps]]\nname = "a"\nlatex = "2 {latex}"\n'
    found = question_of(text, FILE)
    assert isinstance(found, Broken)
    assert (found.line, found.key) == (6, "steps.latex")
    assert found.message.startswith(latex.partition("{")[0])
    between = question_of(text.replace('"2', "'2").replace(f'{latex}"', f"{latex}'"), FILE)
    assert isinstance(between, Broken)
    assert "backslash" not in between.message


def test_tabs_and_new_lines_may_stand_in_a_text() -> None:
    found = question_of('title = "one\\ttwo\\nthree"\n', FILE)
    assert isinstance(found, Broken)
    assert "backslash" not in found.message
