"""The value of a closed form, against Python's fractions and mpmath, which compute it from the same tree."""

import time
from decimal import Decimal
from fractions import Fraction

import mpmath  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.answers import closed_form
from engine.answers.closed_form import evaluate
from engine.answers.expression import CONSTANTS, FUNCTIONS, Binary, Call, Name, Num, Tree, Unary
from engine.answers.grammar import parse
from engine.answers.refusal import Refused
from tests.engine.answers.random_expressions import longest, small, trees, two_places
from tests.engine.submissions import SWEEP

LONG = 30.0  # seconds: a text that backtracks takes minutes, any other a few milliseconds


class Outside(Exception):
    """The value is not real, or beyond the limits on the way."""


def value_of(text: str) -> Decimal | Refused:
    tree = parse(text)
    assert not isinstance(tree, Refused), tree
    return evaluate(tree)


def by_fractions(tree: Tree) -> Fraction:
    match tree:
        case Num(typed):
            return Fraction(typed)
        case Unary(sign, operand):
            return by_fractions(operand) * (-1 if sign == "-" else 1)
        case Binary(sign, left, right):
            a, b = by_fractions(left), by_fractions(right)
            if sign == "/" and b == 0:
                raise Outside
            value = a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
            if value and not Fraction(1, 10**60) <= abs(value) <= 10**60:
                raise Outside
            return value
    raise AssertionError(tree)


def by_mpmath(tree: Tree) -> mpmath.mpf:
    """At 400 digits. What cancels to less than 10^-95 of its parts is zero; so are such sines."""
    parts: list[mpmath.mpf] = []
    match tree:
        case Num(typed):
            value = mpmath.mpf(str(typed))
        case Name(name):
            value = +mpmath.e if name == "e" else +mpmath.pi
        case Unary(sign, operand):
            value = by_mpmath(operand) * (-1 if sign == "-" else 1)
        case Binary("+" | "-" as sign, left, right):
            parts = [by_mpmath(left), by_mpmath(right)]
            value = parts[0] + parts[1] if sign == "+" else parts[0] - parts[1]
        case Binary("^", left, right):
            value = powered(by_mpmath(left), by_mpmath(right))
        case Binary(sign, left, right):
            a, b = by_mpmath(left), by_mpmath(right)
            if sign == "/" and b == 0:
                raise Outside
            value = a * b if sign == "*" else a / b
        case Call("sqrt" | "exp" | "abs" as function, argument):
            x = by_mpmath(argument)
            if function == "sqrt" and x < 0:
                raise Outside
            value = {"sqrt": mpmath.sqrt, "exp": mpmath.exp, "abs": mpmath.fabs}[function](x)
        case Call("sin" | "cos" as function, argument):
            parts = [mpmath.mpf(1)]
            value = {"sin": mpmath.sin, "cos": mpmath.cos}[function](by_mpmath(argument))
        case Call("tanh", argument):
            value = mpmath.tanh(by_mpmath(argument))
        case Call(function, argument):
            x, parts = by_mpmath(argument), [mpmath.mpf(1)]
            if x <= 0:
                raise Outside
            value = mpmath.log(x, {"ln": mpmath.e, "log2": 2, "log10": 10}[function])
    if parts and mpmath.fabs(value) < mpmath.mpf("1e-95") * max(map(mpmath.fabs, parts)):
        return mpmath.mpf(0)
    if value != 0 and not mpmath.mpf("1e-60") <= mpmath.fabs(value) <= mpmath.mpf("1e60"):
        raise Outside
    return value


def powered(base: mpmath.mpf, exponent: mpmath.mpf) -> mpmath.mpf:
    nearest = mpmath.nint(exponent)
    whole = mpmath.fabs(exponent - nearest) <= mpmath.mpf("1e-95") * mpmath.fabs(exponent)
    if (base == 0 and exponent <= 0) or (base < 0 and not whole):
        raise Outside
    return mpmath.power(base, nearest if whole else exponent)


def test_every_constant_and_function_of_the_language_has_a_meaning() -> None:
    assert closed_form.VALUES.keys() == CONSTANTS
    assert closed_form.APPLIED.keys() == FUNCTIONS


@settings(max_examples=400 if SWEEP else 80, deadline=None)
@given(trees(two_places | small, "+-*/"))
def test_rational_steps_give_what_fractions_give(tree: Tree) -> None:
    value = evaluate(tree)
    try:
        exact = by_fractions(tree)
    except Outside:
        assert isinstance(value, Refused)
        return
    assert isinstance(value, Decimal)
    if exact.denominator == 1:
        assert value == exact.numerator
    else:
        assert abs(Fraction(value) - exact) <= abs(exact) / 10**49


@settings(max_examples=600 if SWEEP else 120, deadline=None)
@given(trees(two_places | small, "+-*/^", most_leaves=12))
def test_all_other_steps_give_what_mpmath_gives(tree: Tree) -> None:
    value = evaluate(tree)
    with mpmath.workdps(400):
        try:
            expected = by_mpmath(tree)
        except Outside:
            assert isinstance(value, Refused)
            return
        assert isinstance(value, Decimal)
        assert mpmath.fabs(mpmath.mpf(str(value)) - expected) <= mpmath.mpf("1e-45") * mpmath.fabs(expected)


@settings(max_examples=400 if SWEEP else 80, deadline=None)
@given(trees(longest | small, "+-*/^^^"))
def test_no_tree_within_the_limits_takes_long(tree: Tree) -> None:
    began = time.perf_counter()
    value = evaluate(tree)
    assert time.perf_counter() - began < LONG
    assert isinstance(value, Refused) or (value.is_finite() and (not value or -61 <= value.adjusted() <= 60))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("9**9**9", 1),
        ("9^9^9^9", 3),
        ("(((((2^60)^60)^60)^60)^60)", 10),
        ("exp(exp(exp(60)))", 4),
        ("10^-1000", 2),
        ("exp(-1000)", 0),
        ("10^60*10", 5),
        ("1/(1-1)", 1),
        ("0^-1", 1),
        ("0^-0.5", 1),
        ("0^0", 1),
        ("1/cos(pi/2)", 1),
        ("1/(sqrt(2)^2 - 2)", 1),
        ("2/(1/3*3 - 1)", 1),
        ("sqrt(-1)", 0),
        ("2*ln(0)", 2),
        ("log10(-5)", 0),
        ("(-8)^(1/3)", 4),
        ("(-1)^0.5", 4),
    ],
)
def test_what_has_no_real_value_within_the_limits_is_refused_at_once_and_at_its_sign(
    text: str, at: int
) -> None:
    began = time.perf_counter()
    refused = value_of(text)
    assert time.perf_counter() - began < LONG
    assert isinstance(refused, Refused)
    assert refused.column == at
    assert refused.message.endswith(".")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("24/25", "0.96"),
        ("12*768^2", "7077888"),
        ("2^15", "32768"),
        ("2^190", str(2**190)),
        ("10^60", str(10**60)),
        ("-2^2", "-4"),
        ("2^3^2", "512"),
        ("2^-3", "0.125"),
        ("0^0.5", "0"),
        ("1/3*3", "1"),
        ("sqrt(2)^2 - 2", "0"),
        ("sin(pi)", "0"),
        ("cos(0)", "1"),
        ("log2(8)", "3"),
        ("log10(1000)", "3"),
        ("e^ln(2)", "2"),
        ("8^(1/3)", "2"),
        ("(-8)^log2(8)", "-512"),
        ("abs(-3)", "3"),
        ("-0", "0"),
    ],
)
def test_what_is_exact_on_paper_is_exact(text: str, value: str) -> None:
    assert value_of(text) == Decimal(value)


def test_fifty_digits_are_given_for_what_is_not_whole() -> None:
    assert str(value_of("e")) == "2.7182818284590452353602874713526624977572470937"
    assert str(value_of("pi")) == "3.1415926535897932384626433832795028841971693993751"
    assert str(value_of("sqrt(18)")) == "4.2426406871192851464050661726290942357090156261308"


@given(st.integers(-(10**60), 10**60))
@example(10**60)
def test_a_sine_is_exact_after_any_number_of_turns(turns: int) -> None:
    value = evaluate(Call("sin", Num(Decimal(abs(turns)))))
    assert isinstance(value, Decimal)
    with mpmath.workdps(200):
        assert mpmath.fabs(mpmath.sin(abs(turns)) - mpmath.mpf(str(value))) < mpmath.mpf("1e-49")


def test_a_limit_of_e_is_seen_with_forty_digits() -> None:
    value = value_of("(1 + 10^-39)^(10^39)")
    assert isinstance(value, Decimal)
    assert abs(value - Decimal(1).exp()) < Decimal("1e-26")
