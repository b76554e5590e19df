"""Wrong turns at one place of a formula, as people take them."""

import ast
import math
from collections.abc import Iterator

LOGARITHMS = {"log": ("log2", "log10"), "log2": ("log", "log10")}
OF_PROBABILITIES = frozenset({"softplus", "minus_ln", "minus_logs", "surprisal", "log_of_product"})
LEFT_OUT = frozenset({"exp", "log", "log2", "log10", "sqrt", "tanh", "square", "sigmoid"})
SMALL = 10  # whole numbers up to it are counts that one may miss by one


def turns(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Wrong turns at this node, each with its kind."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            yield "sign", ast.BinOp(left, ast.Sub(), right)
            yield from (("term left out", one) for one in (left, right))
        case ast.BinOp(left, ast.Sub(), right):
            yield from (
                ("sign", ast.BinOp(left, ast.Add(), right)),
                ("sign", ast.BinOp(right, ast.Sub(), left)),
            )
            yield "term left out", left
        case ast.BinOp(left, ast.Mult(), right):
            yield "operation", ast.BinOp(left, ast.Div(), right)
            yield from (("factor left out", one) for one in (left, right))
        case ast.BinOp(left, ast.Div(), right):
            yield from (("operation", ast.BinOp(left, ast.Mult(), right)), ("factor left out", left))
        case ast.BinOp(left, ast.Pow(), right):
            yield from (("function left out", left), ("operation", ast.BinOp(left, ast.Mult(), right)))
        case ast.BinOp(left, ast.MatMult(), right):
            yield "transposed", ast.BinOp(_turned(left), ast.MatMult(), right)
            yield "transposed", ast.BinOp(left, ast.MatMult(), _turned(right))
        case ast.UnaryOp(ast.USub(), ast.Attribute(_, "inf")):
            yield "masked with 0", ast.Constant(0.0)
        case ast.UnaryOp(ast.USub(), operand):
            yield "sign", operand
        case ast.Attribute(of, "T"):
            yield "transposed", of
        case ast.Call(ast.Name("softmax") as func, [argument], []):
            yield "function left out", argument
            yield "transposed", _turned(ast.Call(func, [_turned(argument)], []))
        case ast.Call(func, [argument, *_], []) if _name(func) in OF_PROBABILITIES:
            yield "function left out", argument
            for base in (2, 10):
                yield "other logarithm", ast.BinOp(node, ast.Div(), ast.Constant(math.log(base)))
        case ast.Call(func, [argument], []) if _name(func) in LEFT_OUT:
            yield "function left out", argument
            for other in LOGARITHMS.get(_name(func), ()):
                yield "other logarithm", ast.Call(_named(func, other), [argument], [])
        case ast.Call(ast.Name("len"), [_], []):
            yield from _beside(node)
        case ast.Call(ast.Attribute(of, "mean"), [], keywords):
            yield "factor left out", ast.Call(ast.Attribute(of, "sum", ast.Load()), [], keywords)
            if not keywords:
                total = ast.Call(ast.Attribute(of, "sum", ast.Load()), [], [])
                for kind, count in _beside(ast.Attribute(of, "size", ast.Load())):
                    yield kind, ast.BinOp(total, ast.Div(), count)
        case ast.Subscript(ast.Attribute(of, "shape"), ast.Constant(int(n))) if n in (0, 1):
            shape = ast.Attribute(of, "shape", ast.Load())
            yield "row or column beside", ast.Subscript(shape, ast.Constant(1 - n), ast.Load())
            yield from _beside(node)
        case ast.Subscript(of, (ast.Constant(int()) | ast.Name()) as place):
            beside = ast.BinOp(place, ast.Sub(), ast.Constant(1))
            yield "row or column beside", ast.Subscript(of, beside, ast.Load())
        case ast.Constant(int() | float() as n) if (
            not isinstance(n, bool) and n == int(n) and 1 <= n <= SMALL
        ):
            yield from (("one too many or few", ast.Constant(other)) for other in (n + 1, n - 1))


def _beside(count: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    for sign in (ast.Add(), ast.Sub()):
        yield "one too many or few", ast.BinOp(count, sign, ast.Constant(1))


def _turned(matrix: ast.expr) -> ast.expr:
    if isinstance(matrix, ast.Attribute) and matrix.attr == "T":
        return matrix.value
    return ast.Attribute(matrix, "T", ast.Load())


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _named(function: ast.expr, name: str) -> ast.expr:
    if isinstance(function, ast.Attribute):
        return ast.Attribute(function.value, name, ast.Load())
    return _numpy(name)


def _numpy(name: str) -> ast.expr:
    """NumPy's function, whatever is imported where it is used."""
    return ast.Attribute(
        ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant("numpy")], []), name, ast.Load()
    )


def on_top(name: str, node: ast.expr) -> ast.expr:
    """A function taken of what should have been left."""
    return ast.Call(_numpy(name), [node], [])
