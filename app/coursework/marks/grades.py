"""The grade of a student: what the scale gives for the mark so far, or what an instructor set; what the next grade
needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from app.courses.grade_scale import GradeScale
from app.courses.store.categories import Category
from app.courses.store.set_grades import SetGrade
from app.coursework.marks.result import Result
from app.coursework.marks.weighting import Cell, Weighted, weighted, without_categories

NOTHING = Fraction(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Grade:
    """A grade; ``computed`` is what the scale gives for the mark, "" before anything counts or without a scale.
    ``passed`` is None where the course does not say what passes."""

    grade: str
    computed: str
    passed: bool | None
    by_hand: SetGrade | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Next:
    """The next better grade, and the percent of the mark at which it begins. Where one assignment alone is left to
    change the mark, ``points`` in it, of ``most``, give at least this grade; None where it cannot be said."""

    grade: str
    begins: Fraction
    points: Fraction | None = None
    most: Fraction = NOTHING
    within: str = ""


def mark(cells: Sequence[Cell], categories: Sequence[Category]) -> Weighted:
    """Returns the mark that the scale is for: by categories, or of all points where there are none."""
    return weighted(cells, categories) if categories else without_categories(cells)


def grade(scale: GradeScale | None, share: Fraction | None, hand: SetGrade | None) -> Grade | None:
    """Returns None where nothing counts yet and nothing is set."""
    computed = scale.grade(share) if scale and share is not None else ""
    said = hand.grade if hand else computed
    if not said:
        return None
    return Grade(grade=said, computed=computed, passed=scale.passes(said) if scale else None, by_hand=hand)


def following(scale: GradeScale, results: Sequence[Result], categories: Sequence[Category]) -> Next | None:
    """Returns the next better grade; None for the best, and before anything counts."""
    share = mark([one.cell for one in results], categories).share
    better = scale.above(scale.grade(share)) if share is not None else None
    if better is None:
        return None
    begins = scale.begins(better)
    need = _needed(results, categories, begins / 100)
    if need is None:
        return Next(grade=better, begins=begins)
    points, one = need
    title = one.column.assignment.title
    return Next(grade=better, begins=begins, points=points, most=one.column.points, within=title)


def _needed(
    results: Sequence[Result], categories: Sequence[Category], share: Fraction
) -> tuple[Fraction, Result] | None:
    """Returns the points that lift the mark to this share, where one result alone can change it, by a straight line:
    nothing is dropped then. None where it cannot, or not so far."""
    counting = {one.id for one in categories if one.weight}
    open_now = [
        place
        for place, one in enumerate(results)
        if one.pending or not (one.over or one.by_hand)
        if one.column.points and (not categories or one.column.assignment.category in counting)
    ]
    if len(open_now) != 1 or any(one.drop for one in categories):
        return None
    (place,) = open_now
    left = results[place]
    if left.pending or left.sits or left.column.assignment.extra_credit:
        return None
    cells = [one.cell for one in results]

    def reached(earned: Fraction) -> Fraction:
        cells[place] = replace(cells[place], earned=earned, over=True)
        return mark(cells, categories).share or NOTHING

    low, high = reached(NOTHING), reached(left.column.points)
    if not low < share <= high:
        return None
    return (share - low) / (high - low) * left.column.points, left
