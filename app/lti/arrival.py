"""Arrival in a course: the person gets the role that the platform gives them, and the page that the link leads to.

What the launch says of the platform's services, of who came, and of the line item of what is marked, is noted here.
"""

from app.courses import joining
from app.courses.joining import Vouched
from app.courses.membership import CourseArchived, titled
from app.courses.store import assignments, courses
from app.courses.store.courses import Course, CourseRole
from app.database.connection import Connection
from app.exams.store import exams
from app.identity.store import people
from app.identity.store.people import Account, Role
from app.lti.protocol.message import Message
from app.lti.protocol.names import DEEP_LINK, LINE_ITEM
from app.lti.protocol.roles import course_role
from app.lti.store import contexts, scores
from app.lti.store.contexts import CourseThere, Services
from app.lti.store.platforms import Platform
from app.lti.targets import Target, target

PICK_LATER = "/lti/connected"


class NotConnected(LookupError):
    """The context is not connected with a course here yet; carries the platform's name for itself."""


class NoRole(PermissionError):
    """The platform gives the person no role that opens the course."""


class NeedsRole(PermissionError):
    """The person teaches on the platform, and is no instructor here."""


class OtherCourse(LookupError):
    """The link leads to another course than the one with which its context is connected."""


def check_connected(connection: Connection, platform: Platform, message: Message) -> None:
    """Raises NotConnected for whoever cannot connect the context, where nobody has."""
    if message.context is None or course_role(message.roles) is CourseRole.INSTRUCTOR:
        return
    if contexts.find(connection, platform.id, message.deployment, message.context.id) is None:
        raise NotConnected(platform.title)


def come_to(connection: Connection, platform: Platform, message: Message, account: Account) -> str | None:
    """Returns the address to go on to; None where a course has to be chosen first. Raises NotConnected,
    NoRole, NeedsRole, OtherCourse, CourseArchived, and Withdrawn."""
    wanted = target(message.target)
    if message.context is None:
        return wanted.path if wanted and not wanted.course else "/"
    check_connected(connection, platform, message)
    there = contexts.find(connection, platform.id, message.deployment, message.context.id)
    role = course_role(message.roles)
    if role is CourseRole.INSTRUCTOR and platform.details.makes_instructors:
        people.make_instructor(connection, account.id)
    found = people.by_id(connection, account.id)
    assert found is not None
    if there is None:
        if not found.role.may(Role.INSTRUCTOR):
            raise NeedsRole(platform.title)
        return None
    _enter_course(connection, platform, there, message, found, role)
    _note(connection, platform, there, message, found.id, wanted)
    if message.kind == DEEP_LINK:
        return PICK_LATER
    if wanted and wanted.course and wanted.course != there.course.name:
        raise OtherCourse(platform.title)
    return wanted.path if wanted else f"/courses/{there.course.name}"


def _enter_course(
    connection: Connection,
    platform: Platform,
    there: CourseThere,
    message: Message,
    account: Account,
    role: CourseRole | None,
) -> None:
    """Gives the person their role in the course, unless they have a greater one."""
    course = there.course
    here = courses.find(connection, account.id, course.name)
    if here is not None and (role is not CourseRole.INSTRUCTOR or here.role is role):
        return
    if course.archived:
        raise CourseArchived(course.name)
    match role:
        case None:
            raise NoRole(platform.title)
        case CourseRole.STUDENT:
            vouched = Vouched(message.email, message.number)
            joining.enrol(connection, course, account.id, vouched)
        case CourseRole.INSTRUCTOR if not account.role.may(Role.INSTRUCTOR):
            raise NeedsRole(platform.title)
        case _:
            courses.enter(connection, course.id, account.id, role)


def _note(
    connection: Connection,
    platform: Platform,
    there: CourseThere,
    message: Message,
    person: int,
    wanted: Target | None,
) -> None:
    """Notes the services that the platform offers, who came, and the line item of what is marked."""

    def ours(address: str) -> str:
        return address if address and platform.trusted(address) else ""

    grades = message.grades
    services = Services(
        line_items=ours(grades.line_items),
        memberships=ours(message.roster.address),
        groups=ours(message.groups.address),
        scopes=grades.scopes,
    )
    courses.hold(connection, person)
    contexts.refresh(connection, there, titled(message.context.title) if message.context else "", services)
    contexts.enrol(connection, there.id, person, message.subject)
    may_make = bool(services.line_items) and LINE_ITEM in grades.scopes
    if wanted is None or wanted.course != there.course.name or message.link is None:
        return
    assignment = _assignment(connection, there.course, wanted)
    if assignment is not None and (ours(grades.line_item) or may_make):
        scores.keep_line_item(connection, there.id, assignment, message.link.id, ours(grades.line_item))


def _assignment(connection: Connection, course: Course, wanted: Target) -> int | None:
    match wanted.kind:
        case "assignments":
            found = assignments.find(connection, course.id, wanted.name)
            return found.id if found else None
        case "exams":
            exam = exams.find(connection, course.id, wanted.name)
            return exam.assignment if exam else None
        case _:
            return None
