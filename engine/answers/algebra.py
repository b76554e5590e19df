"""Answers that are formulas in a few symbols, such as 2*a*x: read, shown, and compared with the right one.

Two formulas are the same where their values are, at a dozen points of what their symbols can be, to forty digits: sums
in another order, factors taken out and other names of one function all agree, and nothing is rewritten for that. The
arithmetic is that of closed forms (`engine.answers.closed_form`), with room for larger numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation, Overflow, Underflow, localcontext
from functools import lru_cache
from random import Random
from typing import Literal

from engine.answers import algebra_latex
from engine.answers.closed_form import APPLIED, SIGNS, VALUES, WORKING
from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary
from engine.answers.refusal import Refused

UpTo = Literal["", "a constant", "a factor", "order of growth"]
FOLDED = Decimal("1e12")  # numbers up to here are computed where they stand beside each other
POINTS = 12  # at which both are compared
LEAST = 4  # of them must have a value, else nothing is known
DIGITS = 80  # of every value: twice as many as two must share
CLOSE = Decimal("1e-40")  # relative
GROWN = (300, 600)  # powers of ten that symbols grow to, where orders of growth are compared
STEADY = Decimal("0.02")  # how far the ratio of two of the same order may still move between these
Point = Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that may stand in an answer, between which numbers it lies, and what it means."""

    name: str
    low: Decimal
    high: Decimal
    meaning: str = ""

    @property
    def latex(self) -> str:
        return algebra_latex.named(self.name)


def read(text: str, names: Sequence[str], own: bool = False) -> Tree | Refused:
    """The formula that somebody typed in these names, or what is wrong with it and at which column; ``own``: a text
    that was made of a formula, which may be longer."""
    from engine.answers.grammar import parse_with_names

    return parse_with_names(text, names, own)


def filled(tree: Tree, numbers: Mapping[str, Decimal]) -> Tree:
    """The formula with these names replaced by their numbers, and what is then computed of two whole ones."""
    match tree:
        case Name(name, at) if name in numbers:
            return _signed(numbers[name], at)
        case Unary(sign, operand, at):
            return Unary(sign, filled(operand, numbers), at)
        case Binary(sign, left, right, at):
            return _folded(Binary(sign, filled(left, numbers), filled(right, numbers), at))
        case Call(function, argument, at):
            return Call(function, filled(argument, numbers), at)
    return tree


def _signed(number: Decimal, at: int) -> Tree:
    return Unary("-", Num(-number, at), at) if number < 0 else Num(number, at)


def _folded(tree: Binary) -> Tree:
    """The number that a sum, a difference or a product of two numbers is; other trees as they are."""
    match tree:
        case Binary("+" | "-" | "*" as sign, Num(left), Num(right), at) if max(left, right) < FOLDED:
            return _signed({"+": left + right, "-": left - right, "*": left * right}[sign], at)
    return tree


def compared(mine: Tree, right: Tree, symbols: Sequence[Symbol], up_to: UpTo = "") -> bool | None:
    """True if the formulas are the same, up to what is allowed; None where the ``right`` one has a value at too few
    points to tell. A formula that has none where the right one does is another one."""
    with localcontext(prec=DIGITS):  # whose exponents have room for a ratio of values
        if up_to == "order of growth":
            return _grow_alike(mine, right, symbols)
        return _alike_at_points(mine, right, symbols, up_to)


def _alike_at_points(mine: Tree, right: Tree, symbols: Sequence[Symbol], up_to: UpTo) -> bool | None:
    values = [
        (value(mine, point), key)
        for point in _points(tuple(symbols))
        if (key := value(right, point)) is not None
    ]
    if len(values) < LEAST:
        return None
    pairs = [(own, key) for own, key in values if own is not None]
    if len(pairs) < len(values):
        return False
    match up_to:
        case "a constant":
            return _all_alike([own - key for own, key in pairs], max(abs(key) for _, key in pairs))
        case "a factor":
            if any(not own or not key for own, key in pairs):
                return all(not own and not key for own, key in pairs)
            return _all_alike([own / key for own, key in pairs])
    return all(_alike(own, key) for own, key in pairs)


def value(tree: Tree, point: Point) -> Decimal | None:
    """The value at a point; None where it has none, or one that is beyond the arithmetic."""
    try:
        with localcontext(WORKING, prec=DIGITS):
            return _value(tree, point)
    except (ValueError, ZeroDivisionError, Overflow, Underflow, InvalidOperation, RecursionError):
        return None


def _value(tree: Tree, point: Point) -> Decimal:
    match tree:
        case Num(number):
            return number
        case Name(name):
            return point[name] if name in point else VALUES[name]()
        case Unary(sign, operand):
            return -_value(operand, point) if sign == "-" else _value(operand, point)
        case Binary(sign, left, right):
            return SIGNS[sign](_value(left, point), _value(right, point))
        case Call(function, argument):
            return APPLIED[function](_value(argument, point))


@lru_cache(256)
def _points(symbols: tuple[Symbol, ...]) -> tuple[Point, ...]:
    """Points of what the symbols can be, the same for every answer; six decimals each, none of them a round number."""
    rng = Random("algebra")
    return tuple(
        {
            one.name: one.low + (one.high - one.low) * Decimal(rng.randrange(1, 10**6)) / 10**6
            for one in symbols
        }
        for _ in range(POINTS)
    )


def _alike(a: Decimal, b: Decimal, beside: Decimal = Decimal(1)) -> bool:
    return abs(a - b) <= CLOSE * max(abs(a), abs(b), min(beside, Decimal(1)))


def _all_alike(values: Sequence[Decimal], beside: Decimal = Decimal(1)) -> bool:
    return all(abs(one - values[0]) <= CLOSE * max(abs(values[0]), beside, Decimal(1)) for one in values)


def _grow_alike(mine: Tree, right: Tree, symbols: Sequence[Symbol]) -> bool | None:
    """True if the ratio of both stays what it is while the symbols grow, each as fast as the others, faster, slower."""
    found = False
    for paces in _paces(symbols):
        ratios = []
        for power in GROWN:
            point = {name: Decimal(10) ** (power * pace) for name, pace in paces.items()}
            key, own = value(right, point), value(mine, point)
            if key is None or not key:
                break
            if not own or (own > 0) is not (key > 0):
                return False
            ratios.append(own / key)
        else:
            found = True
            if abs(ratios[1] / ratios[0] - 1) > STEADY:
                return False
    return True if found else None


def _paces(symbols: Sequence[Symbol]) -> Iterator[Mapping[str, int]]:
    names = [one.name for one in symbols]
    yield dict.fromkeys(names, 1)
    for name in names if len(names) > 1 else ():
        yield dict.fromkeys(names, 1) | {name: 3}
        yield dict.fromkeys(names, 3) | {name: 1}
