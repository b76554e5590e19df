"""Stores exams of courses. Each is also an assignment of its course, so its marks are kept where all marks are."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, or_, select, update

from app.courses.store import assignments
from app.database.schema import assignments as assignments_table
from app.database.schema import attempts, courses, exams, sittings
from app.exams.store.sitting import LateStart


class Opens(StrEnum):
    """The time when part of the review opens to a student: at the end of their own sitting, when the exam has closed
    for everybody, or when its instructors say so. From early to late."""

    AT_ONCE = "at once"
    AFTERWARDS = "afterwards"
    RELEASED = "released"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """Rules of an exam besides its blueprint. Without ``opens_at`` it is open at once, without ``closes_at`` for ever;
    ``sittings`` is how often a student may sit it, ``markers`` how many mark each answer in sentences."""

    opens_at: datetime | None
    closes_at: datetime | None
    password: str
    sittings: int
    late: LateStart
    scores: Opens
    answers: Opens
    solutions: Opens
    markers: int

    @property
    def in_order(self) -> "Rules":
        """The same rules, with answers opening no sooner than scores, and solutions no sooner than answers."""
        later = list(Opens).index
        answers = max(self.scores, self.answers, key=later)
        return replace(self, answers=answers, solutions=max(answers, self.solutions, key=later))


@dataclass(frozen=True, kw_only=True, slots=True)
class Exam:
    """An exam as stored, its rules in order. ``blueprint`` is TOML; students see the exam once it is published."""

    id: int
    assignment: int
    course: int
    name: str
    title: str
    blueprint: str
    rules: Rules
    published_at: datetime | None
    released_at: datetime | None
    archived_at: datetime | None
    extended: int
    message: str


UNOPENED = datetime(9000, 1, 1, tzinfo=UTC)  # the opening time of sheets that nobody has released yet
NEW = Rules(
    opens_at=None,
    closes_at=None,
    password="",
    sittings=1,
    late=LateStart.WHOLE,
    scores=Opens.AFTERWARDS,
    answers=Opens.AFTERWARDS,
    solutions=Opens.AFTERWARDS,
    markers=1,
)


def add(connection: Connection, course: int, title: str, blueprint: str, rules: Rules = NEW) -> str:
    """Stores a new exam that nobody sees yet; returns its name. It is open at once and never closes, whatever the
    ``rules`` say."""
    made = assignments.add(connection, course, title)
    values = _values(replace(rules, opens_at=None, closes_at=None))
    new = insert(exams).values(assignment_id=made.id, blueprint=blueprint, extended=0, message="", **values)
    connection.execute(new)
    return made.name


def find(connection: Connection, course: int, name: str, hold: bool = False) -> Exam | None:
    """Returns the course's exam of this name; another course's is not found. With ``hold``, nobody else changes it
    until this transaction ends."""
    if "\0" in name:  # PostgreSQL takes no such text
        return None
    wanted = _all().where(assignments_table.c.course_id == course, assignments_table.c.name == name)
    row = connection.execute(wanted.with_for_update(of=exams) if hold else wanted).first()
    return _exam(row) if row else None


def by_id(connection: Connection, exam: int, hold: bool = False) -> Exam:
    """Returns the exam of this number in the table; ``hold`` as in ``find``."""
    wanted = _all().where(exams.c.id == exam)
    return _exam(connection.execute(wanted.with_for_update(of=exams) if hold else wanted).one())


def course_name(connection: Connection, exam: Exam) -> str:
    """Returns the name of the exam's course, as it stands in addresses."""
    return str(connection.execute(select(courses.c.name).where(courses.c.id == exam.course)).scalar_one())


def of_course(connection: Connection, course: int) -> list[Exam]:
    """Returns the course's exams in the order in which they were made."""
    found = _all().where(assignments_table.c.course_id == course).order_by(exams.c.id)
    return [_exam(row) for row in connection.execute(found)]


def opening_between(connection: Connection, after: datetime, until: datetime) -> list[Exam]:
    """Returns the published exams of active courses that open in this time, to be drawn ahead."""
    soon = (assignments_table.c.opens_at > after, assignments_table.c.opens_at <= until)
    live = (exams.c.published_at.is_not(None), exams.c.archived_at.is_(None))
    there = (assignments_table.c.course_id == courses.c.id, courses.c.archived_at.is_(None))
    found = _all().where(*soon, *live, select(courses.c.id).where(*there).exists())
    return [
        _exam(row) for row in connection.execute(found.order_by(assignments_table.c.opens_at, exams.c.id))
    ]


def next_opening(connection: Connection, after: datetime) -> datetime | None:
    """Returns when the next published exam of an active course opens."""
    when = select(func.min(assignments_table.c.opens_at)).join(exams).join(courses)
    open_ones = (
        exams.c.published_at.is_not(None),
        exams.c.archived_at.is_(None),
        courses.c.archived_at.is_(None),
    )
    found: datetime | None = connection.execute(
        when.where(assignments_table.c.opens_at > after, *open_ones)
    ).scalar()
    return found


def closed_by(connection: Connection, now: datetime) -> list[Exam]:
    """Returns the published exams that nobody can begin any more, and that nobody sits."""
    over = or_(exams.c.closes_at < now, exams.c.archived_at.is_not(None))
    found = _all().where(exams.c.published_at.is_not(None), over, exams.c.id.not_in(_running()))
    return [_exam(row) for row in connection.execute(found.order_by(exams.c.id))]


def being_sat(connection: Connection) -> set[int]:
    """Returns the exams that have a running sitting."""
    return set(connection.execute(_running()).scalars())


def last_end(connection: Connection, exam: Exam) -> datetime | None:
    """Returns when the last of those who have sat it ended; None before."""
    last = select(func.max(sittings.c.closed_at)).where(sittings.c.exam_id == exam.id)
    found: datetime | None = connection.execute(last).scalar()
    return found


def write(connection: Connection, exam: Exam, title: str, blueprint: str) -> None:
    """Sets title and text; a published exam keeps its text."""
    connection.execute(
        update(assignments_table).where(assignments_table.c.id == exam.assignment).values(title=title)
    )
    unpublished = (exams.c.id == exam.id, exams.c.published_at.is_(None))
    connection.execute(update(exams).where(*unpublished).values(blueprint=blueprint))


def rule(connection: Connection, exam: Exam, rules: Rules) -> None:
    """Sets the rules; the opening time is kept with the assignment."""
    values = _values(rules)
    connection.execute(update(exams).where(exams.c.id == exam.id).values(values))
    opens = {"opens_at": rules.opens_at}
    connection.execute(
        update(assignments_table).where(assignments_table.c.id == exam.assignment).values(opens)
    )


def remove(connection: Connection, exam: Exam) -> None:
    """Removes an exam that nobody has seen."""
    connection.execute(delete(assignments_table).where(assignments_table.c.id == exam.assignment))


def publish(connection: Connection, exam: Exam, now: datetime) -> None:
    """Notes since when students see the exam; its text is frozen from then on."""
    _set(connection, exam, published_at=now)


def withdraw(connection: Connection, exam: Exam) -> None:
    """Notes that students do not see it any more; its text can be changed again."""
    _set(connection, exam, published_at=None)


def archive(connection: Connection, exam: Exam, now: datetime | None) -> None:
    """Archives the exam; None brings it back."""
    _set(connection, exam, archived_at=now)


def release(connection: Connection, exam: Exam, now: datetime | None) -> None:
    """Opens scores, answers and solutions to its students; None takes that back."""
    _set(connection, exam, released_at=now)


def say(connection: Connection, exam: Exam, message: str) -> None:
    """Sets the message that everybody who sits the exam reads from now on; "" takes it away."""
    _set(connection, exam, message=message)


def extend(connection: Connection, exam: Exam, minutes: int) -> None:
    """Gives everybody so many minutes more."""
    connection.execute(update(exams).where(exams.c.id == exam.id).values(extended=exams.c.extended + minutes))


def open_attempts(connection: Connection, exam: Exam, opens_at: datetime | None) -> None:
    """Sets from when on students see the sheets of the exam; None means at once."""
    there = select(sittings.c.id).where(sittings.c.exam_id == exam.id)
    of_it = (attempts.c.sitting_id.in_(there), attempts.c.opens_at.is_distinct_from(opens_at))
    connection.execute(update(attempts).where(*of_it).values(opens_at=opens_at))


def _running() -> Select[Any]:
    """Selects the exams with a running sitting. A paper version without a person does not count: nobody sits it."""
    sat = (
        sittings.c.begun_at.is_not(None),
        sittings.c.closed_at.is_(None),
        sittings.c.person_id.is_not(None),
    )
    return select(sittings.c.exam_id).where(sittings.c.exam_id.is_not(None), *sat)


def _set(connection: Connection, exam: Exam, **values: Any) -> None:
    connection.execute(update(exams).where(exams.c.id == exam.id).values(values))


def _values(rules: Rules) -> dict[str, Any]:
    return {
        "closes_at": rules.closes_at, "password": rules.password, "sittings_allowed": rules.sittings,
        "late": rules.late, "scores_open": rules.scores, "answers_open": rules.answers,
        "solutions_open": rules.solutions, "markers": rules.markers,
    }  # fmt: skip


def _all() -> Select[Any]:
    of = assignments_table.c
    return select(exams, of.name, of.title, of.opens_at, of.course_id).join(
        assignments_table, of.id == exams.c.assignment_id
    )


def _exam(row: Row[Any]) -> Exam:
    rules = Rules(
        opens_at=row.opens_at, closes_at=row.closes_at, password=row.password, sittings=row.sittings_allowed,
        late=LateStart(row.late), scores=Opens(row.scores_open), answers=Opens(row.answers_open),
        solutions=Opens(row.solutions_open), markers=row.markers,
    )  # fmt: skip
    return Exam(
        id=row.id, assignment=row.assignment_id, course=row.course_id, name=row.name, title=row.title,
        blueprint=row.blueprint, rules=rules.in_order, published_at=row.published_at,
        released_at=row.released_at, archived_at=row.archived_at, extended=row.extended, message=row.message,
    )  # fmt: skip
