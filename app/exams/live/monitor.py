"""The live monitor of a course's exam for its instructors: who is where and what was saved when; messages, more time,
the end of a sitting.

Names are shown here even where they are hidden from markers: whoever supervises looks for people.
"""

from dataclasses import dataclass
from datetime import datetime

from app.courses.membership import NoSuchCourse, Right, membership, rights, taught, teaches
from app.courses.store import courses
from app.courses.store.courses import Course
from app.database.connection import Connection
from app.exams import receipt, results_release, submission
from app.exams.course_exam import NoCourseExam, find
from app.exams.live import roster
from app.exams.live.roster import Seat, State
from app.exams.store import archives, audit_log, exams, presences, sittings, supervision
from app.exams.store import live_monitor as stored
from app.exams.store.archives import Note
from app.exams.store.audit_log import End, Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.sitting import Sitting
from app.exams.store.supervision import Supervision
from app.identity.store.people import Person
from app.questions.context import Context
from app.web.dependencies import one_line

LONGEST_MESSAGE = 300
MOST_MINUTES = 240


class GivenMeanwhile(ValueError):
    """Somebody gave minutes since the form was opened, or it was sent twice."""


class NoSuchTime(ValueError):
    """The number of minutes cannot be given, or taken back from those that were given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """The live monitor of one exam. ``seats``: those who need attention come first. ``closed``: for everybody;
    ``differ``: the same number means different questions in different sittings; ``supervision`` is None where it is
    sat from anywhere. Others than those ``teaching`` the course watch alone."""

    course: Course
    exam: Exam
    now: datetime
    seats: tuple[Seat, ...]
    closed: bool
    differ: bool
    supervision: Supervision | None
    teaching: bool

    def are(self, *states: State) -> int:
        return sum(seat.state in states for seat in self.seats)

    @property
    def ended(self) -> int:
        return sum(seat.ended for seat in self.seats)

    @property
    def looks(self) -> int:
        return sum(bool(seat.looks) for seat in self.seats)

    @property
    def over(self) -> bool:
        """True if nobody is there who could read a message or use more time."""
        return self.closed or (bool(self.seats) and all(seat.ended for seat in self.seats))


@dataclass(frozen=True, kw_only=True, slots=True)
class Watched:
    """One sitting with every line of its audit log. ``same``: the code that was typed is its receipt, None where none
    was typed; ``whole``: what is stored gives this receipt; ``hidden``: texts are hidden as long as names are.
    ``archived`` tells of saves that lie elsewhere. ``teaching`` as in Room."""

    course: Course
    exam: Exam
    seat: Seat
    sitting: Sitting
    events: tuple[Event, ...]
    archived: Note | None
    same: bool | None
    whole: bool
    hidden: bool
    teaching: bool

    @property
    def end(self) -> End | None:
        return next((one.end for one in self.events if one.end), None)


def room(context: Context, course: str, exam: str) -> Room:
    """Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.INVIGILATE)
        rules = supervision.find(connection, found.id)
        there = presences.of_exam(connection, found.id) if rules else {}
        everybody = roster.of_exam(connection, context.library, context.clock, found, there)
        now = context.clock.now()
        closed = results_release.has_closed(connection, found, now)
        return Room(
            course=here,
            exam=found,
            now=now,
            seats=tuple(everybody),
            closed=closed,
            differ=stored.questions_differ(connection, found.id),
            supervision=rules,
            teaching=teaches(membership(connection, context.person, course), context.person),
        )


def say(context: Context, course: str, exam: str, message: str) -> None:
    """Shows a message to all who sit the exam, within 30 seconds; "" takes it away. Raises NoSuchCourse, and
    NoCourseExam."""
    said = one_line(message)[:LONGEST_MESSAGE]
    with context.database.write() as connection:
        _, found = of_course(connection, context.person, course, exam)
        exams.say(connection, found, said)
        told = f"{said} ({context.person.called})" if said else ""
        stored.log_in_all(
            connection, _running(connection, found), Event(context.clock.now(), Kind.TOLD, text=told)
        )


def extend(context: Context, course: str, exam: str, minutes: int, before: int) -> None:
    """Gives everybody so many minutes more, and longer to those with extra time; a negative number takes some back.
    ``before`` are the minutes given when the form was opened.

    Raises NoSuchCourse, NoCourseExam, NoSuchTime, and GivenMeanwhile.
    """
    with context.database.write() as connection:
        found = find(connection, taught(connection, context.person, course), exam, hold=True)
        _check(found.extended, minutes, before)
        exams.extend(connection, found, minutes)
        said = f"{minutes:+d} min for all, {context.person.called}"
        stored.log_in_all(
            connection, _running(connection, found), Event(context.clock.now(), Kind.EXTENDED, text=said)
        )


def extend_one(
    context: Context,
    course: str,
    exam: str,
    number: int,
    minutes: int,
    before: int,
) -> None:
    """Extends one sitting in the same way. Raises NoSuchCourse, NoCourseExam, GivenMeanwhile, and NoSuchTime, also
    where it has ended."""
    with context.database.write() as connection:
        _, found = of_course(connection, context.person, course, exam)
        one = _of_exam(connection, found, number, hold=True)
        _check(stored.progress(connection, found.id)[one.id].extended, minutes, before)
        if one.closed_at is not None:
            raise NoSuchTime(minutes)
        sittings.extend(connection, one.id, minutes)
        audit_log.log(
            connection,
            one.id,
            [Event(context.clock.now(), Kind.EXTENDED, text=f"{minutes:+d} min, {context.person.called}")],
        )


def end(
    context: Context,
    course: str,
    exam: str,
    number: int,
    reason: str = "",
) -> None:
    """Hands in what is saved of one sitting; its student reads the ``reason``.

    Raises NoSuchCourse, and NoCourseExam.
    """
    with context.database.read() as connection:
        _, found = of_course(connection, context.person, course, exam)
        one = _of_exam(connection, found, number)
    submission.end_now(context, one.id, context.person.called, one_line(reason)[:LONGEST_MESSAGE])


def watched(
    context: Context,
    course: str,
    exam: str,
    number: int,
    code: str = "",
) -> Watched:
    """Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.INVIGILATE)
        one = _of_exam(connection, found, number)
        seat = roster.of_sitting(connection, context.library, context.clock, found, one)
        if seat is None:
            raise NoCourseExam(exam)
        events, archived = audit_log.of_sitting(connection, one.id), archives.of_sitting(connection, one.id)
        whole = not one.receipt or receipt.fits(one, audit_log.standing(connection, one.id))
        hidden = courses.names_hidden(connection, here.id)
        teaching = teaches(membership(connection, context.person, course), context.person)
    same = _letters(code) == _letters(one.receipt) if _letters(code) else None
    return Watched(
        course=here,
        exam=found,
        seat=seat,
        sitting=one,
        events=tuple(events),
        archived=archived,
        same=same,
        whole=whole,
        hidden=hidden,
        teaching=teaching,
    )


def of_course(
    connection: Connection, person: Person, course: str, exam: str, right: Right = Right.TEACH
) -> tuple[Course, Exam]:
    """Returns a course in which the person has this right, and its exam, which only those who teach the course see
    before it is published. Raises NoSuchCourse, and NoCourseExam."""
    found = membership(connection, person, course)
    may = rights(found, person)
    if right not in may:
        raise NoSuchCourse(course)
    one = find(connection, found.course, exam)
    if one.published_at is None and Right.TEACH not in may:
        raise NoCourseExam(exam)
    return found.course, one


def _of_exam(connection: Connection, exam: Exam, number: int, hold: bool = False) -> Sitting:
    one = sittings.by_id(connection, number, hold)
    if one is None or one.exam != exam.id:
        raise NoCourseExam(exam.name)
    return one


def _running(connection: Connection, exam: Exam) -> list[int]:
    return [one.id for one in sittings.of_exam(connection, exam.id) if one.running]


def _check(given: int, minutes: int, before: int) -> None:
    if given != before:
        raise GivenMeanwhile(given)
    if minutes == 0 or abs(minutes) > MOST_MINUTES or given + minutes < 0:
        raise NoSuchTime(minutes)


def _letters(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())
