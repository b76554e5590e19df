"""Mean, quartiles and standard deviation, against the standard library, which reckons in floats."""

import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.marking.distribution import distribution

SHARES = st.lists(st.fractions(0, 1, max_denominator=60), min_size=2, max_size=40)


@given(SHARES)
def test_the_figures_are_those_of_the_standard_library(shares: list[Fraction]) -> None:
    found = distribution(shares)
    assert found is not None
    quartiles = statistics.quantiles(map(float, shares), n=4, method="inclusive")
    mine = (found.first_quartile, found.median, found.third_quartile)
    assert [float(one) for one in mine] == pytest.approx(quartiles)
    assert float(found.mean) == pytest.approx(statistics.fmean(shares))
    assert found.deviation == pytest.approx(statistics.pstdev(map(float, shares)), abs=1e-9)
    assert (found.low, found.high) == (min(shares), max(shares))


def test_an_example_by_hand() -> None:
    """The lower quartile of 1/10, 2/10, 3/10 and 6/10 is three quarters of the way from the first to the second."""
    found = distribution(Fraction(n, 10) for n in (6, 1, 3, 2))
    assert found is not None
    assert (found.first_quartile, found.median) == (Fraction(7, 40), Fraction(1, 4))
    assert (found.third_quartile, found.mean) == (Fraction(15, 40), Fraction(3, 10))


def test_one_value_is_all_of_its_figures_and_none_has_no_figures() -> None:
    found = distribution([Fraction(1, 3)])
    assert found is not None
    assert {found.low, found.first_quartile, found.median, found.high, found.mean} == {Fraction(1, 3)}
    assert found.deviation == 0
    assert distribution([]) is None
