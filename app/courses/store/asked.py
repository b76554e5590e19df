"""Reads what the open assignments of courses ask at present: of one student, of anybody, and beside one another.

What exams ask is left out. Every page with questions asks this, so each statement is made once, with parameters in
place of what differs.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, and_, bindparam, or_, select

from app.courses.policy import MOST_PERIODS, Release, Results
from app.courses.store.assignments import policy_of, release_of
from app.courses.store.courses import CourseRole
from app.courses.store.due_dates import due_of, last_due
from app.database.schema import assigned, assignments, courses, exams, extensions, members, section_extensions

LONGEST = timedelta(days=MOST_PERIODS)  # that answers can count after their due date


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that a person answers for an assignment; ``person`` is 0 for anybody."""

    assignment: int
    question: str
    person: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Asking:
    """An assignment that asks a question at present: course and assignment by name, and the last moment at which an
    answer of anybody who is or is expected in the course counts, None where it is never due; ``own_until`` is the
    student's. ``solutions_wait`` for it also on sheets with numbers of their own; ``release`` says when results open.
    ``inside``: the person is in the course. Else it keeps them from practice if it ``closes_practice``, or if they are
    a guest or have left.
    """

    id: int
    question: str
    course: str
    assignment: str
    title: str
    until: datetime | None
    own_until: datetime | None
    solutions_wait: bool
    release: Release
    closes_practice: bool
    inside: bool

    @property
    def dated(self) -> bool:
        """True if what waits opens by itself, or by a release."""
        return self.release.dated(self.until)

    @property
    def all_wait(self) -> bool:
        """True if sheets with numbers of their own wait for its end: for solutions, or for results as well."""
        return self.dated and (self.solutions_wait or self.release.results is not Results.AT_ONCE)

    def waits(self, now: datetime) -> bool:
        """True while what waits is closed: for the student at least as long as they have time left, for whoever is not
        in the course as long as anybody has."""
        if not self.inside:
            return self.release.closes(self.until, now)
        own = self.own_until is not None and now <= self.own_until
        return self.release.waits(self.until, now) or own


def by_courses(
    connection: Connection, student: int | None, now: datetime, question: str | None = None
) -> list[Asking]:
    """Returns what courses ask at present in which somebody is or was a student, of None what any course asks: all
    questions of open assignments, or one."""
    asking = _by_courses(of_student=student is not None, of_question=question is not None)
    found = connection.execute(asking, {"now": now, "person": student, "question": question})
    return [
        _asking(row)
        if student is None
        else _asking(row, policy_of(row).until(row.theirs), inside=row.left_at is None)
        for row in found
    ]


def closing(connection: Connection, person: int, now: datetime, question: str) -> list[Asking]:
    """Returns the open assignments that ask the question, and close its practice to this person, who is in none of
    their courses."""
    found = connection.execute(_closing(), {"now": now, "person": person, "question": question})
    return [_asking(row) for row in found]


def of_anybody(connection: Connection, now: datetime, person: int | None = None) -> set[str]:
    """Returns the questions of all open assignments of which something waits: of a ``person``, of those that close
    practice and whose courses they are not in."""
    running = connection.execute(
        _of_anybody(closed_to_one=person is not None),
        {"now": now, "long_over": now - LONGEST, "person": person},
    )
    these = [row.id for row in running if release_of(row).closes(last_moment(row), now)]
    if not these:
        return set()
    found = select(assigned.c.question).where(assigned.c.assignment_id.in_(these)).distinct()
    return set(connection.execute(found).scalars())


def beside(connection: Connection, these: Collection[Answered], now: datetime) -> dict[Answered, Asking]:
    """Returns those of the answers whose question another assignment asks at present, too, of their course or of one in
    which their person is a student, while its results still wait: each with the one that waits longest."""
    own = select(assignments.c.id, assignments.c.course_id).where(
        assignments.c.id.in_({one.assignment for one in these}), ~of_exam()
    )
    course_of = {row.id: row.course_id for row in connection.execute(own)} if these else {}
    if not course_of:
        return {}
    others: dict[str, list[tuple[int, Asking]]] = {}
    asking = _asked().where(assigned.c.question.in_({one.question for one in these}))
    for row in connection.execute(asking, {"now": now}):
        other = _asking(row)
        if other.dated and other.release.waits(other.until, now):
            others.setdefault(other.question, []).append((row.course_id, other))
    in_courses = (
        members.c.course_id.in_({course for some in others.values() for course, _ in some}),
        members.c.person_id.in_({one.person for one in these}),
        members.c.role == CourseRole.STUDENT,
        members.c.left_at.is_(None),
    )
    asked = select(members.c.course_id, members.c.person_id).where(*in_courses)
    inside = {(row.course_id, row.person_id) for row in connection.execute(asked)} if others else set()
    never, found = datetime.max.replace(tzinfo=UTC), {}
    for one in these:
        there = [
            other
            for course, other in others.get(one.question, ())
            if one.assignment in course_of and one.assignment != other.id
            if course == course_of[one.assignment] or (course, one.person) in inside
        ]
        if there:
            found[one] = max(there, key=lambda other: other.until or never)
    return found


def of_exam() -> ColumnElement[bool]:
    """True where the row of ``assignments`` is what an exam asks."""
    return select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists()


def last_moment(row: Row[Any]) -> datetime | None:
    """Returns the last moment at which an answer of anybody counts, None for never; the row has the ``last`` due
    date."""
    return policy_of(row).until(row.last)


@cache
def _by_courses(of_student: bool, of_question: bool) -> Select[Any]:
    wanted = _asked()
    if of_question:
        wanted = wanted.where(assigned.c.question == bindparam("question"))
    if of_student:
        mine = members.alias()
        is_student = mine.c.role == CourseRole.STUDENT  # or was: whoever leaves can come back
        theirs = and_(mine.c.course_id == courses.c.id, mine.c.person_id == bindparam("person"), is_student)
        wanted = wanted.add_columns(due_of(mine.c.person_id).label("theirs"), mine.c.left_at).join(
            mine, theirs
        )
    return wanted


@cache
def _closing() -> Select[Any]:
    return _asked().where(assigned.c.question == bindparam("question"), *_closed_to_one())


@cache
def _of_anybody(closed_to_one: bool) -> Select[Any]:
    long_over: BindParameter[datetime] = bindparam("long_over")
    later = (extensions, section_extensions)
    near = (
        select(given.c.id).where(given.c.assignment_id == assignments.c.id, given.c.due_at > long_over)
        for given in later
    )
    return (
        select(assignments, last_due().label("last"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(*_running(), *(_closed_to_one() if closed_to_one else ()))
        .where(
            or_(
                assignments.c.due_at > long_over,
                *(each.exists() for each in near),
                and_(assignments.c.results == Results.RELEASED, assignments.c.released_at.is_(None)),
            )
        )
    )


@cache
def _asked() -> Select[Any]:
    return (
        select(
            assignments, assigned.c.question, courses.c.name.label("course"), last_due().label("last"),
        )
        .select_from(assigned)
        .join(assignments, assignments.c.id == assigned.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(*_running())
    )  # fmt: skip


def _running() -> tuple[ColumnElement[bool], ...]:
    return (
        courses.c.archived_at.is_(None),
        assignments.c.published,
        or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= bindparam("now")),
        ~of_exam(),
    )


def _closed_to_one() -> tuple[ColumnElement[bool], ...]:
    """Conditions of an assignment that closes practice to somebody who neither is or was a student of its course nor
    is on its staff."""
    theirs = members.alias()
    known = or_(theirs.c.role == CourseRole.STUDENT, theirs.c.left_at.is_(None))
    row = select(theirs.c.id).where(
        theirs.c.course_id == assignments.c.course_id, theirs.c.person_id == bindparam("person"), known
    )
    return assignments.c.closes_practice, ~row.exists()


def _asking(row: Row[Any], own_until: datetime | None = None, inside: bool = False) -> Asking:
    return Asking(
        id=row.id,
        question=row.question,
        course=row.course,
        assignment=row.name,
        title=row.title,
        until=last_moment(row),
        own_until=own_until,
        solutions_wait=row.solutions_wait,
        release=release_of(row),
        closes_practice=row.closes_practice,
        inside=inside,
    )
