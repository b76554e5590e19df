"""Actions of an instructor on one student of the roster: a line corrected, freed, withdrawn, deleted."""

from dataclasses import replace

from app.accounts import credentials
from app.courses.membership import taught
from app.courses.store import pairing, roster
from app.courses.store.courses import Course
from app.courses.store.roster import Entry, Line, State, number_key
from app.coursework.roster import changes
from app.coursework.roster.page import NoSuchEntry, entry_in
from app.coursework.roster.reading import LONGEST
from app.database.connection import Connection
from app.questions.context import Context
from app.web.dependencies import one_line
from app.web.languages.languages import N_


class Unfit(ValueError):
    """A line that cannot be saved. ``problems`` has a sentence by field, with the name of another student for it."""

    def __init__(self, line: Line, problems: dict[str, tuple[str, str]]) -> None:
        super().__init__(problems)
        self.line = line
        self.problems = problems


def typed(name: str, email: str, matriculation: str, section: str) -> Line:
    """Returns a line as it is stored: on one line, without invisible characters, the e-mail in small letters."""
    return Line(
        name=one_line(name),
        email=one_line(credentials.tidy(email)),
        matriculation=one_line(matriculation),
        section=one_line(section),
    )


def correct(context: Context, course: str, number: int, line: Line, extra_time: int | None) -> None:
    """Sets the line of a student, and with a number the extra time of one who is still expected; whoever has joined
    gets it as a member. Raises NoSuchCourse, NoSuchEntry, and Unfit."""
    with context.database.write() as connection:
        _, every, entry = held(connection, context, course, number)
        more = entry.line.extra_time if extra_time is None or entry.person is not None else extra_time
        line = replace(line, extra_time=more)
        long = (field for field, most in LONGEST.items() if len(getattr(line, field)) > most)
        problems = {field: (N_("This is too long."), "") for field in long}
        if line.email and credentials.fault_of_email(line.email):
            problems["email"] = (credentials.fault_of_email(line.email), "")
        if line.matriculation and not number_key(line.matriculation):
            problems["matriculation"] = (N_("This is no matriculation number."), "")
        if entry.person is None and not (line.email or line.matriculation):
            problems["email"] = (N_("Give an e-mail or a matriculation number: names are shared."), "")
        other = changes.clash(every, line, entry.id)
        if other is not None:
            field = "email" if line.email and other.line.email == line.email else "matriculation"
            problems.setdefault(field, (N_("It is that of %(name)s."), other.called))
        if problems:
            raise Unfit(line, problems)
        roster.change(connection, entry.id, line)


def part(context: Context, course: str, number: int) -> None:
    """Takes the person off a line, which expects somebody again. Raises NoSuchCourse, and NoSuchEntry."""
    with context.database.write() as connection:
        here, _, entry = held(connection, context, course, number)
        if entry.state is not State.JOINED or not entry.line.listed:
            raise NoSuchEntry(number)
        pairing.part(connection, entry, here.id)


def withdraw(context: Context, course: str, number: int) -> None:
    """Takes a student out of the course: what they did stays, and no code lets them back in. Raises NoSuchCourse, and
    NoSuchEntry."""
    with context.database.write() as connection:
        _, _, entry = held(connection, context, course, number)
        if entry.state is State.WITHDRAWN:
            raise NoSuchEntry(number)
        roster.withdraw(connection, entry.id, context.clock.now())


def take_back(context: Context, course: str, number: int) -> None:
    """Makes somebody who left or was withdrawn a student again. Raises NoSuchCourse, and NoSuchEntry."""
    with context.database.write() as connection:
        _, _, entry = held(connection, context, course, number)
        if entry.present:
            raise NoSuchEntry(number)
        roster.take_back(connection, entry.id)


def remove(context: Context, course: str, number: int) -> None:
    """Deletes a line as whom nobody has joined. Raises NoSuchCourse, and NoSuchEntry."""
    with context.database.write() as connection:
        _, _, entry = held(connection, context, course, number)
        if entry.person is not None:
            raise NoSuchEntry(number)
        roster.remove(connection, entry.id)


def held(
    connection: Connection, context: Context, course: str, number: int
) -> tuple[Course, list[Entry], Entry]:
    """Returns the course, its students, and this one, once no other transaction changes the roster. Raises
    NoSuchCourse, and NoSuchEntry."""
    here = taught(connection, context.person, course)
    roster.hold(connection, here.id)
    every = roster.entries(connection, here.id)
    return here, every, entry_in(every, number)
