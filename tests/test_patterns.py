"""Every regular expression takes time in proportion to the text: whatever is typed, the one who reads is soon done.

Each is fed long runs of the characters that it speaks of, behind one that lets it begin and before one that it does
not know.
"""

import ast
import importlib
import itertools
import pkgutil
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import permutations
from re import _constants as c
from re import _parser as parser
from typing import Any

import pytest

import app
import engine
from app.settings import HOME
from tests import growth
from tests.engine.submissions import SWEEP
from tests.every import every
from tests.growth import too_steep

STRANGE = "\x01"
PROGRAMS = ("__main__", "inside")  # modules that begin their work when they are read
SEARCHING = {"search", "sub", "split", "finditer", "findall"}
# What is made of other texts while the application runs: where, and one like it.
MADE = {
    "engine/kinds/text.py": r"(?<![\w.,])(?:attend|atten|weigh)(?:[\w-]*\w)?",
    "engine/study.py": r"(?<![\w-])bpes?(?!\w)",
    "engine/validation/typesetting.py": r": undefined command\Z",
    "engine/validation/locations.py": r"""(?:(?<![\w-])title|"title"|'title')\s*[=.]""",
    "app/web/moved_addresses.py": r"/courses/(?P<course>[^/]+)/marking(?P<rest>(?s:/.*)?)",
    "app/web/languages/engine_sentences.py": r"(?s:\A“(?P<title>.{1,200}?)” is worked out (?P<how>.+?)\. Look\.\Z)",
    "app/authoring/forms.py": r"""(?m)^([ \t]*figure[ \t]*=[ \t]*["'])https://exams\.example/(?=figures/)""",
    "app/authoring/question_list.py": r"""^title\s*=\s*["']([^"'\n]{1,80})""",
    "app/authoring/renaming.py": r"""(?<![\w."'])\bweight\b(?!["'])""",
    "app/authoring/drafting/blocks.py": r"^[ \t]*title[ \t]*=[^\n]*\n?",
}
OURS = {"engine/demos/tokens/real_bpe.py"}  # reads a tokenizer's file, which nobody types


@pytest.mark.sweep  # five seconds of the processor
def test_patterns_take_time_in_proportion_to_the_text() -> None:
    patterns = named() | inline()
    assert len(patterns) > 80
    some = itertools.islice(patterns.items(), 0, None, 1 if SWEEP else 2)
    every(some, lambda one: check(*one), lambda one: one[0])


@pytest.mark.long("reads every module")
def test_patterns_made_of_other_texts_are_all_known() -> None:
    found = {file for file, call in calls() if not isinstance(call.args[0], ast.Constant)}
    assert found == set(MADE)
    some = itertools.islice(MADE.items(), 0, None, 1 if SWEEP else 2)
    every(some, lambda one: check(one[0], (re.compile(one[1], re.M | re.I), SEARCHING)))


# Each as a person would write it, and none of them as this test would like it best.
PLANTED = (r"\s+\Z", r"[ \t]*,[ \t]*\n", r"\w+\s*=\s*\w+;", r"<[^>]*>x", r"^ +| +$", r"(['\"]).*?\1;")


@pytest.mark.parametrize("planted", PLANTED)
def test_a_pattern_that_looks_from_every_place_anew_is_found(planted: str) -> None:
    with pytest.raises(AssertionError, match=" over "):
        check("planted", (re.compile(planted), SEARCHING))


@pytest.mark.parametrize(("power", "caught"), [(1.0, False), (1.1, False), (1.45, True), (2.0, True)])
def test_work_may_grow_as_its_text_does_and_not_with_a_higher_power_of_it(
    power: float, caught: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a clock without noise: where the line is drawn is no question of how busy a machine is."""
    monkeypatch.setattr(growth, "seconds", lambda work, text: 1e-5 * len(text) ** power)
    assert (too_steep(len, "a".__mul__) is not None) is caught


def check(name: str, pattern: tuple[re.Pattern[Any], set[str]]) -> None:
    expression, methods = pattern
    for whole in {method not in SEARCHING for method in methods}:
        work = partial(looks, expression, whole)
        for before, unit, after in texts(expression):
            made = partial(repeated, before, unit, after)
            assert too_steep(work, made) is None, f"{expression.pattern!r} over {made(9)!r}"


def looks(pattern: re.Pattern[Any], whole: bool, text: str) -> None:
    typed = text.encode() if isinstance(pattern.pattern, bytes) else text
    if whole:
        pattern.fullmatch(typed)
    else:
        for _ in pattern.finditer(typed):
            pass


def repeated(before: str, unit: str, after: str, length: int) -> str:
    return before + unit * (length // len(unit)) + after


def texts(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """Yields texts to try: what stands before, what is repeated, and what stands behind."""
    known = list(dict.fromkeys(characters(tree(pattern))))[:24]
    escaped = [f"\\{sign}" for sign in known[:8]] if "\\" in known else []
    units = (
        [*known, *(one + other for one, other in permutations(known[:10], 2))]
        if SWEEP
        else [*known, *escaped]
    )
    begins = ("", *known[:6], *(f"1{sign}" for sign in known[:3]))
    for before in begins if SWEEP else begins[:4]:
        for unit in units:
            yield before, unit, STRANGE
            yield before, unit, ""


def tree(pattern: re.Pattern[Any]) -> Any:
    """Python's own reading of the expression."""
    source = pattern.pattern
    return parser.parse(source, pattern.flags if isinstance(source, str) else pattern.flags & ~re.UNICODE)


def characters(nodes: Any) -> Iterator[str]:
    """Some of what each part of an expression matches."""
    for kind, value in nodes:
        if kind is c.LITERAL:
            yield chr(value)
        elif kind is c.NOT_LITERAL or kind is c.ANY:
            yield from (sign for sign in "a ." if ord(sign) != value)
        elif kind is c.IN:
            yield from of_class(value)
        elif kind in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            yield from characters(value[2])
        elif kind is c.SUBPATTERN:
            yield from characters(value[3])
        elif kind is c.ATOMIC_GROUP:
            yield from characters(value)
        elif kind in (c.ASSERT, c.ASSERT_NOT):
            yield from characters(value[1])
        elif kind is c.BRANCH:
            for branch in value[1]:
                yield from characters(branch)
        elif kind is c.GROUPREF_EXISTS:
            for branch in filter(None, value[1:]):
                yield from characters(branch)


CATEGORIES = {
    c.CATEGORY_DIGIT: "7",
    c.CATEGORY_NOT_DIGIT: "x",
    c.CATEGORY_SPACE: " \n",
    c.CATEGORY_NOT_SPACE: "x",
    c.CATEGORY_WORD: "w",
    c.CATEGORY_NOT_WORD: "-",
}


def of_class(members: Any) -> Iterator[str]:
    named = [chr(value) for kind, value in members if kind is c.LITERAL]
    for kind, value in members:
        if kind is c.RANGE:
            named += map(chr, value)
        elif kind is c.CATEGORY:
            named += CATEGORIES[value]
    if members[0][0] is c.NEGATE:
        named = [sign for sign in "a7 -\n\"'" if sign not in named]
    yield from named[:8]


def named() -> dict[str, tuple[re.Pattern[Any], set[str]]]:
    """The patterns that modules keep by a name, with the methods that are called of that name anywhere."""
    used = methods()
    found = {}
    for package in (engine, app):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.rpartition(".")[2] not in PROGRAMS:
                for name, value in vars(importlib.import_module(module.name)).items():
                    for n, pattern in enumerate(held(value)):
                        found[f"{module.name}.{name}.{n}"] = (
                            pattern,
                            used.get((module.name, name), SEARCHING),
                        )
    return found


def held(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from held(one)


def methods() -> dict[tuple[str, str], set[str]]:
    """The methods that are called on each pattern, by its module and its name."""
    found: dict[tuple[str, str], set[str]] = {}
    homes = {
        (file, alias.asname or alias.name): node.module or ""
        for file, node in source()
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for file, node in source():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                home = homes.get((file, name), file.removesuffix(".py").replace("/", "."))
                found.setdefault((home, name), set()).add(method)
    return found


def inline() -> dict[str, tuple[re.Pattern[Any], set[str]]]:
    """The patterns that stand where they are used."""
    return {
        f"{file}:{call.lineno}": (re.compile(call.args[0].value, re.M), {call.func.attr})
        for file, call in calls()
        if isinstance(call.args[0], ast.Constant) and isinstance(call.func, ast.Attribute)
    }


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yields the calls into the module ``re`` from inside of functions, with the file that each stands in."""
    for file, function in source():
        if isinstance(function, ast.FunctionDef | ast.Lambda) and file not in OURS:
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method)) if (
                        method != "escape"
                    ):
                        yield file, node


@cache
def source() -> list[tuple[str, ast.AST]]:
    """Every node of every module, with its file."""
    files = [file for folder in ("app", "engine") for file in sorted((HOME / folder).rglob("*.py"))]
    return [
        (str(file.relative_to(HOME)), node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ]
