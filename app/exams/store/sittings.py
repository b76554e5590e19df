"""Stores sittings: one learner taking one exam, with the questions drawn for it, and when its clock stops."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from app.courses.store.courses import CourseRole
from app.database.schema import assignments, courses, drawn, exams, members, sittings


class ClosedBy(StrEnum):
    """The cause of a sitting's end."""

    HAND = "hand"
    TIME = "time"
    INSTRUCTOR = "instructor"


class Late(StrEnum):
    """The time of somebody who begins an exam of a course after it opened: the whole time, or what is left of it."""

    WHOLE = "whole"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Sitting:
    """A sitting as stored. ``counts_from`` is when its time began to run, None before; ``seconds`` is its length
    without breaks, and ``breaks`` are the seconds of breaks that the person may take."""

    id: int
    name: str
    person: int | None
    exam: int | None
    course: str
    number: str
    title: str
    blueprint: Mapping[str, Any]
    points: Fraction
    forbids_aids: bool
    prepared_at: datetime
    begun_at: datetime | None
    counts_from: datetime | None
    seconds: float
    breaks: float
    paused_at: datetime | None
    paused_for: float
    message: str
    window: str
    place: int
    heard_at: datetime | None
    closed_at: datetime | None
    closed_by: str
    receipt: str
    form_key: str

    @property
    def on_paper(self) -> bool:
        """True if it is a paper version: nobody knows how long its student wrote."""
        return self.form_key == paper_key(self.exam)

    @property
    def running(self) -> bool:
        """True once its clock has started, until it is closed."""
        return self.begun_at is not None and self.closed_at is None

    def rested(self, now: datetime) -> float:
        """Returns the seconds of breaks taken until now; those that are over stay taken if fewer are given later."""
        going_on = (now - self.paused_at).total_seconds() if self.paused_at else 0.0
        return self.paused_for + min(max(going_on, 0.0), max(self.breaks - self.paused_for, 0.0))

    def paused(self, now: datetime) -> bool:
        """True if the clock stands still; a break ends by itself when its time is used up."""
        return self.paused_at is not None and self.rested(now) < self.breaks

    def ends_at(self, now: datetime) -> datetime:
        """Returns when its time is over, as far as is known now: a running break moves it."""
        assert self.counts_from is not None
        return self.counts_from + timedelta(seconds=self.seconds + self.rested(now))

    @property
    def over_at(self) -> datetime | None:
        """The moment when its time was over, or when it was ended before that; None while it runs. The grace period
        comes after it."""
        return self.closed_at and min(self.closed_at, self.ends_at(self.closed_at))


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question of a sitting. ``variant`` is what ``Variant.kept`` returned; it holds the keys."""

    id: int
    place: int
    heading: str
    question: str
    section: str
    points: Fraction
    variant: Mapping[str, Any]


def paper_key(exam: int | None) -> str:
    """Returns the form key of an exam's paper versions; no form that a browser sends has a space in its key."""
    return f"paper {exam}"


def add(
    rows: Connection,
    name: str,
    person: int | None,
    number: str,
    blueprint: Mapping[str, Any],
    minutes: int,
    points: Fraction,
    forbids_aids: bool,
    questions: Sequence[Mapping[str, Any]],
    now: datetime,
    *,
    exam: int | None = None,
    form_key: str | None = None,
    begun_at: datetime | None = None,
    accommodation: tuple[int, int] = (0, 0),
) -> int:
    """Stores a sitting with its questions (rows of ``drawn`` without their sitting and place), and returns its number.
    ``accommodation`` is as in ``people``."""
    row = insert(sittings).values(
        name=name, person_id=person, exam_id=exam, form_key=form_key, number=number, blueprint=dict(blueprint),
        minutes=minutes, points=str(points), forbids_aids=forbids_aids, prepared_at=now, begun_at=begun_at,
        extended=0, paused_for=0.0, window="", place=1, closed_by="", receipt="",
        extra_time=accommodation[0], break_minutes=accommodation[1],
    )  # fmt: skip
    sitting = int(rows.execute(row.returning(sittings.c.id)).scalar_one())
    placed = [{**one, "sitting_id": sitting, "place": place} for place, one in enumerate(questions, 1)]
    rows.execute(insert(drawn), placed)
    return sitting


def begin(
    rows: Connection,
    sitting: int,
    now: datetime,
    form_key: str | None = None,
    accommodation: tuple[int, int] = (0, 0),
) -> None:
    """Starts the clock of a prepared sitting. From now on its extra time and breaks are its own."""
    _set(rows, sitting, begun_at=now, form_key=form_key)
    accommodate(rows, sitting, *accommodation)


def accommodate(rows: Connection, sitting: int, extra_time: int, break_minutes: int) -> None:
    """Sets its extra time in percent and its minutes of breaks."""
    _set(rows, sitting, extra_time=extra_time, break_minutes=break_minutes)


def find(rows: Connection, person: int, name: str, hold: bool = False) -> Sitting | None:
    """Returns the person's own sitting of this name; with ``hold``, nobody else writes to it until this transaction
    ends."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    return _one(rows, sittings.c.name == name, sittings.c.person_id == person, hold=hold)


def numbered(rows: Connection, sitting: int, hold: bool = False) -> Sitting | None:
    """Returns the sitting of this number in the table; ``hold`` as in ``find``."""
    return _one(rows, sittings.c.id == sitting, hold=hold)


def begun_with(rows: Connection, person: int, form_key: str) -> Sitting | None:
    """Returns the sitting that this form began, where it was sent before."""
    return _one(rows, sittings.c.person_id == person, sittings.c.form_key == form_key)


def running(rows: Connection, person: int | None = None) -> list[Sitting]:
    """Returns the sittings whose clock runs: everybody's, or one person's."""
    whose = [] if person is None else [sittings.c.person_id == person]
    open_ones = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None), *whose)
    return [_sitting(row) for row in rows.execute(_all().where(*open_ones).order_by(sittings.c.id))]


def held_by(rows: Connection, person: int) -> list[Sitting]:
    """Returns all sittings of the person, prepared ones too; running ones come last."""
    runs = sittings.c.begun_at.is_not(None) & sittings.c.closed_at.is_(None)
    mine = _all().where(sittings.c.person_id == person)
    return [_sitting(row) for row in rows.execute(mine.order_by(runs, sittings.c.id))]


def of_person(rows: Connection, person: int) -> list[Sitting]:
    """Returns the sittings that the person began, newest first."""
    mine = (sittings.c.person_id == person, sittings.c.begun_at.is_not(None))
    return [_sitting(row) for row in rows.execute(_all().where(*mine).order_by(sittings.c.begun_at.desc()))]


def asked(rows: Connection, person: int, question: str) -> Sitting | None:
    """Returns the person's newest ended sitting that had this question."""
    there = select(drawn.c.sitting_id).join(sittings, sittings.c.id == drawn.c.sitting_id)
    mine = (sittings.c.person_id == person, sittings.c.closed_at.is_not(None), drawn.c.question == question)
    newest = rows.execute(there.where(*mine).order_by(sittings.c.closed_at.desc()).limit(1)).scalar()
    return None if newest is None else numbered(rows, newest)


def of_exam(rows: Connection, exam: int) -> list[Sitting]:
    """Returns all sittings of a course's exam, prepared ones too, by number."""
    every = _all().where(sittings.c.exam_id == exam)
    return [_sitting(row) for row in rows.execute(every.order_by(sittings.c.id))]


def without(rows: Connection, exam: int, course: int) -> list[int]:
    """Returns the students of the course who have no sitting of this exam, not even a prepared one, in the order in
    which they joined."""
    theirs = (sittings.c.exam_id == exam, sittings.c.person_id == members.c.person_id)
    found = (
        select(members.c.person_id)
        .where(members.c.course_id == course, members.c.left_at.is_(None))
        .where(members.c.role == CourseRole.STUDENT, ~select(sittings.c.id).where(*theirs).exists())
    )
    return list(rows.execute(found.order_by(members.c.id)).scalars())


def questions(rows: Connection, sitting: int, places: Collection[int] | None = None) -> list[Drawn]:
    """Returns the questions of a sitting in order: all, or those at these ``places``."""
    there = [] if places is None else [drawn.c.place.in_(places)]
    found = select(drawn).where(drawn.c.sitting_id == sitting, *there).order_by(drawn.c.place)
    return [drawn_of(row) for row in rows.execute(found)]


def drawn_of(row: Row[Any]) -> Drawn:
    """Builds the question of a row."""
    points = Fraction(row.points)
    return Drawn(row.id, row.place, row.heading, row.question, row.section, points, row.variant)


def is_at(rows: Connection, sitting: int, now: datetime, place: int | None, window: str | None) -> None:
    """Notes that its page was heard from; and the open question and the window opened last, where they are given."""
    given = {"place": place, "window": window}
    _set(rows, sitting, heard_at=now, **{name: value for name, value in given.items() if value is not None})


def pause(rows: Connection, sitting: int, paused_at: datetime | None, paused_for: float) -> None:
    """Sets since when it is in a break, None for none, and the seconds of breaks taken before."""
    _set(rows, sitting, paused_at=paused_at, paused_for=paused_for)


def extend(rows: Connection, sitting: int, minutes: int) -> None:
    """Gives this sitting so many minutes more, or fewer."""
    _set(rows, sitting, extended=sittings.c.extended + minutes)


def close(rows: Connection, sitting: Sitting, by: ClosedBy, now: datetime, receipt: str) -> None:
    """Ends the sitting; a break that is going on ends with it."""
    ended = {"closed_at": now, "closed_by": by, "receipt": receipt}
    _set(rows, sitting.id, **ended, paused_at=None, paused_for=sitting.rested(now))


def newest_number(rows: Connection, exam: int) -> int:
    """Counts the sittings of an exam, prepared ones and paper versions too."""
    return int(rows.execute(select(func.count()).where(sittings.c.exam_id == exam)).scalar_one())


def _set(rows: Connection, sitting: int, **values: Any) -> None:
    rows.execute(update(sittings).where(sittings.c.id == sitting).values(values))


@cache
def _all() -> Select[Any]:
    """Builds the query once, because every save uses it."""
    return (
        select(
            sittings, exams.c.late, exams.c.message, exams.c.extended.label("for_all"),
            assignments.c.opens_at, courses.c.name.label("course"),
        )
        .outerjoin(exams, exams.c.id == sittings.c.exam_id)
        .outerjoin(assignments, assignments.c.id == exams.c.assignment_id)
        .outerjoin(courses, courses.c.id == assignments.c.course_id)
    )  # fmt: skip


def _one(rows: Connection, *where: Any, hold: bool = False) -> Sitting | None:
    wanted = _all().where(*where)
    row = rows.execute(wanted.with_for_update(of=sittings) if hold else wanted).first()
    return _sitting(row) if row else None


def _sitting(row: Row[Any]) -> Sitting:
    minutes = (row.minutes + (row.for_all or 0)) * (1 + row.extra_time / 100) + row.extended
    late = row.late == Late.LEFT and row.opens_at is not None and row.begun_at is not None
    return Sitting(
        row.id, row.name, row.person_id, row.exam_id, row.course or "", row.number, row.blueprint["title"],
        row.blueprint, Fraction(row.points), row.forbids_aids, row.prepared_at, row.begun_at,
        min(row.opens_at, row.begun_at) if late else row.begun_at, minutes * 60.0,
        row.break_minutes * 60.0, row.paused_at, row.paused_for, row.message or "", row.window, row.place,
        row.heard_at, row.closed_at, row.closed_by, row.receipt, row.form_key or "",
    )  # fmt: skip
