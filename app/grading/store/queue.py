"""Reads what waits for a course's instructors: answers in sentences, and the sheets that they open."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, and_, func, select

from app.courses.store.answers import written_at
from app.courses.store.asked import Answered
from app.courses.store.assignments import policy_of
from app.courses.store.courses import MEMBER_NAME, CourseRole
from app.courses.store.due_dates import due_of
from app.database.schema import assignments, exams, members, people, responses
from app.database.schema import attempts as attempts_table
from app.practice.store import attempts
from app.practice.store.attempt import SAVED, SELF_MARKED, Attempt
from engine.marking.marking import Rule

AT_ONCE = 1000  # sheets in a statement


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """An answer in sentences: its response, the question and part, the attempt by name, who wrote it, for what, and
    when.

    ``work`` is the name of the assignment or exam, ``title`` its title; ``markers`` is how many of the course's
    instructors mark it, ``sheet`` the attempt's number; ``kept`` is the share of its points that counts.
    """

    response: int
    question: str
    part: str
    attempt: str
    called: str
    work: str
    title: str
    at: datetime
    late: bool
    sheet: int
    markers: int
    person: int
    assignment: int
    kept: Fraction

    @property
    def asked(self) -> tuple[str, str]:
        """The question, and which part of it."""
        return self.question, self.part

    @property
    def of(self) -> Answered:
        """What it answers, and for which assignment."""
        return Answered(self.assignment, self.question, self.person)


def waiting(connection: Connection, course: int, person: int | None = None) -> list[Waiting]:
    """Returns the sentences that nobody but their student has marked, oldest first: of all, or of one.

    What not even its student has marked waits once the model answer was seen or no answer counts any more, because
    until then it can still be changed.
    """
    return _waiting(connection, course, person, (SELF_MARKED, Rule.OPEN))


def _waiting(
    connection: Connection, course: int, person: int | None, rules: Collection[str]
) -> list[Waiting]:
    stands = select(func.max(responses.c.id)).where(responses.c.withdrawn_at.is_(None))
    last = stands.group_by(responses.c.attempt_id, responses.c.part)
    rule = responses.c.verdict["rule"].as_string()
    found = connection.execute(
        select(
            assignments, assignments.c.name.label("work"), responses.c.id.label("response"), responses.c.part,
            responses.c.typed, written_at().label("at"), rule.label("rule"), attempts_table.c.name.label("attempt"),
            attempts_table.c.id.label("sheet"), attempts_table.c.question, attempts_table.c.solution_seen_at,
            attempts_table.c.person_id,
            MEMBER_NAME.label("called"), people.c.email, exams.c.markers,
            due_of(attempts_table.c.person_id).label("theirs"),
        )
        .join(attempts_table, attempts_table.c.id == responses.c.attempt_id)
        .join(assignments, assignments.c.id == attempts_table.c.assignment_id)
        .join(people, people.c.id == attempts_table.c.person_id)
        .join(members, _student_of(course))
        .outerjoin(exams, exams.c.assignment_id == assignments.c.id)
        .where(
            assignments.c.course_id == course,
            responses.c.id.in_(last),
            rule.in_(rules),
            *([] if person is None else [attempts_table.c.person_id == person]),
        )
        .order_by(responses.c.id)
    )  # fmt: skip
    now = datetime.now(UTC)
    return [
        Waiting(
            response=row.response,
            question=row.question,
            part=row.part,
            attempt=row.attempt,
            called=row.called or row.email,
            work=row.work,
            title=row.title,
            at=row.at,
            late=policy_of(row).is_late(row.at, row.theirs),
            sheet=row.sheet,
            markers=row.markers or 1,
            person=row.person_id,
            assignment=row.id,
            kept=policy_of(row).share(row.at, row.theirs),
        )
        for row in found
        if any(text.strip() for text in row.typed)  # lines that were ticked on paper have no text
        if row.rule in (SELF_MARKED, SAVED) or row.solution_seen_at or _is_over(row, now)
    ]


def points_waiting(
    connection: Connection, course: int, person: int | None = None
) -> dict[tuple[int, int], Fraction]:
    """Returns how many points wait for a mark, or are saved until results open, so far as they would count, by person
    and assignment: of all, or of one. Of several sheets for a question, those of the one with the most."""
    found: dict[tuple[int, int], dict[str, dict[int, Fraction]]] = {}
    answers = _waiting(connection, course, person, (SELF_MARKED, Rule.OPEN, SAVED))
    for first in range(0, len(answers), AT_ONCE):
        some = answers[first : first + AT_ONCE]
        asked = select(attempts_table.c.id, attempts_table.c.variant)
        these = asked.where(attempts_table.c.id.in_({one.sheet for one in some}))
        parts = {row.id: row.variant["parts"] for row in connection.execute(these)}
        for one in some:
            worth = next(part["points"] for part in parts[one.sheet] if part["name"] == one.part)
            sheets = found.setdefault((one.person, one.assignment), {}).setdefault(one.question, {})
            sheets[one.sheet] = sheets.get(one.sheet, Fraction(0)) + Fraction(worth) * one.kept
    return {
        key: sum((max(sheets.values()) for sheets in of.values()), Fraction(0)) for key, of in found.items()
    }


def _is_over(row: Row[Any], now: datetime) -> bool:
    until = policy_of(row).until(row.theirs)
    return until is not None and until < now


def answered(connection: Connection, response: int) -> tuple[str, str] | None:
    """Returns the question and the part that a response answers, whether it still waits or not."""
    found = (
        select(attempts_table.c.question, responses.c.part)
        .join(responses, responses.c.attempt_id == attempts_table.c.id)
        .where(responses.c.id == response)
    )
    row = connection.execute(found).first()
    return (row.question, row.part) if row else None


def sheet(connection: Connection, course: int, name: str) -> tuple[Attempt, int] | None:
    """Returns a sheet that was begun for the course, and its person; another course's is not found."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    found = (
        select(attempts_table.c.person_id)
        .join(assignments, assignments.c.id == attempts_table.c.assignment_id)
        .where(attempts_table.c.name == name, assignments.c.course_id == course)
    )
    person = connection.execute(found).scalar()
    return None if person is None else (attempts.named(connection, name), person)


def _student_of(course: int) -> Any:
    return and_(
        members.c.course_id == course,
        members.c.person_id == attempts_table.c.person_id,
        members.c.role == CourseRole.STUDENT,
        members.c.left_at.is_(None),
    )
