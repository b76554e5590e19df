"""The scores that a platform is to have: for each line item and student, what the gradebook says now."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.courses.store.courses import Course
from app.courses.store.set_marks import Kind
from app.coursework.marks import gradebook
from app.coursework.marks.result import Result
from app.database.connection import Connection
from app.lti.store.scores import Told
from app.questions.library import Library

GRADED, PENDING, NOT_READY = "FullyGraded", "PendingManual", "NotReady"
LONGEST_COMMENT = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Scores by assignment and person, of whoever is a student of the course now, and title and points of what is
    marked, by assignment."""

    scores: Mapping[tuple[int, int], Told]
    students: frozenset[int]
    marked: Mapping[int, tuple[str, Fraction]]


def wanted(connection: Connection, library: Library, course: Course) -> Wanted:
    """Returns what the students of the course see: marks of an exam wait for their release. Where nothing can be
    earned, or a student has not begun, there is no score."""
    seen = gradebook.as_students_see(connection, library, course)
    scores = {
        (one.column.assignment.id, row.student.person): told
        for row in seen.rows
        for one in row.results
        if row.student.person is not None and one.column.points > 0 and (told := _score(one)) is not None
    }
    students = frozenset(row.student.person for row in seen.rows if row.student.person is not None)
    marked = {one.assignment.id: (one.assignment.title, one.points) for one in seen.columns}
    return Wanted(scores, students, marked)


def nothing() -> Told:
    """Returns what is sent where there was a score and is none any more."""
    return {"activityProgress": "Initialized", "gradingProgress": NOT_READY}


def _score(one: Result) -> Told | None:
    """Returns a score in the words of the standard, without its person and its time; None where there is none."""
    hand = one.by_hand
    comment = {"comment": hand.reason[:LONGEST_COMMENT]} if hand and hand.reason else {}
    if hand and hand.kind is Kind.EXCUSED:
        return {**nothing(), **comment}
    if one.earned is None and not one.pending:
        return None
    finished = one.over or hand is not None
    score: dict[str, Any] = {
        "activityProgress": "Completed" if finished else "InProgress",
        "gradingProgress": PENDING if one.pending else GRADED,
        **comment,
    }
    if one.earned is not None:
        score |= {"scoreGiven": _number(one.earned), "scoreMaximum": _number(one.column.points)}
    return score


def _number(points: Fraction) -> float:
    return round(float(points), 4)
