"""Formulas once they were read: numbers, names and texts, and functions applied to them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.answers.expression import Name, Num

LONGEST = 600  # characters of one formula
MOST_NODES = 120  # per formula
DEEPEST = 24  # brackets inside brackets


@dataclass(frozen=True, slots=True)
class Text:
    """A word between quotation marks."""

    text: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of the table, or a sign, which goes by itself: ``+``, ``neg``, ``[]`` for a place, ``list``."""

    function: str
    arguments: tuple["Tree", ...]
    at: int = field(default=0, compare=False)


Tree: TypeAlias = Num | Name | Text | Apply


def nodes(tree: Tree) -> Iterator[Tree]:
    """Every node, the outermost first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Apply):
            waiting.extend(reversed(node.arguments))


def names(tree: Tree) -> list[str]:
    """The names that stand in it, each once, in the order of the text."""
    found = sorted((node for node in nodes(tree) if isinstance(node, Name)), key=lambda name: name.at)
    return list(dict.fromkeys(name.name for name in found))
