"""The start of a course's exam for a student: its cover, the wait until it opens, and the start of the clock."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any

from app.clock import Clock
from app.courses.membership import CourseArchived, Right, membership, rights
from app.courses.store import courses
from app.courses.store.courses import Course, CourseRole
from app.database.connection import Connection
from app.exams import preparation, results_release
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Unreadable
from app.exams.course_exam import NoCourseExam, find
from app.exams.mock_exams import AlreadySitting
from app.exams.results_release import Shown
from app.exams.store import audit_log, sittings
from app.exams.store.audit_log import Event, Kind
from app.exams.store.exams import Exam
from app.exams.store.sitting import LateStart, Sitting
from app.exams.supervision import admission, entering
from app.exams.supervision.admission import Standing
from app.exams.supervision.entering import Entered
from app.exams.supervision.seen import Seen
from app.identity.store import people
from app.identity.store.people import Person
from app.questions.context import Context
from engine.exams.blueprints import Blueprint


class NotToSit(LookupError):
    """Assistants and observers, who see names, have the results of an exam in place of it; carries course and exam."""


class NotNow(ValueError):
    """The exam cannot be begun now; carries course and exam."""


class TooEarly(NotNow):
    """The exam opens later."""


class TooLate(NotNow):
    """The last moment to begin is over, or no time is left."""


class NoneLeft(NotNow):
    """The person has sat the exam as often as the rules allow."""


class WrongPassword(ValueError):
    """The password is not the one that is read out in the room."""


class Door(StrEnum):
    """The state of the exam for somebody who wants to begin it."""

    EARLY = "early"
    OPEN = "open"
    LATE = "late"
    SAT = "sat"
    ARCHIVED = "archived"


@dataclass(frozen=True, kw_only=True, slots=True)
class Cover:
    """The page before the clock starts. ``minutes`` include the person's extra time; ``remaining`` are those left where
    latecomers get no more. ``going_on`` names the running sitting, which is ``this_one`` or of another exam.
    ``standing``: to its supervision, None where it is sat from anywhere."""

    course: Course
    exam: Exam
    blueprint: Blueprint
    now: datetime
    door: Door
    minutes: Fraction
    extra_time: int
    break_minutes: int
    remaining: float | None
    left: int
    going_on: str
    this_one: bool
    past: tuple[Sitting, ...]
    shown: Shown
    standing: Standing | None

    @property
    def wait(self) -> float:
        """Seconds until it opens."""
        opens_at = self.exam.rules.opens_at
        return max(0.0, (opens_at - self.now).total_seconds()) if opens_at else 0.0


def cover(context: Context, course: str, name: str, seen: Seen) -> Cover:
    """Returns the cover of an exam. Raises NoSuchCourse, NoCourseExam, and blueprint.Unreadable."""
    assert context.person.id is not None
    with context.database.read() as connection:
        here, exam = _here(connection, context.person, course, name)
        every = sittings.held_by(connection, context.person.id)
        extra, breaks = people.accommodation(connection, context.person.id, here.id)
        now = context.clock.now()
        shown = results_release.shown(exam, results_release.has_closed(connection, exam, now))
        standing = admission.standing(connection, exam.id, context.person.id, seen)
    mine, running = [one for one in every if one.exam == exam.id], [one for one in every if one.running]
    composed = blueprint.published(exam.blueprint)
    door = _door(here, exam, mine, _seconds(composed, exam, extra), now)
    minutes = Fraction(composed.minutes + exam.extended) * (100 + extra) / 100
    late = exam.rules.late is LateStart.LEFT and exam.rules.opens_at is not None and now > exam.rules.opens_at
    remaining = _ends(composed, exam, extra) - now if late else None
    begun = [one for one in mine if one.begun_at is not None]
    return Cover(
        course=here, exam=exam, blueprint=composed, now=now, door=door, minutes=minutes, extra_time=extra,
        break_minutes=breaks,
        remaining=max(0.0, remaining.total_seconds() / 60) if remaining is not None else None,
        left=exam.rules.sittings - len(begun), going_on=running[0].name if running else "",
        this_one=any(one.exam == exam.id for one in running),
        past=tuple(one for one in begun if one.closed_at), shown=shown,
        standing=standing,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class NotDone:
    """How many students are not done with an exam: those ``sitting`` it now, the last ``until`` then as their time
    stands, and others who ``can_begin`` it, now or once it opens."""

    sitting: int
    until: datetime | None
    can_begin: int


def not_done(context: Context, course: Course, exam: Exam) -> NotDone:
    """Returns who could still hear from others what was asked and what is right."""
    now = context.clock.now()
    theirs: dict[int, list[Sitting]] = {}
    with context.database.read() as connection:
        for one in sittings.of_exam(connection, exam.id):
            if one.person is not None:
                theirs.setdefault(one.person, []).append(one)
        members = courses.members_of(connection, course.id)
    running = [one for made in theirs.values() for one in made if one.running]
    sit = {one.person for one in running}
    others = [one for one in members if one.role is CourseRole.STUDENT and one.id not in sit]
    try:
        composed = blueprint.published(exam.blueprint)
    except Unreadable:
        others = []  # nobody can begin what cannot be read
    doors = [
        _door(course, exam, theirs.get(one.id, ()), _seconds(composed, exam, one.extra_time), now)
        for one in others
    ]
    can_begin = sum(door in (Door.EARLY, Door.OPEN) for door in doors)
    return NotDone(len(sit), max((one.ends_at(now) for one in running), default=None), can_begin)


def begin(
    context: Context,
    course: str,
    name: str,
    password: str,
    form_key: str,
    seen: Seen,
    code: str = "",
) -> str:
    """Starts the clock and returns the sitting's name. A second click returns the same one, and so does coming back to
    it.

    What was drawn ahead is begun in one small transaction; otherwise everything is drawn first.

    Raises NoSuchCourse, NoCourseExam, CourseArchived, NotNow, WrongPassword, AlreadySitting, CannotBeDrawn, and as
    ``entering.enter``.
    """
    assert context.person.id is not None
    with context.database.read() as connection:
        _, exam = _here(connection, context.person, course, name)
    entered = entering.enter(context, exam.id, seen, code)
    with context.database.write() as connection:
        courses.hold(connection, context.person.id)
        begun = _begun(connection, context.clock, context.person, course, name, password, form_key, entered)
    if begun:
        return begun
    with context.database.read() as connection:
        here, exam = _here(connection, context.person, course, name)
    drawn = preparation.drawn(context.database, context.library, exam, 1)
    with context.database.write() as connection:
        find(connection, here, name, hold=True)  # locked before the person, as when drawing ahead
        courses.hold(connection, context.person.id)
        begun = _begun(
            connection, context.clock, context.person, course, name, password, form_key, entered, drawn
        )
        assert begun is not None
        return begun


def _begun(
    connection: Connection,
    clock: Clock,
    person: Person,
    course: str,
    name: str,
    password: str,
    form_key: str,
    entered: Entered | None,
    drawn: Sequence[Sequence[dict[str, Any]]] = (),
) -> str | None:
    """Returns the begun sitting's name; None where nothing was drawn yet. Raises as ``begin``."""
    assert person.id is not None
    here, exam = _here(connection, person, course, name)
    every = sittings.held_by(connection, person.id)
    for one in every:
        if one.form_key == form_key or (one.running and one.exam == exam.id):
            return one.name
        if one.running:
            raise AlreadySitting(one.name)
    mine = [one for one in every if one.exam == exam.id]
    more = extra, _ = people.accommodation(connection, person.id, here.id)
    now, composed = clock.now(), blueprint.published(exam.blueprint)
    match _door(here, exam, mine, _seconds(composed, exam, extra), now):
        case Door.ARCHIVED:
            raise CourseArchived(course)
        case Door.EARLY:
            raise TooEarly(course, name)
        case Door.LATE:
            raise TooLate(course, name)
        case Door.SAT:
            raise NoneLeft(course, name)
        case Door.OPEN:
            pass
    if not hmac.compare_digest(_as_heard(password), _as_heard(exam.rules.password)):
        raise WrongPassword(name)
    ahead = next((one for one in mine if one.begun_at is None), None)
    if ahead is not None:
        sitting, new = ahead.id, ahead.name
    elif drawn:
        sitting, new = preparation.put(connection, exam, composed, person.id, drawn[0], now)
    else:
        return None
    if not sittings.begin(connection, sitting, now, form_key, more):
        raise NoCourseExam(name)  # it was withdrawn just now
    audit_log.log(connection, sitting, [Event(now, Kind.BEGUN)])
    if entered is not None:
        entered.note(connection, exam.id, person.id, sitting, now)
    return new


def _as_heard(password: str) -> bytes:
    """Normalises a password, which is read out in the room: capital letters and extra spaces make no difference."""
    return " ".join(password.split()).casefold().encode()


def _here(connection: Connection, person: Person, course: str, name: str) -> tuple[Course, Exam]:
    """Returns a published exam of the person's course; assistants and observers sit none. Raises NoSuchCourse,
    NoCourseExam, and NotToSit."""
    found = membership(connection, person, course)
    exam = find(connection, found.course, name)
    if exam.published_at is None:
        raise NoCourseExam(name)
    if found.role in (CourseRole.ASSISTANT, CourseRole.OBSERVER):
        if Right.NAMES in rights(found, person):
            raise NotToSit(course, name)
        raise NoCourseExam(name)
    return found.course, exam


def _door(course: Course, exam: Exam, mine: Sequence[Sitting], seconds: float, now: datetime) -> Door:
    rules = exam.rules
    if course.archived or exam.archived_at is not None:
        return Door.ARCHIVED
    if sum(one.begun_at is not None for one in mine) >= rules.sittings:
        return Door.SAT
    if rules.opens_at is not None and now < rules.opens_at:
        return Door.EARLY
    if results_release.ended(exam, now):
        return Door.LATE
    if rules.late is LateStart.LEFT and rules.opens_at and now >= rules.opens_at + timedelta(seconds=seconds):
        return Door.LATE
    return Door.OPEN


def _seconds(composed: Blueprint, exam: Exam, extra: int) -> float:
    """Returns the time that the person has for it, computed as in ``sittings``."""
    return (composed.minutes + exam.extended) * (1 + extra / 100) * 60


def _ends(composed: Blueprint, exam: Exam, extra: int) -> datetime:
    """Returns when the time ends for those who began at the opening."""
    assert exam.rules.opens_at is not None
    return exam.rules.opens_at + timedelta(seconds=_seconds(composed, exam, extra))
