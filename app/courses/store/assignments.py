"""Stores assignments: the questions that a course asks, their due dates, and the answers to them."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, select, update

from app.courses.policy import ONCE, UNRELEASED, Counting, Period, Policy, Release, Results
from app.database.schema import (
    assigned,
    assignments,
    attempts,
)


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
    ``release``: when students learn what was right. Until it is ``published``, those who teach the course see it alone.
    While it runs, what it asks all alike cannot be practised by guests and the students of its course; if it
    ``closes_practice``, by nobody but instructors. ``hints``: students may take them before they answer.
    """

    id: int
    name: str
    title: str
    opens_at: datetime | None
    due_at: datetime | None
    figure: str = ""
    figure_moves: bool = True
    solutions_wait: bool = True
    release: Release = UNRELEASED
    published: bool = True
    closes_practice: bool = True
    hints: bool = True
    policy: Policy = ONCE
    category: int | None = None
    extra_credit: bool = False
    questions: tuple[Assigned, ...] = ()

    @property
    def dated(self) -> bool:
        """True if what waits in it opens by itself, or by a release."""
        return self.release.dated(self.due_at)


def add(connection: Connection, course: int, title: str, published: bool = True) -> Assignment:
    """Stores a new assignment, open, without questions."""
    now = datetime.now(UTC)
    new = insert(assignments).values(
        name=secrets.token_urlsafe(9), course_id=course, title=title, created_at=now, published=published
    )
    return _assignment(connection.execute(new.returning(assignments)).one(), ())


def of_course(connection: Connection, course: int, drafts: bool = False) -> list[Assignment]:
    """Returns the published assignments in the order in which they were made; ``drafts``: those that are none, too."""
    there = select(assignments).where(assignments.c.course_id == course)
    wanted = there if drafts else there.where(assignments.c.published)
    found = connection.execute(wanted.order_by(assignments.c.id)).all()
    asked: dict[int, list[Assigned]] = {}
    there = select(assignments.c.id).where(assignments.c.course_id == course)
    for row in connection.execute(
        select(assigned).where(assigned.c.assignment_id.in_(there)).order_by(assigned.c.place, assigned.c.id)
    ):
        asked.setdefault(row.assignment_id, []).append(Assigned(row.id, row.question, row.level))
    return [_assignment(row, asked.get(row.id, ())) for row in found]


def find(connection: Connection, course: int, name: str) -> Assignment | None:
    """Returns the course's assignment of this name, a draft as well; another course's is not found."""
    return next((one for one in of_course(connection, course, drafts=True) if one.name == name), None)


def hold(connection: Connection, assignment: int) -> None:
    """Locks the assignment: until this transaction ends, it alone changes or begins it."""
    connection.execute(select(assignments.c.id).where(assignments.c.id == assignment).with_for_update())


def change(
    connection: Connection,
    assignment: int,
    *,
    title: str,
    opens_at: datetime | None,
    due_at: datetime | None,
    solutions_wait: bool,
    results: Results,
    closes_practice: bool,
    hints: bool,
) -> None:
    """Sets title and dates, when solutions and results open, and what helps; None removes a date. A release holds as
    long as results are released by hand."""
    values: dict[str, Any] = {"title": title, "opens_at": opens_at, "due_at": due_at}
    values |= {"solutions_wait": solutions_wait, "results": results}
    values |= {"closes_practice": closes_practice, "hints": hints}
    if results is not Results.RELEASED:
        values["released_at"] = None
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))


def publish(connection: Connection, assignment: int, published: bool) -> None:
    """Shows it to the students of its course, or makes a draft of it."""
    these = update(assignments).where(assignments.c.id == assignment)
    connection.execute(these.values(published=published))


def with_results(connection: Connection, these: Collection[int], wanted: Collection[Results]) -> set[int]:
    """Returns the assignments among ``these`` that have one of these settings of when results open."""
    found = select(assignments.c.id).where(assignments.c.id.in_(these), assignments.c.results.in_(wanted))
    return set(connection.execute(found).scalars())


def release(connection: Connection, assignment: int) -> None:
    """Releases its results, where that is done by hand; a second time changes nothing."""
    by_hand = assignments.c.results == Results.RELEASED
    these = (assignments.c.id == assignment, by_hand, assignments.c.released_at.is_(None))
    connection.execute(update(assignments).where(*these).values(released_at=datetime.now(UTC)))


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


def release_of(row: Row[Any]) -> Release:
    """Returns when results open, of a row that has the columns of an assignment."""
    return Release(Results(row.results), row.released_at)


def begin_with(connection: Connection, assignment: int, figure: str, moves: bool) -> None:
    """Sets the figure that it begins with; "" takes it away."""
    values = {"figure": figure or None, "figure_moves": moves}
    connection.execute(update(assignments).where(assignments.c.id == assignment).values(values))


def remove(connection: Connection, assignment: int) -> bool:
    """Takes it away, unless somebody has begun it."""
    hold(connection, assignment)
    if is_begun(connection, assignment):
        return False
    connection.execute(delete(assignments).where(assignments.c.id == assignment))
    return True


def is_begun(connection: Connection, assignment: int) -> bool:
    """True if somebody has a sheet of the assignment."""
    found = select(attempts.c.id).where(attempts.c.assignment_id == assignment).limit(1)
    return connection.execute(found).first() is not None


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
        closes_practice=row.closes_practice,
        hints=row.hints,
        release=release_of(row),
        published=row.published,
        policy=policy_of(row),
        category=row.category_id,
        extra_credit=row.extra_credit,
        questions=tuple(asked),
    )
