"""The result of a student in one assignment or exam: what counts, what waits for a mark, and what an instructor set."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from app.courses.store.answers import Answer
from app.courses.store.assignments import Assignment
from app.courses.store.set_marks import Kind, SetMark
from app.coursework.marks import counting
from app.coursework.marks.counting import Which
from app.coursework.marks.weighting import Cell
from app.exams import results_release
from app.exams.store.exams import Exam
from app.exams.store.outcomes import Waiting

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Column:
    """One assignment, the points it is worth, and its exam if it is one; ``which`` of its answers count."""

    assignment: Assignment
    points: Fraction
    exam: Exam | None
    which: Which = Which.FIRST


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """The points of an assignment that count, None where none do, and those ``pending``, which wait for a mark.

    ``over``: nothing else can count any more; ``sits``: the student sits this exam now; ``by_hand`` is what an
    instructor set, in place of what was earned.
    """

    column: Column
    earned: Fraction | None
    pending: Fraction = NOTHING
    over: bool = False
    sits: bool = False
    by_hand: SetMark | None = None

    @property
    def cell(self) -> Cell:
        """The part that the mark takes: not what a mark is still missing from, nor what the student is excused from."""
        one = self.column.assignment
        excused = self.by_hand is not None and self.by_hand.kind is Kind.EXCUSED
        return Cell(
            category=one.category,
            points=NOTHING if excused else self.column.points,
            earned=None if self.pending else self.earned,
            over=self.over and not self.pending,
            extra=one.extra_credit,
        )


def of_assignment(
    column: Column, answers: Iterable[Answer], pending: Fraction, due: datetime | None, now: datetime
) -> Result:
    """Returns what a student has, whose due date this is."""
    until = column.assignment.policy.until(due)
    return Result(
        column=column,
        earned=counting.of_assignment(column.assignment, answers, due),
        pending=pending,
        over=until is not None and until < now,
    )


def of_exam(
    column: Column, answers: Iterable[Answer], waiting: Iterable[Waiting], *, sits: bool, now: datetime
) -> Result:
    """Returns what a student has in the exam of the column."""
    assert column.exam is not None
    earned, pending = counting.of_exam(answers, waiting)
    over = results_release.ended(column.exam, now)
    return Result(column=column, earned=earned, pending=pending, over=over, sits=sits)


def by_hand(column: Column, line: SetMark) -> Result:
    """Returns what an instructor set: these points, or nothing, for a student who is excused."""
    return Result(column=column, earned=line.points, by_hand=line)
