"""Forms of texts that are marked by what they say: tokens in or out of order, a formula in symbols, a word or a few."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.answers import algebra, algebra_latex, reading, wordings
from engine.answers.algebra import Symbol, UpTo
from engine.answers.expression import Tree
from engine.answers.expression import show as show_tree
from engine.answers.forms.plain_text import text_latex
from engine.answers.reading import Unreadable
from engine.answers.refusal import Refused
from engine.answers.wordings import Wording

OF_ORDER = re.compile(r"\s*[OΘθ]\s*\((.*)\)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tokens:
    """A sequence of tokens, in order; its value is a tuple of strings."""

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def latex(self, value: tuple[str, ...]) -> str:
        return r"\ ".join(text_latex(token) for token in value)

    read = staticmethod(reading.read_tokens)


@dataclass(frozen=True, slots=True)
class Pair(Tokens):
    """A merge: two symbols, in order; "e s", "e + s", "(e, s)" and "e s -> es" are all read."""

    @staticmethod
    def read(text: str) -> tuple[str, ...] | Unreadable:
        tokens = reading.read_tokens(re.sub(r"\s\+\s", " ", re.split("->|→|=>", text, maxsplit=1)[0]))
        if isinstance(tokens, tuple) and len(tokens) != 2:
            return Unreadable("A merge is two symbols with a space between them.", None, text[:100])
        return tokens


@dataclass(frozen=True, slots=True)
class TokenSet:
    """Tokens whose order does not count; its value is a tuple of different strings, kept in the key's order."""

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def latex(self, value: tuple[str, ...]) -> str:
        return r"\{" + r",\ ".join(text_latex(token) for token in value) + r"\}"

    read = staticmethod(reading.read_set)


@dataclass(frozen=True, slots=True)
class Algebra:
    """A formula in some symbols; its value is the text of it, without more brackets than it needs. ``up_to`` says in
    what it may differ from the right one."""

    symbols: tuple[Symbol, ...]
    up_to: UpTo = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.symbols)

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: str) -> str:
        return value

    def latex(self, value: str) -> str:
        return algebra_latex.latex(self._tree(value))

    def latex_of(self, read: str) -> str:
        """What was read of an answer as LaTeX; "" where nothing was, or where the symbols have other names by now."""
        tree = algebra.read(read, self.names, own=True)
        return "" if isinstance(tree, Refused) else algebra_latex.latex(tree)

    def read(self, text: str) -> str | Unreadable:
        """The formula as it is shown, or Unreadable. Of an order of growth, the O around it is left out."""
        inside = OF_ORDER.fullmatch(text) if self.up_to == "order of growth" else None
        tree = algebra.read(inside[1] if inside else text, self.names)
        return Unreadable(tree.message, tree.column, text) if isinstance(tree, Refused) else show_tree(tree)

    def same(self, mine: str, right: str) -> bool:
        """True if both are the same, up to what may differ."""
        if mine == right:
            return True
        return bool(algebra.compared(self._tree(mine), self._tree(right), self.symbols, self.up_to))

    def _tree(self, value: str) -> Tree:
        tree = algebra.read(value, self.names, own=True)
        assert not isinstance(tree, Refused), tree.message
        return tree


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """A word or a few, compared with ``wordings``, of which the first that is met counts. Its value is the text of a
    wording, or what was typed."""

    wordings: tuple[Wording, ...]
    by_case: bool = False

    @property
    def right(self) -> tuple[Wording, ...]:
        return tuple(one for one in self.wordings if one.share == 1)

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: str) -> str:
        return wordings.shown(value) if any(value == one.text for one in self.wordings) else value

    def latex(self, value: str) -> str:
        return text_latex(self.show(value))

    def read(self, text: str) -> str:
        return wordings.plain(text)

    def met(self, typed: str) -> Wording | None:
        """The wording that counts for what was typed."""
        return next((one for one in self.wordings if wordings.is_met(one.text, typed, self.by_case)), None)

    def same(self, typed: str, wording: str) -> bool:
        """True if this wording counts for what was typed, or if both are right."""
        met, others = self.met(typed), [one.text for one in self.wordings if one not in self.right]
        return met is not None and (met.text == wording or (met in self.right and wording not in others))

    def credit(self, typed: str, key: str) -> Fraction:
        """The share of the points that is earned."""
        met = self.met(typed)
        return met.share if met else Fraction(0)
