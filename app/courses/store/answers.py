"""Reads the marked answers to a course's assignments, and when each was written."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, and_, cast, func, select

from app.database.schema import assignments, attempts, responses
from engine.marking.marking import Rule


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The first answer to a part of an ``attempt``: what it earned, by which rule, when it was written, and
    its ``verdict``; ``sitting`` is set in exams."""

    person: int
    assignment: int
    attempt: int
    question: str
    earned: Fraction
    rule: str
    verdict: Mapping[str, Any]
    at: datetime
    sitting: int | None = None


def of_course(connection: Connection, course: int, person: int | None = None) -> list[Answer]:
    """Returns the marked first answers, part by part, on sheets begun for the course's assignments, in the order in
    which these were begun: by all, or by one."""
    whose = [] if person is None else [attempts.c.person_id == person]
    found = connection.execute(
        select(
            attempts.c.id, attempts.c.person_id, attempts.c.assignment_id, attempts.c.question,
            attempts.c.sitting_id, responses.c.earned, written_at().label("at"), responses.c.verdict,
        )
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(assignments.c.course_id == course, responses.c.earned.is_not(None), *whose)
        .order_by(attempts.c.id)
    )  # fmt: skip
    return [
        Answer(
            person=row.person_id,
            assignment=row.assignment_id,
            attempt=row.id,
            question=row.question,
            earned=Fraction(row.earned),
            rule=row.verdict["rule"],
            verdict=row.verdict,
            at=row.at,
            sitting=row.sitting_id,
        )
        for row in found
    ]


def written_at() -> ColumnElement[datetime]:
    """Returns when the answer in a row of ``responses`` was written: the marks that students give to their own
    sentences, with the same text, come later, and often after the due date."""
    before = responses.alias()
    unmarked = before.c.verdict["rule"].as_string() == Rule.OPEN
    this = and_(before.c.attempt_id == responses.c.attempt_id, before.c.part == responses.c.part)
    same = cast(before.c.typed, Text) == cast(responses.c.typed, Text)  # JSON is not compared on PostgreSQL
    last = select(func.max(before.c.at)).where(this, unmarked, same, before.c.id < responses.c.id)
    return func.coalesce(last.scalar_subquery(), responses.c.at)
