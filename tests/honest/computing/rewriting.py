"""A function rewritten so that each operation that a person would write down is left to the ``hand``.

`a * b + c` becomes `hand.total("++", hand.product(a, b), c)`: a sum is written once it is finished, its products
before. What is compared or decided becomes `hand.decided(lambda: ...)`: a person decides as the exact numbers do.
"""

import ast
from typing import TypeVar, cast

from tests.honest.computing.source import Written

HAND = "__hand__"
NATIVE = frozenset(
    {"isinstance", "len", "range", "zip", "enumerate", "tuple", "list", "dict", "set", "super", "type"}
)
SIGNS = {ast.Add: "+", ast.Sub: "-"}
METHODS = {ast.Mult: "product", ast.Div: "quotient"}
Node = TypeVar("Node", bound=ast.AST)


def rewritten(tree: Written) -> Written:
    """Changes the tree itself: hand in a copy."""
    return cast(Written, ast.fix_missing_locations(_Rewriting().visit(tree)))


class _Rewriting(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        kind = type(node.op)
        if kind in SIGNS:
            return self._sum(node)
        if kind in METHODS:
            return _asked(METHODS[kind], self.visit(node.left), self.visit(node.right))
        if kind is ast.Pow:
            if (degree := _degree(node.right)) is not None:
                return _asked("root", self.visit(node.left), self.visit(degree))
            return _asked("power", self.visit(node.left), self.visit(node.right))
        if kind is ast.MatMult:
            return _asked("matrix_product", self.visit(node.left), self.visit(node.right))
        if kind in (ast.FloorDiv, ast.Mod):
            return _decided(node)
        return cast(ast.expr, self.generic_visit(node))

    def _sum(self, node: ast.BinOp) -> ast.expr:
        """The whole sum at once: only what it comes to is written."""
        signs, terms = "", list[ast.expr]()
        rest: ast.expr = node
        while isinstance(rest, ast.BinOp) and type(rest.op) in SIGNS:
            signs, terms = SIGNS[type(rest.op)] + signs, [self._term(rest.right), *terms]
            rest = rest.left
        return _asked("total", ast.Constant("+" + signs), self._term(rest), *terms)

    def _term(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            return _asked("unfinished", self.visit(node.left), self.visit(node.right))
        return cast(ast.expr, self.visit(node))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """A partial sum is not written down; a partial product is."""
        kind = type(node.op)
        if kind in METHODS and isinstance(node.target, ast.Name):
            before = ast.Name(node.target.id, ast.Load())
            return ast.Assign([node.target], _asked(METHODS[kind], before, self.visit(node.value)))
        node.value = self.visit(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in NATIVE:
            return cast(ast.expr, self.generic_visit(node))
        if isinstance(node.func, ast.Attribute):
            of = cast(ast.expr, self.visit(node.func.value))
            node.args = [of, ast.Constant(node.func.attr), *map(self.visit, node.args)]
            node.func = _hand("method")
        else:
            node.args = [self.visit(node.func), *map(self.visit, node.args)]
            node.func = _hand("call")
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        return self._test(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return self._test(node)
        return cast(ast.expr, self.generic_visit(node))

    def visit_If(self, node: ast.If) -> ast.stmt:
        return self._tested(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        return self._tested(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return self._tested(node)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.visit(node.iter)
        node.ifs = [self._test(test) for test in node.ifs]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        """Without what its name and its arguments are said to be, which may name what is not there."""
        node.decorator_list, node.returns = [], None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        node.annotation = ast.Constant(None)
        node.value = self.visit(node.value) if node.value else None
        return node

    def _tested(self, node: Node) -> Node:
        test = self._test(node.test)  # type: ignore[attr-defined]
        node.test = ast.Constant(True)  # type: ignore[attr-defined]
        self.generic_visit(node)
        node.test = test  # type: ignore[attr-defined]
        return node

    def _test(self, node: ast.expr) -> ast.expr:
        """Left alone where it is nothing to decide, or gives a name to something on the way."""
        if isinstance(node, ast.Constant):
            return node
        if any(isinstance(inside, ast.NamedExpr) for inside in ast.walk(node)):
            return cast(ast.expr, self.generic_visit(node))
        return _decided(node, own=any(map(_is_still_the_same, ast.walk(node))))


def _is_still_the_same(node: ast.AST) -> bool:
    """True for a line that is compared with what it would come to: ``probability == sigmoid(difference)``."""
    if not isinstance(node, ast.Compare) or not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
        return False
    return any(isinstance(side, ast.Call | ast.BinOp) for side in (node.left, *node.comparators))


def _degree(exponent: ast.expr) -> ast.expr | None:
    """The n of a power 1/n, which is a root."""
    match exponent:
        case ast.BinOp(ast.Constant(1), ast.Div(), degree):
            return degree
        case ast.Constant(0.5):
            return ast.Constant(2)
        case _:
            return None


def _hand(method: str) -> ast.expr:
    return ast.Attribute(ast.Name(HAND, ast.Load()), method, ast.Load())


def _asked(method: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_hand(method), list(arguments), [])


def _decided(node: ast.expr, own: bool = False) -> ast.expr:
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return _asked("decided_anew" if own else "decided", ast.Lambda(nothing, node))
