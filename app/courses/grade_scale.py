"""The grade scale of a course: from which percent of the mark on each grade is given. Exact, by fractions."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

HALF = Fraction(1, 2)


class Rounding(StrEnum):
    """How a mark in percent is rounded before it is compared with the scale: not at all, to a tenth of a percent, or to
    a whole one, half up."""

    EXACT = "exact"
    TENTH = "tenth"
    WHOLE = "whole"

    @property
    def per_percent(self) -> int:
        """How many steps a percent has; 0 for no rounding."""
        return {Rounding.EXACT: 0, Rounding.TENTH: 10, Rounding.WHOLE: 1}[self]


@dataclass(frozen=True, slots=True)
class Step:
    """A grade, and the ``least`` percent of the mark that it is given for."""

    grade: str
    least: Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class GradeScale:
    """The steps from the best grade down to one that begins at 0 percent, and the lowest grade that passes, "" where
    the course does not say so. Students see their grades where it is ``shown``."""

    steps: tuple[Step, ...]
    passing: str = ""
    rounding: Rounding = Rounding.EXACT
    shown: bool = True

    def grade(self, share: Fraction) -> str:
        """Returns the grade for a share of all that could be earned, 1 for everything."""
        percent = self.rounded(100 * share)
        return next(one.grade for one in self.steps if percent >= one.least)

    def rounded(self, percent: Fraction) -> Fraction:
        """Returns the percent that is compared with the scale."""
        fine = self.rounding.per_percent
        return Fraction(floor(percent * fine + HALF), fine) if fine else percent

    def begins(self, grade: str) -> Fraction:
        """Returns the least percent, before any rounding, that has this grade of the scale."""
        least = next(one.least for one in self.steps if one.grade == grade)
        fine = self.rounding.per_percent
        return max(Fraction(0), (ceil(least * fine) - HALF) / fine) if fine else least

    def above(self, grade: str) -> str | None:
        """Returns the next better grade; None for the best, and for one that the scale does not have."""
        names = [one.grade for one in self.steps]
        place = names.index(grade) if grade in names else 0
        return names[place - 1] if place else None

    def passes(self, grade: str) -> bool | None:
        """True if the grade passes; None if the course does not say so, or the scale does not have the grade."""
        names = [one.grade for one in self.steps]
        if self.passing not in names or grade not in names:
            return None
        return names.index(grade) <= names.index(self.passing)
