"""Stores marks that do not count yet: of each of two markers until they agree, neither of whom reads the other's before
both have marked, and those that wait for the results of their assignment."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Column, Connection, Row, Select, delete, insert, select, update

from app.database.schema import assignments, attempts, exams, markings, people, responses
from app.practice.store.attempt import BY_HAND


@dataclass(frozen=True, kw_only=True, slots=True)
class Marking:
    """One marker's points for a part, with the points of the rubric that they ticked, and a reason.

    ``comments`` are the ids of those applied; ``criteria`` are the points of what was ticked, None where other points
    were typed; ``promised`` those below which no edit of a comment may come.
    """

    attempt: int
    part: str
    person: int
    who: str
    points: Fraction
    ticked: tuple[str, ...]
    comments: tuple[int, ...]
    criteria: Fraction | None
    promised: Fraction | None
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Held:
    """Marks that wait for the results of an assignment: its number and its course's, the sheet by name, its
    question and its student."""

    assignment: int
    course: int
    sheet: str
    question: str
    person: int
    marking: Marking


def held(connection: Connection, assignment: int | None = None) -> list[Held]:
    """Returns the marks that wait for results, of all assignments or of one: those on sheets that are of no exam."""
    of = [] if assignment is None else [attempts.c.assignment_id == assignment]
    wanted = _held().where(attempts.c.sitting_id.is_(None), *of)
    return list(map(_as_held, connection.execute(wanted)))


def alone(connection: Connection) -> list[Held]:
    """Returns the marks that were the first of two, and are enough since one marker is."""
    wanted = (
        _held()
        .join(exams, exams.c.assignment_id == assignments.c.id)
        .where(attempts.c.sitting_id.is_not(None), exams.c.markers == 1, ~_settled(markings.c.part).exists())
    )
    found = list(map(_as_held, connection.execute(wanted)))
    made = Counter((one.marking.attempt, one.marking.part) for one in found)
    return [one for one in found if made[one.marking.attempt, one.marking.part] == 1]


def _held() -> Select[Any]:
    return (
        select(
            markings, people.c.name, people.c.email, attempts.c.name.label("sheet"),
            attempts.c.question, attempts.c.assignment_id, assignments.c.course_id,
            attempts.c.person_id.label("student"),
        )
        .join(people, people.c.id == markings.c.person_id)
        .join(attempts, attempts.c.id == markings.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .order_by(markings.c.id)
    )  # fmt: skip


def _as_held(row: Row[Any]) -> Held:
    return Held(row.assignment_id, row.course_id, row.sheet, row.question, row.student, _marking(row))


def drop(connection: Connection, attempt: int, part: str) -> None:
    """Deletes the marks of a part, which count by now."""
    connection.execute(delete(markings).where(markings.c.attempt_id == attempt, markings.c.part == part))


def of_attempts(connection: Connection, these: Collection[int]) -> dict[tuple[int, str], list[Marking]]:
    """Returns the marks by attempt and part, oldest first."""
    wanted = (
        select(markings, people.c.name, people.c.email)
        .join(people, people.c.id == markings.c.person_id)
        .where(markings.c.attempt_id.in_(these))
        .order_by(markings.c.id)
    )
    found: dict[tuple[int, str], list[Marking]] = {}
    for one in map(_marking, connection.execute(wanted) if these else ()):
        found.setdefault((one.attempt, one.part), []).append(one)
    return found


def put(
    connection: Connection,
    attempt: int,
    part: str,
    person: int,
    points: Fraction,
    ticked: Sequence[str],
    reason: str,
    comments: Sequence[int] = (),
    criteria: Fraction | None = None,
    promised: Fraction | None = None,
) -> None:
    """Stores the person's own marks; a second time replaces the first."""
    values = {
        "points": str(points), "ticked": list(ticked), "comments": list(comments), "reason": reason,
        "criteria": as_text(criteria), "promised": as_text(promised), "at": datetime.now(UTC),
    }  # fmt: skip
    mine = (markings.c.attempt_id == attempt, markings.c.part == part, markings.c.person_id == person)
    if connection.execute(update(markings).where(*mine).values(values)).rowcount == 0:
        new = {"attempt_id": attempt, "part": part, "person_id": person}
        connection.execute(insert(markings).values(new | values))


def unsettled(
    connection: Connection, course: int, question: str, part: str
) -> list[tuple[Marking, Mapping[str, Any]]]:
    """Returns a course's marks on a part of this question that are not settled yet, each with its sheet's variant."""
    wanted = (
        select(markings, people.c.name, people.c.email, attempts.c.variant)
        .join(people, people.c.id == markings.c.person_id)
        .join(attempts, attempts.c.id == markings.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(assignments.c.course_id == course, attempts.c.question == question, markings.c.part == part)
        .where(~_settled(part).exists())
        .order_by(markings.c.id)
    )
    return [(_marking(row), row.variant) for row in connection.execute(wanted)]


def give(
    connection: Connection,
    one: Marking,
    points: Fraction,
    ticked: Sequence[str],
    criteria: Fraction | None,
    promised: Fraction | None,
) -> None:
    """Stores other points of somebody's marks, with what is ticked of the rubric and its points."""
    mine = (markings.c.attempt_id == one.attempt, markings.c.part == one.part)
    these = update(markings).where(*mine, markings.c.person_id == one.person)
    values = {
        "points": str(points),
        "ticked": list(ticked),
        "criteria": as_text(criteria),
        "promised": as_text(promised),
    }
    connection.execute(these.values(values))


def promised(made: Iterable[Marking]) -> Fraction | None:
    """Returns the most that a regrade has promised to one of these marks; None where none did."""
    return max((one.promised for one in made if one.promised is not None), default=None)


def as_text(points: Fraction | None) -> str | None:
    """Returns points as they are stored."""
    return None if points is None else str(points)


def _settled(part: str | Column[str]) -> Select[Any]:
    """Selects what settles this part of the attempt in the row."""
    return (
        select(responses.c.id)
        .where(responses.c.attempt_id == attempts.c.id, responses.c.part == part)
        .where(responses.c.verdict["rule"].as_string() == BY_HAND)
    )


def _marking(row: Row[Any]) -> Marking:
    return Marking(
        attempt=row.attempt_id, part=row.part, person=row.person_id, who=row.name or row.email,
        points=Fraction(row.points), ticked=tuple(row.ticked), comments=tuple(row.comments),
        criteria=_points(row.criteria), promised=_points(row.promised), reason=row.reason, at=row.at,
    )  # fmt: skip


def _points(stored: str | None) -> Fraction | None:
    return None if stored is None else Fraction(stored)
