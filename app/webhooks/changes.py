"""The marks of a course that have changed since they were last told, as the gradebook counts them now.

Marks are not stored but computed, so nothing that changes them could tell: an answer, a due date, a policy. They are
compared instead.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from app.coursework.marks.gradebook import Marks

EVENT = "marks.changed"
GRADE = ""  # in place of an assignment's name
MOST = 500  # changes in one event
Told = dict[str, dict[str, str]]


def told_by(marks: Marks) -> Told:
    """Returns the marks of all students that count, by entry and assignment, with the grade of each."""
    found: Told = {}
    for row in marks.rows:
        mine = {one.column.assignment.name: str(one.earned) for one in row.results if one.earned is not None}
        if row.grade:
            mine[GRADE] = row.grade.grade
        found[str(row.student.id)] = mine
    return found


def events(
    course: str, people: Mapping[int, int | None], before: Told, after: Told, at: datetime
) -> Iterator[str]:
    """Returns the bodies of events that tell what changed, each with some hundred changes at most; ``people`` are the
    numbers of the students' accounts. Students who are gone are not told."""
    changed = [
        (entry, name)
        for entry, mine in after.items()
        for name in sorted({*mine, *before.get(entry, {})})
        if mine.get(name) != before.get(entry, {}).get(name)
    ]
    for first in range(0, len(changed), MOST):
        some = changed[first : first + MOST]
        marks = [_mark(entry, people, name, after[entry].get(name)) for entry, name in some if name != GRADE]
        grades = [
            {"entry": int(entry), "student": people.get(int(entry)), "grade": after[entry].get(GRADE)}
            for entry, name in some
            if name == GRADE
        ]
        told = {"event": EVENT, "course": course, "at": at.isoformat(), "marks": marks, "grades": grades}
        yield json.dumps(told)


def _mark(entry: str, people: Mapping[int, int | None], name: str, earned: str | None) -> dict[str, Any]:
    points = None if earned is None else {"exact": earned, "decimal": float(Fraction(earned))}
    return {"entry": int(entry), "student": people.get(int(entry)), "assignment": name, "earned": points}
