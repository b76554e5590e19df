"""Extra time and breaks that a course gives one of its members, in its exams: at once, also in one that runs."""

from app.accounts.people import log_accommodation
from app.courses.membership import NotInCourse, taught
from app.courses.store import courses, roster
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.exams import breaks
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Event, Kind
from app.identity.store import people
from app.web.context import Context


def accommodate(context: Context, name: str, member: int, extra_time: int, break_minutes: int) -> int:
    """Gives a student of the course extra time and breaks, and returns the number of their entry on the roster. Exams
    of other courses stay as they are.

    Raises NoSuchCourse, and NotInCourse.
    """
    with context.database.write() as connection:
        course = taught(connection, context.person, name)
        entry = roster.of_person(connection, course.id, member)
        if entry is None or not entry.present:
            raise NotInCourse(member)
        settle(connection, context, course, member, extra_time, break_minutes)
    return entry.id


def settle(
    connection: Connection, context: Context, course: Course, member: int, extra_time: int, break_minutes: int
) -> None:
    """Sets them, and brings them into the exam of the course that the member sits, whose audit log says so."""
    before = people.accommodation(connection, member, course.id)
    courses.accommodate(connection, course.id, member, extra_time, break_minutes)
    more = people.accommodation(connection, member, course.id)
    for one in sittings.running(connection, member):
        if one.course == course.name:
            breaks.settle(connection, one, context.clock.now())
            sittings.accommodate(connection, one.id, *more)
            said = f"{before[0]} -> {more[0]} %, breaks {before[1]} -> {more[1]} min, {context.person.called}"
            audit_log.log(connection, one.id, [Event(context.clock.now(), Kind.EXTENDED, text=said)])
    log_accommodation(context.person.id, member, f"course {course.id}", before, more)
