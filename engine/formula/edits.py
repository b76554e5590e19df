"""Small wrong turns of a formula, one at a time: another sign, a factor left out, another base, one too many."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from engine.answers.expression import Name, Num
from engine.formula.entries import cell_by_cell, of_the_same_kind
from engine.formula.functions import FUNCTIONS
from engine.formula.tree import Apply, Tree
from engine.formula.values import Kind

ARITHMETIC = ("+", "-", "*", "/")
ONE_OF = (
    ("ln", "log2", "log10"),
    ("floor", "ceil", "round"),
    ("sum", "mean", "prod", "max", "min", "norm"),
    ("smaller", "larger"),
    ("<", "<="),
    (">", ">="),
    ("sin", "cos"),
    ("sigmoid", "tanh", "relu"),
)  # functions that are taken for each other
ORDERED = ("-", "/", "^", "matmul", "mod", "choose")  # where the order counts
FACTORS = tuple(map(Decimal, ("10", "100", "1000", "1024", "1000000")))
ROOT, ONE, TWO = "right", Num(Decimal(1)), Num(Decimal(2))


def edits(tree: Tree, known: Mapping[str, Kind]) -> Iterator[Tree]:
    """Every formula that is one wrong turn away, simple ones of the whole first; ``known`` are the names at hand.

    What is wrong with the whole is said of ``right``, as a mistake of a question may. Not all of them have a value.
    """
    yield from _of_the_whole(known)
    yield from _Inside(known).turned(tree)


def _of_the_whole(known: Mapping[str, Kind]) -> Iterator[Tree]:
    right = Name(ROOT)
    yield from (Name(name) for name, kind in known.items() if kind is known[ROOT] and name != ROOT)
    for factor in FACTORS:
        yield from (Apply(sign, (right, Num(factor))) for sign in "*/")
    yield Apply("neg", (right,))
    yield from (Apply(sign, (ONE, right)) for sign in "-/")
    yield from (Apply(sign, (right, ONE)) for sign in "+-")
    yield from (Apply(sign, (right, TWO)) for sign in "*/^")
    yield from (Apply(name, (right,)) for name in ("sqrt", "exp", "ln", "log2", "log10", "abs"))


@dataclass(frozen=True, slots=True)
class _Inside:
    """Wrong turns at any place of a tree."""

    known: Mapping[str, Kind]

    def turned(self, tree: Tree) -> Iterator[Tree]:
        yield from self.here(tree)
        if isinstance(tree, Apply):
            for n, argument in enumerate(tree.arguments):
                before, behind = tree.arguments[:n], tree.arguments[n + 1 :]
                for other in self.turned(argument):
                    yield Apply(tree.function, (*before, other, *behind))

    def here(self, tree: Tree) -> Iterator[Tree]:
        match tree:
            case Num(value):
                yield from (Num(other) for other in (value + 1, value - 1) if other >= 0)
                yield from (Num(value * factor) for factor in FACTORS[:3])
                yield from (Num(value / factor) for factor in FACTORS[:3])
                swapped = {Decimal(1000): Decimal(1024), Decimal(1024): Decimal(1000)}
                yield from (Num(other) for number, other in swapped.items() if number == value)
            case Name(name):
                yield from self.of_a_name(tree, name)
            case Apply():
                yield from self.of_a_function(tree)

    def of_a_name(self, tree: Name, name: str) -> Iterator[Tree]:
        kind = self.known.get(name)
        yield from (
            Name(other) for other, own in self.known.items() if own is kind and other not in (name, ROOT)
        )
        if kind is Kind.NUMBER:
            yield from self.one_off(tree)
        if kind is Kind.MATRIX:
            yield Apply("transpose", (tree,))
        yield from self.raised(tree)

    def of_a_function(self, tree: Apply) -> Iterator[Tree]:
        name, arguments = tree.function, tree.arguments
        if name in ARITHMETIC or name == "^":
            others = ARITHMETIC if name != "^" else ("*",)
            yield from (Apply(other, arguments) for other in others if other != name)
        if name in (*ARITHMETIC, "^", "if"):
            yield from arguments[-2:]
        if len(arguments) == 1 and FUNCTIONS[name].kind in (cell_by_cell, of_the_same_kind):
            yield arguments[0]
        if name == "transpose":
            yield arguments[0]
        if name in ORDERED or (name == "[]" and len(arguments) == 3):
            first = arguments[:-2]
            yield Apply(name, (*first, arguments[-1], arguments[-2]))
        for group in ONE_OF:
            if name in group:
                yield from (Apply(other, arguments) for other in group if other != name)
        yield from _EXTRA.get(name, _nothing)(arguments)
        yield from self.raised(tree)
        if name != "neg":
            yield from self.one_off(tree)

    def one_off(self, tree: Tree) -> Iterator[Tree]:
        yield from (Apply(sign, (tree, ONE)) for sign in "+-")

    def raised(self, tree: Tree) -> Iterator[Tree]:
        yield Apply("^", (tree, TWO))
        yield Apply("sqrt", (tree,))


def _nothing(arguments: tuple[Tree, ...]) -> tuple[Tree, ...]:
    return ()


_EXTRA: Mapping[str, Callable[[tuple[Tree, ...]], tuple[Tree, ...]]] = {
    "exp": lambda x: (Apply("^", (TWO, x[0])), Apply("^", (Num(Decimal(10)), x[0]))),
    "norm": lambda x: (Apply("sum", (Apply("*", (x[0], x[0])),)), Apply("sum", (Apply("abs", (x[0],)),))),
    "dot": lambda x: (Apply("*", (Apply("sum", (x[0],)), Apply("sum", (x[1],)))),),
    "sum": lambda x: (Apply("sum", (Apply("^", (x[0], TWO)),)),),
}
