"""House rules that a linter does not know: small modules with names of the subject, and no text that runs as code."""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

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
WITH_A_CLOCK = {
    "engine/demos/cache/kv_cache_times.py": "a script that measures times, run by hand",
    "engine/deadline.py": "ends what takes long, and changes no value",
}
OF_MOMENTS = "engine/learning/"
NO_ROOMS = {"utils", "util", "helpers", "common", "core", "services", "constants", "misc", "manager", "base"}
RUNS_TEXT = {"eval", "exec", "compile", "sympify", "parse_expr", "parse_latex", "__import__", "literal_eval"}


def name_of(file: Path) -> str:
    return file.relative_to(HOME).as_posix()


@cache
def trees() -> dict[str, ast.Module]:
    return {name_of(file): ast.parse(file.read_text("utf-8")) for file in CODE}


def test_modules_stay_small_or_say_why() -> None:
    lines = {name_of(file): len(file.read_text("utf-8").splitlines()) for file in CODE}
    long = {name: number for name, number in lines.items() if number > LONGEST}
    assert long.keys() == LONG.keys(), "split it, or give the reason here; no reason where it is short again"
    assert all(LONG.values())


def test_modules_have_names_of_the_subject() -> None:
    parts = {name: {*Path(name).with_suffix("").parts} for name in trees()}
    assert [name for name, named in parts.items() if NO_ROOMS & named] == []


COMPILES = {
    "app/practice/sandbox/inside.py",  # what runs there is there for it
    "engine/mutations/source.py",  # the trees of our own files
}


def test_text_never_runs_as_code() -> None:
    """A method of that name is another thing: re.compile runs no text."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        if name not in COMPILES
        for node in ast.walk(tree)
        if isinstance(node, ast.Call | ast.ImportFrom) and runs_text(node)
    ]
    assert found == []


def runs_text(node: ast.Call | ast.ImportFrom) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=called)):
            return called in RUNS_TEXT
        case ast.Call(func=ast.Attribute(attr=called)):
            return called in RUNS_TEXT - {"compile"}
        case ast.ImportFrom(names=names):
            return bool(RUNS_TEXT & {name.name for name in names})
        case _:
            return False


def test_every_module_says_what_it_is_for() -> None:
    assert [name for name, tree in trees().items() if tree.body and not ast.get_docstring(tree)] == []


def test_chance_is_handed_in_and_the_engine_has_no_clock() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        if name.startswith("engine/") and name not in WITH_A_CLOCK
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and brings_chance_or_a_clock(node)
        if not (name.startswith(OF_MOMENTS) and getattr(node, "module", "") == "datetime")
    ]
    assert found == []


def brings_chance_or_a_clock(node: ast.Import | ast.ImportFrom) -> bool:
    match node:
        case ast.Import(names=names):
            return bool({"random", "time", "datetime"} & {name.name for name in names})
        case ast.ImportFrom(module="random", names=names):
            return [name.name for name in names] != ["Random"]
        case ast.ImportFrom(module=module):
            return module in ("time", "datetime")


def test_what_learns_is_handed_each_moment() -> None:
    """It computes with moments, so it may import their type; it never asks what time it is."""
    asks = [
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        if name.startswith(OF_MOMENTS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today", "time", "monotonic")
    ]
    assert asks == []


def test_templates_escape_everything() -> None:
    texts = {name_of(file): file.read_text("utf-8") for file in TEMPLATES}
    unescaped = [name for name, text in texts.items() if re.search(r"\|\s*safe\b|autoescape\s+false", text)]
    assert unescaped == []
    behaving = [name for name, text in texts.items() if re.search(r"<[^>]*\son\w+\s*=", text)]
    assert behaving == [], "behaviour stands in modules, not in attributes"


def test_nothing_is_left_to_be_done() -> None:
    left = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    assert [name_of(file) for file in WRITTEN if left.search(file.read_text("utf-8"))] == []


# Records


BY_POSITION = 6  # values at most


def by_position(record: ast.ClassDef) -> int:
    """The number of fields that a dataclass of ours takes by position."""
    number = 0
    for line in record.body:
        if isinstance(line, ast.AnnAssign):
            if ast.unparse(line.annotation) == "KW_ONLY":
                break
            number += "ClassVar" not in ast.unparse(line.annotation)
    return number


def long_records(files: Mapping[str, ast.Module]) -> list[str]:
    return [
        f"{name}: {record.name}"
        for name, tree in files.items()
        for record in ast.walk(tree)
        if isinstance(record, ast.ClassDef)
        for decorator in map(ast.unparse, record.decorator_list)
        if decorator.startswith("dataclass") and "kw_only=True" not in decorator
        if by_position(record) > BY_POSITION
    ]


def test_no_record_takes_many_values_by_position() -> None:
    assert long_records(trees()) == []


def test_a_record_that_does_is_found() -> None:
    fields = "\n".join(f"    field_{n}: int" for n in range(7))
    assert long_records({"a.py": ast.parse(f"@dataclass(frozen=True)\nclass A:\n{fields}")}) == ["a.py: A"]
    assert long_records({"a.py": ast.parse(f"@dataclass(kw_only=True)\nclass A:\n{fields}")}) == []
