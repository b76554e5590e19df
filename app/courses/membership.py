"""Membership in courses: opened, found again, archived, and left."""

from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole, Membership
from app.database.connection import Connection
from app.identity.store.people import Person, Role
from app.web.context import Context
from app.web.dependencies import one_line

LONGEST_TITLE = 120


class NoSuchCourse(LookupError):
    """The person is in no course of this name, or not as its instructor."""


class NotInCourse(LookupError):
    """The course has no member of this number."""


class CourseArchived(ValueError):
    """Nothing new can be begun in this course until its instructors restore it."""


def titled(text: str) -> str:
    """Returns a title as it is stored."""
    return one_line(text)[:LONGEST_TITLE]


def mine(context: Context) -> list[Membership]:
    """Returns the courses that somebody is in, newest first; a guest is in none."""
    with context.database.read() as connection:
        return [] if context.person.id is None else courses.of_person(connection, context.person.id)


def open_course(context: Context, title: str) -> Course | None:
    """Opens a course; None where the title is empty, or for a guest."""
    if context.person.id is None or not (said := titled(title)):
        return None
    with context.database.write() as connection:
        return courses.add(connection, said, context.person.id)


def membership(connection: Connection, person: Person, name: str) -> Membership:
    """Raises NoSuchCourse."""
    found = None if person.id is None else courses.find(connection, person.id, name)
    if found is None:
        raise NoSuchCourse(name)
    return found


def teaches(found: Membership, person: Person) -> bool:
    """True if the person teaches it. Somebody who lost the role of an instructor sees the course as a student does."""
    return found.role is CourseRole.INSTRUCTOR and person.role.may(Role.INSTRUCTOR)


def taught(connection: Connection, person: Person, name: str) -> Course:
    """Returns the course, for its instructors. Raises NoSuchCourse."""
    found = membership(connection, person, name)
    if not teaches(found, person):
        raise NoSuchCourse(name)
    return found.course


def running(connection: Connection, person: Person, name: str) -> Course:
    """Returns the course, for its instructors, if new things may begin in it. Raises NoSuchCourse, and
    CourseArchived."""
    course = taught(connection, person, name)
    if course.archived:
        raise CourseArchived(name)
    return course


def archive(context: Context, name: str) -> None:
    """Archives the course: what was begun goes on, marks can be read, nothing new is begun. Raises NoSuchCourse."""
    with context.database.write() as connection:
        courses.archive(connection, taught(connection, context.person, name).id)


def restore(context: Context, name: str) -> None:
    """Raises NoSuchCourse."""
    with context.database.write() as connection:
        courses.archive(connection, taught(connection, context.person, name).id, back=True)


def leave(context: Context, name: str) -> None:
    """Takes the person out of the course. What they did stays theirs. Raises NoSuchCourse, and LastInstructor."""
    with context.database.write() as connection:
        found = membership(connection, context.person, name)
        assert context.person.id is not None
        courses.leave(connection, found.course.id, context.person.id)
