"""The connections of a course with platforms, for those who teach it: how its marks travel, and their end."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from app.courses.membership import taught
from app.courses.store import assignments, courses
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.lti.marks import job
from app.lti.store import contexts, platforms, scores
from app.lti.store.contexts import CourseThere
from app.web.context import Context


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the platform's gradebook: how many marks are in it, and whose it refused."""

    title: str
    marks: int
    refused: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Connected:
    """A connection of the course, and its columns."""

    there: CourseThere
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Travel:
    """How the marks of an assignment travel to one platform: how many are there, None where no link there leads to the
    assignment, so that it has no column."""

    platform: str
    marks: int | None


class NoSuchConnection(LookupError):
    """The course is connected with no context of this number, or with none that can do this."""


def of_course(context: Context, name: str) -> tuple[Course, list[Connected]]:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        course = taught(connection, context.person, name)
        titles = {one.id: one.title for one in assignments.of_course(connection, course.id)}
        people = {one.id: one.called for one in courses.members_of(connection, course.id)}
        return course, [
            Connected(there, _columns(connection, there, titles, people))
            for there in contexts.of_course(connection, course.id)
        ]


def beside_course(context: Context, course: Course) -> list[CourseThere]:
    """Returns the connections of a course that is shown to one of its instructors."""
    with context.database.read() as connection:
        return contexts.of_course(connection, course.id)


def registered(context: Context) -> list[str]:
    """Returns the titles of the platforms that administrators have set up on this server."""
    with context.database.read() as connection:
        return [one.title for one in platforms.every(connection)]


def beside_assignment(context: Context, course: Course, assignment: int) -> list[Travel]:
    """Returns how the marks of an assignment travel, for those who teach its course."""
    with context.database.read() as connection:
        return [
            Travel(there.platform_title, _marks_there(connection, there, assignment))
            for there in contexts.of_course(connection, course.id)
        ]


def send_now(context: Context, name: str, number: int) -> None:
    """Has the marks compared and sent at once. Raises NoSuchCourse, and NoSuchConnection."""
    with context.database.write() as connection:
        contexts.look_now(connection, _found(context, connection, name, number).id, datetime.now(UTC))
    job.submit_due(context.database)


def disconnect(context: Context, name: str, number: int) -> None:
    """Ends a connection; people and marks stay where they are. Raises NoSuchCourse, and NoSuchConnection."""
    with context.database.write() as connection:
        contexts.disconnect(connection, _found(context, connection, name, number).id)


def _marks_there(connection: Connection, there: CourseThere, assignment: int) -> int | None:
    for item in scores.line_items(connection, there.id):
        if item.assignment == assignment:
            sent = scores.of_line_item(connection, item.id).values()
            return sum(one.acknowledged is not None for one in sent)
    return None


def _columns(
    connection: Connection, there: CourseThere, titles: Mapping[int, str], people: Mapping[int, str]
) -> tuple[Column, ...]:
    made = []
    for item in scores.line_items(connection, there.id):
        sent = scores.of_line_item(connection, item.id)
        taken = sum(one.acknowledged is not None for one in sent.values())
        refused = sorted(people[who] for who, one in sent.items() if one.fault and who in people)
        made.append(Column(titles.get(item.assignment, ""), taken, tuple(refused)))
    return tuple(made)


def _found(context: Context, connection: Connection, name: str, number: int) -> CourseThere:
    course = taught(connection, context.person, name)
    there = contexts.by_id(connection, number)
    if there is None or there.course.id != course.id:
        raise NoSuchConnection(number)
    return there
