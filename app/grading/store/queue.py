"""What waits for the instructors of a course: sentences to be marked, and reports that a key is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, or_, select, update

from app.courses.store.courses import CourseRole
from app.database.schema import assignments, courses, exams, extensions, members, people, reports, responses
from app.database.schema import attempts as attempts_table
from app.practice.store import attempts
from app.practice.store.attempts import SELF_MARKED, Attempt


@dataclass(frozen=True, slots=True)
class Waiting:
    """An answer in sentences: its response, what it answers, the attempt by name, who wrote it, and for what.

    ``work`` names the assignment or exam, ``title`` says it; ``markers`` is how many of its course's instructors mark
    it, ``sheet`` the attempt's number.
    """

    response: int
    question: str
    part: str
    attempt: str
    called: str
    work: str
    title: str
    at: datetime
    due_at: datetime | None
    sheet: int
    markers: int

    @property
    def asked(self) -> tuple[str, str]:
        """The question, and which part of it."""
        return self.question, self.part

    @property
    def late(self) -> bool:
        return self.due_at is not None and self.at > self.due_at


@dataclass(frozen=True, slots=True)
class Report:
    """A sentence about a key, with the variant it is about; ``attempt`` is the sheet's name, "" where there is none."""

    id: int
    question: str
    variant: Mapping[str, Any]
    sentence: str
    called: str
    attempt: str
    at: datetime
    answer: str
    answered_at: datetime | None


def waiting(rows: Connection, course: int, unmarked: str) -> list[Waiting]:
    """The sentences that nobody but their student has marked, the oldest first.

    ``unmarked`` is the rule of a verdict that is not given yet: such an answer waits once the model answer was seen or
    the due date is over, for until then it can still be changed.
    """
    last = select(func.max(responses.c.id)).group_by(responses.c.attempt_id, responses.c.part)
    rule = responses.c.verdict["rule"].as_string()
    due = func.coalesce(extensions.c.due_at, assignments.c.due_at)
    finished = or_(attempts_table.c.solution_seen_at.is_not(None), due < datetime.now(UTC))
    found = rows.execute(
        select(
            responses, attempts_table.c.name.label("attempt"), attempts_table.c.question, people.c.name,
            people.c.email, assignments.c.name.label("work"), assignments.c.title, assignments.c.due_at,
            extensions.c.due_at.label("extended"), exams.c.markers,
        )
        .join(attempts_table, attempts_table.c.id == responses.c.attempt_id)
        .join(assignments, assignments.c.id == attempts_table.c.assignment_id)
        .join(people, people.c.id == attempts_table.c.person_id)
        .join(members, _student_of(course))
        .outerjoin(extensions, _theirs())
        .outerjoin(exams, exams.c.assignment_id == assignments.c.id)
        .where(
            assignments.c.course_id == course,
            responses.c.id.in_(last),
            or_(rule == SELF_MARKED, and_(rule == unmarked, finished)),
        )
        .order_by(responses.c.id)
    )  # fmt: skip
    return [
        Waiting(
            row.id,
            row.question,
            row.part,
            row.attempt,
            row.name or row.email,
            row.work,
            row.title,
            row.at,
            row.extended or row.due_at,
            row.attempt_id,
            row.markers or 1,
        )
        for row in found
        if any(text.strip() for text in row.typed)  # lines that were ticked on paper have no text
    ]


def answered(rows: Connection, response: int) -> tuple[str, str] | None:
    """The question and the part that a response answers, whether it still waits or not."""
    found = (
        select(attempts_table.c.question, responses.c.part)
        .join(responses, responses.c.attempt_id == attempts_table.c.id)
        .where(responses.c.id == response)
    )
    row = rows.execute(found).first()
    return (row.question, row.part) if row else None


def sheet(rows: Connection, course: int, name: str) -> tuple[Attempt, int] | None:
    """A sheet that was begun for the course, and whose it is; another course's is not found."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    found = (
        select(attempts_table.c.person_id)
        .join(assignments, assignments.c.id == attempts_table.c.assignment_id)
        .where(attempts_table.c.name == name, assignments.c.course_id == course)
    )
    person = rows.execute(found).scalar()
    return None if person is None else (attempts.named(rows, name), person)


def hide_names(rows: Connection, course: int, hidden: bool) -> None:
    rows.execute(update(courses).where(courses.c.id == course).values(hide_names=hidden))


def names_hidden(rows: Connection, course: int) -> bool:
    return bool(rows.execute(select(courses.c.hide_names).where(courses.c.id == course)).scalar())


def reports_of_course(rows: Connection, course: int) -> list[Report]:
    """What was reported from the course's sheets and is not answered yet, the oldest first."""
    found = (
        _reports()
        .join(assignments, assignments.c.id == attempts_table.c.assignment_id)
        .where(assignments.c.course_id == course, reports.c.answered_at.is_(None))
    )
    return [_report(row) for row in rows.execute(found.order_by(reports.c.id))]


def reports_of_attempt(rows: Connection, attempt: int) -> list[Report]:
    """What was reported from one sheet, the oldest first, with what was answered."""
    found = _reports().where(reports.c.attempt_id == attempt).order_by(reports.c.id)
    return [_report(row) for row in rows.execute(found)]


def reports_of_sitting(rows: Connection, sitting: int) -> list[Report]:
    """What was reported from the sheets of one exam that somebody sat, the oldest first, with what was answered."""
    found = _reports().where(attempts_table.c.sitting_id == sitting).order_by(reports.c.id)
    return [_report(row) for row in rows.execute(found)]


def answer_report(rows: Connection, report: int, answer: str) -> bool:
    """Whether it was open until now: of two answers at the same moment, one stands."""
    values = {"answer": answer, "answered_at": datetime.now(UTC)}
    still = (reports.c.id == report, reports.c.answered_at.is_(None))
    return rows.execute(update(reports).where(*still).values(values)).rowcount == 1


def _student_of(course: int) -> Any:
    return and_(
        members.c.course_id == course,
        members.c.person_id == attempts_table.c.person_id,
        members.c.role == CourseRole.STUDENT,
        members.c.left_at.is_(None),
    )


def _theirs() -> Any:
    return and_(
        extensions.c.assignment_id == assignments.c.id,
        extensions.c.person_id == attempts_table.c.person_id,
    )


def _reports() -> Select[Any]:
    return (
        select(reports, attempts_table.c.name.label("attempt"), people.c.name, people.c.email)
        .outerjoin(attempts_table, attempts_table.c.id == reports.c.attempt_id)
        .outerjoin(people, people.c.id == reports.c.person_id)
    )


def _report(row: Row[Any]) -> Report:
    return Report(
        row.id, row.question, row.variant, row.sentence, row.name or row.email or "", row.attempt or "",
        row.at, row.answer or "", row.answered_at,
    )  # fmt: skip
