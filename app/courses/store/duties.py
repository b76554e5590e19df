"""Reads for which assignment a sheet was begun, and what courses ask a student at present."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, or_, select

from app.courses.policy import MOST_PERIODS, Policy, Release, Results
from app.courses.store.assignments import Assignment, policy_of, release_of
from app.courses.store.courses import CourseRole
from app.courses.store.due_dates import due_of, last_due
from app.database.schema import (
    assigned,
    assignments,
    attempts,
    courses,
    exams,
    extensions,
    members,
    people,
    section_extensions,
)

LONGEST = timedelta(days=MOST_PERIODS)  # that answers can count after their due date


@dataclass(frozen=True, kw_only=True, slots=True)
class Duty:
    """The assignment that an attempt was begun for: assignment and course by name, this person's due date, what counts,
    and whether students may take hints."""

    id: int
    course: str
    assignment: str
    title: str
    due_at: datetime | None
    policy: Policy
    hints: bool


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


def duty(connection: Connection, attempt: int) -> Duty | None:
    """Returns what the attempt was begun for; None for practice."""
    row = connection.execute(
        select(assignments, courses.c.name.label("course"), due_of(attempts.c.person_id).label("theirs"))
        .select_from(attempts)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(attempts.c.id == attempt)
    ).first()
    if row is None:
        return None
    return Duty(
        id=row.id,
        course=row.course,
        assignment=row.name,
        title=row.title,
        due_at=row.theirs,
        policy=policy_of(row),
        hints=row.hints,
    )


def was_over(connection: Connection, assignment: int, person: int, at: datetime) -> bool:
    """True if no answer of this person counted for the assignment any more at that moment; False for an exam's."""
    wanted = (
        select(assignments, courses.c.archived_at, due_of(people.c.id).label("theirs"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .join(people, people.c.id == person)
        .where(assignments.c.id == assignment, ~_of_exam())
    )
    row = connection.execute(wanted).first()
    if row is None:
        return False
    ends = (row.archived_at, policy_of(row).until(row.theirs))
    return any(end is not None and end < at for end in ends)


def asking(
    connection: Connection, student: int | None, now: datetime, question: str | None = None
) -> list[Asking]:
    """Returns what courses ask at present in which somebody is or was a student, of None what any course asks: all
    questions of open assignments, or one. What exams ask is left out."""
    wanted = _asked(now)
    if question is not None:
        wanted = wanted.where(assigned.c.question == question)
    if student is not None:
        mine = members.alias()
        is_student = mine.c.role == CourseRole.STUDENT  # or was: whoever leaves can come back
        theirs = and_(mine.c.course_id == courses.c.id, mine.c.person_id == student, is_student)
        wanted = wanted.add_columns(due_of(mine.c.person_id).label("theirs"), mine.c.left_at).join(
            mine, theirs
        )
    return [
        _asking(row)
        if student is None
        else _asking(row, policy_of(row).until(row.theirs), inside=row.left_at is None)
        for row in connection.execute(wanted)
    ]


def closing(connection: Connection, person: int, now: datetime, question: str) -> list[Asking]:
    """Returns the open assignments that ask the question, and close its practice to this person, who is in none of
    their courses."""
    wanted = _asked(now).where(assigned.c.question == question, *_closed_to(person))
    return [_asking(row) for row in connection.execute(wanted)]


def asked_of_anybody(connection: Connection, now: datetime, person: int | None = None) -> set[str]:
    """Returns the questions of all open assignments of which something waits: of a ``person``, of those that close
    practice and whose courses they are not in."""
    long_over = now - LONGEST
    later = (extensions, section_extensions)
    near = (
        select(given.c.id).where(given.c.assignment_id == assignments.c.id, given.c.due_at > long_over)
        for given in later
    )
    running = (
        select(assignments, last_due().label("last"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(*_running(now), *(() if person is None else _closed_to(person)))
        .where(
            or_(
                assignments.c.due_at > long_over,
                *(each.exists() for each in near),
                and_(assignments.c.results == Results.RELEASED, assignments.c.released_at.is_(None)),
            )
        )
    )
    these = [row.id for row in connection.execute(running) if release_of(row).closes(_until(row), now)]
    found = select(assigned.c.question).where(assigned.c.assignment_id.in_(these)).distinct()
    return set(connection.execute(found).scalars())


def open_results(connection: Connection, these: Collection[int], now: datetime) -> set[int]:
    """Returns the assignments among ``these`` whose results are open: all of a course that is archived."""
    wanted = (
        select(assignments, courses.c.archived_at, last_due().label("last"))
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(assignments.c.id.in_(these))
    )
    return {
        row.id
        for row in connection.execute(wanted)
        if row.archived_at or not release_of(row).waits(_until(row), now)
    }


def asked_beside(
    connection: Connection, these: Collection[Answered], now: datetime
) -> dict[Answered, Asking]:
    """Returns those of the answers whose question another assignment asks at present, too, of their course or of one in
    which their person is a student, while its results still wait: each with the one that waits longest. What exams ask
    is left out."""
    own = select(assignments.c.id, assignments.c.course_id).where(
        assignments.c.id.in_({one.assignment for one in these}), ~_of_exam()
    )
    course_of = {row.id: row.course_id for row in connection.execute(own)} if these else {}
    if not course_of:
        return {}
    others: dict[str, list[tuple[int, Asking]]] = {}
    for row in connection.execute(
        _asked(now).where(assigned.c.question.in_({one.question for one in these}))
    ):
        other = _asking(row)
        if other.dated and other.release.waits(other.until, now):
            others.setdefault(other.question, []).append((row.course_id, other))
    there = (
        members.c.course_id.in_({course for some in others.values() for course, _ in some}),
        members.c.person_id.in_({one.person for one in these}),
        members.c.role == CourseRole.STUDENT,
        members.c.left_at.is_(None),
    )
    asked = select(members.c.course_id, members.c.person_id).where(*there)
    inside = {(row.course_id, row.person_id) for row in connection.execute(asked)} if others else set()
    never, found = datetime.max.replace(tzinfo=UTC), {}
    for one in these:
        beside = [
            other
            for course, other in others.get(one.question, ())
            if one.assignment in course_of and one.assignment != other.id
            if course == course_of[one.assignment] or (course, one.person) in inside
        ]
        if beside:
            found[one] = max(beside, key=lambda other: other.until or never)
    return found


def last_due_of(connection: Connection, one: Assignment) -> datetime | None:
    """Returns the last due date of anybody; None where the assignment is never due."""
    found: datetime | None = connection.execute(
        select(last_due()).select_from(assignments).where(assignments.c.id == one.id)
    ).scalar()
    return found


def _asked(now: datetime) -> Select[Any]:
    return (
        select(
            assignments, assigned.c.question, courses.c.name.label("course"), last_due().label("last"),
        )
        .select_from(assigned)
        .join(assignments, assignments.c.id == assigned.c.assignment_id)
        .join(courses, courses.c.id == assignments.c.course_id)
        .where(*_running(now))
    )  # fmt: skip


def _running(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        courses.c.archived_at.is_(None),
        assignments.c.published,
        or_(assignments.c.opens_at.is_(None), assignments.c.opens_at <= now),
        ~_of_exam(),
    )


def _of_exam() -> ColumnElement[bool]:
    return select(exams.c.id).where(exams.c.assignment_id == assignments.c.id).exists()


def _closed_to(person: int) -> tuple[ColumnElement[bool], ...]:
    """Conditions of an assignment that closes practice to somebody who neither is or was a student of its course nor
    is on its staff."""
    theirs = members.alias()
    known = or_(theirs.c.role == CourseRole.STUDENT, theirs.c.left_at.is_(None))
    row = select(theirs.c.id).where(
        theirs.c.course_id == assignments.c.course_id, theirs.c.person_id == person, known
    )
    return assignments.c.closes_practice, ~row.exists()


def _until(row: Row[Any]) -> datetime | None:
    return policy_of(row).until(row.last)


def _asking(row: Row[Any], own_until: datetime | None = None, inside: bool = False) -> Asking:
    return Asking(
        id=row.id,
        question=row.question,
        course=row.course,
        assignment=row.name,
        title=row.title,
        until=_until(row),
        own_until=own_until,
        solutions_wait=row.solutions_wait,
        release=release_of(row),
        closes_practice=row.closes_practice,
        inside=inside,
    )
