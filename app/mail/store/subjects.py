"""Reads what e-mails are about: assignments and exams of courses, and who is in these."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, or_, select

from app.courses.store.assignments import own_due
from app.courses.store.courses import Course, CourseRole, course_in
from app.database.schema import assigned, assignments, courses, exams, extensions, members


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
    theirs = and_(extensions.c.assignment_id == assignments.c.id, extensions.c.person_id == person)
    row = connection.execute(
        select(
            courses, assignments.c.name.label("called"), assignments.c.title.label("titled"),
            assignments.c.due_at, extensions.c.due_at.label("extended"), exams.c.id.label("exam"),
        )
        .select_from(assignments)
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(members, members.c.course_id == courses.c.id)
        .outerjoin(exams, exams.c.assignment_id == assignments.c.id)
        .outerjoin(extensions, theirs)
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
        due_at=own_due(row.due_at, row.extended),
    )


def near(connection: Connection, now: datetime, until: datetime) -> set[tuple[int, datetime]]:
    """Returns the due dates in this time, everybody's and those of single students, of open assignments with questions
    in running courses, by the assignment's number."""
    everybodys = _open(now).where(_between(assignments.c.due_at, now, until))
    found = {(row.id, row.due_at) for row in connection.execute(everybodys)}
    own = (
        _open(now)
        .add_columns(extensions.c.due_at.label("extended"))
        .join(extensions, extensions.c.assignment_id == assignments.c.id)
        .where(_between(extensions.c.due_at, now, until))
    )
    dates = ((row.id, own_due(row.due_at, row.extended)) for row in connection.execute(own))
    return found | {(number, due) for number, due in dates if due and now < due <= until}


def students(connection: Connection, assignment: int) -> list[tuple[int, datetime | None]]:
    """Returns the students of an assignment's course, each with their own due date."""
    theirs = and_(
        extensions.c.assignment_id == assignments.c.id, extensions.c.person_id == members.c.person_id
    )
    found = (
        select(members.c.person_id, assignments.c.due_at, extensions.c.due_at.label("extended"))
        .join(assignments, assignments.c.course_id == members.c.course_id)
        .outerjoin(extensions, theirs)
        .where(assignments.c.id == assignment, members.c.person_id.is_not(None), *_student())
        .order_by(members.c.id)
    )
    return [(row.person_id, own_due(row.due_at, row.extended)) for row in connection.execute(found)]


def course_of(connection: Connection, assignment: int) -> int:
    """Returns the number of the assignment's course."""
    found = select(assignments.c.course_id).where(assignments.c.id == assignment)
    return int(connection.execute(found).scalar_one())


def _student() -> tuple[ColumnElement[bool], ...]:
    return members.c.role == CourseRole.STUDENT, members.c.left_at.is_(None)


def _open(now: datetime) -> Any:
    asked = select(assigned.c.id).where(assigned.c.assignment_id == assignments.c.id).exists()
    sat = select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists()
    begun = or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= now)
    return (
        select(assignments.c.id, assignments.c.due_at)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(courses.c.archived_at.is_(None), begun, asked, ~sat)
    )


def _between(column: Any, now: datetime, until: datetime) -> ColumnElement[bool]:
    return and_(column > now, column <= until)
