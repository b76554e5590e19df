"""The curve of what was said before marks: counted by hand, and silent while too little was said."""

import pytest

from engine.learning.confidence import LEAST, curve


def test_shares_and_the_distance_are_those_of_a_count_by_hand() -> None:
    told = [(80, True)] * 3 + [(80, False)] + [(20, False)] * 5 + [(20, True)]
    found = curve(told)
    assert found is not None
    assert [(one.said, one.answers, one.right, one.share) for one in found.buckets] == [
        (20, 6, 1, pytest.approx(1 / 6)),
        (80, 4, 3, 0.75),
    ]
    assert found.answers == 10
    assert found.over == pytest.approx((20 * 6 + 80 * 4) / 10 - 100 * 4 / 10)
    assert found.off == pytest.approx((6 * (20 - 100 / 6) + 4 * (80 - 75)) / 10)


def test_too_sure_and_too_modest_do_not_even_out_in_the_distance() -> None:
    found = curve([(80, False)] * 5 + [(20, True)] * 5)
    assert found is not None
    assert (found.over, found.off) == (0, 80)


def test_of_a_few_answers_nothing_is_said() -> None:
    assert curve([(80, True)] * (LEAST - 1)) is None
    assert curve([]) is None
    assert curve([(80, True)] * LEAST) is not None
