"""Answers that took long, by the pace of the exam: 2.4 minutes a point."""

import pytest

from engine.learning.tempo import slow


@pytest.mark.parametrize(
    ("minutes", "points", "long"),
    [
        (2.4, 1, False),
        (4.7, 1, False),
        (4.9, 1, True),
        (9.5, 2, False),
        (9.7, 2, True),
        (31, 2, False),
        (3, 0.5, True),
    ],
)
def test_twice_the_time_of_an_exam_is_long_unless_somebody_went_away(
    minutes: float, points: float, long: bool
) -> None:
    assert slow(60 * minutes, points) is long


def test_a_clock_that_went_back_made_nobody_slow() -> None:
    assert not slow(-100.0, 1.0)
