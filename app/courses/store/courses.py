"""Stores courses and their members. A code lets people in; those who left keep a row, and come back with a code."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, insert, or_, select, update

from app.database.schema import assignments, courses, members, people

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike
CODE_LENGTH = 8
MEMBER_NAME = func.coalesce(func.nullif(members.c.listed_name, ""), people.c.name)
ROSTER_EMAIL = func.coalesce(members.c.listed_email, people.c.email)


class CourseRole(StrEnum):
    """The role of somebody in a course."""

    INSTRUCTOR = "instructor"
    ASSISTANT = "assistant"
    OBSERVER = "observer"
    STUDENT = "student"


class Withdrawn(PermissionError):
    """An instructor has withdrawn the person from the course: no code lets them back in."""


@dataclass(frozen=True, slots=True)
class Course:
    """A course; whoever has its code can join it, until it is archived."""

    id: int
    name: str
    title: str
    code: str
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Membership:
    """A course as one person has it, with their role; an assistant who does not see names marks without them."""

    course: Course
    role: CourseRole
    sees_names: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """A person in the course, under the name that the roster has, else that of the account; and so a student's e-mail.
    Those on the staff have the e-mail of the account."""

    id: int
    name: str
    email: str
    role: CourseRole
    joined_at: datetime
    extra_time: int = 0  # percent, in the course's exams
    break_minutes: int = 0
    given: tuple[int, int] = (0, 0)  # the part of both that the course gave
    matriculation: str = ""
    section: str = ""
    sees_names: bool = True

    @property
    def called(self) -> str:
        """The name, else the e-mail."""
        return self.name or self.email


def course_in(row: Row[Any]) -> Course:
    """Returns the course of a row of its table."""
    return Course(row.id, row.name, row.title, row.join_code, row.archived_at is not None)


def add(connection: Connection, title: str, instructor: int) -> Course:
    """Stores a new course with its first instructor."""
    new = insert(courses).values(
        name=secrets.token_urlsafe(9),
        title=title,
        owner_id=instructor,
        join_code=_code(),
        hide_names=False,
        created_at=datetime.now(UTC),
    )
    course = course_in(connection.execute(new.returning(courses)).one())
    enter(connection, course.id, instructor, CourseRole.INSTRUCTOR)
    return course


def enter(connection: Connection, course: int, person: int, role: CourseRole) -> None:
    """Adds the person in this role, unless they are in it; only an instructor's role replaces another. A double click
    enters once.

    Raises Withdrawn where a student may not come back.
    """
    hold(connection, person)
    mine = (members.c.course_id == course, members.c.person_id == person)
    row = connection.execute(select(members).where(*mine)).first()
    now = datetime.now(UTC)
    if row is None:
        new = {"course_id": course, "person_id": person, "role": role, "joined_at": now}
        connection.execute(insert(members).values(new))
    elif row.withdrawn_at is not None and role is CourseRole.STUDENT:
        raise Withdrawn
    elif row.left_at is not None:
        back = {"role": role, "joined_at": now, "left_at": None, "withdrawn_at": None}
        connection.execute(update(members).where(*mine).values(back))
    elif role is CourseRole.INSTRUCTOR:
        connection.execute(update(members).where(*mine).values(role=role))


def hold(connection: Connection, person: int) -> None:
    """Locks the person: until this transaction ends, it alone writes for them."""
    connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())


def of_person(connection: Connection, person: int) -> list[Membership]:
    """Returns the courses that somebody is in, newest first."""
    found = _of(person).order_by(courses.c.id.desc())
    return [
        Membership(course_in(row), CourseRole(row.role), row.sees_names) for row in connection.execute(found)
    ]


def find(connection: Connection, person: int, name: str) -> Membership | None:
    """Returns the course of this name, for somebody who is in it; another's is not found."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    row = connection.execute(_of(person).where(courses.c.name == name)).first()
    return Membership(course_in(row), CourseRole(row.role), row.sees_names) if row else None


def named(connection: Connection, name: str) -> Course | None:
    """Returns the course of this name, whoever is in it."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    row = connection.execute(select(courses).where(courses.c.name == name)).first()
    return course_in(row) if row else None


def search(connection: Connection, words: str, most: int) -> list[Course]:
    """Returns running courses with these words in their title, or in the e-mail of somebody who teaches or taught them,
    newest first."""
    theirs = (
        select(members.c.id)
        .join(people, people.c.id == members.c.person_id)
        .where(members.c.course_id == courses.c.id, members.c.role == CourseRole.INSTRUCTOR)
        .where(people.c.email.icontains(words, autoescape=True))
    )
    fits = or_(courses.c.title.icontains(words, autoescape=True), theirs.exists())
    found = select(courses).where(fits, courses.c.archived_at.is_(None)).order_by(courses.c.id.desc())
    return [course_in(row) for row in connection.execute(found.limit(most))]


def with_code(connection: Connection, code: str) -> Course | None:
    """Returns the course that this code opens."""
    opened = (courses.c.join_code == code, courses.c.archived_at.is_(None))
    row = connection.execute(select(courses).where(*opened)).first()
    return course_in(row) if row else None


def archive(connection: Connection, course: int, back: bool = False) -> None:
    """Archives the course, whose code opens nothing from now on; with ``back``, restores it."""
    at = None if back else datetime.now(UTC)
    connection.execute(update(courses).where(courses.c.id == course).values(archived_at=at))


def rename(connection: Connection, course: int, title: str) -> None:
    """Sets another title."""
    connection.execute(update(courses).where(courses.c.id == course).values(title=title))


def title_of(connection: Connection, course: int) -> str:
    """Returns the title of a course, "" where there is none."""
    return str(connection.execute(select(courses.c.title).where(courses.c.id == course)).scalar() or "")


def renew_code(connection: Connection, course: int) -> None:
    """Sets another code; the old one opens nothing any more."""
    connection.execute(update(courses).where(courses.c.id == course).values(join_code=_code()))


def members_of(connection: Connection, course: int) -> list[Member]:
    """Returns the people in the course, by name, else by e-mail; who is expected is on the roster alone."""
    called = func.lower(func.coalesce(func.nullif(MEMBER_NAME, ""), people.c.email))
    found = (
        select(
            people.c.id, MEMBER_NAME.label("name"), members.c.role, members.c.joined_at,
            case((members.c.role == CourseRole.STUDENT, ROSTER_EMAIL), else_=people.c.email).label("email"),
            members.c.extra_time, members.c.break_minutes, members.c.matriculation, members.c.section,
            members.c.sees_names,
            people.c.extra_time.label("own_time"), people.c.break_minutes.label("own_breaks"),
        )
        .join(members, members.c.person_id == people.c.id)
        .where(members.c.course_id == course, members.c.left_at.is_(None))
        .order_by(called, people.c.id)
    )  # fmt: skip
    return [
        Member(
            id=row.id,
            name=row.name,
            email=row.email or "",  # of a deleted account
            role=CourseRole(row.role),
            joined_at=row.joined_at,
            extra_time=max(row.extra_time, row.own_time),
            break_minutes=max(row.break_minutes, row.own_breaks),
            given=(row.extra_time, row.break_minutes),
            matriculation=row.matriculation or "",
            section=row.section,
            sees_names=row.sees_names,
        )
        for row in connection.execute(found)
    ]


def accommodate(
    connection: Connection, course: int, person: int, extra_time: int, break_minutes: int
) -> None:
    """Sets the extra time and breaks for the course's exams that the person begins from now on."""
    mine = (members.c.course_id == course, members.c.person_id == person)
    values = {"extra_time": extra_time, "break_minutes": break_minutes}
    connection.execute(update(members).where(*mine).values(values))


def names_for(connection: Connection, instructor: int) -> dict[tuple[int, int], str]:
    """Returns the names of the people in the courses that somebody teaches, by assignment and person."""
    mine = select(members.c.course_id).where(
        members.c.person_id == instructor,
        members.c.role == CourseRole.INSTRUCTOR,
        members.c.left_at.is_(None),
    )
    found = (
        select(assignments.c.id, people.c.id.label("person"), MEMBER_NAME.label("name"), people.c.email)
        .join(members, members.c.course_id == assignments.c.course_id)
        .join(people, people.c.id == members.c.person_id)
        .where(assignments.c.course_id.in_(mine))
    )
    return {(row.id, row.person): row.name or row.email for row in connection.execute(found)}


def _of(person: int) -> Select[Any]:
    return (
        select(courses, members.c.role, members.c.sees_names)
        .join(members, members.c.course_id == courses.c.id)
        .where(members.c.person_id == person, members.c.left_at.is_(None))
    )


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def hide_names(connection: Connection, course: int, hidden: bool) -> None:
    """Sets whether the course's instructors mark without seeing names."""
    connection.execute(update(courses).where(courses.c.id == course).values(hide_names=hidden))


def names_hidden(connection: Connection, course: int) -> bool:
    """True if the course's instructors mark without seeing names."""
    return bool(connection.execute(select(courses.c.hide_names).where(courses.c.id == course)).scalar())
