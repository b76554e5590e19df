"""Stores the roster of a course: its students as the institution lists them, and the account through which each joined.

A student is one row of ``members`` from the first list to the last mark: expected until somebody joins as this student,
then joined, and perhaps gone again.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from app.courses.store.courses import Course, CourseRole, course_in
from app.database.schema import courses, members, people

# The letters that Unicode does not take apart, and those with which they are sorted; ß is ss in small letters already.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


class State(StrEnum):
    """The state of a student on the roster. Those who left come back with the code; those withdrawn do not."""

    EXPECTED = "expected"
    JOINED = "joined"
    LEFT = "left"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """The details that an institution gives of a student, "" where it gives none: the e-mail in small letters, extra
    time in percent."""

    name: str = ""
    email: str = ""
    matriculation: str = ""
    section: str = ""
    extra_time: int = 0

    @property
    def listed(self) -> bool:
        """True if the institution names the student; somebody who joined with a code alone has no such line."""
        return bool(self.name or self.email or self.matriculation)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A student of the course: their line, and the person who joined as this student, None while nobody has.

    ``stated`` is the number that the person typed; ``break_minutes`` is what the course gave, ``own_time`` and
    ``own_breaks`` what the person has in every course.
    """

    id: int
    line: Line
    state: State
    person: int | None = None
    account_name: str = ""
    account_email: str = ""
    verified: bool = False
    stated: str = ""
    joined_at: datetime | None = None
    left_at: datetime | None = None
    break_minutes: int = 0
    own_time: int = 0
    own_breaks: int = 0

    @property
    def name(self) -> str:
        """The name on the roster, else that of the account."""
        return self.line.name or self.account_name

    @property
    def called(self) -> str:
        """The name, else the e-mail, else the number."""
        return self.name or self.email or self.line.matriculation

    @property
    def email(self) -> str:
        """The e-mail on the roster, which the institution knows, else that of the account."""
        return self.line.email or self.account_email

    @property
    def present(self) -> bool:
        """True for whoever counts as a student of the course, joined or not."""
        return self.state in (State.EXPECTED, State.JOINED)

    @property
    def kept(self) -> bool:
        """True for whoever stands on the roster: its students, and those of the list who left and can come back."""
        return self.present or (self.state is State.LEFT and self.line.listed)


def number_key(number: str) -> str:
    """Returns what two spellings of a matriculation number share: 20-123 456 and 20123456 are one number."""
    return "".join(letter for letter in number.casefold() if letter.isalnum())


def entries(connection: Connection, course: int) -> list[Entry]:
    """Returns all students that the course has or had, by surname: the last word of a name, or what stands before a
    comma."""
    found = connection.execute(
        select(members, people.c.name, people.c.email, people.c.email_verified_at,
               people.c.extra_time.label("own_time"), people.c.break_minutes.label("own_breaks"))
        .outerjoin(people, people.c.id == members.c.person_id)
        .where(members.c.course_id == course, members.c.role == CourseRole.STUDENT)
    )  # fmt: skip
    return sorted(map(_entry, found), key=lambda one: (*_by_surname(one.called), one.id))


def sections(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Returns the sections of these students, in order."""
    return tuple(sorted({one.line.section for one in entries} - {""}, key=str.casefold))


def of_person(connection: Connection, course: int, person: int) -> Entry | None:
    """Returns the person as a student of this course."""
    return next((one for one in entries(connection, course) if one.person == person), None)


def invitations(connection: Connection, email: str) -> list[Course]:
    """Returns the running courses that expect somebody with this e-mail, newest first."""
    expected = (members.c.person_id.is_(None), members.c.left_at.is_(None), members.c.listed_email == email)
    found = (
        select(courses)
        .join(members, members.c.course_id == courses.c.id)
        .where(*expected, courses.c.archived_at.is_(None))
        .order_by(courses.c.id.desc())
    )
    return [course_in(row) for row in connection.execute(found)]


def hold(connection: Connection, course: int) -> None:
    """Locks the course: until this transaction ends, it alone changes its roster."""
    connection.execute(select(courses.c.id).where(courses.c.id == course).with_for_update())


def add(connection: Connection, course: int, line: Line) -> int:
    """Stores a student who is expected, and returns the number of the entry."""
    new = insert(members).values(course_id=course, role=CourseRole.STUDENT, **_columns(line))
    return int(connection.execute(new.returning(members.c.id)).scalar_one())


def change(connection: Connection, entry: int, line: Line) -> None:
    """Sets what the institution says of a student."""
    connection.execute(update(members).where(members.c.id == entry).values(_columns(line)))


def withdraw(connection: Connection, entry: int, at: datetime) -> None:
    """Takes the student out, and no code lets them back in. What they did stays."""
    gone = {"withdrawn_at": at, "left_at": func.coalesce(members.c.left_at, at)}
    connection.execute(update(members).where(members.c.id == entry).values(gone))


def take_back(connection: Connection, entry: int) -> None:
    """Makes somebody who left or was withdrawn a student of the course again."""
    back = {"withdrawn_at": None, "left_at": None}
    connection.execute(update(members).where(members.c.id == entry).values(back))


def remove(connection: Connection, entry: int) -> None:
    """Deletes an entry as whom nobody has joined."""
    connection.execute(delete(members).where(members.c.id == entry, members.c.person_id.is_(None)))


def state_number(connection: Connection, course: int, person: int, number: str) -> None:
    """Stores the number that the person typed; "" removes it."""
    mine = (members.c.course_id == course, members.c.person_id == person)
    connection.execute(update(members).where(*mine).values(stated_number=number or None))


def forget(connection: Connection, person: int) -> None:
    """Takes a person who is deleting the account off all rosters: their lines expect somebody again."""
    listed = or_(
        members.c.listed_name != "", members.c.listed_email.is_not(None), members.c.matriculation.is_not(None)
    )
    found = select(members).where(members.c.person_id == person, listed)
    names = ("listed_name", "listed_email", "matriculation", "section")
    for row in connection.execute(found).all():
        kept = {name: getattr(row, name) for name in names}
        nothing = dict.fromkeys(names) | {"listed_name": "", "section": "", "stated_number": None}
        connection.execute(update(members).where(members.c.id == row.id).values(nothing))
        if row.withdrawn_at is None:
            line = {"course_id": row.course_id, "role": row.role, "extra_time": row.extra_time}
            connection.execute(insert(members).values(**line, **kept))


def _by_surname(called: str) -> tuple[str, str]:
    """Sorts "Lovelace, Ada" and "Ada Lovelace" alike, Ä with A, and Ł with L."""
    surname, comma, rest = called.partition(",")
    if not comma:
        rest, _, surname = called.rpartition(" ")
    plain = (unicodedata.normalize("NFKD", text.strip().casefold()) for text in (surname, rest))
    first, second = (
        "".join(letter for letter in text if not unicodedata.combining(letter)).translate(PLAIN)
        for text in plain
    )
    return first, second


def _columns(line: Line) -> dict[str, Any]:
    return {
        "listed_name": line.name,
        "listed_email": line.email or None,
        "matriculation": line.matriculation or None,
        "section": line.section,
        "extra_time": line.extra_time,
    }


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        id=row.id,
        line=Line(
            name=row.listed_name,
            email=row.listed_email or "",
            matriculation=row.matriculation or "",
            section=row.section,
            extra_time=row.extra_time,
        ),
        state=_state(row),
        person=row.person_id,
        account_name=row.name or "",
        account_email=row.email or "",
        verified=row.email_verified_at is not None,
        stated=row.stated_number or "",
        joined_at=row.joined_at,
        left_at=row.left_at,
        break_minutes=row.break_minutes,
        own_time=row.own_time or 0,
        own_breaks=row.own_breaks or 0,
    )


def _state(row: Row[Any]) -> State:
    if row.withdrawn_at is not None:
        return State.WITHDRAWN
    if row.left_at is not None:
        return State.LEFT
    return State.EXPECTED if row.person_id is None else State.JOINED
