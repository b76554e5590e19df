"""The reviews of a day are limited, complete before the exam, and never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.learning.daily import USUAL, minutes_of, portion, week


def test_a_short_queue_is_done_today() -> None:
    assert portion([4, 5, 6], None) == 3
    assert portion([], None) == 0


def test_a_missed_week_spreads_out() -> None:
    minutes = [5.0] * 30
    assert portion(minutes, None) == 5
    assert week([150, 0, 0, 0, 0, 0, 0], None) == [USUAL] * 6 + [0]


def test_the_exam_asks_for_more_a_day() -> None:
    assert portion([5.0] * 30, 3) == 10
    assert week([150, 0, 0, 0], 3) == [50, 50, 50, 0]
    assert portion([5.0] * 30, 0) == 30


def test_one_that_is_longer_than_a_day_is_still_asked_for() -> None:
    assert portion([40.0, 3.0], None) == 1


@given(st.lists(st.floats(0, 200), max_size=20), st.none() | st.integers(0, 40))
def test_nothing_is_asked_for_twice_or_lost(falling_due: list[float], days_left: int | None) -> None:
    planned = week(falling_due, days_left)
    assert sum(planned) <= sum(falling_due) + 1e-6
    assert all(today >= min(USUAL, due) - 1e-9 for today, due in zip(planned, falling_due, strict=True))
    if days_left is not None and days_left < len(falling_due):
        until = max(1, days_left)
        assert sum(planned[:until]) == pytest.approx(sum(falling_due[:until]), abs=1e-6)


@given(st.lists(st.floats(0.5, 60), min_size=1, max_size=40), st.none() | st.integers(0, 40))
def test_a_portion_fits_the_minutes_of_the_day(minutes: list[float], days_left: int | None) -> None:
    n = portion(minutes, days_left)
    limit = minutes_of(sum(minutes), days_left)
    assert 1 <= n <= len(minutes)
    assert n == 1 or sum(minutes[:n]) <= limit + 1e-6
    assert n == len(minutes) or sum(minutes[: n + 1]) > limit - 1e-6
