"""Grades: the share of the points that was earned, and the grade that a scale gives for it. Exact, by fractions."""

from fractions import Fraction
from math import floor

from engine.exams.blueprints import Scale

GERMAN = ("4.0", "3.7", "3.3", "3.0", "2.7", "2.3", "2.0", "1.7", "1.3", "1.0")
LETTERS = ("E", "D", "C", "B", "A")
BELOW = {"german": "5.0", "letters": "F"}


def grade(earned: Fraction, points: Fraction, passes: Fraction, scale: Scale) -> str:
    """The grade on a scale, as it is written; ``passes`` is the share that passes, in percent.

    From there to all points the passing grades are steps of one width, the lowest beginning at ``passes`` itself. With
    50 these are the usual scales: 4.0 from 50 %, 3.7 from 55 %, ... 1.0 from 95 %; E from 50 %, D from 60 %, ... A from
    90 %. Who has all points has the best grade, even where nothing less passes.
    """
    if scale == "percent":
        return percent(earned, points)
    if not passed(earned, points, passes):
        return BELOW[scale]
    grades = GERMAN if scale == "german" else LETTERS
    if passes == 100:
        return grades[-1]
    steps = floor((_share(earned, points) - passes) * len(grades) / (100 - passes))
    return grades[min(steps, len(grades) - 1)]


def passed(earned: Fraction, points: Fraction, passes: Fraction) -> bool:
    """True if the exact share passes, however it is rounded where it is shown."""
    return _share(earned, points) >= passes


def percent(earned: Fraction, points: Fraction) -> str:
    """The share in percent with one decimal, rounded half up: 49.95 is 50.0."""
    tenths = floor(_share(earned, points) * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


def whole_percent(share: Fraction | float) -> int:
    """A share in whole percent, rounded half up: 0.625 is 63. Float noise behind the sixth decimal makes no half."""
    return floor(round(100 * share, 6) + 0.5)


def two_decimals(points: Fraction) -> str:
    """Points with two decimals, rounded half up: 5.625 is 5.63."""
    return f"{floor(points * 100 + Fraction(1, 2)) / 100:.2f}"


def added_up(points: Fraction) -> str:
    """Points written so that the lines of a question are seen to add up: 2, 1.25, else 5/8 and 1 2/3. Nobody adds
    thirteenths: these are decimals."""
    if (points * 100).denominator == 1 or points.denominator > 12:
        return two_decimals(points).rstrip("0").rstrip(".")
    whole, rest = divmod(points, 1)
    return f"{whole}\N{NO-BREAK SPACE}{rest}" if whole else str(rest)


def exact(number: Fraction) -> str:
    """Writes a number so that nothing of it is lost: 57.5 where six decimals are enough, else a fraction: 575/12."""
    if (number * 10**6).denominator == 1:
        return f"{float(number):.6f}".rstrip("0").rstrip(".")
    return str(number)


def _share(earned: Fraction, points: Fraction) -> Fraction:
    return Fraction(earned) * 100 / points
