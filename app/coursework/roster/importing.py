"""The import of a list into a course's roster: looked at first, then saved, and undone if it was the wrong one. What
was matched at once is undone here, too."""

import hashlib
from dataclasses import dataclass

from app.courses.membership import running
from app.courses.store import roster, roster_imports
from app.courses.store.courses import Course
from app.courses.store.roster import Entry, State
from app.courses.store.roster_imports import Change, Standing, standing
from app.coursework import accommodation
from app.coursework.roster import changes, matching, reading
from app.coursework.roster.changes import Plan
from app.database.connection import Connection
from app.questions.context import Context


class NothingToUndo(LookupError):
    """It was undone already, or another import or matching came after it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """A list and what it would change; ``fields`` are those that were found in it, ``unread`` the columns that were
    not understood."""

    course: Course
    text: str
    plan: Plan
    fields: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def seal(self) -> str:
        return seal(self.text)


@dataclass(frozen=True, slots=True)
class Undone:
    """How many lines an undo set back, and how many it left alone, because they were changed after the import, or after
    people were ``matched``."""

    back: int
    kept: int
    matched: bool


def preview(context: Context, course: str, text: str) -> Preview:
    """Shows what a list would change, and changes nothing. Raises NoSuchCourse, CourseArchived, and
    reading.TooLong."""
    read = reading.read(text)
    with context.database.read() as connection:
        here = running(connection, context.person, course)
        plan = changes.plan(read, roster.entries(connection, here.id))
    return Preview(course=here, text=text, plan=plan, fields=read.fields, unread=read.unread)


def save(context: Context, course: str, text: str, withdraw_missing: bool) -> int:
    """Takes a list over as far as it can be read, and returns the number of lines that changed; saved twice, it changes
    nothing the second time. Raises NoSuchCourse, CourseArchived, and reading.TooLong."""
    read, now = reading.read(text), context.clock.now()
    with context.database.write() as connection:
        here = running(connection, context.person, course)
        roster.hold(connection, here.id)
        plan = changes.plan(read, roster.entries(connection, here.id))
        made = [
            Change(roster.add(connection, here.id, one.line), None, Standing(one.line)) for one in plan.added
        ]
        for one in plan.changed:
            made.append(Change(one.entry.id, standing(one.entry), one.after))
            _set(connection, context, here, one.entry, one.after)
        for gone in plan.withdrawable if withdraw_missing else ():
            made.append(Change(gone.id, standing(gone), Standing(gone.line, withdrawn=True)))
            roster.withdraw(connection, gone.id, now)
        if made:
            roster_imports.log(connection, here.id, context.account, now, made)
    return len(made)


def undo(context: Context, course: str, number: int) -> Undone:
    """Sets every line back to what it was before the import, but for those that were changed after it, or joined; those
    who were matched at once are without a line again.

    Raises NoSuchCourse, CourseArchived, and NothingToUndo.
    """
    with context.database.write() as connection:
        here = running(connection, context.person, course)
        roster.hold(connection, here.id)
        last = roster_imports.last(connection, here.id)
        if last is None or last.id != number:
            raise NothingToUndo(course)
        entries = {one.id: one for one in roster.entries(connection, here.id)}
        back = 0
        for one in reversed(last.changes):
            entry = entries.get(one.entry)
            if entry is None or standing(entry) != one.after:
                continue
            if one.matched:
                if not matching.unmatch(connection, context, here, entry, one):
                    continue
            elif one.before is None:
                if entry.state is not State.EXPECTED:
                    continue
                roster.remove(connection, entry.id)
            elif changes.clash(entries.values(), one.before.line, entry.id):
                continue
            else:
                _set(connection, context, here, entry, one.before)
            back += 1
        roster_imports.forget(connection, number)
    return Undone(back, len(last.changes) - back, last.matched)


def seal(text: str) -> str:
    """Tells whether a list is still the one that was looked at, however a browser ends its lines."""
    return hashlib.sha256("\n".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()


def _set(connection: Connection, context: Context, course: Course, entry: Entry, to: Standing) -> None:
    """Makes an entry what it is to be; more time holds at once, also in an exam that runs."""
    if entry.person is not None and entry.line.extra_time != to.line.extra_time:
        more = (to.line.extra_time, entry.break_minutes)
        accommodation.settle(connection, context, course, entry.person, *more)
    roster.change(connection, entry.id, to.line)
    if to.withdrawn and entry.state is not State.WITHDRAWN:
        roster.withdraw(connection, entry.id, context.clock.now())
    elif entry.state is State.WITHDRAWN and not to.withdrawn:
        roster.take_back(connection, entry.id)
