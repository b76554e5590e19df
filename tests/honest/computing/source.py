"""The source of a function: its syntax tree, found in the file that it came from."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

Written = ast.FunctionDef | ast.Lambda
_given = dict[CodeType, Written]()  # of functions that were made of something else than a file


class NotWritten(LookupError):
    """No syntax tree of a function was found."""


@cache
def tree_of(code: CodeType) -> Written:
    """The tree that this code was compiled from. Raises NotWritten."""
    if code in _given:
        return _given[code]
    found = [
        node for node in _functions(code.co_filename).get(code.co_firstlineno, ()) if _may_be(node, code)
    ]
    if len(found) != 1:
        raise NotWritten(
            f"{code.co_filename}:{code.co_firstlineno}: {len(found)} functions may be {code.co_name}"
        )
    return found[0]


def give(function: FunctionType, tree: Written) -> None:
    """Says what a function was made of that stands in no file."""
    _given[function.__code__] = tree


def is_given(code: CodeType) -> bool:
    return code in _given


def at(function: FunctionType) -> str:
    code = function.__code__
    return f"{'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_firstlineno} {code.co_name}"


@cache
def _functions(file: str) -> Mapping[int, list[Written]]:
    """All functions of a file by their first line, which is that of a decorator where there is one."""
    found: defaultdict[int, list[Written]] = defaultdict(list)
    try:
        tree = ast.parse(Path(file).read_text("utf-8"))
    except OSError as error:
        raise NotWritten(file) from error
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found[min([node.lineno, *(one.lineno for one in node.decorator_list)])].append(node)
        elif isinstance(node, ast.Lambda):
            found[node.lineno].append(node)
    return found


def _may_be(node: Written, code: CodeType) -> bool:
    """True if name and arguments agree, and for a lambda also its place: several may stand in one line."""
    if isinstance(node, ast.FunctionDef):
        return node.name == code.co_name
    if code.co_name != "<lambda>" or _arguments(node.args) != code.co_varnames[: _count(code)]:
        return False
    places = [place for place in code.co_positions() if None not in place and place[2] != place[3]]
    if not places:
        return True
    body = node.body
    first, last = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    return min((p[0], p[2]) for p in places) == first and max((p[1], p[3]) for p in places) == last


def _arguments(arguments: ast.arguments) -> tuple[str, ...]:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return tuple(argument.arg for argument in named)


def _count(code: CodeType) -> int:
    return code.co_argcount + code.co_kwonlyargcount
