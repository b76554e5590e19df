"""Matches people who joined a course without a line of its roster with the students whom it expects: one, or many at
once, which can be undone as an import can, or whoever confirms the e-mail of a line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.courses.membership import taught
from app.courses.store import courses, pairing, roster, roster_imports
from app.courses.store.courses import Course, CourseRole
from app.courses.store.pairing import Alone
from app.courses.store.roster import Entry, State
from app.courses.store.roster_imports import Change, Standing, standing
from app.coursework import accommodation
from app.coursework.roster import changes
from app.coursework.roster.line import held
from app.coursework.roster.page import NoSuchEntry, entry_in
from app.database.connection import Connection
from app.identity.store import people
from app.questions.context import Context
from app.web import context as web


@dataclass(frozen=True, slots=True)
class Matched:
    """How many were matched, and how many were ``left``, because one of the two was changed meanwhile."""

    matched: int
    left: int


def match(context: Context, course: str, number: int, joined: int) -> None:
    """Makes somebody who joined without a line the student whom this line expects. Raises NoSuchCourse, and
    NoSuchEntry."""
    with context.database.write() as connection:
        here, every, entry = held(connection, context, course, number)
        _match(connection, context, here, entry, entry_in(every, joined))


def match_many(context: Context, course: str, pairs: Sequence[tuple[int, int]]) -> Matched:
    """Matches each of these entries that are expected with the one who joined; of two pairs with the same line or
    person, the first. Raises NoSuchCourse."""
    with context.database.write() as connection:
        here = taught(connection, context.person, course)
        roster.hold(connection, here.id)
        every = {one.id: one for one in roster.entries(connection, here.id)}
        made = []
        for number, other in dict.fromkeys(pairs):
            expected, joined = every.pop(number, None), every.pop(other, None)
            if expected is None or joined is None or not _fit(expected, joined):
                continue
            alone = _match(connection, context, here, expected, joined)
            more = max(expected.line.extra_time, joined.line.extra_time)
            after = Standing(replace(expected.line, extra_time=more))
            made.append(Change(expected.id, standing(expected), after, alone))
        if made:
            roster_imports.log(connection, here.id, context.account, context.clock.now(), made)
    return Matched(len(made), len(set(pairs)) - len(made))


def match_confirmed(connection: Connection, context: web.Context, person: int) -> None:
    """Makes a person whose e-mail was just confirmed, in each running course that they joined without a line, the
    student whom one line expects with this e-mail, unless the number that they typed is another's."""
    account = people.by_id(connection, person)
    if account is None:
        return
    theirs = replace(
        context, person=account.person
    )  # a link to a new password is used by nobody who is signed in
    for one in sorted(courses.of_person(connection, person), key=lambda one: one.course.id):
        if one.role is not CourseRole.STUDENT or one.course.archived:
            continue
        roster.hold(connection, one.course.id)
        suggested = changes.suggested(roster.entries(connection, one.course.id))
        mine = [pair for pair in suggested if pair.joined.person == person]
        if len(mine) == 1 and mine[0].confirmed and not mine[0].numbers_differ:
            _match(connection, theirs, one.course, mine[0].expected, mine[0].joined)


def unmatch(connection: Connection, context: Context, course: Course, entry: Entry, change: Change) -> bool:
    """Sets both back to what they were before they were matched; False where they are not matched any more. Extra time
    that came from the line ends at once, also in an exam that runs."""
    before, alone = change.before, change.matched
    if before is None or alone is None or entry.state is not State.JOINED or entry.person != alone.person:
        return False
    if (entry.line.extra_time, entry.break_minutes) != (alone.extra_time, alone.break_minutes):
        more = (alone.extra_time, alone.break_minutes)
        accommodation.settle(connection, context, course, alone.person, *more)
    pairing.part(connection, entry, course.id, alone)
    roster.change(connection, entry.id, before.line)
    return True


def _fit(expected: Entry, joined: Entry) -> bool:
    alone = joined.state is State.JOINED and not joined.line.listed
    return alone and expected.state is State.EXPECTED


def _match(
    connection: Connection, context: web.Context, course: Course, expected: Entry, joined: Entry
) -> Alone:
    if not _fit(expected, joined):
        raise NoSuchEntry(expected.id)
    assert joined.person is not None
    more = max(expected.line.extra_time, joined.line.extra_time)
    if more > joined.line.extra_time:
        accommodation.settle(connection, context, course, joined.person, more, joined.break_minutes)
    alone = pairing.pair(connection, expected, course.id, joined.person)
    return replace(alone, extra_time=joined.line.extra_time)
