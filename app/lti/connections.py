"""The connections of a course with platforms, for those who teach it: how its marks travel, and their end."""

from datetime import UTC, datetime

from app.courses.membership import taught
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.lti.marks import job
from app.lti.store import contexts
from app.lti.store.contexts import CourseThere
from app.web.context import Context


class NoSuchConnection(LookupError):
    """The course is connected with no context of this number, or with none that can do this."""


def of_course(context: Context, name: str) -> tuple[Course, list[CourseThere]]:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        course = taught(connection, context.person, name)
        return course, contexts.of_course(connection, course.id)


def beside_course(context: Context, course: Course) -> list[CourseThere]:
    """Returns the connections of a course that is shown to one of its instructors."""
    with context.database.read() as connection:
        return contexts.of_course(connection, course.id)


def send_now(context: Context, name: str, number: int) -> None:
    """Has the marks compared and sent at once. Raises NoSuchCourse, and NoSuchConnection."""
    with context.database.write() as connection:
        contexts.look_now(connection, _found(context, connection, name, number).id, datetime.now(UTC))
    job.submit_due(context.database)


def disconnect(context: Context, name: str, number: int) -> None:
    """Ends a connection; people and marks stay where they are. Raises NoSuchCourse, and NoSuchConnection."""
    with context.database.write() as connection:
        contexts.disconnect(connection, _found(context, connection, name, number).id)


def _found(context: Context, connection: Connection, name: str, number: int) -> CourseThere:
    course = taught(connection, context.person, name)
    there = contexts.by_id(connection, number)
    if there is None or there.course.id != course.id:
        raise NoSuchConnection(number)
    return there
