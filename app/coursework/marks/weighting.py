"""The mark of a course by categories: what each is worth, and which of a student's assignments are dropped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from app.courses.store.categories import Category

NOTHING = Fraction(0)
EVERYTHING = Category(0, "", 1, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """The result of a student in an assignment of a category; ``earned`` is None where nothing counts, and ``over``:
    nothing can count any more. ``extra`` credit adds to what was earned and not to what can be."""

    category: int | None
    points: Fraction
    earned: Fraction | None
    over: bool
    extra: bool


@dataclass(frozen=True, slots=True)
class Weighted:
    """The share of all that a student could earn so far, None as long as nothing of theirs counts, and the places of
    the cells that were dropped."""

    share: Fraction | None
    dropped: frozenset[int]


def without_categories(cells: Iterable[Cell]) -> Weighted:
    """Returns a student's mark in a course that has no categories: all its assignments are one, of which nothing is
    dropped."""
    return weighted([replace(cell, category=EVERYTHING.id) for cell in cells], [EVERYTHING])


def weighted(cells: Sequence[Cell], categories: Iterable[Category]) -> Weighted:
    """Returns a student's mark. Within a category points add up, without those of the dropped assignments: the ones
    with the lowest shares, among equals those of more points, then the later ones, and never all. Assignments in which
    nothing counts are left out until they are over, and then they are worth nothing; a category without assignments is
    left out, too, and the weights of the others stand for the whole. Whoever has nothing that counts has no mark,
    whatever is over."""
    total, weights, dropped, begun = NOTHING, NOTHING, set[int](), False
    for one in categories:
        here = [place for place, cell in enumerate(cells) if cell.category == one.id]
        asked = [place for place in here if _is_asked(cells[place])]
        lowest = sorted(asked, key=lambda place: (_share(cells[place]), -cells[place].points, -place))
        out = lowest[: min(one.drop, len(asked) - 1)] if asked else []
        dropped.update(out)
        most = sum((cells[place].points for place in asked if place not in out), NOTHING)
        extra = [place for place in here if cells[place].extra]
        earned = sum(
            (cells[place].earned or NOTHING for place in (*asked, *extra) if place not in out), NOTHING
        )
        if most:
            total += one.weight * earned / most
            weights += one.weight
            begun |= bool(one.weight) and any(cells[place].earned is not None for place in (*asked, *extra))
    return Weighted(total / weights if begun else None, frozenset(dropped))


def _is_asked(cell: Cell) -> bool:
    return bool(cell.points) and not cell.extra and (cell.over or cell.earned is not None)


def _share(cell: Cell) -> Fraction:
    return (cell.earned or NOTHING) / cell.points
