"""The syntax tree that a function was compiled from, and a function compiled from another tree in its place."""

import ast
import copy
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import Any

Written = ast.FunctionDef | ast.Lambda


def tree_of(code: CodeType) -> Written | None:
    """The tree of a function; None where its file is not at hand, or several functions of one line may be meant."""
    try:
        beginning = _functions(code.co_filename).get(code.co_firstlineno, ())
    except (OSError, SyntaxError):
        return None
    found = [one for one in beginning if _name(one) == code.co_name and _taken(one) == arguments_of(code)]
    if len(found) != 1:
        return None
    tree = copy.deepcopy(found[0])
    if isinstance(tree, ast.FunctionDef):
        tree.decorator_list, tree.returns = [], None
    return tree


def compiled(tree: Written, original: CodeType) -> CodeType:
    """The code of a tree, compiled inside a function whose variables are the enclosed names."""
    body: list[ast.stmt] = [tree] if isinstance(tree, ast.FunctionDef) else [ast.Return(tree)]
    around = ast.FunctionDef("around", _arguments(original.co_freevars), body, [])
    module = ast.fix_missing_locations(ast.Module([around], []))
    outer = next(_codes(compile(module, original.co_filename, "exec")))
    return next(one for one in _codes(outer) if one.co_name == original.co_name)


def function_of(code: CodeType, original: FunctionType) -> FunctionType:
    """A function of this code, with the names, defaults and enclosed values of the original."""
    enclosed = dict(zip(original.__code__.co_freevars, original.__closure__ or (), strict=True))
    closure = tuple(enclosed[name] for name in code.co_freevars)
    return _made(code, original.__globals__, original, closure)


def with_helper(function: FunctionType, name: str, helper: FunctionType) -> FunctionType:
    """The same function, for which a name of its module stands for another one."""
    return _made(
        function.__code__, {**function.__globals__, name: helper}, function, function.__closure__ or ()
    )


def _made(
    code: CodeType, world: dict[str, Any], original: FunctionType, closure: tuple[CellType, ...]
) -> FunctionType:
    made = FunctionType(code, world, original.__name__, original.__defaults__, closure)
    made.__kwdefaults__ = original.__kwdefaults__
    made.__module__ = original.__module__
    return made


def _arguments(names: tuple[str, ...]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def _codes(code: CodeType) -> Iterator[CodeType]:
    return (one for one in code.co_consts if isinstance(one, CodeType))


@lru_cache(16)
def _functions(file: str) -> Mapping[int, list[Written]]:
    """All functions of a file by their first line, which is that of a decorator where there is one."""
    found: dict[int, list[Written]] = {}
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
        if isinstance(node, Written):
            decorators = getattr(node, "decorator_list", [])
            found.setdefault(min([node.lineno, *(one.lineno for one in decorators)]), []).append(node)
    return found


def _name(node: Written) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else "<lambda>"


def _taken(node: Written) -> tuple[str, ...]:
    taken = node.args
    return tuple(one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs))


def arguments_of(code: CodeType) -> tuple[str, ...]:
    """The names of the arguments, in order, without those of * and **."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
