"""The variables of a formula question: what each is, and how its value is drawn or computed."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from engine import deadline
from engine.formula.tree import LONGEST
from engine.formula.values import Kind, Wrong
from engine.parameters import Matrix, Real, Vector, symbol
from engine.validation.schema import Fault, Shape

Word = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[tuple[Word, ...], Field(min_length=1, max_length=40)]
TYPES: Mapping[Kind, Any] = {
    Kind.NUMBER: Real, Kind.VECTOR: Vector, Kind.MATRIX: Matrix, Kind.WORD: Word, Kind.WORDS: Words,
}  # fmt: skip
MOST_STEPS = 100_000  # from one end of a range to the other
Size = Annotated[int, Field(ge=1, le=64)] | Annotated[str, Field(max_length=40)]


class Variable(Shape):
    """A number, a word, a vector or a matrix: drawn ``of`` a list or ``from`` .. ``to``, with a fixed ``value``, or
    ``computed`` by a formula of the variables above, so that the statement can show it.

    ``length`` makes it a vector, ``rows`` and ``columns`` a matrix; each may be the name of a variable above. With none
    of all this its values stand in the cases.
    """

    meaning: str = Field("", max_length=200)
    symbol: str = Field("", max_length=80)
    value: Any = None
    computed: str = Field("", max_length=LONGEST)
    of: list[Any] = Field([], max_length=400)
    start: Real | None = Field(None, alias="from")
    to: Real | None = None
    step: float = Field(1, gt=0, le=1e30)
    length: Size | None = None
    rows: Size | None = None
    columns: Size | None = None

    @model_validator(mode="after")
    def says_one_thing(self) -> "Variable":
        """Raises ValueError where its value is given in two ways, or its range or its shape only by half."""
        ways = [self.value is not None, bool(self.of), self.start is not None, bool(self.computed)]
        if sum(ways) > 1:
            raise ValueError("give one of `value`, `of`, `from` and `to`, or `computed`")
        if (self.start is None) != (self.to is None):
            raise ValueError("`from` and `to` go together")
        if (
            self.start is not None
            and self.to is not None
            and not 0 <= self.to - self.start <= MOST_STEPS * self.step
        ):
            raise ValueError(
                "the largest (`to`) must not lie below the smallest (`from`), "
                f"with at most {MOST_STEPS:,} steps between them"
            )
        if (self.rows is None) != (self.columns is None) or (
            self.length is not None and self.rows is not None
        ):
            raise ValueError("a vector has a `length`, a matrix `rows` and `columns`")
        if (self.length or self.rows) and not (self.of or self.start is not None):
            raise ValueError("say what its entries are drawn from: `of`, or `from` and `to`")
        return self

    @property
    def sizes(self) -> tuple[int | str, ...]:
        """The length, or the rows and columns, as numbers or as names of variables; () for a value without a shape."""
        return tuple(size for size in (self.length, self.rows, self.columns) if size is not None)

    @property
    def drawable(self) -> bool:
        """True if it has a value where no case gives one."""
        return self.value is not None or bool(self.of) or self.start is not None or bool(self.computed)

    def kind(self, case: Any) -> Kind:
        """The kind of its value; ``case`` is the one in the first case, None where there is none. Raises ValueError.

        A Fault's place is inside this table.
        """
        if self.sizes:
            return Kind(len(self.sizes))
        if "computed" in self.model_fields_set and not self.drawable:
            raise Fault(("computed",), "this is empty")
        found = (
            [self.value] if self.value is not None else self.of or [0.0] * (self.start is not None) or [case]
        )
        kinds = {_kind_of(one) for one in found}
        if len(kinds) > 1:
            raise Fault(
                ("of",), "what it is drawn from must be of one kind: numbers, words, or lists of these"
            )
        return kinds.pop()

    def drawn(self, rng: Random, known: Mapping[str, Any]) -> Any:
        """A value, drawn unless fixed, of a variable that is not computed; ``known`` are the variables above.
        Raises Wrong for a size out of range."""
        deadline.check()
        if self.value is not None:
            return self.value
        sizes = [size if isinstance(size, int) else int(known[size]) for size in self.sizes]
        if any(not 1 <= size <= 64 for size in sizes):
            raise Wrong("a vector or a matrix has 1 to 64 entries in a row")
        match sizes:
            case []:
                return self._one(rng)
            case [length]:
                return [self._one(rng) for _ in range(length)]
            case _:
                return [[self._one(rng) for _ in range(sizes[1])] for _ in range(sizes[0])]

    def _one(self, rng: Random) -> Any:
        if self.start is None or self.to is None:
            return rng.choice(self.of)
        steps = int((self.to - self.start) / self.step + 1e-9)
        value = round(self.start + rng.randrange(steps + 1) * self.step, 10)
        return int(value) if value == int(value) else value

    def field(self, name: str, kind: Kind) -> tuple[Any, Any]:
        """The type and the field of the parameter that holds it."""
        return TYPES[kind], symbol(self.symbol or in_words(name), self.meaning or name)


def as_drawn(computed: Any) -> Any:
    """A computed value as a drawn one is written: whole numbers as such, others to 12 significant digits, so that what
    a statement shows is what marking computes with."""
    if isinstance(computed, np.ndarray):
        return [as_drawn(one) for one in computed]
    if isinstance(computed, str | tuple):
        return computed
    value = float(f"{computed:.12g}")
    return int(value) if value.is_integer() else value


def in_words(name: str) -> str:
    """The LaTeX of a name that has no symbol."""
    return rf"\text{{{name.replace('_', ' ')}}}"


def _kind_of(value: Any) -> Kind:
    """The kind of a value as TOML holds it. Raises ValueError."""
    if isinstance(value, str):
        return Kind.WORD
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Kind.NUMBER
    if isinstance(value, list) and value:
        inner = {_kind_of(item) for item in value}
        outer = {Kind.NUMBER: Kind.VECTOR, Kind.VECTOR: Kind.MATRIX, Kind.WORD: Kind.WORDS}
        if len(inner) == 1 and (kind := outer.get(inner.pop())) is not None:
            return kind
    raise ValueError("a value is a number, a word, or a list of numbers, of equally long rows, or of words")
