"""Messages about a text that is no TOML, and about LaTeX that TOML takes for signs of its own."""

import re
import tomllib
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, create_model

import engine.kinds
from engine.bank import question_of, values_in
from engine.kinds import kinds
from engine.validation import schema
from engine.validation.locations import Broken

FILE = Path("subject/a-question.toml")
UNREADABLE = [
    (r'a = "\alpha"', 1, "write this text between '...'"),
    (r'a = "\xzz"', 1, "write this text between '...'"),
    (r'a = "\ud800"', 1, "no character of this number"),
    ('a = "abc\nb = 1', 1, "closes this text is missing on its line"),
    ('a = "abc', 1, "closes this text is missing"),
    ("a = 'abc", 1, "closes this text is missing"),
    ("a = '''abc", 1, "three quotation marks"),
    ('a = """abc', 1, "three quotation marks that close this text"),
    ("a = 'abc\nb = 1", 1, "closes this text is missing"),
    ("a = 1\nb = '''x\ny\n\n", 2, "three quotation marks that close this text"),
    ("a = 1\nb = '''x\ny\nc = '''z'''\n", 2, "three quotation marks that close this text"),
    ('a = 1\nb = """x\ny\nc = """\nz"""\n', 2, "three quotation marks that close this text"),
    ("a = '''x\ny'''\nb = '''\n# ''\n", 3, "three quotation marks that close this text"),
    ("a = 1\nb = [1,\n2,\n", 2, "the ] that closes this list is missing"),
    ("a = 1\nb = [1, 2\n\n[[steps]]\nc = 1", 2, "the ] that closes this list is missing"),
    ("a = 1\nb = [[1, 2], # ]\nc = 1", 2, "the ] that closes this list is missing"),
    ("b = [\n[1, 2]\n[3, 4]\n]", 3, "a list needs commas between its values"),
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


def test_an_end_of_a_line_of_windows_is_no_sign_of_its_own() -> None:
    found = values_in("a = 1\r\nb = 1\r\nc = [1,\r\nd = 2\r\n", FILE)
    assert isinstance(found, Broken)
    assert (found.line, found.column) == (3, 4)


ITEMS = [kinds(module.name) for module in iter_modules(engine.kinds.__path__)]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.__module__)
def test_what_a_text_must_look_like_is_said_in_words(item: type[BaseModel]) -> None:
    patterns = re.findall(
        r"'pattern': '((?:[^'\\\\]|\\\\.)*)'", str(item.model_json_schema(mode="validation"))
    )
    assert {pattern.replace("\\\\", "\\") for pattern in patterns} <= schema.PATTERNS.keys()


@pytest.mark.parametrize(
    ("annotation", "given", "said"),
    [
        (Annotated[list[int], Field(min_length=4)], [1, 2, 3], "at least 4 are needed, and there are 3"),
        (Annotated[list[int], Field(min_length=4)], [1], "at least 4 are needed, and there is one"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "at most 1 fit here, and there are more"),
        (Annotated[float, Field(gt=0)], 0, "must be greater than 0"),
        (Annotated[float, Field(lt=0.01)], 1, "must be less than 0.01"),
        (Literal["a", "b"], "c", "must be 'a' or 'b'"),
        (Annotated[str, Field(min_length=3)], "ab", "this is too short: at least 3 characters"),
        (Annotated[str, Field(min_length=1)], "", "this is empty"),
        (Annotated[str, Field(max_length=3)], "abcd", "this is too long: at most 3 characters fit"),
        (Annotated[str, Field(pattern=schema.NAME)], "my name", schema.NAMES),
        (float, "many", "a number belongs here"),
        (bool, "many", "true or false belongs here, without quotation marks"),
        (dict[str, int], 3, "names with their values belong here, between { and } or below a heading of their own"),
    ],
)  # fmt: skip
def test_what_pydantic_finds_is_said_in_plain_words(annotation: Any, given: Any, said: str) -> None:
    model = create_model("Model", key=(annotation, ...))
    with pytest.raises(ValidationError) as raised:
        model.model_validate({"key": given})
    assert [schema.plain(dict(problem), model) for problem in raised.value.errors()] == [said]


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
