"""A running exam of a course as those see it who teach it: who is where and what was saved when; messages, more time,
the end of one sitting.

Names are shown here whatever is hidden from markers: whoever supervises looks for people.
"""

from dataclasses import dataclass
from datetime import datetime

from app.clock import Clock
from app.courses.membership import taught
from app.courses.store import courses
from app.courses.store.courses import Course
from app.database.connection import Database, Rows
from app.exams import results_release, submission
from app.exams.course_exam import NoCourseExam, find
from app.exams.live import roster
from app.exams.live.roster import Seat, State
from app.exams.store import audit_log, exams, sittings
from app.exams.store import live_monitor as stored
from app.exams.store.audit_log import End, Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.sittings import Sitting
from app.identity.store.people import Person
from app.questions.library import Library

LONGEST_MESSAGE = 300
MOST_MINUTES = 240


class GivenMeanwhile(ValueError):
    """Somebody gave minutes since the form was opened, or it was sent twice."""


class NoSuchTime(ValueError):
    """No number of minutes that can be given, or taken back of those that were given."""


@dataclass(frozen=True, slots=True)
class Room:
    """``seats``: whoever needs a look stands first. ``closed``: for everybody; ``differ``: a number does not stand for
    the same question in all sittings."""

    course: Course
    exam: Exam
    now: datetime
    seats: tuple[Seat, ...]
    closed: bool
    differ: bool

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
        """Whether nobody is there who could read a message or use more time."""
        return self.closed or (bool(self.seats) and all(seat.ended for seat in self.seats))


@dataclass(frozen=True, slots=True)
class Watched:
    """One sitting with every line of its trail. ``same``: whether the code that was typed is its receipt, None where
    none was; ``whole``: what is stored gives this receipt; ``hidden``: what was typed is, as long as names are."""

    course: Course
    exam: Exam
    seat: Seat
    sitting: Sitting
    events: tuple[Event, ...]
    same: bool | None
    whole: bool
    hidden: bool

    @property
    def end(self) -> End | None:
        return next((one.end for one in self.events if one.end), None)


def room(database: Database, library: Library, clock: Clock, person: Person, course: str, exam: str) -> Room:
    """Raises NoSuchCourse, and NoCourseExam."""
    with database.read() as rows:
        here, found = of_course(rows, person, course, exam)
        now, everybody = clock.now(), tuple(roster.of_exam(rows, library, clock, found))
        closed = results_release.has_closed(rows, found, now)
        return Room(here, found, now, everybody, closed, stored.questions_differ(rows, found.id))


def say(database: Database, clock: Clock, person: Person, course: str, exam: str, message: str) -> None:
    """What all who sit it read within 30 seconds; "" takes it away. Raises NoSuchCourse, and NoCourseExam."""
    said = _one_line(message)
    with database.write() as rows:
        _, found = of_course(rows, person, course, exam)
        exams.say(rows, found, said)
        told = f"{said} ({person.called})" if said else ""
        stored.log_in_all(rows, _running(rows, found), Event(clock.now(), Kind.TOLD, text=told))


def extend(
    database: Database, clock: Clock, person: Person, course: str, exam: str, minutes: int, before: int
) -> None:
    """So many minutes more for everybody, and longer for who has extra time; fewer than none take back some of them.
    ``before`` are those of the form.

    Raises NoSuchCourse, NoCourseExam, NoSuchTime, and GivenMeanwhile.
    """
    with database.write() as rows:
        found = find(rows, taught(rows, person, course), exam, hold=True)
        _check(found.extended, minutes, before)
        exams.extend(rows, found, minutes)
        said = f"{minutes:+d} min for all, {person.called}"
        stored.log_in_all(rows, _running(rows, found), Event(clock.now(), Kind.EXTENDED, text=said))


def extend_one(
    database: Database,
    clock: Clock,
    person: Person,
    course: str,
    exam: str,
    number: int,
    minutes: int,
    before: int,
) -> None:
    """The same for one sitting. Raises NoSuchCourse, NoCourseExam, NoSuchTime, and GivenMeanwhile."""
    with database.write() as rows:
        _, found = of_course(rows, person, course, exam)
        one = _of_exam(rows, found, number, hold=True)
        _check(stored.progress(rows, found.id)[one.id].extended, minutes, before)
        if one.closed_at is not None:
            raise NoSuchTime(minutes)
        sittings.extend(rows, one.id, minutes)
        audit_log.log(
            rows, one.id, [Event(clock.now(), Kind.EXTENDED, text=f"{minutes:+d} min, {person.called}")]
        )


def end(
    database: Database,
    library: Library,
    clock: Clock,
    person: Person,
    course: str,
    exam: str,
    number: int,
    reason: str = "",
) -> None:
    """Hands in what is saved of one sitting; its student reads the ``reason``.

    Raises NoSuchCourse, and NoCourseExam.
    """
    with database.read() as rows:
        _, found = of_course(rows, person, course, exam)
        one = _of_exam(rows, found, number)
    submission.end_now(database, library, clock, one.id, person.called, _one_line(reason))


def watched(
    database: Database,
    library: Library,
    clock: Clock,
    person: Person,
    course: str,
    exam: str,
    number: int,
    code: str = "",
) -> Watched:
    """Raises NoSuchCourse, and NoCourseExam."""
    with database.read() as rows:
        here, found = of_course(rows, person, course, exam)
        one = _of_exam(rows, found, number)
        seat = roster.of_sitting(rows, library, clock, found, one)
        if seat is None:
            raise NoCourseExam(exam)
        events = audit_log.of_sitting(rows, one.id)
        whole = not one.receipt or submission.receipt(audit_log.standing(rows, one.id)) == one.receipt
        hidden = courses.names_hidden(rows, here.id)
    same = _letters(code) == _letters(one.receipt) if _letters(code) else None
    return Watched(here, found, seat, one, tuple(events), same, whole, hidden)


def of_course(rows: Rows, person: Person, course: str, exam: str) -> tuple[Course, Exam]:
    """For those who teach it. Raises NoSuchCourse, and NoCourseExam."""
    here = taught(rows, person, course)
    return here, find(rows, here, exam)


def _of_exam(rows: Rows, exam: Exam, number: int, hold: bool = False) -> Sitting:
    one = sittings.numbered(rows, number, hold)
    if one is None or one.exam != exam.id:
        raise NoCourseExam(exam.name)
    return one


def _running(rows: Rows, exam: Exam) -> list[int]:
    return [one.id for one in sittings.of_exam(rows, exam.id) if one.running]


def _one_line(typed: str) -> str:
    seen = "".join(letter for letter in typed if letter.isprintable() or letter.isspace())
    return " ".join(seen.split())[:LONGEST_MESSAGE]


def _check(given: int, minutes: int, before: int) -> None:
    if given != before:
        raise GivenMeanwhile(given)
    if minutes == 0 or abs(minutes) > MOST_MINUTES or given + minutes < 0:
        raise NoSuchTime(minutes)


def _letters(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())
