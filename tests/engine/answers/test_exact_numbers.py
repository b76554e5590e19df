"""Exact numbers: their arithmetic against sympy's, and what of them is written."""

import operator
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from engine.answers.exact_latex import written
from engine.answers.exact_numbers import Exact, Sum

SMALL = st.fractions(-4, 4, max_denominator=6)
TWO = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
ONE = {"exp": (Exact.exp, sympy.exp), "log": (Exact.log, sympy.log), "sqrt": (Exact.sqrt, sympy.sqrt)}


def rational(x: Fraction) -> sympy.Rational:
    return sympy.Rational(x.numerator, x.denominator)


def as_sympy(number: Exact) -> sympy.Expr:
    assert number.top is not None

    def total(terms: Sum) -> sympy.Expr:
        return sympy.Add(
            *(
                rational(factor)
                * sympy.exp(rational(power))
                * sympy.Mul(*(sympy.Integer(prime) ** rational(exponent) for prime, exponent in roots))
                * (sympy.log(log) if log != 1 else 1)
                for (power, roots, log), factor in terms.items()
            )
        )

    return total(number.top) / total(number.bottom)


@given(
    st.lists(SMALL, min_size=2, max_size=5), st.lists(st.sampled_from([*TWO, *ONE]), min_size=1, max_size=6)
)
def test_what_is_known_exactly_is_what_sympy_computes(numbers: list[Fraction], operations: list[str]) -> None:
    mine, theirs = Exact.rational(numbers[0]), rational(numbers[0])
    for place, operation in enumerate(operations):
        other = numbers[place % len(numbers)]
        undefined = {
            "/": not other,
            "exp": abs(mine.value) > 20,
            "log": mine.value < 1e-9,
            "sqrt": mine.value < 1e-9,
        }
        if undefined.get(operation):
            continue
        if operation in TWO:
            mine, theirs = TWO[operation](mine, other), TWO[operation](theirs, rational(other))
        else:
            ours, its = ONE[operation]
            mine, theirs = ours(mine), its(theirs)
    if mine.top is not None:
        off = sympy.N(as_sympy(mine) - theirs, 40)
        assert abs(off) <= 1e-25 * max(1, abs(sympy.N(theirs, 40)))
    assert mine.value == pytest.approx(float(theirs), rel=1e-9, abs=1e-9)


def e(x: float) -> Exact:
    return Exact.of(x)


@pytest.mark.parametrize(
    ("number", "latex"),
    [
        (e(18).sqrt(), r"3\, \sqrt{2}"), (e(0.125).sqrt(), r"\dfrac{\sqrt{2}}{4}"),
        (-e(14).sqrt() / 3, r"-\dfrac{\sqrt{14}}{3}"),
        (e(20) / (e(9).sqrt() * e(49).sqrt()), r"\dfrac{20}{21}"),
        (e(5) / (e(2) * 3).sqrt(), r"\dfrac{5\, \sqrt{6}}{6}"),
        (e(1).exp() / (e(1).exp() * 2 + 1), r"\dfrac{e}{2\, e + 1}"), (1 / (1 + e(-1).exp()), r"\dfrac{e}{e + 1}"),
        ((e(0.7).exp() - 1) / (e(0.7).exp() + 1), r"\dfrac{e^{0.7} - 1}{e^{0.7} + 1}"),
        ((e(0.5).log() * 2 + e(0.25).log() + e(0.125).log()) / -4, r"\dfrac{7\, \ln 2}{4}"),
        (((e(0.5).log() * 2 + e(0.25).log() + e(0.125).log()) / -4).exp(), r"2\, \sqrt[4]{8}"),
        (1 + e(0.75).log(), r"1 - \ln \dfrac{4}{3}"), ((e(6).log() + e(10).log()) / 3, r"\dfrac{\ln 60}{3}"),
        (e(2).sqrt() * e(8).sqrt() / 3, r"\dfrac{4}{3}"),
    ],
)  # fmt: skip
def test_a_closed_form_is_written_as_one_would_on_paper(number: Exact, latex: str) -> None:
    assert written(number) == latex


@pytest.mark.parametrize(
    "number",
    [
        e(0.3), e(3), e(2) / 8, e(6).log(), e(2).exp(), e(0.123456789), e(1) / 997, e(30).exp() / (e(30).exp() + 1),
        e(1).exp().exp(), (e(1).exp() + 1).log(), e(2).log() * e(3).log(), Exact(0.5), e(0), e(10**7).sqrt() / 3,
    ],
)  # fmt: skip
def test_what_decimals_say_better_or_nobody_knows_is_not_written(number: Exact) -> None:
    assert written(number) == ""


def test_arrays_of_exact_numbers_go_through_numpy() -> None:
    scores = np.array([e(1), e(1), e(0)], dtype=object)
    powers = np.exp(scores - scores.max())
    assert [written(p) for p in powers / powers.sum()] == [r"\dfrac{e}{2\, e + 1}"] * 2 + [
        r"\dfrac{1}{2\, e + 1}"
    ]
    assert float(np.sqrt(np.array([e(2)]))[0]) == pytest.approx(2**0.5)


def test_a_masked_score_has_no_weight() -> None:
    assert written(e(float("-inf")).exp() + e(1) / 3) == r"\dfrac{1}{3}"


def test_division_by_zero_is_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        e(1) / (e(2) - 2)
