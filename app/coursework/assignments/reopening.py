"""A due date that is set later after the results were out: who gets time again, though they could see what is right."""

from datetime import datetime

from app.courses.store import courses, due_dates, duties
from app.courses.store.assignments import Assignment
from app.courses.store.courses import CourseRole
from app.database.connection import Connection


def knowing(connection: Connection, course: int, one: Assignment, now: datetime) -> frozenset[int]:
    """Returns the students who can see what is right in the assignment: its results are out, and their time is over."""
    if not one.published or not duties.open_results(connection, [one.id], now):
        return frozenset()
    students = (who.id for who in courses.members_of(connection, course) if who.role is CourseRole.STUDENT)
    return frozenset(students) - with_time(connection, course, one, now)


def with_time(connection: Connection, course: int, one: Assignment, now: datetime) -> frozenset[int]:
    """Returns those in the course whose answers would still count."""
    later = due_dates.later(connection, course)
    until = {
        who.id: one.policy.until(later.get((one.id, who.id), one.due_at))
        for who in courses.members_of(connection, course)
    }
    return frozenset(who for who, end in until.items() if end is None or end >= now)
