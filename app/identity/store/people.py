"""People: guests, who are a cookie and nothing else, and people with an account. What they do belongs to their row."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Connection, Label, Row, Select, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from app.database.schema import api_tokens, members, people, sittings
from app.database.schema import sessions as sessions_table
from app.identity.store import sessions
from app.identity.store.tokens import hashed

MOST_EXTRA = 300  # percent
MOST_BREAKS = 240  # minutes


class Role(StrEnum):
    """Roles in rising order: each may do what the roles before it may, and more."""

    GUEST = "guest"
    STUDENT = "student"
    INSTRUCTOR = "instructor"
    ADMINISTRATOR = "administrator"

    def may(self, needed: "Role") -> bool:
        """True if this role is the needed one or above it."""
        return list(Role).index(self) >= list(Role).index(needed)


class EmailTaken(ValueError):
    """Another account has this e-mail."""


class LastAdministrator(ValueError):
    """This is the last administrator; without one, nobody could give roles."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as the pages know them. ``id`` is None for somebody without a row yet, ``email`` "" for a guest.

    ``sits`` names the sitting that keeps the rest of the site closed to them, "" where none runs.
    """

    id: int | None
    role: Role
    email: str
    name: str
    sits: str = ""

    @property
    def called(self) -> str:
        """The name, else the e-mail; "" for a guest."""
        return self.name or self.email

    @property
    def account(self) -> int | None:
        """The number of somebody with an account; None for a guest."""
        return None if self.role is Role.GUEST else self.id


NOBODY = Person(None, Role.GUEST, "", "")


@dataclass(frozen=True, slots=True)
class Account:
    """An account with the hash of its password, None until one was chosen."""

    id: int
    email: str
    name: str
    role: Role
    password: str | None = field(repr=False)

    @property
    def person(self) -> Person:
        """The account as the pages know it, without what it sits."""
        return Person(self.id, self.role, self.email, self.name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """An account in a list: the number of its sessions, when it was seen last, and its open tokens."""

    id: int
    email: str
    name: str
    role: Role
    has_password: bool
    sessions: int
    seen_at: datetime | None
    tokens: int
    extra_time: int
    break_minutes: int


def with_token(connection: Connection, token: str) -> Person:
    """The person of this session; NOBODY where there is no such session."""
    return _person(connection.execute(_signed_in(), {"token": hashed(token)}).first())


def hold(connection: Connection, token: str) -> Person:
    """Finds as ``with_token`` and locks the person's row until the transaction ends,
    so that a form that is sent twice finds what it began."""
    return _person(connection.execute(_signed_in(hold=True), {"token": hashed(token)}).first())


def add(connection: Connection, token: str) -> int:
    """Adds a guest, held; where another worker adds the same one at this moment, returns that one."""
    row = insert(people).values(created_at=datetime.now(UTC), name="", role=Role.GUEST).returning(people.c.id)
    try:
        with connection.begin_nested():
            guest = int(connection.execute(row).scalar_one())
            sessions.add(connection, guest, token)
            return guest
    except IntegrityError:
        return int(connection.execute(_signed_in(hold=True), {"token": hashed(token)}).one().id)


def account(connection: Connection, email: str, hold: bool = False) -> Account | None:
    """The account with this e-mail. ``hold`` locks it, and what ends its sessions, until the transaction ends."""
    return _one(connection, select(people).where(people.c.email == email), hold)


def by_id(connection: Connection, person: int, hold: bool = False) -> Account | None:
    """The account of this number, held as in ``account``; a guest has none."""
    return _one(connection, select(people).where(people.c.id == person, people.c.email.is_not(None)), hold)


def open_account(
    connection: Connection, guest: int | None, email: str, password: str | None, role: Role = Role.STUDENT
) -> int:
    """Makes an account of the guest's row, so that all its history stays; a new row where there is none.

    Raises EmailTaken.
    """
    values = {"email": email, "password": password, "role": role}
    try:
        with connection.begin_nested():
            if guest is None:
                new = insert(people).values(created_at=datetime.now(UTC), name="", **values)
                return int(connection.execute(new.returning(people.c.id)).scalar_one())
            connection.execute(update(people).where(people.c.id == guest).values(values))
            return guest
    except IntegrityError as error:
        raise EmailTaken(email) from error


def rename(connection: Connection, person: int, name: str) -> None:
    """Sets the name, which was tidied before."""
    connection.execute(update(people).where(people.c.id == person).values(name=name))


def verify_email(connection: Connection, person: int, at: datetime) -> bool:
    """Stores that the e-mail of the account is known to be theirs, and since when; False where it was known."""
    first = (people.c.id == person, people.c.email_verified_at.is_(None))
    return bool(connection.execute(update(people).where(*first).values(email_verified_at=at)).rowcount)


def change_email(connection: Connection, person: int, email: str) -> None:
    """Gives the account another e-mail, which nobody has verified yet. Raises EmailTaken."""
    try:
        with connection.begin_nested():
            changed = update(people).where(people.c.id == person)
            connection.execute(changed.values(email=email, email_verified_at=None))
    except IntegrityError as error:
        raise EmailTaken(email) from error


def verified_email(connection: Connection, person: int) -> str:
    """Returns the e-mail of the account; "" for one that was only typed."""
    theirs = (people.c.id == person, people.c.email_verified_at.is_not(None))
    return connection.execute(select(people.c.email).where(*theirs)).scalar() or ""


def accommodation(connection: Connection, person: int, course: int | None = None) -> tuple[int, int]:
    """The extra time in percent and the minutes of breaks that the person has in exams of their own, or of this course.
    Of what a course and an administrator gave, the larger counts."""
    found = select(people.c.extra_time, people.c.break_minutes).where(people.c.id == person)
    extra, breaks = connection.execute(found).one()
    given = select(members.c.extra_time, members.c.break_minutes).where(
        members.c.person_id == person, members.c.course_id == course
    )
    more, longer = connection.execute(given).first() or (0, 0)
    return max(extra, more), max(breaks, longer)


def accommodate(connection: Connection, person: int, extra_time: int, break_minutes: int) -> None:
    """Sets extra time and breaks for all exams that the person begins from now on, in every course and of their own."""
    values = {"extra_time": extra_time, "break_minutes": break_minutes}
    connection.execute(update(people).where(people.c.id == person).values(values))


def set_password(connection: Connection, person: int, password: str) -> None:
    """Sets the hash of another password."""
    connection.execute(update(people).where(people.c.id == person).values(password=password))


def set_role(connection: Connection, person: int, role: Role) -> None:
    """Sets a role. Raises LastAdministrator. Administrators' rows are locked: two cannot resign at the same moment."""
    held = select(people.c.id).where(people.c.role == Role.ADMINISTRATOR).order_by(people.c.id)
    if (
        list(connection.execute(held.with_for_update()).scalars()) == [person]
        and role is not Role.ADMINISTRATOR
    ):
        raise LastAdministrator
    connection.execute(update(people).where(people.c.id == person).values(role=role))


def make_instructor(connection: Connection, person: int) -> None:
    """Makes a student an instructor; other roles stay as they are."""
    student = (people.c.id == person, people.c.role == Role.STUDENT)
    connection.execute(update(people).where(*student).values(role=Role.INSTRUCTOR))


def has_administrator(connection: Connection) -> bool:
    """True if there is an administrator."""
    one = select(people.c.id).where(people.c.role == Role.ADMINISTRATOR).limit(1)
    return connection.execute(one).first() is not None


def search(connection: Connection, text: str, most: int) -> tuple[list[Listed], int]:
    """Up to ``most`` accounts with this text in their e-mail or name, by e-mail, and how many there are."""
    fits = people.c.email.is_not(None) & or_(
        people.c.email.icontains(text, autoescape=True), people.c.name.icontains(text, autoescape=True)
    )
    seen = func.max(sessions_table.c.seen_at).label("seen_at")
    open_tokens = (api_tokens.c.person_id == people.c.id, api_tokens.c.ends_at > datetime.now(UTC))
    programs = select(func.count(api_tokens.c.id)).where(*open_tokens).scalar_subquery().label("tokens")
    found = (
        select(people, func.count(sessions_table.c.id).label("sessions"), seen, programs)
        .outerjoin(sessions_table)
        .where(fits)
        .group_by(people.c.id)
        .order_by(people.c.email)
        .limit(most)
    )
    listed = [
        Listed(
            id=row.id,
            email=row.email,
            name=row.name,
            role=Role(row.role),
            has_password=row.password is not None,
            sessions=row.sessions,
            seen_at=row.seen_at,
            tokens=row.tokens,
            extra_time=row.extra_time,
            break_minutes=row.break_minutes,
        )
        for row in connection.execute(found)
    ]
    return listed, int(connection.execute(select(func.count()).select_from(people).where(fits)).scalar_one())


def sits() -> Label[str]:
    """A column beside ``people``: the name of the sitting that closes the rest of the site to the person, else NULL."""
    runs = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None), sittings.c.forbids_aids)
    one = select(sittings.c.name).where(sittings.c.person_id == people.c.id, *runs).limit(1)
    return one.scalar_subquery().label("sits")


def sitting_of(connection: Connection, person: int) -> str:
    """The name of the exam that the person sits, whatever it forbids; "" where none runs."""
    runs = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None))
    wanted = select(sittings.c.name).where(sittings.c.person_id == person, *runs).order_by(sittings.c.id)
    return connection.execute(wanted.limit(1)).scalar() or ""


def is_in_a_course(connection: Connection, person: int) -> bool:
    """True if the person is in a course now, in whatever role."""
    there = select(members.c.id).where(members.c.person_id == person, members.c.left_at.is_(None))
    return connection.execute(there.limit(1)).first() is not None


@cache
def _signed_in(hold: bool = False) -> Select[Any]:
    """The query of a person by the hash of their session's ``token``, made once: every request asks it."""
    of_session = (
        select(people, sits()).join(sessions_table).where(sessions_table.c.token_hash == bindparam("token"))
    )
    return of_session.with_for_update(of=people) if hold else of_session


def _one(connection: Connection, wanted: Select[Any], hold: bool) -> Account | None:
    row = connection.execute(wanted.with_for_update() if hold else wanted).first()
    return _account(row) if row else None


def _person(row: Row[Any] | None) -> Person:
    return Person(row.id, Role(row.role), row.email or "", row.name, row.sits or "") if row else NOBODY


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.email, row.name, Role(row.role), row.password)
