"""A step that an instructor wrote as a formula, as a Python function: so it is computed as all others are."""

import ast
from functools import cache
from types import FunctionType
from typing import Any, cast

import numpy as np

from engine.answers.expression import Name, Num
from engine.answers.forms import Integer
from engine.formula import numbers, vectors
from engine.formula.evaluation import CONSTANTS
from engine.formula.functions import FUNCTIONS
from engine.formula.tree import Text, Tree, names
from engine.formula.values import settled, whole
from tests.honest.computing import source

SIGNS: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "^": ast.Pow(), "matmul": ast.MatMult(),
    "dot": ast.MatMult(),
}  # fmt: skip
NAMED = {
    "exp": "exp", "ln": "log", "log2": "log2", "log10": "log10", "sqrt": "sqrt", "abs": "abs", "sin": "sin",
    "cos": "cos", "tanh": "tanh", "sum": "sum", "mean": "mean", "prod": "prod", "max": "max", "min": "min",
    "smaller": "minimum", "larger": "maximum", "outer": "outer", "cumsum": "cumsum",
}  # fmt: skip
OTHERS = {"softmax": vectors.softmax, "sigmoid": numbers.sigmoid, "norm": np.linalg.norm}
CALLED = {name: NAMED.get(name, f"function_{n}") for n, name in enumerate(FUNCTIONS)}
GLOBALS: dict[str, Any] = {
    "settled": settled,
    "whole": lambda x: whole(x, "This") if isinstance(x, float) else x,
    **{f"constant_{name}": value for name, value in CONSTANTS.items()},
    **{called: getattr(np, called) for called in NAMED.values()},
    **{
        CALLED[name]: OTHERS.get(name, function.compute)
        for name, function in FUNCTIONS.items()
        if name not in NAMED
    },
}


def function_of(compute: Any) -> FunctionType | None:
    """The formula behind a function that computes one, None where there is none."""
    if getattr(compute, "__module__", "") != "engine.formula.compiled" or not compute.__closure__:
        return None
    cells = zip(compute.__code__.co_freevars, compute.__closure__, strict=True)
    inside = {name: cell.cell_contents for name, cell in cells}
    if "formula" not in inside:
        return None
    return _made(inside["formula"].tree, tuple(inside["sources"]), type(inside["form"]) is Integer)


@cache
def _made(tree: Tree, sources: tuple[str, ...], is_whole: bool) -> FunctionType:
    body = _expression(tree, frozenset(names(tree)) & frozenset(sources))
    if is_whole:
        body = _call("whole", body)
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(f"given_{name}") for name in sources], vararg=ast.arg("way"), kwonlyargs=[],
        kw_defaults=[], defaults=[],
    )  # fmt: skip
    written = ast.Lambda(arguments, body)
    whole_tree = ast.fix_missing_locations(ast.Expression(written))
    function = cast(FunctionType, eval(compile(whole_tree, "<formula>", "eval"), GLOBALS))
    source.give(function, written)
    return function


def _expression(tree: Tree, known: frozenset[str]) -> ast.expr:
    if isinstance(tree, Num):
        return ast.Constant(float(tree.value))
    if isinstance(tree, Text):
        return ast.Constant(tree.text)
    if isinstance(tree, Name):
        if tree.name in known:
            return _call("settled", ast.Name(f"given_{tree.name}", ast.Load()))
        return ast.Name(f"constant_{tree.name}", ast.Load())
    parts = [_expression(argument, known) for argument in tree.arguments]
    match tree.function, parts:
        case "if", [condition, then, otherwise]:
            return ast.IfExp(condition, then, otherwise)
        case "neg", [x]:
            return ast.UnaryOp(ast.USub(), x)
        case "transpose", [x]:
            return ast.Attribute(x, "T", ast.Load())
        case sign, [left, right] if sign in SIGNS:
            return ast.BinOp(left, SIGNS[sign], right)
        case name, _:
            return _call(CALLED[name], *parts)


def _call(name: str, *values: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(values), [])
