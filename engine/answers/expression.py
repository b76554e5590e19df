"""The small language of closed forms: its tree, and the tree as text. `engine.answers.grammar` makes trees from text.

Five kinds of node carry everything; what names and functions mean is up to whoever evaluates the tree
(`engine.answers.closed_form` for what students type).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias

CONSTANTS = frozenset({"e", "pi"})
FUNCTIONS = frozenset({"sqrt", "exp", "ln", "log2", "log10", "abs", "sin", "cos", "tanh"})


# The tree. `at` is the column of the sign or word that made the node; trees that differ only there are equal.


@dataclass(frozen=True, slots=True)
class Num:
    """A number without a sign: -2 is a Unary."""

    value: Decimal
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """A constant or a variable, known by its name."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before an operand."""

    sign: str  # + -
    operand: "Tree"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands with a sign between them."""

    sign: str  # + - * / ^
    left: "Tree"
    right: "Tree"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function applied to one argument."""

    function: str
    argument: "Tree"
    at: int = field(default=0, compare=False)


Tree: TypeAlias = Num | Name | Unary | Binary | Call


def nodes(tree: Tree) -> Iterator[Tree]:
    """Every node, collected without recursion: the tree may be as deep as it likes."""
    waiting = [tree]
    while waiting:
        match node := waiting.pop():
            case Unary(operand=below) | Call(argument=below):
                waiting.append(below)
            case Binary(left=left, right=right):
                waiting += (left, right)
        yield node


def show(tree: Tree, above: int = 0) -> str:
    """The tree in its own language, with no more brackets than it needs: parsing it gives the same tree again.

    `above` is how strongly the sign above the tree binds; a tree that binds less is put into brackets.
    """
    match tree:
        case Num(value):
            binds, text = 4, str(value).replace("+", "")
        case Name(name):
            binds, text = 4, name
        case Call(function, argument):
            binds, text = 4, f"{function}({show(argument)})"
        case Unary(sign, operand):
            binds, text = 1, sign + show(operand, 3)
        case Binary("^", left, right):
            binds, text = 3, f"{show(left, 4)}^{show(right, 3)}"
        case Binary("*" | "/" as sign, left, right):
            binds, text = 2, f"{show(left, 2)}{sign}{show(right, 3)}"
        case Binary(sign, left, right):
            binds, text = 1, f"{show(left, 1)} {sign} {show(right, 2)}"
    return text if binds >= above else f"({text})"
