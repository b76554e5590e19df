"""Formulas in symbols: how they are read and shown, and that they are compared as sympy compares them."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, get_args

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.answers import algebra
from engine.answers.algebra import Symbol, UpTo
from engine.answers.algebra_latex import latex
from engine.answers.expression import Binary, Call, Name, Num, Tree, Unary, show
from engine.answers.forms import Algebra
from engine.answers.notation import GREEK
from engine.answers.refusal import Refused
from engine.solutions.mathml import mathml

NAMES = ("x", "y", "n")
SYMBOLS = tuple(Symbol(name, Decimal("0.3"), Decimal("2.7")) for name in NAMES)
OURS: dict[str, Any] = {name: sympy.Symbol(name, positive=True) for name in NAMES}
FUNCTIONS: dict[str, Any] = {
    "sqrt": sympy.sqrt, "exp": sympy.exp, "ln": sympy.log, "sin": sympy.sin, "cos": sympy.cos, "tanh": sympy.tanh,
}  # fmt: skip

leaves = st.one_of(
    st.integers(1, 9).map(lambda n: Num(Decimal(n))),
    st.sampled_from(NAMES).map(Name),
    st.sampled_from(["0.5", "2.25"]).map(lambda text: Num(Decimal(text))),
)
trees = st.recursive(
    leaves,
    lambda below: st.one_of(
        st.builds(Binary, st.sampled_from("+-*/"), below, below),
        st.builds(lambda base, power: Binary("^", base, Num(Decimal(power))), below, st.integers(2, 3)),
        st.builds(lambda operand: Unary("-", operand), below),
        st.builds(Call, st.sampled_from(list(FUNCTIONS)), below),
    ),
    max_leaves=6,
)


def tree(text: str) -> Tree:
    found = algebra.read(text, NAMES)
    assert not isinstance(found, Refused), found.message
    return found


def same(mine: str, right: str, up_to: UpTo = "") -> bool | None:
    return algebra.compared(tree(mine), tree(right), SYMBOLS, up_to)


def in_sympy(node: Tree) -> Any:
    """The same formula as sympy holds it, built node by node."""
    match node:
        case Num(value):
            return sympy.Rational(str(value))
        case Name(name):
            return OURS[name]
        case Unary(_, operand):
            return -in_sympy(operand)
        case Call(function, argument):
            return FUNCTIONS[function](in_sympy(argument))
        case Binary(sign, left, right):
            a, b = in_sympy(left), in_sympy(right)
            return {"+": a + b, "-": a - b, "*": a * b, "^": a**b}[sign] if sign != "/" else a / b


@given(trees)
def test_what_is_shown_is_read_back(one: Tree) -> None:
    assert show(tree(show(one))) == show(one)


@given(trees)
def test_every_formula_can_be_set(one: Tree) -> None:
    assert "<math>" in str(mathml(latex(one)))


@given(trees)
@settings(deadline=None)
def test_a_formula_that_sympy_writes_in_another_way_is_the_same(one: Tree) -> None:
    """Expanded and brought together by sympy, read again as somebody would type it."""
    known = in_sympy(one)
    assume(known.is_finite is not False and not known.has(sympy.I, sympy.zoo, sympy.nan))
    for other in (sympy.expand(known), sympy.together(known)):
        text = str(other).replace("**", "^").replace("log", "ln")
        assume(len(text) <= 300)
        typed = algebra.read(text, NAMES)
        assume(not isinstance(typed, Refused))  # sympy writes 2^(1/2) of what we cannot hold
        assert not isinstance(typed, Refused)
        assert algebra.compared(typed, one, SYMBOLS) is not False, text


@given(trees, trees)
@settings(deadline=None)
def test_two_formulas_are_the_same_just_where_sympy_says_so(one: Tree, other: Tree) -> None:
    ours = algebra.compared(one, other, SYMBOLS)
    assume(ours is not None)
    difference = in_sympy(one) - in_sympy(other)
    at = {
        OURS["x"]: sympy.Rational(7, 5),
        OURS["y"]: sympy.Rational(11, 13),
        OURS["n"]: sympy.Rational(17, 9),
    }
    there = sympy.N(difference.subs(at), 60)
    assume(there.is_real)
    assert ours is bool(abs(there) < sympy.Float("1e-50"))


@pytest.mark.parametrize(
    ("mine", "right", "up_to", "is_same"),
    [
        ("2x(x+1)", "2*x^2 + 2*x", "", True),
        ("1/(1+e^(-x))", "e^x/(1 + e^x)", "", True),
        ("0.333x", "x/3", "", False),
        ("x^2 + 5", "x^2 - 1", "a constant", True),
        ("x^2 + y", "x^2", "a constant", False),
        ("3 x^2", "x^2", "a factor", True),
        ("-x^2", "x^2", "a factor", True),
        ("x^3", "x^2", "a factor", False),
        ("0", "x", "a factor", False),
        ("3*n^2*x + n", "n^2*x", "order of growth", True),
        ("n^2*x + n*x^2", "n^2*x", "order of growth", False),
        ("n*ln(n)", "n", "order of growth", False),
        ("n*log2(n)", "n*ln(n)", "order of growth", True),
        ("n^2 + 1000n", "n^2", "order of growth", True),
        ("n*ln(n) + 5n", "n*ln(n)", "order of growth", True),
        ("n*ln(ln(n))", "n", "order of growth", False),
        ("-n", "n", "order of growth", False),
    ],
)
def test_what_may_differ_may_differ_and_nothing_else(
    mine: str, right: str, up_to: UpTo, is_same: bool
) -> None:
    assert same(mine, right, up_to) is is_same


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2·x", "2*x"), ("x×y÷n", "x*y/n"), ("x − 1", "x - 1"), ("0,5x", "0.5*x"), ("২x", "2*x"),
        ("x²*y⁻¹", "x^2*y^(-1)"), ("β(x + 1)", "beta*(x + 1)"), ("2*β_1", "2*beta_1"), ("π*x", "pi*x"),
        ("ε", "epsilon"), ("µ + μ", "mu + mu"),
    ],
)  # fmt: skip
def test_signs_and_letters_from_elsewhere_are_read_as_those_of_the_keyboard(typed: str, read: str) -> None:
    found = algebra.read(typed, (*NAMES, "beta", "beta_1", "epsilon", "mu"))
    assert not isinstance(found, Refused), found.message
    assert show(found) == read


def test_every_greek_letter_is_read_by_its_sign_and_set_by_its_name() -> None:
    for letter, name in GREEK.items():
        found = algebra.read(f"3*{letter}", (name,) if name != "pi" else NAMES)
        assert found == Binary("*", Num(Decimal(3)), Name(name))
        assert latex(found) == rf"3\,\{name}"


@pytest.mark.parametrize(
    ("typed", "set_as"),
    [
        ("x/y", r"\frac{x}{y}"), ("e^(x/y)", "e^{x/y}"), ("exp((x + 1)/y)", r"e^{\left(x + 1\right)/y}"),
        ("2^(x/(y*n))", r"2^{x/\left(y\,n\right)}"), ("x^(1/2)/y", r"\frac{x^{1/2}}{y}"), ("x/y*n", r"\frac{x}{y}\,n"),
    ],
)  # fmt: skip
def test_a_fraction_is_written_in_one_line_where_it_would_be_too_small(typed: str, set_as: str) -> None:
    assert latex(tree(typed)) == set_as


def test_a_formula_without_a_value_there_is_another_one() -> None:
    assert same("ln(-x)", "ln(x)") is False
    assert same("x", "ln(-x)") is None, "nothing is known where the right one has no value"
    assert same("sqrt(x - 1)^2", "x - 1") is False


@pytest.mark.parametrize(
    ("text", "says", "column"),
    [
        ("xy", "x*y", 0),
        ("x y z", "without “z”", 4),
        ("1,234x", "1234 or 1.234", 0),
        ("2βx", "without “βx”", 1),
        ("x = 2", "one side of the =", 2),
        ("2 (x", "close the bracket", 4),
        ("log(x)", "ln, log2 or log10", 0),
        ("sin x", "brackets after sin", 0),
        ("x^2 y", "the sign that is missing", 4),
        ("x" + "+x" * 200, "longer than 300", 300),
        ("(" * 30 + "x" + ")" * 30, "brackets inside one another", 20),
        ("__import__", "without “__import__”", 0),
    ],
)
def test_what_cannot_be_read_says_what_to_do_at_its_place(text: str, says: str, column: int) -> None:
    refused = algebra.read(text, NAMES)
    assert isinstance(refused, Refused)
    assert says in refused.message
    assert refused.column == column


@pytest.mark.parametrize(
    "text",
    [
        "9^9^9^9^9",
        "e^(e^(e^(e^x)))",
        "sin(9^99)",
        "x/0",
        "0^0",
        "ln(0)*x",
        "x^(1/3)^(9^9)",
        "x^9*y^4",
        "1/(x^9*y^4)",
    ],
)
def test_no_formula_takes_long_or_raises(text: str) -> None:
    for up_to in get_args(UpTo):
        assert same(text, "x", up_to) in (True, False, None)
        assert same("x", text, up_to) in (True, False, None)
        assert same("x^9*y^4", text, up_to) in (True, False, None)


@pytest.mark.parametrize(
    "text",
    [
        "^-".join("x" * 20),
        "x(" * 19 + "2x(x+1)" + ")" * 19,
        "+".join([f"{'9' * 38}x"] * 7),
        "-".join("y" * 29),
    ],
)
def test_whatever_can_be_typed_is_compared_and_set_though_it_is_written_longer(text: str) -> None:
    """Our text of it has more brackets and spaces than what was typed."""
    for up_to in get_args(UpTo):
        form = Algebra(SYMBOLS, up_to)
        read = form.read(text)
        assert isinstance(read, str), read
        assert form.same(read, "x") in (True, False)
        assert form.same(f"-({read})", "x") in (True, False)
        assert form.latex(read)


def test_numbers_are_put_in_and_computed_where_they_stand_together() -> None:
    numbers = {"n": Decimal(-3)}

    def put_in(text: str) -> str:
        return show(algebra.filled(tree(text), numbers))

    assert [put_in(text) for text in ("2*n*x", "n^2", "x - n", "2*4*x + 1")] == [
        "2*(-3)*x", "(-3)^2", "x - (-3)", "8*x + 1",
    ]  # fmt: skip
    values: Sequence[Decimal | None] = [
        algebra.value(tree(text), {"x": Decimal(2), **numbers}) for text in ("2*n*x", "n^2")
    ]
    assert values == [Decimal(-12), Decimal(9)]
