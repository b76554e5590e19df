"""Mutation operators: the ways in which people get one operation wrong, each in words."""

import ast
import math
from collections.abc import Collection, Iterator
from typing import NamedTuple

FUNCTIONS = {
    "exp": "the exponential", "log": "the logarithm", "log2": "the logarithm", "log10": "the logarithm",
    "sqrt": "the root", "tanh": "the tanh", "square": "the square", "sigmoid": "the sigmoid",
    "softmax": "the softmax", "softplus": "the logarithm", "minus_ln": "the logarithm",
}  # fmt: skip
TO_BASE = {"log": ("2", "10"), "log2": ("e", "10"), "minus_ln": ("2", "10"), "softplus": ("2", "10")}
ROOM = 10  # whole numbers up to it are counts, which one may miss by one


class Alternative(NamedTuple):
    """An expression in place of another. ``how`` has a slot ``{}`` for each of the ``operands``; ``otherwise`` is said
    where one of them has no sign."""

    node: ast.expr
    how: str
    operands: tuple[ast.expr, ...] = ()
    otherwise: str = ""


def alternatives(node: ast.expr, sources: Collection[str]) -> Iterator[Alternative]:
    """The ways to get one expression wrong. ``sources`` are the quantities that the function takes, one of which may
    stand in the place of another."""
    match node:
        case ast.Name(name, ast.Load()) if name in sources:
            for source in sources:
                if source != name:
                    both = ast.Name(source, ast.Load()), node
                    yield Alternative(
                        both[0], "with {} in place of {}", both, "with one quantity in place of another"
                    )
        case ast.BinOp(left, operation, right):
            yield from _of_two(left, operation, right)
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Attribute):
            yield Alternative(operand, "with the sign turned round")
        case ast.Attribute(of, "T"):
            yield Alternative(of, "with rows and columns exchanged")
        case ast.Call(ast.Attribute(of, "mean"), [], keywords):
            yield from _of_a_mean(of, keywords)
        case ast.Call(function, [argument, *_], _) if (name := _name(function)) in FUNCTIONS:
            yield from _of_a_function(node, name, argument)
        case ast.Call(ast.Name("len"), [_], []) | ast.Subscript(ast.Attribute(_, "shape"), ast.Constant()):
            yield from _beside(node)
        case ast.Subscript(of, (ast.Constant(int()) | ast.Name()) as index):
            before = ast.BinOp(index, ast.Sub(), ast.Constant(1))
            yield Alternative(ast.Subscript(of, before, ast.Load()), "with the row or column beside it")
        case ast.Constant(int() | float() as n) if type(n) is not bool and n == int(n) and 1 <= n <= ROOM:
            for other in (n + 1, n - 1):
                yield Alternative(ast.Constant(other), f"with {other:g} where {n:g} belongs")


def _of_two(left: ast.expr, operation: ast.operator, right: ast.expr) -> Iterator[Alternative]:
    match operation:
        case ast.Add():
            yield Alternative(ast.BinOp(left, ast.Sub(), right), "with a minus where a plus belongs")
            for kept, out in ((left, right), (right, left)):
                yield Alternative(kept, "without {}", (out,), "without one of the terms that are added")
        case ast.Sub():
            yield Alternative(ast.BinOp(left, ast.Add(), right), "with a plus where a minus belongs")
            yield Alternative(ast.BinOp(right, ast.Sub(), left), "with the difference the other way round")
            yield Alternative(left, "without taking off {}", (right,), "without what is taken off")
        case ast.Mult():
            yield Alternative(ast.BinOp(left, ast.Div(), right), "with a quotient where a product belongs")
            for kept, out in ((left, right), (right, left)):
                yield Alternative(kept, "without the factor {}", (out,), "without one of the factors")
        case ast.Div():
            yield Alternative(left, "without dividing by {}", (right,), "without the division")
            yield Alternative(ast.BinOp(left, ast.Mult(), right), "with a product where a quotient belongs")
            yield Alternative(ast.BinOp(right, ast.Div(), left), "with the quotient upside down")
        case ast.Pow():
            yield Alternative(left, "without the power")
            yield Alternative(ast.BinOp(left, ast.Mult(), right), "with a product where a power belongs")
        case ast.MatMult():
            yield Alternative(
                ast.BinOp(_transposed(left), operation, right), "with rows and columns exchanged"
            )
            yield Alternative(
                ast.BinOp(left, operation, _transposed(right)), "with rows and columns exchanged"
            )


def _of_a_function(node: ast.Call, name: str, argument: ast.expr) -> Iterator[Alternative]:
    yield Alternative(argument, f"without {FUNCTIONS[name]}")
    for base in TO_BASE.get(name, ()):
        factor = math.log(float(base)) if base != "e" else 1.0
        own = math.log(2) if name == "log2" else 1.0
        says = f"with the logarithm to base {base}" if base != "e" else "with the natural logarithm"
        yield Alternative(ast.BinOp(node, ast.Div(), ast.Constant(factor / own)), says)
    if name == "softmax":
        transposed = ast.Call(node.func, [_transposed(argument), *node.args[1:]], node.keywords)
        yield Alternative(_transposed(transposed), "with rows and columns exchanged")


def _of_a_mean(of: ast.expr, keywords: list[ast.keyword]) -> Iterator[Alternative]:
    total = ast.Call(ast.Attribute(of, "sum", ast.Load()), [], keywords)
    yield Alternative(total, "with the sum where the mean belongs")
    if not keywords:
        for count in _beside(ast.Attribute(of, "size", ast.Load())):
            yield count._replace(node=ast.BinOp(total, ast.Div(), count.node))


def _beside(count: ast.expr) -> Iterator[Alternative]:
    yield Alternative(ast.BinOp(count, ast.Add(), ast.Constant(1)), "with one too many counted")
    yield Alternative(ast.BinOp(count, ast.Sub(), ast.Constant(1)), "with one too few counted")


def _transposed(matrix: ast.expr) -> ast.expr:
    if isinstance(matrix, ast.Attribute) and matrix.attr == "T":
        return matrix.value
    return ast.Attribute(matrix, "T", ast.Load())


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
