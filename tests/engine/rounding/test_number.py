"""Numbers as many people hold them: each operation is written down, and every decision is the exact one's."""

import math

import numpy as np
import pytest

from engine.answers.forms import Fixed, Scientific
from engine.rounding.number import MOST_OPERATIONS, TooLong, Written, seated
from engine.rounding.people import EXACT, Crowd, Person

TWO = Crowd([Person(), Person(inside=(2,))])


def both(number: Written) -> list[float]:
    """The exact person's number, and that of somebody who writes everything down with two decimals."""
    return [round(float(x), 6) for x in number.settled()]


def test_products_and_quotients_are_written_down() -> None:
    with seated(TWO):
        assert both(Written.of(1.25) * 0.37) == [0.4625, 0.46]
        assert both(Written.of(1.0) / 1.08) == [0.925926, 0.93]
        assert both(2.0 / Written.of(1.41)) == [1.41844, 1.42]
        assert both(Written.of(0.9) ** 2) == [0.81, 0.81]


def test_a_sum_is_written_down_once_it_is_finished() -> None:
    with seated(TWO):
        total = Written.of(0.125) + 0.125 + 0.125
        assert total.open
        assert both(total) == [0.375, 0.38]
        assert both((Written.of(0.125) + 0.125 + 0.125) * 2) == [0.75, 0.76]


def test_a_small_number_keeps_two_digits() -> None:
    with seated(TWO):
        assert both(Written.of(-5.0).exp()) == [0.006738, 0.0067]
        assert both(Written.of(-1.0).exp()) == [0.367879, 0.37]


def test_as_many_decimals_or_digits_are_kept_as_the_line_asks_for() -> None:
    with seated(TWO) as desk:
        desk.begin(0, Fixed(4))
        assert both(Written.of(1.0) / 3) == [0.333333, 0.3333]
        desk.begin(0, Scientific(3))
        assert both(Written.of(0.02) / 3) == [0.006667, 0.006667]


def test_a_half_is_rounded_up_by_some_and_down_by_others() -> None:
    with seated(Crowd([Person(), Person(inside=(2,), up=True), Person(inside=(2,), up=False)])):
        assert (Written.of(0.25) * 0.5).settled() == pytest.approx([0.125, 0.13, 0.12])
        assert (Written.of(-0.25) * 0.5).settled() == pytest.approx([-0.125, -0.13, -0.12])


def test_who_cuts_off_does_so_towards_zero() -> None:
    with seated(Crowd([Person(), Person(inside=(3,), cut=True)])):
        assert (Written.of(-2.0) / 3).settled() == pytest.approx([-0.666667, -0.666], abs=1e-6)


def test_arrays_of_them_go_through_numpy() -> None:
    with seated(TWO):
        row = np.array([Written.of(1.0), Written.of(2.0)], dtype=object)
        exponentials = np.exp(row)
        shares = exponentials / exponentials.sum()
        assert both(shares[0]) == [0.268941, round(2.72 / 10.11, 2)]
        assert both(row @ np.array([0.333, 0.333])) == [0.999, 1.0]


def test_decisions_are_those_of_the_exact_numbers() -> None:
    with seated(TWO):
        low, high = Written.of(1.0) * 0.9949, Written.of(1.0) * 0.9951
        assert both(low) == [0.9949, 0.99]
        assert low < high
        assert max(low, high) is high
        assert np.argmax(np.array([high, low], dtype=object)) == 0


def test_counts_stay_counts() -> None:
    with seated(TWO):
        three = Written.of(3)
        assert list(range(three)) == [0, 1, 2]
        assert (three * 4).whole == 12
        assert (three / 2).whole is None
        assert three // 2 == 1


def test_what_a_person_cannot_go_on_from_is_no_number() -> None:
    with seated(Crowd([Person(), Person(inside=(2,), digits=0)])), np.errstate(all="ignore"):
        nothing = Written.of(0.002) * 1.0
        assert both(nothing) == [0.002, 0.0]
        assert math.isnan(float((nothing / nothing).settled()[1]))
        assert not math.isnan(float((nothing / nothing).settled()[EXACT]))


def test_a_line_of_thousands_of_operations_is_nobodys_work() -> None:
    with seated(TWO), pytest.raises(TooLong):
        sum((Written.of(0.5) for _ in range(MOST_OPERATIONS + 2)), Written.of(0.5))
