"""The forms in which an answer is written. All have the same methods: ``rounded`` as one rounds by hand, ``show`` as
one types it, ``latex`` as solutions print it; and ``read``, from typed text to a value or Unreadable.

A numeric form has a last place ``u`` (curriculum: "two decimals"), ``last_place(x)``. Everything that marking does with
a number (rounding a line by hand, the width of a band) goes through it. A discrete form (tokens, a choice) has none:
such an answer is the same or it is not, except where several options are ticked, which may be right in part.
"""

import math
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from engine.answers import algebra, algebra_latex, reading, wordings
from engine.answers.algebra import Symbol, UpTo
from engine.answers.expression import Tree
from engine.answers.expression import show as show_tree
from engine.answers.reading import Unreadable
from engine.answers.refusal import Refused
from engine.answers.wordings import Wording

NOTHING_TICKED = "none"
Scoring = Literal["right minus wrong", "every option", "all or nothing", "shares"]
Shares = tuple[tuple[str, Fraction], ...]
OF_ORDER = re.compile(r"\s*[OΘθ]\s*\((.*)\)\s*", re.DOTALL)
LEGIBLE = 1e12  # from here on a power of ten is told instead of all digits
TIE = 1e-9  # in last places: how far float noise may move a value that lies exactly between two


def exponent_of(x: float) -> int:
    """The e in m * 10^e with 1 <= |m| < 10; 0 for zero and the infinities."""
    if x == 0 or not math.isfinite(x):
        return 0
    return int(f"{abs(x):.15e}".partition("e")[2])


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number with a fixed count of decimals; ``Fixed(2)`` is the exam's "two decimals"."""

    places: int = 2

    def last_place(self, x: float) -> float:
        return 10.0**-self.places

    def rounded(self, value: Any) -> Any:
        """Each number to its last place, halves away from zero as on paper."""
        if isinstance(value, np.ndarray):
            scale = 10.0**self.places
            return np.copysign(np.floor(np.abs(value) * scale + 0.5 + TIE) / scale, value)
        return _round_half_up(float(value), self.places)

    def show(self, value: float) -> str:
        if not math.isfinite(value):
            return "-inf" if value < 0 else "inf"
        return f"{_round_half_up(value, self.places) + 0.0:.{self.places}f}"

    def latex(self, value: float) -> str:
        if LEGIBLE <= abs(value) < math.inf:
            return Scientific(4).latex(value)
        return self.show(value).replace("inf", r"\infty")

    read = staticmethod(reading.read_number)


@dataclass(frozen=True, slots=True)
class Scientific:
    """A mantissa with a fixed count of decimals times a power of ten: 5.88e21."""

    places: int = 2

    def last_place(self, x: float) -> float:
        return 10.0 ** (exponent_of(x) - self.places)

    def rounded(self, value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return np.vectorize(self.rounded, otypes=[float])(value)
        return float(f"{value:.{self.places}e}")

    def show(self, value: float) -> str:
        mantissa, _, exponent = f"{value:.{self.places}e}".partition("e")
        return f"{mantissa}e{int(exponent)}"

    def latex(self, value: float) -> str:
        mantissa, _, exponent = self.show(value).partition("e")
        return rf"{mantissa} \times 10^{{{exponent}}}"

    read = staticmethod(reading.read_scientific)


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number, exact to the last digit."""

    def last_place(self, x: float) -> float:
        return 0.0

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: float) -> str:
        return str(int(value))

    def latex(self, value: float) -> str:
        return f"{int(value):,}".replace(",", r"\,") if abs(value) >= 10_000 else str(int(value))

    read = staticmethod(reading.read_integer)


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
class Choice:
    """One of the names that the exercise's parameter ``among`` holds: a table's keys or a list's entries. A run fills
    in ``names`` (``bound``). The value is the name. ``shares`` says of some names which part of the points they earn;
    of others the key earns all, and the rest nothing."""

    among: str
    names: tuple[str, ...] = ()
    shares: Shares = ()

    def bound(self, parameters: Any) -> "Choice":
        """The same choice among the names that these parameters hold."""
        return replace(self, names=tuple(getattr(parameters, self.among)))

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: Any) -> str:
        return str(value)

    def latex(self, value: Any) -> str:
        return text_latex(self.show(value))

    def read(self, text: str) -> Any:
        """The value, or Unreadable."""
        return reading.read_choice(text, self.names)

    def offers(self, value: Any) -> bool:
        """True if this can be chosen here; a place among the names always can."""
        return value in self.names

    def credit(self, chosen: Any, key: Any) -> Fraction:
        """The share of the points that is earned."""
        return Fraction(1) if chosen == key else dict(self.shares).get(chosen, Fraction(0))


@dataclass(frozen=True, slots=True)
class Position(Choice):
    """A place, counted from 0, that goes by its name among ``names``: a class, a token of the vocabulary."""

    def show(self, value: int) -> str:
        return self.names[value]

    def offers(self, value: Any) -> bool:
        return True

    def read(self, text: str) -> Any:
        name = reading.read_choice(text, self.names)
        return name if isinstance(name, Unreadable) else self.names.index(name)


@dataclass(frozen=True, slots=True)
class Several(Choice):
    """Several of the names, to be ticked; their order does not count. The value is a tuple of names."""

    scoring: Scoring = "all or nothing"

    def show(self, value: Any) -> str:
        """One name a line."""
        return "\n".join(self._named(value)) or NOTHING_TICKED

    def latex(self, value: Any) -> str:
        return r",\ ".join(map(text_latex, self._named(value))) or text_latex(NOTHING_TICKED)

    def read(self, text: str) -> Any:
        if text.strip() == NOTHING_TICKED:
            return ()
        names = self._split(text.strip())
        if NOTHING_TICKED in names:
            return Unreadable(
                f"“{NOTHING_TICKED}” is ticked together with others. Take one away.", None, text
            )
        ticked = set()
        for name in dict.fromkeys(names):
            read = reading.read_choice(name, self.names)
            if isinstance(read, Unreadable):
                return read
            ticked.add(read)
        return tuple(name for name in self.names if name in ticked)

    def credit(self, ticked: Collection[Any], key: Collection[Any]) -> Fraction:
        """The share of the points that these ticks earn, by the rule of ``scoring``: a right tick earns its share of
        the right options and a wrong one loses as much, never below 0; or every option earns its share where it is
        ticked or left as it should be; or all must be so; or each tick has a share of its own, below 0 where it
        loses, of which the sum counts, from 0 to 1."""
        hits, wrong = len(set(ticked) & set(key)), len(set(ticked) ^ set(key))
        match self.scoring:
            case "right minus wrong" if key:
                return Fraction(max(0, hits - len(set(ticked) - set(key))), len(key))
            case "every option":
                return Fraction(len(self.names) - wrong, len(self.names))
            case "shares":
                earned = sum((share for name, share in self.shares if name in ticked), Fraction(0))
                return max(Fraction(0), min(Fraction(1), earned))
        return Fraction(not wrong)

    def offers(self, value: Any) -> bool:
        return set(value) <= set(self.names)

    def _named(self, value: Any) -> tuple[str, ...]:
        return tuple(value)

    def _split(self, text: str) -> list[str]:
        """Names on lines, as the page sends them; or with commas, or else spaces, between them, as one types."""
        if text in self.names:
            return [text]
        separators = next((sign for sign in "\n," if sign in text), None)
        return [name.strip() for name in text.split(separators) if name.strip()] or [text]


@dataclass(frozen=True, slots=True)
class Positions(Several):
    """Several places, to be ticked. The value is a tuple of places counted from 0."""

    def read(self, text: str) -> Any:
        named = Several.read(self, text)
        return named if isinstance(named, Unreadable) else tuple(self.names.index(name) for name in named)

    def offers(self, value: Any) -> bool:
        return True

    def _named(self, value: Any) -> tuple[str, ...]:
        return tuple(self.names[place] for place in value)


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


class Written:
    """A text that is kept as typed, and that nothing here can mark."""

    __slots__ = ()

    def rounded(self, value: Any) -> Any:
        return value

    def show(self, value: str) -> str:
        return value

    def latex(self, value: str) -> str:
        return text_latex(value)

    def read(self, text: str) -> str:
        return text.rstrip()


@dataclass(frozen=True, slots=True)
class Prose(Written):
    """Sentences, about as many words as ``words`` says. A person marks them."""

    words: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a program's tests that everybody sees."""

    function: str
    tests: tuple[Any, ...]
    arrays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program(Written):
    """A function in Python, run against ``tests``; of its arguments those in ``arrays`` come as NumPy arrays."""

    function: str
    starter: str
    tests: tuple[Any, ...]
    arrays: tuple[str, ...] = ()
    tolerance: float = 1e-6

    @property
    def shown(self) -> "Shown":
        """The function's name and arrays, with the tests that are not hidden."""
        return Shown(self.function, tuple(test for test in self.tests if not test.hidden), self.arrays)


Numeric = Fixed | Scientific | Integer
Form = Numeric | Tokens | TokenSet | Choice | Algebra | ShortAnswer | Written


def same_words(form: Form, x: Any, key: Any) -> bool:
    """True if two values of a discrete form (or two whole numbers) are the same; a set's order does not count,
    formulas are compared by their values, and short answers by the wordings that they meet."""
    if isinstance(form, Algebra | ShortAnswer):
        return form.same(x, key)
    return set(x) == set(key) if isinstance(form, TokenSet | Several) else bool(x == key)


def rounded_in(form: Form, value: Any) -> Any:
    """A value of any shape with each number rounded in the form, as one writes a line by hand."""
    if isinstance(value, dict):
        return {name: rounded_in(form, item) for name, item in value.items()}
    if isinstance(value, list):
        return [rounded_in(form, item) for item in value]
    return form.rounded(value)


def text_latex(text: str) -> str:
    r"""Plain text inside mathematics: ``\text{...}`` with everything that LaTeX would read escaped."""
    escapes = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "\0": ""}
    escapes |= {c: "\\" + c for c in "#$%&_{}"}
    return r"\text{" + "".join(escapes.get(c, c) for c in text) + "}"


def _round_half_up(x: float, places: int) -> float:
    if not math.isfinite(x):
        return x
    scale = 10.0**places
    return math.copysign(math.floor(abs(x) * scale + 0.5 + TIE) / scale, x)
