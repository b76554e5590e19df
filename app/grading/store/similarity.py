"""Stores comparisons of the answers to a question of an assignment or exam, and reads the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, func, insert, select, update

from app.courses.store.courses import MEMBER_NAME, CourseRole
from app.database.schema import (
    assignments,
    attempts,
    comparisons,
    members,
    people,
    responses,
    similar_pairs,
)
from engine.similarity.comparison import Compared, Pair

PART = "answer"  # the only part of questions for a program or a text


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """A student's newest answer to a question: its response, the sheet by name, whose it is, and the text."""

    response: int
    attempt: str
    person: int
    called: str
    version: str
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """A comparison as it is stored; ``compared_at`` is None before the first one has ended."""

    id: int
    assignment: int
    question: str
    compared_at: datetime | None
    digest: str
    compared: int
    short: int
    common: frozenset[int]
    median: int
    high: int


def answered(connection: Connection, course: int) -> Mapping[tuple[int, str], int]:
    """Returns how many students of the course have answered, by assignment and question."""
    found = connection.execute(
        select(attempts.c.assignment_id, attempts.c.question, func.count(attempts.c.person_id.distinct()).label("n"))
        .join(responses, responses.c.attempt_id == attempts.c.id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(members, _theirs())
        .where(responses.c.part == PART, assignments.c.course_id == course, *_students())
        .group_by(attempts.c.assignment_id, attempts.c.question)
    )  # fmt: skip
    return {(row.assignment_id, row.question): row.n for row in found}


def answers(connection: Connection, assignment: int, question: str) -> list[Answer]:
    """Returns the newest answer of each student who is in the course, those without a text left out; in the order in
    which they came."""
    if "\0" in question:  # PostgreSQL takes no such text
        return []
    this = _answers().where(assignments.c.id == assignment, attempts.c.question == question, *_students())
    found = map(_answer, connection.execute(this.order_by(responses.c.id)))
    newest = {one.person: one for one in found if one.text.strip()}
    return sorted(newest.values(), key=lambda one: one.response)


def compared(connection: Connection, course: int) -> Mapping[tuple[int, str], datetime | None]:
    """Returns when the answers were compared last, by assignment and question."""
    found = connection.execute(
        select(comparisons.c.assignment_id, comparisons.c.question, comparisons.c.compared_at)
        .join(assignments, assignments.c.id == comparisons.c.assignment_id)
        .where(assignments.c.course_id == course)
    )
    return {(row.assignment_id, row.question): row.compared_at for row in found}


def digest(of: Sequence[Answer]) -> str:
    """Returns a digest of whose answers these are and what they say."""
    return sha256("\0".join(f"{one.person} {one.text}" for one in of).encode(errors="replace")).hexdigest()


def find(connection: Connection, assignment: int, question: str) -> Comparison | None:
    """Returns the comparison of these answers; None where nobody asked for one."""
    this = (comparisons.c.assignment_id == assignment, comparisons.c.question == question)
    row = connection.execute(select(comparisons).where(*this)).first() if "\0" not in question else None
    return _comparison(row) if row else None


def by_id(connection: Connection, comparison: int) -> Comparison | None:
    row = connection.execute(select(comparisons).where(comparisons.c.id == comparison)).first()
    return _comparison(row) if row else None


def begin(connection: Connection, assignment: int, question: str) -> Comparison:
    """Returns the comparison of these answers, stored empty where there was none."""
    found = find(connection, assignment, question)
    if found:
        return found
    empty = {"digest": "", "compared": 0, "short": 0, "common": [], "median": 0, "high": 0}
    row = insert(comparisons).values(assignment_id=assignment, question=question, **empty)
    return _comparison(connection.execute(row.returning(comparisons)).one())


def store(connection: Connection, comparison: int, of: str, result: Compared) -> None:
    """Stores what was found in the answers with the digest ``of``, instead of what was before. Pairs of answers that
    are gone are left out."""
    values = {
        "compared_at": datetime.now(UTC), "digest": of, "compared": result.compared, "short": result.short,
        "common": list(result.common), "median": result.median, "high": result.high,
    }  # fmt: skip
    this = comparisons.c.id == comparison
    if not connection.execute(update(comparisons).where(this).values(values)).rowcount:
        return
    connection.execute(delete(similar_pairs).where(similar_pairs.c.comparison_id == comparison))
    named = {response for pair in result.pairs for response in (pair.first, pair.second)}
    held = select(responses.c.id).where(responses.c.id.in_(named)).with_for_update(read=True, key_share=True)
    there = set(connection.execute(held).scalars())
    rows = [
        {"comparison_id": comparison, "first_id": one.first, "second_id": one.second,
         "shared": one.shared, "smaller": one.of}
        for one in result.pairs
        if {one.first, one.second} <= there
    ]  # fmt: skip
    if rows:
        connection.execute(insert(similar_pairs), rows)


def pairs(connection: Connection, comparison: int) -> list[tuple[int, Pair]]:
    """Returns the pairs with their numbers, those that share most first."""
    this = select(similar_pairs).where(similar_pairs.c.comparison_id == comparison)
    return [(row.id, _pair(row)) for row in connection.execute(this.order_by(similar_pairs.c.id))]


def in_pairs(connection: Connection, found: Sequence[tuple[int, Pair]]) -> Mapping[int, Answer]:
    """Returns the answers of these pairs by their responses, also of students who have left the course since."""
    these = {response for _, pair in found for response in (pair.first, pair.second)}
    rows = connection.execute(_answers().where(responses.c.id.in_(these)))
    return {one.response: one for one in map(_answer, rows)}


def _answers() -> Select[Any]:
    return (
        select(
            responses.c.id, responses.c.typed, responses.c.at, attempts.c.name.label("attempt"), attempts.c.person_id,
            attempts.c.variant["version"].as_string().label("version"), MEMBER_NAME.label("called"), people.c.email,
        )
        .join(attempts, attempts.c.id == responses.c.attempt_id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(people, people.c.id == attempts.c.person_id)
        .outerjoin(members, _theirs())
        .where(responses.c.part == PART, responses.c.withdrawn_at.is_(None))
    )  # fmt: skip


def _theirs() -> ColumnElement[bool]:
    return and_(members.c.course_id == assignments.c.course_id, members.c.person_id == attempts.c.person_id)


def _students() -> tuple[Any, ...]:
    return members.c.role == CourseRole.STUDENT, members.c.left_at.is_(None)


def _answer(row: Row[Any]) -> Answer:
    return Answer(
        response=row.id, attempt=row.attempt, person=row.person_id, called=row.called or row.email or "",
        version=row.version, text="\n".join(row.typed), at=row.at,
    )  # fmt: skip


def _comparison(row: Row[Any]) -> Comparison:
    return Comparison(
        id=row.id, assignment=row.assignment_id, question=row.question, compared_at=row.compared_at,
        digest=row.digest, compared=row.compared, short=row.short, common=frozenset(row.common), median=row.median,
        high=row.high,
    )  # fmt: skip


def _pair(row: Row[Any]) -> Pair:
    return Pair(row.first_id, row.second_id, row.shared, row.smaller)
