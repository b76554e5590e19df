"""Stores sittings: one learner taking one exam, with the questions drawn for it, and when its clock stops."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)  # fmt: skip

from app.courses.store.courses import CourseRole
from app.database.schema import assignments, courses, drawn, exams, members, sittings, supervision
from app.exams.store.sitting import ClosedBy, Drawn, LateStart, Sitting


def add(
    connection: Connection,
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
    sitting = int(connection.execute(row.returning(sittings.c.id)).scalar_one())
    placed = [{**one, "sitting_id": sitting, "place": place} for place, one in enumerate(questions, 1)]
    connection.execute(insert(drawn), placed)
    return sitting


def begin(
    connection: Connection,
    sitting: int,
    now: datetime,
    form_key: str | None = None,
    accommodation: tuple[int, int] = (0, 0),
) -> bool:
    """Starts the clock of a prepared sitting. From now on its extra time and breaks are its own. False where it is
    gone by now."""
    values = {"begun_at": now, "form_key": form_key}
    begun = connection.execute(update(sittings).where(sittings.c.id == sitting).values(values)).rowcount == 1
    accommodate(connection, sitting, *accommodation)
    return begun


def accommodate(connection: Connection, sitting: int, extra_time: int, break_minutes: int) -> None:
    """Sets its extra time in percent and its minutes of breaks."""
    _set(connection, sitting, extra_time=extra_time, break_minutes=break_minutes)


def find(connection: Connection, person: int, name: str, hold: bool = False) -> Sitting | None:
    """Returns the person's own sitting of this name; with ``hold``, nobody else writes to it until this transaction
    ends."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    row = connection.execute(_own(hold), {"person": person, "name": name}).first()
    return _sitting(row) if row else None


def by_id(connection: Connection, sitting: int, hold: bool = False) -> Sitting | None:
    """Returns the sitting of this number in the table; ``hold`` as in ``find``."""
    return _one(connection, sittings.c.id == sitting, hold=hold)


def begun_with(connection: Connection, person: int, form_key: str) -> Sitting | None:
    """Returns the sitting that this form began, where it was sent before."""
    return _one(connection, sittings.c.person_id == person, sittings.c.form_key == form_key)


def running(connection: Connection, person: int | None = None) -> list[Sitting]:
    """Returns the sittings whose clock runs: everybody's, or one person's."""
    whose = [] if person is None else [sittings.c.person_id == person]
    open_ones = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None), *whose)
    return [_sitting(row) for row in connection.execute(_all().where(*open_ones).order_by(sittings.c.id))]


def number_running(connection: Connection) -> int:
    """Counts the sittings whose clock runs."""
    open_ones = (sittings.c.begun_at.is_not(None), sittings.c.closed_at.is_(None))
    return int(connection.execute(select(func.count()).select_from(sittings).where(*open_ones)).scalar_one())


def held_by(connection: Connection, person: int) -> list[Sitting]:
    """Returns all sittings of the person, prepared ones too; running ones come last."""
    runs = sittings.c.begun_at.is_not(None) & sittings.c.closed_at.is_(None)
    mine = _all().where(sittings.c.person_id == person)
    return [_sitting(row) for row in connection.execute(mine.order_by(runs, sittings.c.id))]


def of_person(connection: Connection, person: int) -> list[Sitting]:
    """Returns the sittings that the person began, newest first."""
    mine = (sittings.c.person_id == person, sittings.c.begun_at.is_not(None))
    return [
        _sitting(row) for row in connection.execute(_all().where(*mine).order_by(sittings.c.begun_at.desc()))
    ]


def asked(connection: Connection, person: int, question: str) -> Sitting | None:
    """Returns the person's newest ended sitting that had this question."""
    newest = connection.execute(_asked(), {"person": person, "question": question}).scalar()
    return None if newest is None else by_id(connection, newest)


@cache
def _asked() -> Select[Any]:
    there = select(drawn.c.sitting_id).join(sittings, sittings.c.id == drawn.c.sitting_id)
    of_person = (sittings.c.person_id == bindparam("person"), sittings.c.closed_at.is_not(None))
    these = there.where(*of_person, drawn.c.question == bindparam("question"))
    return these.order_by(sittings.c.closed_at.desc()).limit(1)


def of_exam(connection: Connection, exam: int) -> list[Sitting]:
    """Returns all sittings of a course's exam, prepared ones too, by number."""
    every = _all().where(sittings.c.exam_id == exam)
    return [_sitting(row) for row in connection.execute(every.order_by(sittings.c.id))]


def remove_prepared(connection: Connection, exam: int) -> bool:
    """Removes what was drawn ahead for an exam, if nothing else is there: False where somebody has begun it, or a paper
    version is drawn, and then nothing is removed. Who begins at this moment waits, and is told that it is gone."""
    there = select(sittings.c.begun_at, sittings.c.person_id).where(sittings.c.exam_id == exam)
    made = connection.execute(there.with_for_update()).all()
    if any(one.begun_at is not None or one.person_id is None for one in made):
        return False
    mine = select(sittings.c.id).where(sittings.c.exam_id == exam)
    connection.execute(delete(drawn).where(drawn.c.sitting_id.in_(mine)))
    connection.execute(delete(sittings).where(sittings.c.exam_id == exam))
    return True


def without(connection: Connection, exam: int, course: int) -> list[int]:
    """Returns the students of the course who have no sitting of this exam, not even a prepared one, in the order in
    which they joined."""
    theirs = (sittings.c.exam_id == exam, sittings.c.person_id == members.c.person_id)
    found = (
        select(members.c.person_id)
        .where(members.c.course_id == course, members.c.left_at.is_(None), members.c.person_id.is_not(None))
        .where(members.c.role == CourseRole.STUDENT, ~select(sittings.c.id).where(*theirs).exists())
    )
    return list(connection.execute(found.order_by(members.c.id)).scalars())


def questions(connection: Connection, sitting: int, places: Collection[int] | None = None) -> list[Drawn]:
    """Returns the questions of a sitting in order: all, or those at these ``places``."""
    found = _questions(places is not None)
    asked = {"sitting": sitting} | ({"places": list(places)} if places is not None else {})
    return [drawn_of(row) for row in connection.execute(found, asked)]


@cache
def _questions(some: bool) -> Select[Any]:
    there = [drawn.c.place.in_(bindparam("places", expanding=True))] if some else []
    of_sitting = drawn.c.sitting_id == bindparam("sitting")
    return select(drawn).where(of_sitting, *there).order_by(drawn.c.place)


def drawn_of(row: Row[Any]) -> Drawn:
    """Builds the question of a row."""
    return Drawn(
        row.id, row.place, row.heading, row.question, row.section, points=Fraction(row.points), variant=row.variant
    )  # fmt: skip


def is_at(connection: Connection, sitting: int, now: datetime, place: int | None, window: str | None) -> None:
    """Notes that its page was heard from; and the open question and the window opened last, where they are given."""
    connection.execute(_IS_AT, {"sitting": sitting, "now": now, "open": place, "opened": window})


_IS_AT = (
    update(sittings)
    .where(sittings.c.id == bindparam("sitting"))
    .values(
        heard_at=bindparam("now"),
        place=func.coalesce(bindparam("open", type_=Integer), sittings.c.place),
        window=func.coalesce(bindparam("opened", type_=String), sittings.c.window),
    )
)


def pause(connection: Connection, sitting: int, paused_at: datetime | None, paused_for: float) -> None:
    """Sets since when it is in a break, None for none, and the seconds of breaks taken before."""
    _set(connection, sitting, paused_at=paused_at, paused_for=paused_for)


def extend(connection: Connection, sitting: int, minutes: int) -> None:
    """Gives this sitting so many minutes more, or fewer."""
    _set(connection, sitting, extended=sittings.c.extended + minutes)


def close(connection: Connection, sitting: Sitting, by: ClosedBy, now: datetime, receipt: str) -> None:
    """Ends the sitting; a break that is going on ends with it."""
    ended = {"closed_at": now, "closed_by": by, "receipt": receipt}
    _set(connection, sitting.id, **ended, paused_at=None, paused_for=sitting.rested(now))


def newest_number(connection: Connection, exam: int) -> int:
    """Counts the sittings of an exam, prepared ones and paper versions too."""
    return int(connection.execute(select(func.count()).where(sittings.c.exam_id == exam)).scalar_one())


def _set(connection: Connection, sitting: int, **values: Any) -> None:
    connection.execute(update(sittings).where(sittings.c.id == sitting).values(values))


@cache
def _own(hold: bool) -> Select[Any]:
    """Builds the query once, because every save uses it."""
    own = _all().where(sittings.c.name == bindparam("name"), sittings.c.person_id == bindparam("person"))
    return own.with_for_update(of=sittings) if hold else own


@cache
def _all() -> Select[Any]:
    return (
        select(
            sittings, exams.c.late, exams.c.message, exams.c.extended.label("for_all"),
            assignments.c.opens_at, courses.c.name.label("course"), supervision.c.exam_id.label("supervised"),
        )
        .outerjoin(exams, exams.c.id == sittings.c.exam_id)
        .outerjoin(assignments, assignments.c.id == exams.c.assignment_id)
        .outerjoin(courses, courses.c.id == assignments.c.course_id)
        .outerjoin(supervision, supervision.c.exam_id == exams.c.id)
    )  # fmt: skip


def _one(connection: Connection, *where: Any, hold: bool = False) -> Sitting | None:
    wanted = _all().where(*where)
    row = connection.execute(wanted.with_for_update(of=sittings) if hold else wanted).first()
    return _sitting(row) if row else None


def _sitting(row: Row[Any]) -> Sitting:
    minutes = (row.minutes + (row.for_all or 0)) * (1 + row.extra_time / 100) + row.extended
    late = row.late == LateStart.LEFT and row.opens_at is not None and row.begun_at is not None
    return Sitting(
        id=row.id, name=row.name, person=row.person_id, exam=row.exam_id,
        supervised=row.supervised is not None, course=row.course or "", number=row.number,
        title=row.blueprint["title"], blueprint=row.blueprint, points=Fraction(row.points),
        forbids_aids=row.forbids_aids, prepared_at=row.prepared_at, begun_at=row.begun_at,
        counts_from=min(row.opens_at, row.begun_at) if late else row.begun_at, seconds=minutes * 60.0,
        breaks=row.break_minutes * 60.0, paused_at=row.paused_at, paused_for=row.paused_for,
        message=row.message or "", window=row.window, place=row.place, heard_at=row.heard_at,
        closed_at=row.closed_at, closed_by=row.closed_by, receipt=row.receipt, form_key=row.form_key or "",
    )  # fmt: skip
