"""Formulas as they stand in a file: read, checked against the names that are known there, and counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.answers.refusal import Refusal, Refused
from engine.formula.evaluation import kind, value
from engine.formula.tree import Tree, names, nodes
from engine.formula.values import Kind, Wrong
from engine.kinds import Misfit

MOST_NODES = 900  # in all formulas of one question


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read, with the names that it rests on."""

    tree: Tree
    sources: tuple[str, ...]

    def among(self, values: Mapping[str, Any]) -> Any:
        """The value of the formula among these values, which hold more than it needs. Raises Wrong."""
        try:
            return value(self.tree, values)
        except Refusal as refusal:
            raise Wrong(refusal.refused.message) from refusal


class Reader:
    """Reads the formulas of one question, and counts the nodes of all of them."""

    def __init__(self) -> None:
        self.left = MOST_NODES

    def read(self, text: str, known: Mapping[str, Kind], *place: str | int) -> tuple[Formula, Kind]:
        """The formula and the kind of its value. Raises Misfit, which names the place in the file."""
        from engine.formula.grammar import parse  # brings lark

        tree = parse(text)
        if isinstance(tree, Refused):
            raise Misfit(place, tree.message, tree.column)
        before = self.left
        self.left -= sum(1 for _ in nodes(tree))
        if self.left < 0 <= before:
            raise Misfit(
                place, f"The formulas have more than {MOST_NODES} numbers, names and signs in all.", 0
            )
        try:
            found = kind(tree, known)
        except Refusal as refusal:
            raise Misfit(place, refusal.refused.message, refusal.refused.column) from refusal
        return Formula(tree, tuple(name for name in names(tree) if name in known)), found

    def condition(self, text: str, known: Mapping[str, Kind], *place: str | int) -> Formula:
        """A formula that holds or not. Raises Misfit where its value is no number."""
        formula, found = self.read(text, known, *place)
        if found is not Kind.NUMBER:
            raise Misfit(place, f"A condition compares numbers; this is {found.said}.", 0)
        return formula
