"""The value of a closed form: tree -> Decimal.

Computed in decimal arithmetic with four times the digits that are given back, so that what is whole or zero on
paper (1/3*3, log2(8), sqrt(2)^2 - 2) is seen to be so. Nothing runs long, because nothing grows: numbers have 200
digits at most, and the value of every node is checked before the next one uses it.
"""

from collections.abc import Callable, Mapping
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, Underflow, localcontext
from functools import cache

from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary
from engine.answers.refusal import Refusal, Refused
from engine.limits import EXPONENT

RESULT = Context(prec=50)
WORKING = Context(
    prec=200, Emax=9999, Emin=-9999, traps=[InvalidOperation, DivisionByZero, Overflow, Underflow]
)
NOISE = Decimal("1e-100")  # relative: how far rounding may have moved a whole number
FLAT = 200  # beyond, a hyperbolic tangent differs from 1 by less than that


def evaluate(tree: Tree) -> Decimal | Refused:
    """The value: exact for a whole number, else to 50 digits; Refused where it is not real or beyond the limits."""
    try:
        with localcontext(WORKING):
            value = _value(tree)
    except Refusal as refusal:
        return refusal.refused
    return value if value == value.to_integral_value() else RESULT.plus(value).normalize(RESULT)


def _value(tree: Tree) -> Decimal:
    """The value of one node; what goes wrong there is refused at the node's own column."""
    try:
        return _settled(_computed(tree))
    except ZeroDivisionError:
        message = "Here something is divided by zero. Please check the divisor."
    except Overflow:
        message = f"This grows beyond 10^{EXPONENT}. Please check the powers."
    except Underflow:
        message = f"This comes closer to zero than 10^-{EXPONENT}. Please check the powers."
    except ValueError as problem:
        message = str(problem)
    raise Refusal(message, tree.at)


def _computed(tree: Tree) -> Decimal:
    match tree:
        case Num(value):
            return value
        case Name(name):
            return VALUES[name]()
        case Unary(sign, operand):
            return -_value(operand) if sign == "-" else _value(operand)
        case Binary(sign, left, right):
            return SIGNS[sign](_value(left), _value(right))
        case Call(function, argument):
            return APPLIED[function](_value(argument))


def _settled(value: Decimal) -> Decimal:
    """The value, checked against the limits; whole where only rounding keeps it from being so."""
    if abs(value) > Decimal(10) ** EXPONENT:
        raise Overflow
    if 0 < abs(value) < Decimal(10) ** -EXPONENT:
        raise Underflow
    whole = value.to_integral_value()
    return whole if abs(value - whole) < NOISE * abs(value) else value


def _plus(a: Decimal, b: Decimal) -> Decimal:
    return _or_zero(a + b, max(abs(a), abs(b)))


def _or_zero(value: Decimal, beside: Decimal) -> Decimal:
    """Zero where the value is what rounding has left of it, beside numbers of this size."""
    return value if abs(value) > NOISE * beside else Decimal(0)


def _over(a: Decimal, b: Decimal) -> Decimal:
    if not b:
        raise ZeroDivisionError
    return a / b


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    if not base and not exponent:
        raise ValueError("0^0 has no agreed value. Please type the number that you mean.")
    if not base and exponent < 0:
        raise ZeroDivisionError
    if base < 0 and exponent != exponent.to_integral_value():
        raise ValueError("A negative number has no real power that is not whole. Please check the brackets.")
    return base**exponent


def _sqrt(x: Decimal) -> Decimal:
    if x < 0:
        raise ValueError("The square root of a negative number is not real. Please check the sign.")
    return x.sqrt()


def _ln(x: Decimal) -> Decimal:
    if x <= 0:
        raise ValueError("Only a number above zero has a logarithm. Please check the sign.")
    return x.ln()


def _sin(x: Decimal) -> Decimal:
    """The power series, after whole turns are taken off."""
    total = term = x % (2 * _pi())
    square, n = term * term, 1
    while abs(term) > NOISE * NOISE:
        n += 2
        term *= -square / (n * (n - 1))
        total += term
    return _or_zero(total, Decimal(1))


def _tanh(x: Decimal) -> Decimal:
    if abs(x) > FLAT:
        return Decimal(1).copy_sign(x)
    squared = (2 * x).exp()
    return (squared - 1) / (squared + 1)


@cache
def _pi() -> Decimal:
    """Pi by the arithmetic-geometric mean (Gauss, Brent, Salamin): each round doubles the digits."""
    with localcontext(WORKING, prec=WORKING.prec + 10):
        a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), 1
        for _ in range(8):
            a, b, t, p = (a + b) / 2, (a * b).sqrt(), t - p * ((a - b) / 2) ** 2, 2 * p
        return (a + b) ** 2 / (4 * t)


VALUES: Mapping[str, Callable[[], Decimal]] = {"e": Decimal(1).exp, "pi": _pi}
SIGNS: Mapping[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": _plus,
    "-": lambda a, b: _plus(a, -b),
    "*": lambda a, b: a * b,
    "/": _over,
    "^": _power,
}
APPLIED: Mapping[str, Callable[[Decimal], Decimal]] = {
    "sqrt": _sqrt,
    "exp": Decimal.exp,
    "ln": _ln,
    "log2": lambda x: _ln(x) / Decimal(2).ln(),
    "log10": lambda x: _ln(x) / Decimal(10).ln(),
    "abs": abs,
    "sin": _sin,
    "cos": lambda x: _sin(x + _pi() / 2),
    "tanh": _tanh,
}
