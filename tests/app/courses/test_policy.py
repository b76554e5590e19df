"""The policy of an assignment against a second reckoning, which walks through the periods one by one."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.courses.policy import ONCE, Counting, Period, Policy

DUE = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # in Berlin, an hour is repeated after it
POLICIES = st.builds(
    Policy,
    grace=st.integers(0, 180),
    period=st.sampled_from(Period),
    periods=st.integers(0, 10),
    percent=st.integers(0, 100),
    most_percent=st.integers(0, 100),
)


def walked(policy: Policy, seconds: int) -> Fraction:
    """Returns the share kept by an answer that comes so many seconds after the due date."""
    if seconds <= policy.grace * 60:
        return Fraction(1)
    length, lost, begun = (3600 if policy.period == "hour" else 86400), 0, 0
    while begun * length < seconds:
        begun += 1
        lost += policy.percent
    if begun > policy.periods:
        return Fraction(0)
    return Fraction(100 - min(lost, policy.most_percent), 100)


@given(POLICIES, st.one_of(st.integers(-100, 900_000), st.integers(-2, 12).map(lambda n: n * 3600)))
def test_what_a_late_answer_keeps_is_what_the_walk_gives(policy: Policy, seconds: int) -> None:
    assert policy.share(DUE + timedelta(seconds=seconds), DUE) == walked(policy, seconds)


@given(POLICIES, st.integers(1, 900_000))
def test_until_is_the_last_moment_at_which_something_counts(policy: Policy, seconds: int) -> None:
    until = policy.until(DUE)
    assert until is not None
    assert policy.share(until + timedelta(seconds=seconds), DUE) == 0
    loses_all = policy.periods * policy.percent >= 100 and policy.most_percent == 100
    assert policy.share(until, DUE) > 0 or loses_all


@pytest.mark.parametrize(
    ("hours", "kept"), [(0, 100), (0.2, 100), (0.3, 90), (1, 90), (1.1, 80), (3, 75), (3.1, 0)]
)
def test_an_example_by_hand(hours: float, kept: int) -> None:
    """Ten percent an hour, up to 25, for three hours; a quarter of an hour is forgiven."""
    policy = Policy(grace=15, period=Period.HOUR, periods=3, percent=10, most_percent=25)
    assert policy.share(DUE + timedelta(hours=hours), DUE) == Fraction(kept, 100)


def test_at_the_end_of_the_calendar_nothing_overflows() -> None:
    end = datetime.max.replace(tzinfo=UTC)
    policy = Policy(grace=90, periods=2, percent=10)
    assert policy.until(end) == end
    assert policy.share(end, end - timedelta(hours=1)) == 1


def test_what_is_never_due_is_never_late() -> None:
    assert ONCE.share(DUE, None) == 1
    assert ONCE.until(None) is None


@pytest.mark.parametrize(
    ("counting", "counts"), [("best", "4"), ("first", "1"), ("last", "3"), ("mean", "8/3")]
)
def test_which_of_the_tries_count(counting: str, counts: str) -> None:
    policy = Policy(tries=0, counting=Counting(counting))
    assert policy.of_tries([Fraction(1), Fraction(4), Fraction(3)]) == Fraction(counts)
