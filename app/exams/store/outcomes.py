"""Outcomes of the sittings of a course's exams, question by question, and the points that wait for a mark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from app.database.schema import assignments, attempts, drawn, exams, responses, sittings


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One question of a sitting that has ended, with the name of its attempt; ``pending`` points wait for a mark."""

    sitting: int
    place: int
    heading: str
    question: str
    attempt: str
    points: Fraction
    earned: Fraction
    pending: Fraction


@dataclass(frozen=True, slots=True)
class Waiting:
    """Points of a sitting that wait for a mark; ``assignment`` is its exam's."""

    person: int
    assignment: int
    sitting: int
    points: Fraction


def of_exam(connection: Connection, exam: int, sitting: int | None = None) -> list[Outcome]:
    """Returns every question of the ended sittings, or of one of them, as they were asked."""
    there = sittings.c.exam_id == exam
    there = there if sitting is None else and_(there, sittings.c.id == sitting)
    pending = _waiting(connection, there)
    wanted = (
        select(
            attempts.c.id, attempts.c.sitting_id, attempts.c.place, attempts.c.question, attempts.c.name,
            attempts.c.points, drawn.c.heading, func.aggregate_strings(responses.c.earned, " ").label("earned"),
        )
        .join(sittings, sittings.c.id == attempts.c.sitting_id)
        .join(drawn, and_(drawn.c.sitting_id == attempts.c.sitting_id, drawn.c.place == attempts.c.place))
        .outerjoin(responses, responses.c.attempt_id == attempts.c.id)
        .where(there)
        .group_by(attempts.c.id, drawn.c.id)
        .order_by(attempts.c.sitting_id, attempts.c.place)
    )  # fmt: skip
    return [
        Outcome(
            sitting=row.sitting_id,
            place=row.place,
            heading=row.heading,
            question=row.question,
            attempt=row.name,
            points=Fraction(row.points),
            earned=sum(map(Fraction, (row.earned or "").split()), Fraction(0)),
            pending=pending[row.id].points if row.id in pending else Fraction(0),
        )
        for row in connection.execute(wanted)
    ]


def waiting(connection: Connection, course: int) -> Sequence[Waiting]:
    """Returns what waits for a mark in the exams of a course, question by question."""
    those = (
        select(exams.c.id)
        .join(assignments, assignments.c.id == exams.c.assignment_id)
        .where(assignments.c.course_id == course)
    )
    return list(_waiting(connection, sittings.c.exam_id.in_(those)).values())


def running(connection: Connection, course: int) -> set[tuple[int, int]]:
    """Returns who sits which exam of a course now, as pairs of a person and the exam's assignment."""
    now = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None))
    found = (
        select(sittings.c.person_id, exams.c.assignment_id)
        .join(exams, exams.c.id == sittings.c.exam_id)
        .join(assignments, assignments.c.id == exams.c.assignment_id)
        .where(assignments.c.course_id == course, *now)
    )
    return {(row.person_id, row.assignment_id) for row in connection.execute(found)}


def _waiting(connection: Connection, there: ColumnElement[bool]) -> Mapping[int, Waiting]:
    """Returns the points of the parts that were answered and have no mark yet, by attempt."""
    parts: dict[int, set[str]] = {}
    unmarked = _unmarked(there)
    for attempt, part in connection.execute(unmarked):
        parts.setdefault(attempt, set()).add(part)
    some = select(unmarked.subquery().c.attempt_id)
    of = (attempts.c.id, attempts.c.person_id, attempts.c.assignment_id, attempts.c.sitting_id)
    asked = select(*of, attempts.c.variant["parts"].label("parts")).where(attempts.c.id.in_(some))
    found = {}
    for row in connection.execute(asked):
        open_ones = (Fraction(part["points"]) for part in row.parts if part["name"] in parts[row.id])
        points = sum(open_ones, Fraction(0))
        found[row.id] = Waiting(row.person_id, row.assignment_id, row.sitting_id, points)
    return found


def _unmarked(there: ColumnElement[bool]) -> Select[Any]:
    return (
        select(responses.c.attempt_id, responses.c.part)
        .join(attempts, attempts.c.id == responses.c.attempt_id)
        .join(sittings, sittings.c.id == attempts.c.sitting_id)
        .where(there)
        .group_by(responses.c.attempt_id, responses.c.part)
        .having(func.count(responses.c.earned) == 0)
    )
