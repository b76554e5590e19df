"""The staff of a course: given their roles and removed by its instructors; and the owner, who hands it over."""

from collections.abc import Collection

from app.accounts import credentials
from app.courses.membership import NotInCourse, running, taught
from app.courses.store import courses, staff
from app.courses.store.courses import Course, CourseRole
from app.database.connection import Connection
from app.identity.store import people
from app.identity.store.people import Role
from app.web.context import Context

STAFF = (CourseRole.INSTRUCTOR, CourseRole.ASSISTANT, CourseRole.OBSERVER)


class NoInstructor(ValueError):
    """The account of this person has not the role of an instructor."""


class NoAccount(ValueError):
    """Nobody has an account with this e-mail."""


class IsOwner(ValueError):
    """The person owns the course: they can leave it or hand it over, but nobody else can remove them."""


class NotSure(ValueError):
    """Asks first: a student would leave the gradebook, or an instructor would take their own right to teach."""


class IsStudent(NotSure):
    """The person is a student of the course."""


class IsOneself(NotSure):
    """Instructors would give themselves a smaller role."""


class NotOwner(PermissionError):
    """Only the owner of a course hands it over."""


def appoint(
    context: Context, name: str, email: str, role: CourseRole, *, sees_names: bool = True, sure: bool = False
) -> None:
    """Makes somebody with an account an instructor, assistant or observer, whatever they were in the course; with a
    role that it has already, an assistant's sight of names changes.

    Raises NoSuchCourse, CourseArchived, NoAccount, NoInstructor, IsOwner, and LastInstructor; and NotSure, unless it is
    ``sure``.
    """
    with context.database.write() as connection:
        course = running(connection, context.person, name)
        other = people.account(connection, credentials.tidy(email))
        if other is None or other.id is None:
            raise NoAccount(email)
        if role is CourseRole.INSTRUCTOR and not other.role.may(Role.INSTRUCTOR):
            raise NoInstructor(email)
        if role is not CourseRole.INSTRUCTOR and other.id == staff.owner(connection, course.id):
            raise IsOwner(other.id)
        if not sure:
            here = courses.find(connection, other.id, name)
            if here is not None and here.role is CourseRole.STUDENT:
                raise IsStudent(email)
            if other.id == context.person.id and role is not CourseRole.INSTRUCTOR:
                raise IsOneself(email)
        staff.appoint(connection, course.id, other.id, role, sees_names or role is not CourseRole.ASSISTANT)


def hand_over(context: Context, name: str, member: int) -> None:
    """Makes another instructor the owner. Raises NoSuchCourse, NotOwner, NotInCourse, and NoInstructor."""
    with context.database.write() as connection:
        course = taught(connection, context.person, name)
        if staff.owner(connection, course.id) != context.person.id:
            raise NotOwner(name)
        _check_staff(connection, course, member, {CourseRole.INSTRUCTOR})
        other = people.by_id(connection, member)
        if other is None or not other.role.may(Role.INSTRUCTOR):
            raise NoInstructor(member)
        staff.own(connection, course.id, member)


def remove(context: Context, name: str, member: int) -> None:
    """Removes an instructor, assistant or observer from the course; students are withdrawn on its roster.

    Raises NoSuchCourse, IsOwner, NotInCourse, and LastInstructor.
    """
    with context.database.write() as connection:
        course = taught(connection, context.person, name)
        _check_staff(connection, course, member, STAFF)
        if member != context.person.id and member == staff.owner(connection, course.id):
            raise IsOwner(member)
        staff.leave(connection, course.id, member)


def _check_staff(connection: Connection, course: Course, member: int, roles: Collection[CourseRole]) -> None:
    """Raises NotInCourse where the person has none of these roles."""
    found = {one.id: one.role for one in courses.members_of(connection, course.id)}
    if found.get(member) not in roles:
        raise NotInCourse(member)
