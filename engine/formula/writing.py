"""A tree as LaTeX: with symbols, for the formula of a step; or with its numbers put in, as a solution shows them.

With numbers, a sum over a vector is written out term by term and a cell of a matrix as a sum of products; what is
taken cell by cell is written for one cell.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.answers.expression import Name, Num
from engine.answers.forms import text_latex
from engine.formula.entries import ANY, ATOM, FRACTION, PRODUCT, SUM
from engine.formula.evaluation import CONSTANTS, value
from engine.formula.functions import FUNCTIONS
from engine.formula.tree import Apply, Text, Tree
from engine.formula.values import kind_of, settled
from engine.solutions import latex

At = tuple[int, ...]
Written = tuple[str, int]  # the LaTeX, and how strongly it binds


def symbols(tree: Tree) -> str:
    """The formula, with a slot ``<name>`` for every name."""
    return _written(tree, lambda name: (f"<{name}>", ATOM))[0]


def _written(tree: Tree, named: Callable[[str], Written]) -> Written:
    match tree:
        case Num(number):
            return latex.number(float(number)), ATOM
        case Text(text):
            return text_latex(text), ATOM
        case Name(name):
            return _constant(name) or named(name)
        case Apply(name, arguments):
            return _applied(name, [_written(argument, named) for argument in arguments])


def _applied(name: str, arguments: list[Written]) -> Written:
    """A function of what is already written, with the brackets that are needed."""
    function = FUNCTIONS[name]
    if name == "list":
        return rf"\left({','.join(text for text, _ in arguments)}\right)", ATOM
    needs = [*function.needs, *[ANY] * len(arguments)]
    parts = [
        text if binds >= need else rf"\left({text}\right)"
        for (text, binds), need in zip(arguments, needs, strict=False)
    ]
    if name == "[]" and len(parts) > 2:
        parts[1] = ",".join(parts[1:])
    return function.latex.format(*parts), function.binds


def _constant(name: str) -> Written | None:
    return ({"pi": r"\pi"}.get(name, name), ATOM) if name in CONSTANTS else None


def numbers(tree: Tree, values: Mapping[str, Any], at: At = ()) -> str:
    """The calculation of one cell with its numbers, of the whole where ``at`` is (). "" where it says nothing more."""
    text = _Numbers(values).written(tree, at)[0]
    return "" if not at and text == latex.value(settled(value(tree, values))) else text


class _Numbers:
    """Writes a tree with the numbers of one run."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def worth(self, tree: Tree) -> Any:
        return value(tree, self.values)

    def written(self, tree: Tree, at: At) -> Written:
        match tree:
            case Apply("sum" | "mean" | "prod" as name, (inner,)):
                return self.over_all(name, inner)
            case Apply("dot", (u, v)):
                return latex.dot(self.worth(u), self.worth(v)), SUM
            case Apply("norm", (inner,)):
                return latex.norm(self.worth(inner).ravel()), ATOM
            case Apply("softmax", (inner,)) if at:
                row = self.worth(inner)[at[:-1]]
                return latex.softmax_cell(row, at[-1]), ATOM
            case Apply("matmul", (a, b)) if at:
                return self.product(self.worth(a), self.worth(b), at)
            case Apply("transpose", (inner,)) if at:
                return self.written(inner, at[::-1])
            case Apply("list", items) if at:
                return self.written(items[at[0]], at[1:])
            case Apply("if", (condition, then, otherwise)):
                return self.written(then if self.worth(condition) else otherwise, at)
            case Apply("[]" | "position" | "lookup" | "length" | "columns") | Apply("==" | "!=", (_, Text())):
                return self.number(tree, at)
            case Apply(name, arguments) if not at or FUNCTIONS[name].cell_by_cell:
                return _applied(
                    name, [self.written(argument, self.own(argument, at)) for argument in arguments]
                )
            case _:
                return self.number(tree, at)

    def own(self, tree: Tree, at: At) -> At:
        """The place in this part that belongs to a place in the whole: a vector's in a matrix is its column."""
        dimensions = min(kind_of(self.worth(tree)), 2) if at else 0
        return at[len(at) - dimensions :]

    def number(self, tree: Tree, at: At) -> Written:
        """A value as it stands, or its cell."""
        if isinstance(tree, Name) and (constant := _constant(tree.name)):
            return constant
        worth = settled(self.worth(tree))
        if not isinstance(worth, float | np.ndarray):
            return latex.value(worth), ATOM
        if isinstance(worth, np.ndarray) and len(at) < worth.ndim:
            return latex.value(worth), ATOM
        cell = float(worth[at]) if isinstance(worth, np.ndarray) else worth
        text = latex.number(cell)
        return text, SUM if cell < 0 else PRODUCT if r"\times" in text else ATOM

    def over_all(self, name: str, inner: Tree) -> Written:
        """Every term of a sum, a mean or a product; long ones are shortened in the middle."""
        worth = self.worth(inner)
        places: list[At] = [tuple(map(int, place)) for place in np.ndindex(worth.shape)]
        shown = places if len(places) <= latex.MOST_TERMS else [*places[:3], places[-1]]
        need = FRACTION if name == "prod" else ANY  # a sum within a sum needs no brackets
        terms = [
            text if binds >= need else rf"\left({text}\right)"
            for text, binds in (self.written(inner, place) for place in shown)
        ]
        if len(shown) < len(places):
            terms.insert(3, r"\dots")
        if name == "prod":
            return r" \cdot ".join(terms), PRODUCT
        added = " + ".join(terms).replace("+ -", "- ")
        return (added, SUM) if name == "sum" else (rf"\frac{{{added}}}{{{len(places)}}}", FRACTION)

    def product(self, a: Any, b: Any, at: At) -> Written:
        row = a if a.ndim == 1 else a[at[0]]
        return latex.dot(row, b if b.ndim == 1 else b[:, at[-1]]), SUM
