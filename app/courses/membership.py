"""Membership in courses: opened, found again, joined with a code, archived, and left."""

from app.accounts.account import called
from app.courses.store import courses
from app.courses.store.courses import CODE_LENGTH, Course, CourseRole, Membership
from app.database.connection import Rows
from app.identity.store import people
from app.identity.store.people import Person, Role
from app.web.context import Context

LONGEST_TITLE = 120


class NoSuchCourse(LookupError):
    """The person is in no course of this name, or not as its instructor."""


class NotInCourse(LookupError):
    """The course has no member of this number."""


class CourseArchived(ValueError):
    """Nothing new can be begun in this course until its instructors restore it."""


class NameNeeded(ValueError):
    """A person who joins a course needs a name there."""


class NoSuchCode(LookupError):
    """No course can be joined with this code, or no longer."""


def titled(text: str) -> str:
    """Returns a title as it is stored: on one line, without invisible characters."""
    seen = "".join(letter for letter in text if letter.isprintable() or letter.isspace())
    return " ".join(seen.split())[:LONGEST_TITLE]


def mine(context: Context) -> list[Membership]:
    """Returns the courses that somebody is in, newest first; a guest is in none."""
    with context.database.read() as rows:
        return [] if context.person.id is None else courses.of_person(rows, context.person.id)


def open_course(context: Context, title: str) -> Course | None:
    """Opens a course; None where the title is empty, or for a guest."""
    if context.person.id is None or not (said := titled(title)):
        return None
    with context.database.write() as rows:
        return courses.add(rows, said, context.person.id)


def membership(rows: Rows, person: Person, name: str) -> Membership:
    """Raises NoSuchCourse."""
    found = None if person.id is None else courses.find(rows, person.id, name)
    if found is None:
        raise NoSuchCourse(name)
    return found


def teaches(found: Membership, person: Person) -> bool:
    """True if the person teaches it. Somebody who lost the role of an instructor sees the course as a student does."""
    return found.role is CourseRole.INSTRUCTOR and person.role.may(Role.INSTRUCTOR)


def taught(rows: Rows, person: Person, name: str) -> Course:
    """Returns the course, for its instructors. Raises NoSuchCourse."""
    found = membership(rows, person, name)
    if not teaches(found, person):
        raise NoSuchCourse(name)
    return found.course


def running(rows: Rows, person: Person, name: str) -> Course:
    """Returns the course, for its instructors, if new things may begin in it. Raises NoSuchCourse, and
    CourseArchived."""
    course = taught(rows, person, name)
    if course.archived:
        raise CourseArchived(name)
    return course


def archive(context: Context, name: str) -> None:
    """Archives the course: what was begun goes on, marks can be read, nothing new is begun. Raises NoSuchCourse."""
    with context.database.write() as rows:
        courses.archive(rows, taught(rows, context.person, name).id)


def restore(context: Context, name: str) -> None:
    """Raises NoSuchCourse."""
    with context.database.write() as rows:
        courses.archive(rows, taught(rows, context.person, name).id, back=True)


def leave(context: Context, name: str) -> None:
    """Takes the person out of the course. What they did stays theirs. Raises NoSuchCourse, and LastInstructor."""
    with context.database.write() as rows:
        found = membership(rows, context.person, name)
        assert context.person.id is not None
        courses.leave(rows, found.course.id, context.person.id)


def behind(context: Context, code: str) -> Course:
    """Returns the course that is joined with this code. Raises NoSuchCode."""
    with context.database.read() as rows:
        return _behind(rows, code)


def join(context: Context, code: str, name: str) -> Course:
    """Adds the person as a student; an account without a name gets this one. Raises NoSuchCode, and NameNeeded."""
    with context.database.write() as rows:
        course = _behind(rows, code)
        assert context.person.id is not None
        if not context.person.name:
            if not called(name):
                raise NameNeeded
            people.rename(rows, context.person.id, called(name))
        courses.enter(rows, course.id, context.person.id, CourseRole.STUDENT)
        return course


def tidy(code: str) -> str:
    """Returns a code as it is stored: people type it in capitals, with spaces, with a dash."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())


def spaced(code: str) -> str:
    """Returns a code as it is read out."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def _behind(rows: Rows, code: str) -> Course:
    course = courses.with_code(rows, tidy(code))
    if course is None:
        raise NoSuchCode(code)
    return course
