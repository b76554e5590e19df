"""The mark log: changes of marks after they were given. The database itself lets nobody edit it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, func, insert, or_, select, update

from app.database.schema import (
    assignments,
    attempts,
    courses,
    mark_changes,
    people,
    regrades,
    reports,
    responses,
    sittings,
)
from app.practice.store import mark_events

MOST_NEWS = 5


@dataclass(frozen=True, slots=True)
class MarkSnapshot:
    """A response and its key as they were: all that is needed to see why it earned what it earned."""

    version: str
    key: Any
    earned: Fraction | None
    verdict: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The state as JSON, as the log stores it."""
        earned = None if self.earned is None else str(self.earned)
        return {"version": self.version, "key": self.key, "earned": earned, "verdict": dict(self.verdict)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One response that was marked differently: by a regrade, or by an instructor (``by_hand``)."""

    attempt: int
    response: int
    part: str
    by_hand: bool
    who: str
    reason: str
    before: MarkSnapshot
    after: MarkSnapshot
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """The number of sheets of an assignment, or of one sitting of an exam, about which somebody did something, and when
    last.

    ``attempt`` is one of these sheets; ``sitting`` is "" unless it was an exam.
    """

    course: str
    assignment: str
    sitting: str
    title: str
    sheets: int
    attempt: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Regrade:
    """One regrade of a question: by which version, why, whether nobody could lose points, and how many answers it
    changed."""

    version: int
    who: str
    reason: str
    best_kept: bool
    at: datetime
    changed: int


def regrade(
    connection: Connection, question: int, version: int, person: int, reason: str, best_kept: bool
) -> int:
    """Opens the entry of a regrade and returns its number."""
    new = insert(regrades).values(
        question_id=question, version=version, person_id=person, reason=reason, best_kept=best_kept,
        at=datetime.now(UTC),
    )  # fmt: skip
    return int(connection.execute(new.returning(regrades.c.id)).scalar_one())


def change(
    connection: Connection,
    attempt: int,
    response: int,
    before: MarkSnapshot,
    after: MarkSnapshot,
    person: int,
    reason: str,
    regrade: int | None = None,
) -> None:
    """Gives a response its new verdict and points, and logs both states."""
    earned = None if after.earned is None else str(after.earned)
    connection.execute(
        update(responses).where(responses.c.id == response).values(verdict=dict(after.verdict), earned=earned)
    )
    mark_events.add(connection, attempt, response, changed=before.earned is not None)
    connection.execute(
        insert(mark_changes).values(
            attempt_id=attempt, response_id=response, regrade_id=regrade, person_id=person, reason=reason,
            before=before.to_json(), after=after.to_json(), at=datetime.now(UTC),
        )
    )  # fmt: skip


def rekey(connection: Connection, attempt: int, variant: Mapping[str, Any], points: Fraction) -> None:
    """Moves an attempt to another version of its question: the same numbers with other keys."""
    connection.execute(
        update(attempts).where(attempts.c.id == attempt).values(variant=dict(variant), points=str(points))
    )


def of_attempt(connection: Connection, attempt: int) -> list[Change]:
    """Returns the changes of this attempt's marks, oldest first."""
    return [_change(row) for row in connection.execute(_of_attempt(), {"attempt": attempt})]


@cache
def _of_attempt() -> Select[Any]:
    return _all().where(mark_changes.c.attempt_id == bindparam("attempt")).order_by(mark_changes.c.id)


def regraded(connection: Connection, sitting: int) -> dict[int, list[Change]]:
    """Returns the changes that regrades made to the questions of a sitting, by attempt, oldest first."""
    there = select(attempts.c.id).where(attempts.c.sitting_id == sitting)
    these = (mark_changes.c.regrade_id.is_not(None), mark_changes.c.attempt_id.in_(there))
    found: dict[int, list[Change]] = {}
    for row in connection.execute(_all().where(*these).order_by(mark_changes.c.id)):
        found.setdefault(row.attempt_id, []).append(_change(row))
    return found


def for_all(connection: Connection, exam: int) -> list[Change]:
    """Returns the changes that gave a question's full points to all who were asked it in an exam, oldest first."""
    there = select(attempts.c.id).join(sittings, sittings.c.id == attempts.c.sitting_id)
    given = mark_changes.c.after["verdict", "for_all"].as_boolean()
    these = (given.is_(True), mark_changes.c.attempt_id.in_(there.where(sittings.c.exam_id == exam)))
    return [_change(row) for row in connection.execute(_all().where(*these).order_by(mark_changes.c.id))]


def in_exams_with_full_points(connection: Connection, question: str) -> set[int]:
    """Returns the attempts on a question in those exams where all who were asked it got its full points."""
    of_exam = select(sittings.c.exam_id).join(attempts, attempts.c.sitting_id == sittings.c.id)
    given = mark_changes.c.after["verdict", "for_all"].as_boolean().is_(True)
    exams = of_exam.join(mark_changes, mark_changes.c.attempt_id == attempts.c.id).where(
        attempts.c.question == question, given, sittings.c.exam_id.is_not(None)
    )
    found = (
        select(attempts.c.id)
        .join(sittings, sittings.c.id == attempts.c.sitting_id)
        .where(attempts.c.question == question, sittings.c.exam_id.in_(exams))
    )
    return set(connection.execute(found).scalars())


def touched(connection: Connection, person: int) -> set[int]:
    """Returns the person's attempts of which some mark was changed."""
    found = select(mark_changes.c.attempt_id).join(attempts, attempts.c.id == mark_changes.c.attempt_id)
    return set(connection.execute(found.where(attempts.c.person_id == person)).scalars())


def news(connection: Connection, course: int, person: int) -> list[News]:
    """Returns what others did about somebody's sheets of a course, newest first: marks given or changed, reports
    answered.

    Exams whose sheets are not open yet are left out.
    """
    opened = or_(attempts.c.opens_at.is_(None), attempts.c.opens_at <= datetime.now(UTC))
    asked = attempts.c.assignment_id.is_not(None)  # else SQLite reads all sheets that somebody has
    theirs = (attempts.c.person_id == person, asked, assignments.c.course_id == course, opened)
    of = (
        select(
            courses.c.name.label("course"), assignments.c.name.label("assignment"), assignments.c.title,
            sittings.c.name.label("sitting"), attempts.c.name,
        )
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .outerjoin(sittings, sittings.c.id == attempts.c.sitting_id)
        .where(*theirs)
    )  # fmt: skip
    marked = of.join(mark_changes, mark_changes.c.attempt_id == attempts.c.id).add_columns(mark_changes.c.at)
    answered = of.join(reports, reports.c.attempt_id == attempts.c.id).add_columns(
        reports.c.answered_at.label("at")
    )
    found = marked.union_all(answered.where(reports.c.answered_at.is_not(None))).subquery()
    whose = (found.c.course, found.c.assignment, found.c.sitting, found.c.title)
    sheets, last = func.count(found.c.name.distinct()), func.max(found.c.at)
    newest = (
        select(*whose, sheets.label("sheets"), func.min(found.c.name).label("name"), last.label("at"))
        .group_by(*whose)
        .order_by(last.desc())
        .limit(MOST_NEWS)
    )
    return [
        News(
            course=row.course,
            assignment=row.assignment,
            sitting=row.sitting or "",
            title=row.title,
            sheets=row.sheets,
            attempt=row.name,
            at=row.at,
        )
        for row in connection.execute(newest)
    ]


def of_question(connection: Connection, question: int) -> list[Regrade]:
    """Returns the regrades of a question, newest first."""
    found = (
        select(regrades, people.c.name, people.c.email, func.count(mark_changes.c.id).label("changed"))
        .join(people, people.c.id == regrades.c.person_id)
        .outerjoin(mark_changes, mark_changes.c.regrade_id == regrades.c.id)
        .where(regrades.c.question_id == question)
        .group_by(regrades.c.id, people.c.id)
        .order_by(regrades.c.id.desc())
    )
    return [
        Regrade(
            version=row.version,
            who=row.name or row.email,
            reason=row.reason,
            best_kept=row.best_kept,
            at=row.at,
            changed=row.changed,
        )
        for row in connection.execute(found)
    ]


def _all() -> Select[Any]:
    return (
        select(mark_changes, responses.c.part, people.c.name, people.c.email)
        .join(responses, responses.c.id == mark_changes.c.response_id)
        .join(people, people.c.id == mark_changes.c.person_id)
    )


def _change(row: Row[Any]) -> Change:
    return Change(
        attempt=row.attempt_id, response=row.response_id, part=row.part, by_hand=row.regrade_id is None,
        who=row.name or row.email, reason=row.reason, before=_state(row.before), after=_state(row.after),
        at=row.at,
    )  # fmt: skip


def _state(kept: Mapping[str, Any]) -> MarkSnapshot:
    earned = None if kept["earned"] is None else Fraction(kept["earned"])
    return MarkSnapshot(kept["version"], kept["key"], earned, kept["verdict"])
