"""One course: its people, its code and its instructors, as these and its students see it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.courses.joining import spaced
from app.courses.membership import Right, membership, rights, running, taught, titled
from app.courses.store import announcements, assignments, courses, due_dates, roster, staff
from app.courses.store.announcements import Announcement
from app.courses.store.assignments import Assignment
from app.courses.store.courses import Course, CourseRole, Member
from app.courses.store.roster import Entry, State
from app.coursework import copying
from app.coursework.roster import changes
from app.coursework.staff import STAFF
from app.exams.store import exams, outcomes, sittings
from app.exams.store.exams import Exam
from app.grading import queue
from app.practice.store import mark_log
from app.practice.store.mark_log import News
from app.questions.context import Context

SOON = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Listed:
    """An exam in the list of its course; ``sat``: the person has begun it. ``sitting``: how many sit it now, told to
    those who teach it."""

    exam: Exam
    sat: bool
    sitting: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """A course as one of its instructors (``teaching``) or students sees it; students see no other students. Those on
    the roster who have not joined yet are among ``students``, too; ``unmatched`` is how many joined and wait to be
    matched with one of them. ``mine`` is a student's own entry; ``numbered``: the roster has matriculation numbers.

    ``heir`` is called who would own it if its owner left; ``earliest`` is its first date, told to those who teach it.
    ``waiting`` is how much is in the grading queue, ``news`` what was done about a student's own sheets; ``due_soon``
    are assignments with a due date in the next seven days, the next one first, ``announcements`` the newest one first.
    """

    course: Course
    code: str
    teaching: bool
    role: CourseRole
    rights: frozenset[Right]
    staff: tuple[Member, ...]
    students: tuple[Entry, ...]
    assignments: tuple[Assignment, ...]
    waiting: int
    news: tuple[News, ...]
    owner: int | None
    heir: str = ""
    earliest: datetime | None = None
    mine: Entry | None = None
    unmatched: int = 0
    numbered: bool = False
    exams: tuple[Listed, ...] = ()
    due_soon: tuple[Assignment, ...] = ()
    announcements: tuple[Announcement, ...] = ()

    @property
    def instructors(self) -> tuple[Member, ...]:
        return tuple(one for one in self.staff if one.role is CourseRole.INSTRUCTOR)

    @property
    def dated(self) -> bool:
        """True if something in it has a date that the person sees."""
        exams_of_it = (one.exam.rules for one in self.exams)
        return any(one.due_at for one in self.assignments) or any(
            one.opens_at or one.closes_at for one in exams_of_it
        )

    @property
    def joined(self) -> int:
        return sum(one.state is State.JOINED for one in self.students)

    @property
    def expected(self) -> int:
        return len(self.students) - self.joined


def room(context: Context, name: str) -> Room:
    """Raises NoSuchCourse."""
    with context.database.read() as connection:
        found = membership(connection, context.person, name)
        everybody = courses.members_of(connection, found.course.id)
        owner = staff.owner(connection, found.course.id)
        next_owner = staff.heir(connection, found.course.id)
        sat = exams.of_course(connection, found.course.id)
        of_exams = {one.assignment for one in sat}
        drafts = found.role is not CourseRole.STUDENT
        asked = tuple(
            one
            for one in assignments.of_course(connection, found.course.id, drafts)
            if one.id not in of_exams
        )
        begun = {one.exam for one in sittings.of_person(connection, context.account)}
        if found.role is CourseRole.STUDENT and context.person.id is not None:
            later = due_dates.later(connection, found.course.id, context.person.id)
            asked = _with_own_dates((one for one in asked if one.questions), context.person.id, later)
        may = rights(found, context.person)
        teaching = Right.TEACH in may
        entries = roster.entries(connection, found.course.id)
        waiting = queue.waiting_for(connection, found.course, context.person) if Right.MARK in may else 0
        sitting = Counter(one for _, one in outcomes.running(connection, found.course.id)) if teaching else {}
        news = tuple(mark_log.news(connection, found.course.id, context.account))
        told = tuple(announcements.of_course(connection, found.course.id))
    on_staff = sorted(
        (one for one in everybody if one.role in STAFF),
        key=lambda one: (one.id != owner, STAFF.index(one.role)),
    )
    code = spaced(found.course.code) if teaching else ""
    listed = tuple(
        Listed(one, one.id in begun, sitting.get(one.assignment, 0))
        for one in sat
        if teaching or _is_listed(one, one.id in begun)
    )
    return Room(
        course=found.course,
        code=code,
        teaching=teaching,
        role=found.role,
        rights=may,
        staff=tuple(on_staff),
        students=tuple(one for one in entries if one.present) if teaching else (),
        unmatched=len({one.joined.id for one in changes.suggested(entries)}) if teaching else 0,
        mine=next((one for one in entries if one.person == context.account), None),
        numbered=any(one.line.matriculation for one in entries),
        assignments=asked,
        waiting=waiting,
        news=news,
        owner=owner,
        earliest=copying.earliest(asked, sat) if teaching else None,
        heir=next((one.called for one in on_staff if one.id == next_owner), ""),
        exams=listed,
        due_soon=_due_soon(asked, context.clock.now()),
        announcements=told,
    )


def _is_listed(exam: Exam, begun: bool) -> bool:
    """True if its students see the exam; an archived one, only if they have sat it."""
    return exam.published_at is not None and (exam.archived_at is None or begun)


def _due_soon(asked: Iterable[Assignment], now: datetime) -> tuple[Assignment, ...]:
    dated = [(one.due_at, one.id, one) for one in asked if one.due_at and now < one.due_at <= now + SOON]
    return tuple(one for *_, one in sorted(dated))


def _with_own_dates(
    asked: Iterable[Assignment], person: int, later: Mapping[tuple[int, int], datetime]
) -> tuple[Assignment, ...]:
    return tuple(replace(one, due_at=later.get((one.id, person), one.due_at)) for one in asked)


def rename(context: Context, name: str, title: str) -> None:
    """Renames the course; an empty title changes nothing. Raises NoSuchCourse."""
    with context.database.write() as connection:
        here = taught(connection, context.person, name)
        courses.rename(connection, here.id, titled(title) or here.title)


def renew_code(context: Context, name: str) -> None:
    """Raises NoSuchCourse, and CourseArchived."""
    with context.database.write() as connection:
        courses.renew_code(connection, running(connection, context.person, name).id)
