"""House rules that a linter does not know: small modules with names of the subject, and no text that runs as code."""

import ast
import re
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]
CODE = sorted(file for room in ("engine", "app", "migrations") for file in (HOME / room).rglob("*.py"))
TEMPLATES = sorted((HOME / "templates").rglob("*.html"))
WRITTEN = [
    *CODE, *TEMPLATES, *(HOME / "question_bank").rglob("*.toml"), *(HOME / "static").glob("*.*s"),
    *(file for file in (HOME / "tests").rglob("*.py") if file != Path(__file__)),
]  # fmt: skip
LONGEST = 300  # lines; beyond that a module needs a reason
LONG = {
    "engine/families/counts/count_transformer.py": "the contract's one family has 19 parameters, and a line for each",
    "engine/chain.py": "the one idea that carries everything: step, family, run",
}
NO_ROOMS = {"utils", "util", "helpers", "common", "core", "services", "constants", "misc", "manager", "base"}
RUNS_TEXT = {"eval", "exec", "compile", "sympify", "parse_expr", "parse_latex", "__import__", "literal_eval"}


def name_of(file: Path) -> str:
    return file.relative_to(HOME).as_posix()


@pytest.mark.parametrize("file", CODE, ids=name_of)
def test_modules_stay_small_or_say_why(file: Path) -> None:
    lines = len(file.read_text("utf-8").splitlines())
    assert lines <= LONGEST or name_of(file) in LONG, f"{lines} lines: split it, or give the reason here"


def test_reasons_are_given_only_where_they_are_needed() -> None:
    for name, reason in LONG.items():
        assert len((HOME / name).read_text("utf-8").splitlines()) > LONGEST, f"{name} is short again"
        assert reason


@pytest.mark.parametrize("file", CODE, ids=name_of)
def test_modules_have_names_of_the_subject(file: Path) -> None:
    assert not NO_ROOMS & {file.stem, *file.relative_to(HOME).parts[:-1]}


@pytest.mark.parametrize("file", CODE, ids=name_of)
def test_text_never_runs_as_code(file: Path) -> None:
    """A method of that name is another thing: re.compile runs no text. What runs inside the sandbox is there for it."""
    if name_of(file) == "app/sandbox/inside.py":
        return
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=called)):
                assert called not in RUNS_TEXT, f"line {node.lineno}: {called}"
            case ast.Call(func=ast.Attribute(attr=called)):
                assert called not in RUNS_TEXT - {"compile"}, f"line {node.lineno}: {called}"
            case ast.ImportFrom(names=names):
                assert not RUNS_TEXT & {name.name for name in names}, f"line {node.lineno}"
            case _:
                pass


@pytest.mark.parametrize("file", CODE, ids=name_of)
def test_every_module_says_what_it_is_for(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    assert not tree.body or ast.get_docstring(tree), "the first line tells what the module is for"


@pytest.mark.parametrize("file", [f for f in CODE if f.parts[len(HOME.parts)] == "engine"], ids=name_of)
def test_chance_is_handed_in_and_the_engine_has_no_clock(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                assert not {"random", "time", "datetime"} & {name.name for name in names}, (
                    f"line {node.lineno}"
                )
            case ast.ImportFrom(module="random", names=names):
                assert [name.name for name in names] == ["Random"], f"line {node.lineno}"
            case ast.ImportFrom(module="time" | "datetime"):
                raise AssertionError(f"line {node.lineno}: the engine has no clock")
            case _:
                pass


@pytest.mark.parametrize("file", TEMPLATES, ids=name_of)
def test_templates_escape_everything(file: Path) -> None:
    text = file.read_text("utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape\s+false", text)
    assert not re.search(r"<[^>]*\son\w+\s*=", text), "behaviour stands in modules, not in attributes"


@pytest.mark.parametrize("file", WRITTEN, ids=name_of)
def test_nothing_is_left_to_be_done(file: Path) -> None:
    assert not re.search(r"\b(TODO|FIXME|XXX|HACK)\b", file.read_text("utf-8"))
