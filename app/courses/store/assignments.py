"""Stores assignments: the questions that a course asks, their due dates, and the answers to them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from app.courses.policy import ONCE, Counting, Period, Policy
from app.database.schema import (
    assigned,
    assignments,
    attempts,
    responses,
)
from engine.marking.marking import Rule


@dataclass(frozen=True, slots=True)
class Assigned:
    """A question of an assignment, at this level."""

    id: int
    question: str
    level: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Assignment:
    """An assignment with its questions in order; without ``opens_at`` it is open, without ``due_at`` it stays so.

    ``figure`` is the address of the one that it begins with, "" for none; ``figure_moves``: students can move it.
    ``solutions_wait`` for the last due date of anybody; else those of sheets with numbers of their own open at once.
    """

    id: int
    name: str
    title: str
    opens_at: datetime | None
    due_at: datetime | None
    figure: str = ""
    figure_moves: bool = True
    solutions_wait: bool = True
    policy: Policy = ONCE
    category: int | None = None
    extra_credit: bool = False
    questions: tuple[Assigned, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The first answer to a part of an ``attempt``: what it earned, by which rule, and when it was written; ``sitting``
    is set in exams."""

    person: int
    assignment: int
    attempt: int
    question: str
    earned: Fraction
    rule: str
    at: datetime
    sitting: int | None = None


def add(connection: Connection, course: int, title: str) -> Assignment:
    """Stores a new assignment, open, without questions."""
    new = insert(assignments).values(
        name=secrets.token_urlsafe(9), course_id=course, title=title, created_at=datetime.now(UTC)
    )
    return _assignment(connection.execute(new.returning(assignments)).one(), ())


def of_course(connection: Connection, course: int) -> list[Assignment]:
    """Returns the assignments in the order in which they were made."""
    found = connection.execute(
        select(assignments).where(assignments.c.course_id == course).order_by(assignments.c.id)
    ).all()
    asked: dict[int, list[Assigned]] = {}
    there = select(assignments.c.id).where(assignments.c.course_id == course)
    for row in connection.execute(
        select(assigned).where(assigned.c.assignment_id.in_(there)).order_by(assigned.c.place, assigned.c.id)
    ):
        asked.setdefault(row.assignment_id, []).append(Assigned(row.id, row.question, row.level))
    return [_assignment(row, asked.get(row.id, ())) for row in found]


def find(connection: Connection, course: int, name: str) -> Assignment | None:
    """Returns the course's assignment of this name; another course's is not found."""
    return next((one for one in of_course(connection, course) if one.name == name), None)


def hold(connection: Connection, assignment: int) -> None:
    """Locks the assignment: until this transaction ends, it alone changes or begins it."""
    connection.execute(select(assignments.c.id).where(assignments.c.id == assignment).with_for_update())


def change(
    connection: Connection,
    assignment: int,
    title: str,
    opens_at: datetime | None,
    due_at: datetime | None,
    solutions_wait: bool,
) -> None:
    """Sets title, dates, and whether solutions wait; None removes a date."""
    values = {"title": title, "opens_at": opens_at, "due_at": due_at, "solutions_wait": solutions_wait}
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))


def give_policy(connection: Connection, assignment: int, policy: Policy) -> None:
    """Sets what counts: also of what was answered before."""
    values = {
        "tries": policy.tries,
        "counting": policy.counting,
        "grace_minutes": policy.grace,
        "late_period": policy.period,
        "late_periods": policy.periods,
        "late_percent": policy.percent,
        "late_most_percent": policy.most_percent,
    }
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))


def policy_of(row: Row[Any]) -> Policy:
    """Returns the policy in a row that has the columns of an assignment."""
    return Policy(
        tries=row.tries,
        counting=Counting(row.counting),
        grace=row.grace_minutes,
        period=Period(row.late_period),
        periods=row.late_periods,
        percent=row.late_percent,
        most_percent=row.late_most_percent,
    )


def begin_with(connection: Connection, assignment: int, figure: str, moves: bool) -> None:
    """Sets the figure that it begins with; "" takes it away."""
    values = {"figure": figure or None, "figure_moves": moves}
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))


def remove(connection: Connection, assignment: int) -> bool:
    """Takes it away, unless somebody has begun it."""
    hold(connection, assignment)
    if connection.execute(
        select(attempts.c.id).where(attempts.c.assignment_id == assignment).limit(1)
    ).first():
        return False
    connection.execute(delete(assignments).where(assignments.c.id == assignment))
    return True


def assign(connection: Connection, assignment: int, question: str, level: str) -> None:
    """Adds a question at the end, unless it is there."""
    hold(connection, assignment)
    there = select(assigned.c.id).where(_one(assignment, question))
    if connection.execute(there).first() is None:
        last = select(func.max(assigned.c.place)).where(assigned.c.assignment_id == assignment)
        place = (connection.execute(last).scalar() or 0) + 1
        new = {"assignment_id": assignment, "question": question, "level": level}
        connection.execute(insert(assigned).values(place=place, **new))


def assign_copies(connection: Connection, assignment: int, questions: Sequence[Assigned]) -> None:
    """Gives a new assignment the questions of another, in their order."""
    new = [
        {"assignment_id": assignment, "question": one.question, "level": one.level, "place": place}
        for place, one in enumerate(questions, 1)
    ]
    if new:
        connection.execute(insert(assigned), new)


def withdraw(connection: Connection, assignment: int, question: str) -> None:
    """Takes a question out. Its answers are kept, and count again once it is back."""
    connection.execute(delete(assigned).where(_one(assignment, question)))


def give_level(connection: Connection, assignment: int, question: str, level: str) -> None:
    """Sets the level for those who have not begun; a sheet that was begun keeps its numbers."""
    connection.execute(update(assigned).where(_one(assignment, question)).values(level=level))


def arrange(connection: Connection, order: Sequence[Assigned]) -> None:
    """Gives the questions these places."""
    for place, one in enumerate(order, 1):
        connection.execute(update(assigned).where(assigned.c.id == one.id).values(place=place))


def answers(connection: Connection, course: int, person: int | None = None) -> list[Answer]:
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
            at=row.at,
            sitting=row.sitting_id,
        )
        for row in found
    ]


def written_at() -> ColumnElement[datetime]:
    """Returns when the answer in a row of ``responses`` was written: the marks that students give to their own
    sentences come later, and often after the due date."""
    before = responses.alias()
    unmarked = before.c.verdict["rule"].as_string() == Rule.OPEN
    this = and_(before.c.attempt_id == responses.c.attempt_id, before.c.part == responses.c.part)
    last = select(func.max(before.c.at)).where(this, unmarked, before.c.id < responses.c.id)
    return func.coalesce(last.scalar_subquery(), responses.c.at)


def _one(assignment: int, question: str) -> Any:
    return and_(assigned.c.assignment_id == assignment, assigned.c.question == question)


def _assignment(row: Row[Any], asked: Sequence[Assigned]) -> Assignment:
    return Assignment(
        id=row.id,
        name=row.name,
        title=row.title,
        opens_at=row.opens_at,
        due_at=row.due_at,
        figure=row.figure or "",
        figure_moves=row.figure_moves,
        solutions_wait=row.solutions_wait,
        policy=policy_of(row),
        category=row.category_id,
        extra_credit=row.extra_credit,
        questions=tuple(asked),
    )
