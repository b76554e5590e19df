"""Stores the comments of rubrics, by course and question, and finds the answers that carry one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, insert, select, update

from app.courses.store.courses import MEMBER_NAME
from app.database.schema import assignments, attempts, markings, members, people, responses, rubric_comments
from app.practice.store.attempt import BY_HAND, Comment, comments_in


@dataclass(frozen=True, slots=True)
class RubricComment:
    """A comment for answers to one part of a question; a ``retired`` one is not offered any more."""

    comment: Comment
    question: str
    part: str
    retired: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Carrier:
    """An answer that carries a comment: its sheet by name, who wrote it, its response with the verdict, what it earned,
    and the ``most`` that it could."""

    attempt: str
    called: str
    response: int
    verdict: Mapping[str, Any]
    earned: Fraction
    most: Fraction


def of_question(
    connection: Connection, course: int, question: str, part: str, hold: bool = False
) -> list[RubricComment]:
    """Returns the comments on a part, oldest first. With ``hold``, nobody else edits or applies them until the
    transaction ends."""
    found = _of(course).where(rubric_comments.c.question == question, rubric_comments.c.part == part)
    return _comments(connection.execute(found.with_for_update() if hold else found))


def of_course(connection: Connection, course: int) -> list[RubricComment]:
    """Returns the comments of a course, oldest first."""
    return _comments(connection.execute(_of(course)))


def find(connection: Connection, course: int, comment: int) -> RubricComment | None:
    """Returns a comment of the course; another course's is not found."""
    found = _comments(connection.execute(_of(course).where(rubric_comments.c.id == comment)))
    return found[0] if found else None


def among(connection: Connection, these: Collection[int]) -> dict[int, Comment]:
    """Returns the comments with these numbers that there are still."""
    found = select(rubric_comments).where(rubric_comments.c.id.in_(these))
    read = _comments(connection.execute(found)) if these else []
    return {one.comment.id: one.comment for one in read}


def add(
    connection: Connection, course: int, question: str, part: str, text: str, points: Fraction
) -> RubricComment:
    """Stores a new comment."""
    new = {"course_id": course, "question": question, "part": part, "text": text, "points": str(points)}
    made = connection.execute(insert(rubric_comments).values(new).returning(rubric_comments))
    return _comments(made)[0]


def change(connection: Connection, comment: int, text: str, points: Fraction) -> None:
    """Stores another text and other points."""
    this = update(rubric_comments).where(rubric_comments.c.id == comment)
    connection.execute(this.values(text=text, points=str(points)))


def retire(connection: Connection, comment: int, again: bool = False) -> None:
    """Stores that it is not offered any more, or is offered again."""
    at = None if again else datetime.now(UTC)
    connection.execute(update(rubric_comments).where(rubric_comments.c.id == comment).values(retired_at=at))


def remove(connection: Connection, comment: int) -> None:
    """Deletes a comment."""
    connection.execute(delete(rubric_comments).where(rubric_comments.c.id == comment))


def copy(connection: Connection, course: int, to: int) -> None:
    """Stores the comments that a course offers for another one, too."""
    for one in of_course(connection, course):
        if not one.retired:
            add(connection, to, one.question, one.part, one.comment.text, one.comment.points)


def uses(connection: Connection, course: int) -> Counter[int]:
    """Returns how many answers carry each comment of the course. Marks that wait for a second marker count, too."""
    known = select(rubric_comments.c.question).where(rubric_comments.c.course_id == course)
    asked = (assignments.c.course_id == course, attempts.c.question.in_(known))
    given = (
        select(responses.c.attempt_id, responses.c.part, responses.c.verdict)
        .join(attempts, attempts.c.id == responses.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(*asked, _by_hand())
    )
    waiting = (
        select(markings.c.attempt_id, markings.c.part, markings.c.comments)
        .join(attempts, attempts.c.id == markings.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(*asked)
    )
    found = {
        (row.attempt_id, row.part, one.id)
        for row in connection.execute(given)
        for one in comments_in(row.verdict)
    }
    found |= {(row.attempt_id, row.part, one) for row in connection.execute(waiting) for one in row.comments}
    return Counter(comment for _, _, comment in found)


def carriers(connection: Connection, course: int, one: RubricComment) -> list[Carrier]:
    """Returns the answers with a mark that carry a comment, oldest sheet first, whoever has left the course since."""
    found = (
        select(
            attempts.c.name.label("attempt"), attempts.c.variant, responses.c.id, responses.c.verdict,
            responses.c.earned, people.c.email, MEMBER_NAME.label("called"),
        )
        .join(attempts, attempts.c.id == responses.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(people, people.c.id == attempts.c.person_id)
        .outerjoin(members, and_(members.c.course_id == course, members.c.person_id == people.c.id))
        .where(assignments.c.course_id == course, attempts.c.question == one.question)
        .where(responses.c.part == one.part, responses.c.earned.is_not(None), _by_hand())
        .order_by(attempts.c.id)
    )  # fmt: skip
    carrying = (
        row
        for row in connection.execute(found)
        if one.comment.id in {held.id for held in comments_in(row.verdict)}
    )
    return [_carrier(row, one.part) for row in carrying]


def _carrier(row: Any, part: str) -> Carrier:
    asked = next(asked for asked in row.variant["parts"] if asked["name"] == part)
    return Carrier(
        attempt=row.attempt, called=row.called or row.email or "", response=row.id, verdict=row.verdict,
        earned=Fraction(row.earned), most=Fraction(asked["points"]),
    )  # fmt: skip


def _by_hand() -> Any:
    return responses.c.verdict["rule"].as_string() == BY_HAND


def _of(course: int) -> Any:
    return select(rubric_comments).where(rubric_comments.c.course_id == course).order_by(rubric_comments.c.id)


def _comments(rows: Iterable[Row[Any]]) -> list[RubricComment]:
    return [
        RubricComment(
            Comment(row.id, row.text, Fraction(row.points)),
            row.question,
            row.part,
            row.retired_at is not None,
        )
        for row in rows
    ]
