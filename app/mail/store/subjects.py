"""Reads what e-mails are about: assignments and exams of courses, and who is in these."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, and_, or_, select

from app.courses.store.courses import Course, CourseRole, course_in
from app.courses.store.due_dates import due_of
from app.database.schema import assigned, assignments, courses, exams, extensions, members, section_extensions


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """An assignment, or an exam, that an e-mail to a person is about; ``due_at`` is the person's own."""

    id: int
    course: Course
    name: str
    title: str
    is_exam: bool
    due_at: datetime | None

    @property
    def path(self) -> str:
        """The page of it."""
        return f"/courses/{self.course.name}/{'exams' if self.is_exam else 'assignments'}/{self.name}"


def find(connection: Connection, assignment: int, person: int) -> Subject | None:
    """Returns the assignment as a student has it; None for anybody who is no student of the course, or not any more."""
    row = connection.execute(
        select(
            courses, assignments.c.name.label("called"), assignments.c.title.label("titled"),
            due_of(members.c.person_id).label("theirs"), exams.c.id.label("exam"),
        )
        .select_from(assignments)
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(members, members.c.course_id == courses.c.id)
        .outerjoin(exams, exams.c.assignment_id == assignments.c.id)
        .where(assignments.c.id == assignment, members.c.person_id == person, *_student())
    ).first()  # fmt: skip
    if row is None:
        return None
    return Subject(
        id=assignment,
        course=course_in(row),
        name=row.called,
        title=row.titled,
        is_exam=row.exam is not None,
        due_at=row.theirs,
    )


def near(connection: Connection, now: datetime, until: datetime) -> set[tuple[int, datetime]]:
    """Returns the due dates in this time, everybody's and later ones of students and sections, of open assignments with
    questions in running courses, by the assignment's number."""
    everybodys = _open(now, assignments.c.due_at).where(_between(assignments.c.due_at, now, until))
    found = {(row.id, row.due) for row in connection.execute(everybodys)}
    for given in (extensions, section_extensions):
        wanted = _open(now, given.c.due_at).join(given, given.c.assignment_id == assignments.c.id)
        later = given.c.due_at > assignments.c.due_at
        rows = connection.execute(wanted.where(later, _between(given.c.due_at, now, until)))
        found |= {(row.id, row.due) for row in rows}
    return found


def students(connection: Connection, assignment: int) -> list[tuple[int, datetime | None]]:
    """Returns the students of an assignment's course, each with their own due date."""
    found = (
        select(members.c.person_id, due_of(members.c.person_id).label("theirs"))
        .join(assignments, assignments.c.course_id == members.c.course_id)
        .where(assignments.c.id == assignment, members.c.person_id.is_not(None), *_student())
        .order_by(members.c.id)
    )
    return [(row.person_id, row.theirs) for row in connection.execute(found)]


def course_of(connection: Connection, assignment: int) -> int:
    """Returns the number of the assignment's course."""
    found = select(assignments.c.course_id).where(assignments.c.id == assignment)
    return int(connection.execute(found).scalar_one())


def _student() -> tuple[ColumnElement[bool], ...]:
    return members.c.role == CourseRole.STUDENT, members.c.left_at.is_(None)


def _open(now: datetime, due: Column[datetime]) -> Any:
    asked = select(assigned.c.id).where(assigned.c.assignment_id == assignments.c.id).exists()
    sat = select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists()
    begun = or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= now)
    return (
        select(assignments.c.id, due.label("due"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(courses.c.archived_at.is_(None), assignments.c.published, begun, asked, ~sat)
    )


def _between(column: Any, now: datetime, until: datetime) -> ColumnElement[bool]:
    return and_(column > now, column <= until)
