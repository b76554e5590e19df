"""A student of a supervised exam as a supervisor sees them: from where they come, and whether they are let in all the
same."""

from dataclasses import dataclass

from app.courses.membership import Right
from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole
from app.exams.course_exam import NoCourseExam
from app.exams.live.monitor import LONGEST_MESSAGE, of_course
from app.exams.store import audit_log, presences, sittings
from app.exams.store import live_monitor as stored
from app.exams.store import supervision as store
from app.exams.store.audit_log import Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.presences import Presence
from app.exams.store.supervision import Supervision
from app.exams.supervision import codes, holding
from app.questions.context import Context
from app.web.dependencies import one_line


class NoReason(ValueError):
    """Nobody is let in without a reason, which the audit log keeps."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Visitor:
    """A student of the exam, with what is known of from where they sit it, and the sitting that runs, if one does."""

    course: Course
    exam: Exam
    person: int
    called: str
    presence: Presence
    supervision: Supervision
    sitting: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomCode:
    """The present code of a room, and the seconds until it changes."""

    room: str
    code: str
    left: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The codes of an exam's rooms, to be read off a board."""

    course: Course
    exam: Exam
    codes: tuple[RoomCode, ...]
    minutes: int


def visitor(context: Context, course: str, exam: str, person: int) -> Visitor:
    """Raises NoSuchCourse, and NoCourseExam, also where the person neither is a student of the course nor sits it."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.INVIGILATE)
        running = [
            one for one in sittings.of_exam(connection, found.id) if one.person == person and one.running
        ]
        students = (
            one.id for one in courses.members_of(connection, here.id) if one.role is CourseRole.STUDENT
        )
        if not running and person not in students:
            raise NoCourseExam(exam)
        return Visitor(
            course=here, exam=found, person=person, called=stored.called(connection, [person])[person],
            presence=presences.find(connection, found.id, person),
            supervision=store.find(connection, found.id) or Supervision(),
            sitting=running[0].id if running else None,
        )  # fmt: skip


def let_in(context: Context, course: str, exam: str, person: int, reason: str) -> None:
    """Lets a student sit the exam from wherever they are, with whatever browser and without a code: from now on, and
    with what waits from outside. The audit log of a sitting says who did, and why.

    Raises NoReason, NoSuchCourse, and NoCourseExam.
    """
    said = one_line(reason)[:LONGEST_MESSAGE]
    if not said:
        raise NoReason
    there = visitor(context, course, exam, person)
    now, by = context.clock.now(), context.person.called[:200]
    with context.database.write() as connection:
        running = None if there.sitting is None else sittings.by_id(connection, there.sitting, hold=True)
        presences.note(connection, there.exam.id, person, admitted_at=now, admitted_by=by, reason=said)
        if running is not None and running.running:
            audit_log.log(connection, running.id, [Event(now, Kind.ADMITTED, text=f"{said} ({by})")])
            holding.take_up(connection, running, now)


def take_back(context: Context, course: str, exam: str, person: int) -> None:
    """Takes an admission back: the rules of the exam hold again, and what was stored stays. Raises NoSuchCourse, and
    NoCourseExam."""
    there = visitor(context, course, exam, person)
    now, by = context.clock.now(), context.person.called[:200]
    with context.database.write() as connection:
        presences.note(connection, there.exam.id, person, admitted_at=None, admitted_by="", reason="")
        if there.sitting is not None and there.presence.admitted_at is not None:
            audit_log.log(connection, there.sitting, [Event(now, Kind.TAKEN_BACK, text=by)])


def board(context: Context, course: str, exam: str, room: str = "") -> Board:
    """Returns the codes of all rooms, or of one. Raises NoSuchCourse, and NoCourseExam."""
    with context.database.read() as connection:
        here, found = of_course(connection, context.person, course, exam, Right.INVIGILATE)
        rules = store.find(connection, found.id) or Supervision()
    now, minutes = context.clock.now(), rules.code_minutes
    names = [one.name for one in rules.rooms if room in ("", one.name)] if minutes else []
    shown = (
        RoomCode(room=name, code=codes.code(rules.secret, name, minutes, now), left=codes.left(minutes, now))
        for name in names
    )
    return Board(course=here, exam=found, codes=tuple(shown), minutes=minutes)
