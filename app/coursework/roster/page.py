"""The roster as those who teach the course see it: who is expected, who has joined, who is gone, and who is who."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.courses.membership import taught
from app.courses.store import roster, roster_imports
from app.courses.store.courses import Course
from app.courses.store.roster import Entry, State
from app.courses.store.roster_imports import Import
from app.coursework.roster import changes
from app.coursework.roster.changes import Suggestion
from app.database.connection import Database
from app.questions.context import Context
from app.web import downloads

KEPT = timedelta(days=14)  # in which an import can be undone


class NoSuchEntry(LookupError):
    """The course has no student of this number, or none for whom this can be done."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Roster:
    """The students of a course; ``shown`` are those of one ``section``, or those who are ``missing``: expected still.
    Each student is ``joined``, on a line of the list, or ``expected`` on one, or has ``left``, or joined as
    ``unlisted``, on none.
    ``suggested`` tells who of these may be whom; ``waiting`` are the entries in it, of both. ``numbered`` and ``timed``
    say which columns are filled."""

    course: Course
    section: str
    missing: bool
    sections: tuple[str, ...]
    shown: tuple[Entry, ...]
    joined: int
    expected: int
    left: int
    unlisted: int
    gone: tuple[Entry, ...]
    suggested: tuple[Suggestion, ...]
    last: Import | None
    numbered: bool
    timed: bool

    @property
    def waiting(self) -> frozenset[int]:
        return frozenset(side.id for one in self.suggested for side in (one.expected, one.joined))

    @property
    def listed(self) -> int:
        """How many students are on the list."""
        return self.joined + self.expected + self.left


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """One student; ``alone`` are those who joined without a line and could be the one."""

    course: Course
    entry: Entry
    alone: tuple[Entry, ...]


def shown(context: Context, course: str, section: str = "", missing: bool = False) -> Roster:
    """Shows the roster, one section of it, or those who have not joined yet; an unknown section is empty. Raises
    NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        every = roster.entries(connection, here.id)
        last = roster_imports.last(connection, here.id)
    kept = [one for one in every if one.kept]
    return Roster(
        course=here,
        section=section,
        sections=roster.sections(kept),
        missing=missing,
        shown=tuple(
            one
            for one in kept
            if section in ("", one.line.section) and (not missing or one.state is State.EXPECTED)
        ),
        joined=sum(one.state is State.JOINED and one.line.listed for one in kept),
        expected=sum(one.state is State.EXPECTED for one in kept),
        left=sum(one.state is State.LEFT for one in kept),
        unlisted=sum(one.state is State.JOINED and not one.line.listed for one in kept),
        gone=tuple(one for one in every if not one.kept),
        suggested=changes.suggested(every),
        last=last,
        numbered=any(one.line.matriculation or one.stated for one in kept),
        timed=any(one.line.extra_time or one.break_minutes for one in kept),
    )


def card(context: Context, course: str, number: int) -> Card:
    """Shows one student. Raises NoSuchCourse, and NoSuchEntry."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        every = roster.entries(connection, here.id)
    entry = entry_in(every, number)
    alone = tuple(one for one in every if one.state is State.JOINED and not one.line.listed)
    return Card(course=here, entry=entry, alone=alone)


def as_csv(context: Context, course: str) -> str:
    """Returns those on the roster in the form that an import reads; numbers that were typed on joining, which it does
    not read, stand apart. Raises NoSuchCourse."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course)
        kept = [one for one in roster.entries(connection, here.id) if one.kept]
    rows: list[list[object]] = [
        ["name", "e-mail", "matriculation number", "section", "extra time", "joined", "left", "typed number"]
    ]
    for one in kept:
        line = one.line
        when = (at.isoformat(timespec="seconds") if at else "" for at in (one.joined_at, one.left_at))
        typed = "" if line.matriculation else one.stated
        rows.append([one.called, one.email, line.matriculation, line.section, line.extra_time, *when, typed])
    return downloads.as_csv(rows)


def entry_in(every: list[Entry], number: int) -> Entry:
    """Raises NoSuchEntry."""
    found = next((one for one in every if one.id == number), None)
    if found is None:
        raise NoSuchEntry(number)
    return found


def forget_imports(database: Database) -> None:
    """Deletes the imports that are too old to be undone: the names in them are kept no longer than that."""
    with database.write() as connection:
        roster_imports.forget_older(connection, datetime.now(UTC) - KEPT)
