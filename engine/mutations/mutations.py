"""A line with one of its operations mutated, as functions to compute it with."""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from engine.mutations.operators import Alternative, alternatives
from engine.mutations.source import Written, arguments_of, compiled, function_of, tree_of, with_helper

FEW = 100  # what a whole number may be where a mutated line takes no other numbers
SIZED = {"arange", "linspace"}  # make as many numbers as they are told, also by a float
NOT_COMPUTED = (
    "iter",
    "test",
    "ifs",
    "decorator_list",
    "returns",
    "annotation",
    "defaults",
    "exc",
    "target",
    "targets",
    "keywords",
)
OURS = ("engine.families.", "engine.mathematics")
Place = tuple[tuple[str, int | None], ...]  # the way to a node, from field to field


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutated line: ``how`` it was computed, in words with a slot ``{}`` for each of the ``operands``, which are
    places among the arguments; ``otherwise`` is said where one of these has no sign."""

    how: str
    operands: tuple[int, ...]
    otherwise: str
    compute: Callable[..., Any]


def mutations(compute: Any) -> Iterator[Mutation]:
    """The mutations of a function of ours, and of those of ours that it calls; none of any other."""
    if isinstance(compute, partial):
        for inner in mutations(compute.func):
            yield replace(
                inner, operands=(), compute=partial(inner.compute, *compute.args, **compute.keywords)
            )
        return
    function = getattr(compute, "__wrapped__", compute)
    if not isinstance(function, FunctionType) or not function.__module__.startswith(OURS):
        return
    if SIZED & _names(function):
        return  # mutated, it might make more numbers than there is room for
    taken = arguments_of(function.__code__)
    for code, one in _mutated(function.__code__):
        operands = [
            taken.index(name.id) for name in one.operands if isinstance(name, ast.Name) and name.id in taken
        ]
        named = tuple(operands) if len(operands) == len(one.operands) else ()
        yield Mutation(one.how, named, one.otherwise or one.how, function_of(code, function))
    for name, helper in _helpers(function).items():
        for code, one in _mutated(helper.__code__):
            mutated = with_helper(function, name, function_of(code, helper))
            yield Mutation(one.how, (), one.otherwise or one.how, mutated)


def _helpers(function: FunctionType) -> dict[str, FunctionType]:
    """The functions of ours that it calls, by the names that it calls them by."""
    known = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {
        name: helper
        for name, helper in known.items()
        if isinstance(helper, FunctionType) and helper.__module__.startswith(OURS)
    }


def _names(function: FunctionType, seen: tuple[FunctionType, ...] = ()) -> set[str]:
    """All names that it looks up, and those that functions of ours look up for it."""
    found = set(function.__code__.co_names)
    modules = [item for name in found if isinstance(item := function.__globals__.get(name), ModuleType)]
    inside = [vars(module).get(name) for module in modules for name in found]
    for helper in (*_helpers(function).values(), *inside):
        if isinstance(helper, FunctionType) and helper not in seen and helper.__module__.startswith(OURS):
            found |= _names(helper, (*seen, function))
    return found


def computed(compute: Callable[..., Any], sources: Sequence[Any]) -> Any:
    """The value of a mutated line, computed with floats where it takes them: a power that grows overflows soon, where
    whole numbers would go on growing.

    Raises whatever the line raises.
    """
    try:
        return compute(*(float(source) if type(source) is int else source for source in sources))
    except (TypeError, IndexError):
        if any(abs(source) > FEW for source in sources if type(source) is int):
            raise
        return compute(*sources)


@lru_cache(500)
def _mutated(code: CodeType) -> tuple[tuple[CodeType, Alternative], ...]:
    tree = tree_of(code)
    if tree is None or any(isinstance(node, ast.While) for node in ast.walk(tree)):
        return ()  # mutated, it might go on for ever
    found = []
    for place, node in list(_computed(tree, ())):
        for one in alternatives(node, arguments_of(code)):
            with _instead(tree, place, one.node):
                found.append((compiled(tree, code), one))
    return tuple(found)


def _computed(node: ast.AST, place: Place) -> Iterator[tuple[Place, ast.expr]]:
    """Every expression in which something is computed; nothing of what is only decided."""
    for name, held in ast.iter_fields(node):
        if name in NOT_COMPUTED or isinstance(node, ast.arguments):
            continue
        for n, child in enumerate(held) if isinstance(held, list) else [(None, held)]:
            is_exponent = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and name == "right"
            if isinstance(child, ast.AST) and not is_exponent:
                here = (*place, (name, n))
                if isinstance(child, ast.expr):
                    yield here, child
                yield from _computed(child, here)


@contextmanager
def _instead(tree: Written, place: Place, other: ast.expr) -> Iterator[None]:
    """The tree while another expression stands in a place of it."""
    holder: Any = tree
    for name, n in place[:-1]:
        holder = getattr(holder, name) if n is None else getattr(holder, name)[n]
    name, n = place[-1]
    held, index = (vars(holder), name) if n is None else (getattr(holder, name), n)
    before, held[index] = held[index], other
    try:
        yield
    finally:
        held[index] = before
