"""Joining a course with its code: as the student of the roster who the person is, else as somebody without a line.

What somebody typed, an e-mail or a matriculation number, a classmate may know, too: it finds no line by itself. Whoever
typed it joins without a line, under their own name, and an instructor matches them. A line is found only by what others
vouch for: an e-mail that an OpenID provider, a learning platform or a link sent to it has confirmed, or a number that a
learning platform tells. What is confirmed after joining is matched by ``app.coursework.roster.matching``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from app.accounts.account import called
from app.courses.membership import membership
from app.courses.store import courses, pairing, roster
from app.courses.store.courses import CODE_LENGTH, Course, CourseRole, Withdrawn
from app.courses.store.roster import Entry, State, number_key
from app.database.connection import Connection
from app.identity.store import people
from app.web.context import Context
from app.web.dependencies import one_line

LONGEST_NUMBER = 32


class NameNeeded(ValueError):
    """A person who joins a course needs a name there."""


class NoSuchCode(LookupError):
    """No course can be joined with this code, or no longer."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """What others than the person say of them, "" for nothing: a confirmed e-mail, and a platform's number."""

    email: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Door:
    """A course that a code opens, for one person. ``asks_number``: the roster expects students by matriculation number,
    and the person is not known to be one of them; ``expects`` is the name of the one who they are, "" for none."""

    course: Course
    asks_number: bool
    expects: str = ""


def behind(context: Context, code: str) -> Door:
    """Returns the course that is joined with this code. Raises NoSuchCode, and Withdrawn."""
    with context.database.read() as connection:
        course = _behind(connection, code)
        if context.person.id is None or not context.person.email:
            return Door(course, False)
        everybody = roster.entries(connection, course.id)
        mine = next((one for one in everybody if one.person == context.person.id), None)
        if mine is not None and mine.state is State.WITHDRAWN:
            raise Withdrawn
        found = None if mine else _verified(everybody, people.verified_email(connection, context.person.id))
    if mine is not None and (mine.line.listed or mine.stated):
        return Door(course, False)
    numbered = any(one.state is State.EXPECTED and one.line.matriculation for one in everybody)
    return Door(course, found is None and numbered, found.called if found else "")


def invitations(context: Context) -> list[Course]:
    """Returns the courses whose rosters expect the person, by the verified e-mail of the account."""
    if context.person.id is None:
        return []
    with context.database.read() as connection:
        email = people.verified_email(connection, context.person.id)
        expecting = roster.invitations(connection, email) if email else []
        mine = {one.course.id for one in courses.of_person(connection, context.person.id)}
    return [one for one in expecting if one.id not in mine]


def join(context: Context, code: str, name: str, number: str = "") -> Course:
    """Adds the person as a student; an account without a name gets this one. Raises NoSuchCode, NameNeeded, and
    Withdrawn."""
    with context.database.write() as connection:
        course = _behind(connection, code)
        if not context.person.name:
            if not any(letter.isalpha() for letter in called(name)):
                raise NameNeeded
            people.rename(connection, context.account, called(name))
        vouched = Vouched(people.verified_email(connection, context.account))
        enrol(connection, course, context.account, vouched, number)
        return course


def enrol(connection: Connection, course: Course, person: int, vouched: Vouched, typed: str = "") -> None:
    """Enters the person as the student of the roster whom ``vouched`` names, else without a line, with the number that
    they ``typed``; nobody else takes the line meanwhile. Raises Withdrawn, also for whoever typed both the e-mail and
    the number of somebody who was withdrawn."""
    courses.hold(connection, person)  # first: an account that is being deleted is locked in this order, too
    roster.hold(connection, course.id)
    here = courses.find(connection, person, course.name)
    everybody = roster.entries(connection, course.id)
    mine = next((one for one in everybody if one.person == person), None)
    found = None
    if here is None and (mine is None or not mine.line.listed):
        account = people.by_id(connection, person)
        email = vouched.email or (account.email if account else "")
        found = _verified(everybody, vouched.email) or _numbered(everybody, vouched.number, email)
        claimed = found or _numbered(everybody, typed, email)
        if claimed is not None and claimed.state is State.WITHDRAWN:
            raise Withdrawn
    number = one_line(vouched.number or typed)[:LONGEST_NUMBER]
    if found is None or (mine is not None and mine.state is State.WITHDRAWN):
        courses.enter(connection, course.id, person, CourseRole.STUDENT)
        if here is None and number:
            roster.state_number(connection, course.id, person, number)
    else:
        pairing.pair(connection, found, course.id, person)
        roster.state_number(connection, course.id, person, number)


def state_number(context: Context, name: str, number: str) -> None:
    """Stores the number of a student without a line, for an instructor to match. Raises NoSuchCourse."""
    with context.database.write() as connection:
        course = membership(connection, context.person, name).course
        mine = roster.of_person(connection, course.id, context.account)
        if mine is not None and not mine.line.listed:
            roster.state_number(connection, course.id, context.account, one_line(number)[:LONGEST_NUMBER])


def tidy(code: str) -> str:
    """Returns a code as it is stored: people type it in capitals, with spaces, with a dash."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())


def spaced(code: str) -> str:
    """Returns a code as it is read out."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def _verified(everybody: Iterable[Entry], email: str) -> Entry | None:
    """Returns the line, which nobody has joined as, with this verified e-mail."""
    free = (one for one in everybody if one.person is None)
    return next((one for one in free if email and one.line.email == email), None)


def _numbered(everybody: Iterable[Entry], number: str, email: str) -> Entry | None:
    """Returns the line, which nobody has joined as, with this number, unless its e-mail is another."""
    key = number_key(number)
    free = (one for one in everybody if one.person is None and one.line.email in ("", email))
    return next((one for one in free if key and number_key(one.line.matriculation) == key), None)


def _behind(connection: Connection, code: str) -> Course:
    course = courses.with_code(connection, tidy(code))
    if course is None:
        raise NoSuchCode(code)
    return course
