"""The points that are expected are the mean of exams that are drawn; the band holds nine of ten of them."""

from random import Random

import pytest

from engine.learning.readiness import Expected, Group, calibration, expected


def test_the_points_add_up_over_the_groups() -> None:
    groups = [
        Group(title="a", number=10, points=1.0, shares=[0.5, 0.7]),
        Group(title="b", number=2, points=5.0, shares=[0.2]),
        Group(title="none", number=1, points=5.0, shares=[]),
    ]
    found = expected(groups)
    assert found.points == pytest.approx(10 * 0.6 + 10 * 0.2)
    assert found.of == 25
    assert [(one.title, one.of) for one in found.groups] == [("a", 10), ("b", 10), ("none", 5)]
    assert [one.points for one in found.groups] == pytest.approx([6, 2, 0])
    assert 0 <= found.low < found.points < found.high <= 25


def test_what_nothing_was_seen_of_makes_the_band_wider() -> None:
    seen, unseen = (
        expected([Group(title="", number=10, points=5.0, shares=[0.5], seen=share)]) for share in (1.0, 0.0)
    )
    assert unseen.high - unseen.low > seen.high - seen.low


def test_while_the_band_is_wider_than_half_of_the_exam_its_middle_tells_nothing() -> None:
    assert Expected(19.0, 2.0, 37.0, 50.0).vague
    assert not Expected(19.0, 10.0, 30.0, 50.0).vague


def test_the_band_holds_most_exams_that_are_drawn_from_just_these_shares() -> None:
    """The second road: exams drawn question by question, line by line."""
    rng, shares = Random(5), [0.2, 0.5, 0.6, 0.9, 0.95]
    found = expected([Group(title="", number=10, points=5.0, shares=shares, lines=4.0)])
    results = []
    for _ in range(4000):
        asked = [rng.choice(shares) for _ in range(10)]
        results.append(sum(5 * sum(rng.random() < share for _ in range(4)) / 4 for share in asked))
    assert sum(results) / len(results) == pytest.approx(found.points, abs=0.3)
    within = sum(found.low <= one <= found.high for one in results) / len(results)
    assert within > 0.9


def test_forecasts_are_compared_with_what_came() -> None:
    assert calibration([]) is None
    made = [(Expected(30, 25, 35, 50), 33.0), (Expected(20, 15, 25, 50), 30.0)]
    found = calibration(made)
    assert found is not None
    assert (found.forecasts, found.off, found.within) == (2, 6.5, 0.5)
