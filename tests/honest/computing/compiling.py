"""Functions of the engine compiled again from their rewritten source, once for each code object."""

import ast
import copy
from collections.abc import Callable
from functools import cache
from types import CellType, CodeType, FunctionType
from typing import Any, TypeGuard

from tests.honest.computing.rewriting import HAND, rewritten
from tests.honest.computing.source import Written, is_given, tree_of

OURS = ("engine.families.", "engine.mathematics", "engine.including")
FACTORY = "__factory__"
_made = set[CodeType]()


def is_ours(function: Any) -> TypeGuard[FunctionType]:
    """True if its steps are those of a person; anything else is called as it is."""
    if not isinstance(function, FunctionType) or function.__code__ in _made:
        return False
    return (function.__module__ or "").startswith(OURS) or is_given(function.__code__)


def compiled(function: FunctionType, hand: Any, tree: Written | None = None) -> Callable[..., Any]:
    """The function with its operations left to ``hand``; of another ``tree`` than its own where one is given.

    Raises NotWritten.
    """
    code = _code(function.__code__) if tree is None else _code_of(tree, function.__code__.co_freevars)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells[HAND] = CellType(hand)
    made = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__,
        tuple(cells[name] for name in code.co_freevars),
    )  # fmt: skip
    made.__kwdefaults__ = function.__kwdefaults__
    return made


@cache
def _code(code: CodeType) -> CodeType:
    return _code_of(tree_of(code), code.co_freevars)


@cache
def _code_of(tree: Written, free: tuple[str, ...]) -> CodeType:
    """Compiled inside a function that has its free names as arguments, and taken out of it again."""
    written = rewritten(copy.deepcopy(tree))
    name = "<lambda>" if isinstance(written, ast.Lambda) else written.name
    body: list[ast.stmt] = [ast.Expr(written)] if isinstance(written, ast.Lambda) else [written]
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(one) for one in (*free, HAND)],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    _without_defaults(written.args)
    factory = ast.FunctionDef(FACTORY, arguments, body, [], None, None)
    whole = ast.fix_missing_locations(ast.Module([factory], []))
    outer = _inside(compile(whole, "<honest>", "exec"), FACTORY)
    _remember(outer)
    return _inside(outer, name)


def _without_defaults(arguments: ast.arguments) -> None:
    """The function brings its own, already computed."""
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [default and ast.Constant(None) for default in arguments.kw_defaults]


def _inside(code: CodeType, name: str) -> CodeType:
    return next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)


def _remember(code: CodeType) -> None:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            _made.add(one)
            _remember(one)
