"""An entry of the table of functions, and the rules that give the kind of a result for the kinds of the arguments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.formula.values import Kind, Wrong

Rule = Callable[[Sequence[Kind]], Kind]
Computes = TypeVar("Computes", bound=Callable[..., Any])
ANY, SUM, PRODUCT, FRACTION, POWER, ATOM = range(6)  # how strongly a written part binds


@dataclass(frozen=True, slots=True)
class Function:
    """The computation behind a name or a sign. ``kind`` gives the result's kind, or raises Wrong.

    ``latex`` has places {0}, {1} for the arguments; ``needs`` is how strongly each must bind to stand there without
    brackets, ``binds`` how strongly the whole does. ``cell_by_cell`` entries are written with the numbers of one cell.
    """

    compute: Callable[..., Any]
    kind: Rule
    latex: str
    least: int
    most: int
    needs: tuple[int, ...]
    binds: int
    docs: str

    @property
    def cell_by_cell(self) -> bool:
        """True if each cell of the result is computed from cells at the same place."""
        return self.kind in (cell_by_cell, compared)


def entry(
    table: dict[str, Function],
    name: str,
    kind: Rule,
    latex: str = "",
    *,
    most: int = 1,
    least: int = 0,
    needs: tuple[int, ...] = (ANY,),
    binds: int = ATOM,
) -> Callable[[Computes], Computes]:
    """Puts the function below into the table; the authoring guide shows its docstring."""

    def put(compute: Computes) -> Computes:
        places = ", ".join(f"{{{n}}}" for n in range(most))
        written = latex or rf"\operatorname{{{{{name}}}}}({places})"
        table[name] = Function(
            compute,
            kind,
            written,
            least or most,
            most,
            needs,
            binds,
            (compute.__doc__ or "").strip(),
        )
        return compute

    return put


def cell_by_cell(kinds: Sequence[Kind]) -> Kind:
    """The widest of numbers, vectors, matrices: a number goes with every cell, a vector with every row of a matrix."""
    for kind in kinds:
        if kind > Kind.MATRIX:
            raise Wrong(f"This takes numbers, vectors and matrices, not {kind.said}.")
    return max(kinds)


def compared(kinds: Sequence[Kind]) -> Kind:
    """The kind as for ``cell_by_cell``; a word is compared with a word, or with each word of a list."""
    if max(kinds) <= Kind.MATRIX:
        return max(kinds)
    if set(kinds) == {Kind.WORD}:
        return Kind.NUMBER
    if tuple(kinds) == (Kind.WORDS, Kind.WORD):
        return Kind.VECTOR
    raise Wrong(f"{kinds[0].said.capitalize()} cannot be compared with {kinds[1].said}.")


def reduced(kinds: Sequence[Kind]) -> Kind:
    """A number, made of all cells of a vector or a matrix."""
    if kinds[0] not in (Kind.VECTOR, Kind.MATRIX):
        raise Wrong(f"This takes a vector or a matrix, not {kinds[0].said}.")
    return Kind.NUMBER


def of_the_same_kind(kinds: Sequence[Kind]) -> Kind:
    """A vector of a vector, a matrix of a matrix, row by row."""
    reduced(kinds)
    return kinds[0]


def takes(*wanted: Kind, gives: Kind) -> Rule:
    """A rule that asks for exactly these kinds, in this order; fewer arguments may be given."""

    def rule(kinds: Sequence[Kind]) -> Kind:
        for n, (kind, need) in enumerate(zip(kinds, wanted, strict=False), 1):
            if kind is not need:
                raise Wrong(f"Argument {n} must be {need.said}, not {kind.said}.")
        return gives

    return rule
