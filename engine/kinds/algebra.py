"""Kind ``algebra``: a formula in some symbols is asked, such as a derivative, a gradient or an order of growth.

The answer is a formula of the symbols and of variables whose numbers are drawn as in kind ``formula``; on the sheet
the numbers stand in their places.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, create_model, model_validator

from engine import kinds
from engine.answers import algebra
from engine.answers.algebra import UpTo
from engine.answers.expression import CONSTANTS, FUNCTIONS, Tree, show
from engine.answers.forms import Algebra
from engine.answers.refusal import Refused
from engine.chain import Family, Mistake
from engine.formula.compiled import drawing
from engine.formula.values import Kind
from engine.formula.variables import Variable
from engine.kinds import Misfit
from engine.limits import LONGEST_FORMULA
from engine.parameters import Frozen, Real
from engine.questions import Points
from engine.solutions.latex import SLOT
from engine.validation.schema import NAMES, Found, Shape

LONGEST_NAME = 20
FORMULA = Field(min_length=1, max_length=LONGEST_FORMULA)


class Symbol(Shape):
    """A name that stands in the answer, with its meaning, and between which numbers it is compared."""

    meaning: str = Field("", max_length=200)
    start: Real = Field(0.3, alias="from")
    to: Real = 2.7

    @model_validator(mode="after")
    def begins_before_it_ends(self) -> "Symbol":
        """Raises ValueError for a range of nothing."""
        if not self.start < self.to:
            raise ValueError("the largest must lie above the smallest")
        return self


class Wrong(Shape):
    """A classic wrong answer, and what its author reads."""

    name: str = Field("", max_length=40)
    value: str = FORMULA
    says: str = Field(min_length=1, max_length=400)
    bengali: str = Field("", max_length=600)


class Item(kinds.Item):
    """An algebra question as its file says it; ``up_to`` says in what an answer may differ from the right one.
    ``symbol`` is what the answer is called, as LaTeX, and ``working`` the way to it, step by step."""

    kind: str = "algebra"
    asks = "Your formula"
    points: Points = Fraction(2)
    symbols: dict[str, Symbol] = Field(min_length=1, max_length=6)
    variables: dict[str, Variable] = Field({}, max_length=12)
    constraints: list[str] = Field([], max_length=12)
    answer: str = FORMULA
    symbol: str = Field("", max_length=80)
    up_to: UpTo = ""
    working: list[Annotated[str, Field(min_length=1, max_length=400)]] = Field([], max_length=8)
    mistakes: list[Wrong] = Field([], max_length=12)

    @property
    def cases(self) -> tuple[Mapping[str, Any], ...]:
        """None: every number is drawn by itself."""
        return ()

    def chain(self) -> Family:
        """One step, whose mistakes are the wrong answers. Raises Misfit, or Faults."""
        found = Found()
        for name in self.symbols:
            if name.lower() in CONSTANTS | FUNCTIONS or name in self.variables:
                said = f"{name} cannot be the name of a symbol: it means something already."
                found.faults.append(Misfit(("symbols", name), said))
            elif not (
                name.isascii() and name.isidentifier() and name[0] != "_" and len(name) <= LONGEST_NAME
            ):
                said = f"{name} cannot be the name of a symbol: {NAMES}."
                found.faults.append(Misfit(("symbols", name), said))
        known, draw = drawing(self, found)
        for name, kind in known.items():
            if kind is not Kind.NUMBER:
                said = f"This is {kind.said}; a formula is of numbers."
                found.faults.append(Misfit(("variables", name), said))
        found.faults += self._strangers(known)
        found.settle()
        right = self._read(self.answer, "answer")
        symbols = tuple(
            algebra.Symbol(name, Decimal(str(one.start)), Decimal(str(one.to)), one.meaning)
            for name, one in self.symbols.items()
        )
        form = Algebra(symbols, self.up_to)
        fields: dict[str, Any] = {
            name: self.variables[name].field(name, kind) for name, kind in known.items()
        }
        parameters: type[Frozen] = create_model("Parameters", __base__=Frozen, **fields)
        compute = _filled(right, tuple(fields))
        family = self.one_step(
            "Answer", parameters, form, compute, symbol=self.symbol, working=tuple(self.working)
        )
        for n, wrong in enumerate(self.mistakes):
            tree = self._read(wrong.value, "mistakes", n, "value")
            name = wrong.name or f"wrong_{chr(ord('a') + n)}"
            family.mistakes[name] = Mistake(
                name, "answer", wrong.says, compute=_filled(tree, tuple(fields)), sources=tuple(fields),
                bengali=wrong.bengali,
            )  # fmt: skip
        family.draws(draw)
        family.refuses(lambda run: self._refusal(form, run.reached["answer"]))
        return family

    def _strangers(self, known: Mapping[str, Kind]) -> Iterator[Misfit]:
        """A misfit for each name in the working that is no variable."""
        for n, text in enumerate(self.working):
            for name in dict.fromkeys(SLOT.findall(text)):
                if name not in known:
                    yield Misfit(("working", n), f"<{name}> is no variable", spot=f"<{name}>")

    def _read(self, text: str, *place: str | int) -> Tree:
        """Raises Misfit at this place for a text that is no formula of the symbols and the variables."""
        tree = algebra.read(text, [*self.symbols, *self.variables])
        if isinstance(tree, Refused):
            raise Misfit(place, tree.message, tree.column)
        return tree

    @staticmethod
    def _refusal(form: Algebra, key: str) -> str | None:
        tree = algebra.read(key, form.names, own=True)
        known = (
            not isinstance(tree, Refused)
            and algebra.compared(tree, tree, form.symbols, form.up_to) is not None
        )
        return None if known else "the answer has a value at too few points of what its symbols can be"


def _filled(tree: Tree, names: tuple[str, ...]) -> Callable[..., str]:
    def text(*numbers: Any) -> str:
        held = {name: Decimal(f"{number:.12g}") for name, number in zip(names, numbers, strict=True)}
        return show(algebra.filled(tree, held))

    return text
