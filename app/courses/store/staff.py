"""Stores who is on the staff of a course: who teaches it, assists, observes, and who owns it."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, select, update

from app.courses.store.courses import CourseRole, enter, hold
from app.database.schema import courses, members


class LastInstructor(ValueError):
    """The only instructor of a course cannot leave it: nobody could look after the course."""


def appoint(connection: Connection, course: int, person: int, role: CourseRole, sees_names: bool) -> None:
    """Gives the person this role, whatever they were in the course. Raises LastInstructor."""
    hold(connection, person)
    if role is not CourseRole.INSTRUCTOR:
        _keep_an_instructor(connection, course, person)
    enter(connection, course, person, role)
    mine = (members.c.course_id == course, members.c.person_id == person)
    connection.execute(update(members).where(*mine).values(role=role, sees_names=sees_names))
    _pass_ownership_on(connection, course)


def owner(connection: Connection, course: int) -> int | None:
    """Returns the person who owns the course; None where all who taught it are gone."""
    found = connection.execute(select(courses.c.owner_id).where(courses.c.id == course)).scalar()
    return None if found is None else int(found)


def own(connection: Connection, course: int, person: int) -> None:
    """Makes an instructor of the course its owner."""
    connection.execute(update(courses).where(courses.c.id == course).values(owner_id=person))


def heir(connection: Connection, course: int) -> int | None:
    """Returns who would own the course if its owner left: of the others, who has taught it longest."""
    now = owner(connection, course)
    return next((one for one in connection.execute(_instructors(course)).scalars() if one != now), None)


def leave(connection: Connection, course: int, person: int) -> bool:
    """Takes the person out of the course; False if they are not in it. Raises LastInstructor.

    The course is locked, so that two instructors cannot leave at the same moment.
    """
    _keep_an_instructor(connection, course, person)
    mine = (members.c.course_id == course, members.c.left_at.is_(None), members.c.person_id == person)
    gone = connection.execute(update(members).where(*mine).values(left_at=datetime.now(UTC))).rowcount == 1
    _pass_ownership_on(connection, course)
    return gone


def _keep_an_instructor(connection: Connection, course: int, but: int) -> None:
    """Raises LastInstructor where nobody but this person teaches the course, which is locked."""
    connection.execute(select(courses.c.id).where(courses.c.id == course).with_for_update())
    if list(connection.execute(_instructors(course)).scalars()) == [but]:
        raise LastInstructor


def _pass_ownership_on(connection: Connection, course: int) -> None:
    """Makes the instructor who has been there longest the owner, where the owner teaches the course no more."""
    teaching = list(connection.execute(_instructors(course)).scalars())
    if teaching and owner(connection, course) not in teaching:
        own(connection, course, teaching[0])


def _instructors(course: int) -> Select[Any]:
    there = (members.c.course_id == course, members.c.left_at.is_(None))
    found = select(members.c.person_id).where(*there, members.c.role == CourseRole.INSTRUCTOR)
    return found.order_by(members.c.id)
