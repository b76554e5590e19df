"""Membership in courses: opened, found again, archived, and left; and who may do what in them."""

import logging
from enum import StrEnum

from app.courses.store import courses, staff
from app.courses.store.courses import Course, CourseRole, Membership
from app.database.connection import Connection
from app.identity.store.people import Person, Role
from app.web.context import Context
from app.web.dependencies import one_line

log = logging.getLogger("examformer")

LONGEST_TITLE = 120
MOST_FOUND = 20


class Right(StrEnum):
    """The rights of people in a course beside its students: to READ its pages and sheets, see NAMES beside marks, MARK
    answers, INVIGILATE an exam, which is to watch it and to let students in, and TEACH, which is everything else."""

    READ = "read"
    NAMES = "names"
    MARK = "mark"
    INVIGILATE = "invigilate"
    TEACH = "teach"


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


def rights(found: Membership, person: Person) -> frozenset[Right]:
    """Returns what the person may do beside what its students do. Somebody who lost the role of an instructor sees the
    course as a student does."""
    if found.role is CourseRole.INSTRUCTOR:
        return frozenset(Right) if person.role.may(Role.INSTRUCTOR) else frozenset()
    if found.role is CourseRole.ASSISTANT:
        with_names = (Right.NAMES, Right.INVIGILATE) if found.sees_names else ()
        return frozenset({Right.READ, Right.MARK, *with_names})
    return frozenset({Right.READ, Right.NAMES} if found.role is CourseRole.OBSERVER else ())


def teaches(found: Membership, person: Person) -> bool:
    """True if the person teaches it."""
    return Right.TEACH in rights(found, person)


def taught(connection: Connection, person: Person, name: str, right: Right = Right.TEACH) -> Course:
    """Returns the course, for its instructors, or for all who have another right in it. Raises NoSuchCourse."""
    found = membership(connection, person, name)
    if right not in rights(found, person):
        raise NoSuchCourse(name)
    return found.course


def hides_names(connection: Connection, person: Person, course: Course) -> bool:
    """True if the person sees no names beside the course's answers, or if the course hides them from all who mark."""
    found = courses.find(connection, person.id, course.name) if person.id is not None else None
    unseen = found is not None and Right.NAMES not in rights(found, person)
    return unseen or courses.names_hidden(connection, course.id)


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


def search(context: Context, words: str) -> list[tuple[Course, list[str]]]:
    """Returns up to twenty running courses whose title, or the e-mail of somebody who teaches or taught them, has these
    words in it, each with the names of its instructors; but none that the person owns. Only administrators find
    something, and only with words."""
    if not context.person.role.may(Role.ADMINISTRATOR) or not words.strip():
        return []
    with context.database.read() as connection:
        found = courses.search(connection, words.strip().replace("\0", ""), MOST_FOUND)
        return [
            (
                one,
                [
                    who.called
                    for who in courses.members_of(connection, one.id)
                    if who.role is CourseRole.INSTRUCTOR
                ],
            )
            for one in found
            if staff.owner(connection, one.id) != context.person.id
        ]


def take_over(context: Context, name: str) -> None:
    """Makes an administrator an instructor of the course, and its owner; the server's log says so. Raises
    NoSuchCourse."""
    with context.database.write() as connection:
        found = courses.named(connection, name)
        if found is None:
            raise NoSuchCourse(name)
        before = staff.owner(connection, found.id)
        staff.appoint(connection, found.id, context.account, CourseRole.INSTRUCTOR, True)
        staff.own(connection, found.id, context.account)
    log.warning("person %s took over course %s, which person %s owned", context.person.id, found.id, before)


def leave(context: Context, name: str) -> None:
    """Takes the person out of the course. What they did stays theirs. Raises NoSuchCourse, and LastInstructor."""
    with context.database.write() as connection:
        found = membership(connection, context.person, name)
        assert context.person.id is not None
        staff.leave(connection, found.course.id, context.person.id)
