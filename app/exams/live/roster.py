"""The roster of a course's exam: where each student is, and why somebody should look."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from app.clock import Clock
from app.courses.store import courses
from app.courses.store.courses import CourseRole, Member
from app.database.connection import Connection
from app.exams.live import answered_count
from app.exams.sitting import is_shut
from app.exams.store import live_monitor as stored
from app.exams.store import sittings
from app.exams.store.exams import Exam
from app.exams.store.live_monitor import NOTHING_YET, Progress
from app.exams.store.presences import NOWHERE, Presence
from app.exams.store.sitting import Sitting
from app.questions.library import Library

QUIET = timedelta(minutes=3)  # without anything saved, while the clock runs
SILENT = timedelta(seconds=90)  # without a request from the page, which reports once a minute that it is open
WINDOWS = 3  # an exam's page is rarely opened this often


class State(StrEnum):
    """The state of a student in an exam; the order is that of the list."""

    WORKS = "works"
    BREAK = "break"
    OVER = "over"  # the time is up, and the server ends it in a few seconds
    NOT_BEGUN = "not begun"
    HAND = "hand"
    TIME = "time"
    INSTRUCTOR = "instructor"


class Look(StrEnum):
    """A reason why somebody should look after a student."""

    SILENT = "silent"
    QUIET = "quiet"
    WINDOWS = "windows"
    REFUSED = "refused"
    CLAIMED = "claimed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """One student. ``quiet`` are the seconds since something was saved, or since the start; ``left`` those on the
    clock. The page was ``opened`` so often; ``refused`` fields came too late or were typed in a break; ``claimed`` ones
    came in a break, and their browsers claim that they were typed before. ``earlier`` are the sittings that ended
    before this one, oldest first; ``presence`` is from where they sit a supervised exam."""

    person: int
    called: str
    student: bool
    state: State
    extra_time: int
    sitting: Sitting | None = None
    progress: Progress = NOTHING_YET
    answered: int = 0
    quiet: float = 0.0
    left: float = 0.0
    opened: int = 0
    refused: int = 0
    claimed: int = 0
    looks: tuple[Look, ...] = ()
    earlier: tuple[Sitting, ...] = ()
    presence: Presence = NOWHERE

    @property
    def ended(self) -> bool:
        return self.state in (State.HAND, State.TIME, State.INSTRUCTOR)


@dataclass(frozen=True, slots=True)
class Known:
    """The stored figures of an exam's sittings, by sitting: their progress, how many questions are answered, how often
    the page was ``opened``, how many fields came too late or were typed in a break, and how many claim to be from
    before one."""

    progress: Mapping[int, Progress]
    answered: Mapping[int, int]
    opened: Mapping[int, int]
    refused: Mapping[int, int]
    claimed: Mapping[int, int]


def of_exam(
    connection: Connection, library: Library, clock: Clock, exam: Exam, there: Mapping[int, Presence]
) -> list[Seat]:
    """Returns every student of the course, and anybody else who sits the exam now, with their presences; those who need
    attention come first."""
    theirs: dict[int, list[Sitting]] = {}
    for one in sittings.of_exam(connection, exam.id):
        if one.person is not None:
            theirs.setdefault(one.person, []).append(one)
    newest = {who: _newest(made) for who, made in theirs.items()}
    students = {
        one.id: one for one in courses.members_of(connection, exam.course) if one.role is CourseRole.STUDENT
    }
    others = [who for who, one in newest.items() if who not in students and one.running]
    names = {who: one.called for who, one in students.items()} | stored.called(connection, others)
    known = _known(connection, library, exam, newest.values())
    seats = []
    for who, called in names.items():
        shown = newest.get(who)
        ended = (one for one in theirs.get(who, ()) if one.closed_at is not None)
        seat = _seat(clock, who, called, students.get(who), shown, known)
        earlier = tuple(one for one in ended if one != shown)
        seats.append(replace(seat, earlier=earlier, presence=there.get(who, NOWHERE)))
    order = list(State)
    return sorted(seats, key=lambda seat: (not seat.looks, order.index(seat.state)))


def of_sitting(
    connection: Connection, library: Library, clock: Clock, exam: Exam, sitting: Sitting
) -> Seat | None:
    """Returns the student of this sitting; None for a paper version that belongs to nobody."""
    if sitting.person is None:
        return None
    members = {one.id: one for one in courses.members_of(connection, exam.course)}
    called = stored.called(connection, [sitting.person])[sitting.person]
    member = members.get(sitting.person)
    return _seat(clock, sitting.person, called, member, sitting, _known(connection, library, exam, [sitting]))


def _known(connection: Connection, library: Library, exam: Exam, shown: Iterable[Sitting]) -> Known:
    progress = stored.progress(connection, exam.id)
    counted = answered_count.counted(connection, library, {one.id: one for one in shown}, progress)
    opened, refused = stored.opened(connection, exam.id), stored.refused(connection, exam.id)
    return Known(progress, counted, opened, refused, stored.claimed(connection, exam.id))


def _newest(made: Sequence[Sitting]) -> Sitting:
    """Returns the running sitting, else the one begun last, else the prepared one."""
    return max(made, key=lambda one: (one.running, one.begun_at is not None, one.id))


def _seat(
    clock: Clock,
    who: int,
    called: str,
    member: Member | None,
    sitting: Sitting | None,
    known: Known,
) -> Seat:
    student = member is not None and member.role is CourseRole.STUDENT
    extra = member.extra_time if member else 0
    if sitting is None:
        return Seat(person=who, called=called, student=student, state=State.NOT_BEGUN, extra_time=extra)
    now, state = clock.now(), _state(sitting, clock)
    far = known.progress[sitting.id]
    opened, refused = known.opened.get(sitting.id, 0), known.refused.get(sitting.id, 0)
    claimed = known.claimed.get(sitting.id, 0)
    since = max(far.saved_at or sitting.begun_at, sitting.begun_at) if sitting.begun_at else now
    quiet = max(0.0, (now - since).total_seconds())
    left = max(0.0, (sitting.ends_at(now) - now).total_seconds()) if sitting.running else 0.0
    heard = max(sitting.heard_at, clock.started_at) if sitting.heard_at else now
    looks = {
        Look.SILENT: state is State.WORKS and bool(sitting.window) and now - heard >= SILENT,
        Look.QUIET: state is State.WORKS and now - since >= QUIET,
        Look.WINDOWS: sitting.running and opened >= WINDOWS,
        Look.REFUSED: refused > 0,
        Look.CLAIMED: claimed > 0,
    }
    return Seat(
        person=who, called=called, student=student, state=state, extra_time=extra, sitting=sitting,
        progress=far, answered=known.answered[sitting.id], quiet=quiet, left=left, opened=opened,
        refused=refused, claimed=claimed, looks=tuple(look for look, needed in looks.items() if needed),
    )  # fmt: skip


def _state(sitting: Sitting, clock: Clock) -> State:
    now = clock.now()
    if sitting.begun_at is None:
        return State.NOT_BEGUN
    if sitting.closed_at is not None:
        return State(sitting.closed_by)
    if is_shut(sitting, clock) or now >= sitting.ends_at(now):
        return State.OVER
    return State.BREAK if sitting.paused(now) else State.WORKS
