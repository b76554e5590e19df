"""Grades are exact at every threshold, and nothing that is shown has float noise."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from engine.marking.grading import added_up, grade, passed, percent, two_decimals, whole_percent

NOTHING = Fraction(1, 10**9)  # less than any point
GERMAN = {
    50: "4.0",
    55: "3.7",
    60: "3.3",
    65: "3.0",
    70: "2.7",
    75: "2.3",
    80: "2.0",
    85: "1.7",
    90: "1.3",
    95: "1.0",
}
LETTERS = {50: "E", 60: "D", 70: "C", 80: "B", 90: "A"}
HALF = Fraction(50)


@pytest.mark.parametrize(("scale", "below", "steps"), [("german", "5.0", GERMAN), ("letters", "F", LETTERS)])
def test_a_grade_begins_exactly_at_its_threshold(scale: str, below: str, steps: dict[int, str]) -> None:
    points = Fraction(46)
    worse = below
    for threshold, better in steps.items():
        earned = points * threshold / 100
        assert grade(earned, points, HALF, scale) == better  # type: ignore[arg-type]
        assert grade(earned - NOTHING, points, HALF, scale) == worse  # type: ignore[arg-type]
        worse = better
    assert grade(points, points, HALF, scale) == worse  # type: ignore[arg-type]
    assert grade(Fraction(0), points, HALF, scale) == below  # type: ignore[arg-type]


def test_another_pass_mark_moves_all_steps_and_keeps_them_of_one_width() -> None:
    points = Fraction(100)
    for n, german in enumerate(GERMAN.values()):
        threshold = 40 + Fraction(60 * n, 10)
        assert grade(threshold, points, Fraction(40), "german") == german
        assert grade(threshold - NOTHING, points, Fraction(40), "german") != german
    for n, letter in enumerate(LETTERS.values()):
        threshold = Fraction(75, 2) + Fraction(125, 2) * n / 5
        assert grade(threshold, points, Fraction(75, 2), "letters") == letter
        assert grade(threshold - NOTHING, points, Fraction(75, 2), "letters") != letter


def test_the_ends_of_the_scale_hold_for_every_pass_mark() -> None:
    points = Fraction(23)
    for passes in (0, 1, 50, 99, 100):
        assert grade(points, points, Fraction(passes), "german") == "1.0"
        assert grade(points, points, Fraction(passes), "letters") == "A"
    assert grade(Fraction(0), points, Fraction(0), "german") == "4.0"
    assert grade(points - NOTHING, points, Fraction(100), "german") == "5.0"
    assert grade(Fraction(0), points, Fraction(1), "letters") == "F"


@pytest.mark.parametrize(
    ("earned", "points", "shown"),
    [
        ("0", "50", "0.0 %"), ("50", "50", "100.0 %"), ("25", "50", "50.0 %"), ("1/3", "1", "33.3 %"),
        ("2/3", "1", "66.7 %"), ("0.0005", "1", "0.1 %"), ("0.00049", "1", "0.0 %"), ("0.1665", "1", "16.7 %"),
        ("0.2845", "1", "28.5 %"), ("1.005", "10", "10.1 %"), ("0.9995", "1", "100.0 %"), ("0.99949", "1", "99.9 %"),
        ("4.35", "50", "8.7 %"), ("7", "46", "15.2 %"),
    ],
)  # fmt: skip
def test_a_percentage_has_one_decimal_rounded_half_up(earned: str, points: str, shown: str) -> None:
    assert percent(Fraction(earned), Fraction(points)) == shown
    assert grade(Fraction(earned), Fraction(points), HALF, "percent") == shown


def test_whether_it_is_passed_goes_by_the_exact_share_and_not_by_what_is_shown() -> None:
    almost = Fraction("24.99")
    assert percent(almost, Fraction(50)) == "50.0 %"
    assert not passed(almost, Fraction(50), HALF)
    assert passed(Fraction(25), Fraction(50), HALF)
    assert grade(almost, Fraction(50), HALF, "german") == "5.0"


def test_many_small_shares_add_up_to_the_threshold() -> None:
    """Ten tenths of a point are one, which no sum of floats is."""
    earned = sum([Fraction("0.1")] * 10, Fraction(0))
    assert grade(earned, Fraction(2), HALF, "german") == "4.0"


@pytest.mark.parametrize("of", [Fraction, lambda a, b: a / b])
@pytest.mark.parametrize(
    ("earned", "points", "shown"), [(5, 8, 63), (7, 8, 88), (1, 8, 13), (29, 200, 15), (1, 3, 33), (0, 1, 0)]
)
def test_whole_percents_are_rounded_half_up_from_fractions_and_from_floats(
    of: Callable[[int, int], float], earned: int, points: int, shown: int
) -> None:
    assert whole_percent(of(earned, points)) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [("45/8", "5.63"), ("5", "5.00"), ("2/3", "0.67"), ("1.005", "1.01"), ("0", "0.00"), ("-3/2", "-1.50")],
)
def test_points_have_two_decimals_rounded_half_up(points: str, shown: str) -> None:
    assert two_decimals(Fraction(points)) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [("2", "2"), ("5/4", "1.25"), ("0", "0"), ("10", "10"), ("5/8", "5/8"), ("5/3", "1\N{NO-BREAK SPACE}2/3"),
     ("7/12", "7/12"), ("1/100", "0.01"), ("14/13", "1.08")],
)  # fmt: skip
def test_points_of_a_line_are_told_so_that_they_add_up(points: str, shown: str) -> None:
    assert added_up(Fraction(points)) == shown
