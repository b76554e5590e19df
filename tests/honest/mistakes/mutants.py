"""Mistakes that nobody lists: one wrong turn in a step's own source, anywhere that a person would compute.

Another sign, a factor or a term left out, a function left out or put on top, another logarithm, one too many or too few
in a count, a matrix that is not transposed, the row or column beside, another of the quantities that are given.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

from tests.honest.computing.source import Written, tree_of
from tests.honest.mistakes.turns import on_top, turns

SKIPPED = (ast.Compare, ast.Raise, ast.JoinedStr, ast.Assert, ast.arguments, ast.Dict, ast.FormattedValue)


@dataclass(frozen=True, eq=False, slots=True)
class Mutant:
    """A function's tree with one wrong turn; ``kind`` is what sort of turn, ``says`` shows it."""

    tree: Written
    kind: str
    says: str


@cache
def mutants(code: CodeType) -> tuple[Mutant, ...]:
    """Every wrong turn of this function. Raises NotWritten."""
    tree = tree_of(code)
    found: list[Mutant] = []
    given = dict.fromkeys(argument.arg for argument in tree.args.args).keys()
    for path, node in _computed(tree):
        for kind, other in turns(node):
            changed = _with(tree, path, other)
            found.append(Mutant(changed, kind, f"{ast.unparse(node)} -> {ast.unparse(other)}"))
        if isinstance(node, ast.Name) and node.id in given:
            for name in [one for one in given if one != node.id]:
                changed = _with(tree, path, ast.Name(name, ast.Load()))
                says = f"{node.id} -> {name} in {ast.unparse(_around(tree, path))}"
                found.append(Mutant(changed, "another quantity", says))
    for path, node in _results(tree):
        for name in ("exp", "log", "sqrt"):
            other = on_top(name, node)
            found.append(
                Mutant(_with(tree, path, other), "put on top", f"{ast.unparse(node)} -> {name} of it")
            )
    return tuple(found)


Path = tuple[tuple[str, int | None], ...]


def _computed(node: ast.AST, path: Path = ()) -> Iterator[tuple[Path, ast.expr]]:
    """Every expression in which something is computed, with the way to it; nothing of what is only decided."""
    for name, value in ast.iter_fields(node):
        if name in ("test", "ifs", "decorator_list", "returns", "annotation", "keywords"):
            continue
        for n, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not isinstance(child, SKIPPED):
                here = (*path, (name, n))
                if isinstance(child, ast.expr):
                    yield here, child
                yield from _computed(child, here)


def _results(tree: Written) -> Iterator[tuple[Path, ast.expr]]:
    """Yields the expressions that the function returns."""
    if isinstance(tree, ast.Lambda):
        yield (("body", None),), tree.body
        return
    for n, statement in enumerate(tree.body):
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield (("body", n), ("value", None)), statement.value


def _with(tree: Written, path: Path, other: ast.expr) -> Written:
    changed = copy.deepcopy(tree)
    node: Any = changed
    for name, n in path[:-1]:
        node = getattr(node, name) if n is None else getattr(node, name)[n]
    name, n = path[-1]
    if n is None:
        setattr(node, name, copy.deepcopy(other))
    else:
        getattr(node, name)[n] = copy.deepcopy(other)
    return ast.fix_missing_locations(changed)


def _around(tree: Written, path: Path) -> ast.AST:
    """The smallest expression around a place that says something."""
    node: Any = tree
    found: list[ast.AST] = []
    for name, n in path:
        found.append(node)
        node = getattr(node, name) if n is None else getattr(node, name)[n]
    return next((one for one in reversed(found) if isinstance(one, ast.expr)), node)
