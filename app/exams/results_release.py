"""Release of results: which of scores, answers with marks, and solutions of an exam are open to its students.

An exam has closed for everybody once nobody can begin it any more, and nobody sits it; so it waits for extra time,
breaks and added minutes, however long they are. Nobody can begin it once its last moment to begin is over, or when it
is archived; without such a moment it closes only when archived. A release by hand opens everything to all.

Solutions open no sooner than answers, and answers no sooner than scores: rules are stored in this order, and older ones
are read in it (``Rules.in_order``). The sheets of a sitting, which other pages show with their solutions, open with the
solutions alone.
"""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.clock import Clock
from app.database.connection import Connection, Database
from app.exams.store import exams
from app.exams.store.exams import UNOPENED, Exam, Opens
from app.outbox import marks

NEWS = timedelta(days=1)  # for so long after it opened, a release is told


@dataclass(frozen=True, slots=True)
class Shown:
    """The results that a student sees of a sitting that has ended."""

    scores: bool = True
    answers: bool = True
    solutions: bool = True

    @property
    def all_of_it(self) -> bool:
        return self.solutions


def shown(exam: Exam, closed: bool) -> Shown:
    """Returns what the exam's students see; ``closed``: for everybody."""

    def opened(when: Opens) -> bool:
        return when is Opens.AT_ONCE or (when is Opens.AFTERWARDS and closed)

    if exam.released_at is not None:
        return Shown()
    return Shown(opened(exam.rules.scores), opened(exam.rules.answers), opened(exam.rules.solutions))


def ended(exam: Exam, now: datetime) -> bool:
    """True if nobody can begin it any more."""
    closes_at = exam.rules.closes_at
    return exam.archived_at is not None or (closes_at is not None and closes_at < now)


def has_closed(connection: Connection, exam: Exam, now: datetime) -> bool:
    """True if the exam has closed for everybody."""
    return ended(exam, now) and exam.id not in exams.being_sat(connection)


def sheets_open(exam: Exam, closed: bool) -> datetime | None:
    """Returns from when on its students see their sheets, as far as is known; None means at once."""
    return None if shown(exam, closed).solutions else UNOPENED


def settle(connection: Connection, exam: int, now: datetime) -> None:
    """Opens or closes the exam's sheets after something about it was changed, and has its students told that there are
    marks, or that told no more."""
    found = exams.by_id(connection, exam)
    closed = has_closed(connection, found, now)
    exams.open_attempts(connection, found, sheets_open(found, closed))
    if not shown(found, closed).scores:
        marks.withheld(connection, found.assignment)
    elif closed or found.released_at is not None:
        marks.released(connection, found.assignment, tell=_is_news(connection, found, now))


def _is_news(connection: Connection, exam: Exam, now: datetime) -> bool:
    """True if the scores opened lately, and not to each student at the end of their own sitting."""
    opened = exam.released_at or exam.archived_at or exams.last_end(connection, exam) or exam.rules.closes_at
    at_once = exam.rules.scores is Opens.AT_ONCE
    return not at_once and opened is not None and opened > now - NEWS


def open_closed(database: Database, clock: Clock, known: Set[Exam]) -> frozenset[Exam]:
    """Opens the sheets of exams that have closed for everybody. Those in ``known`` are done already; returns all that
    are done by now."""
    with database.read() as connection:
        closed = frozenset(exams.closed_by(connection, clock.now()))
    for exam in closed - known:
        with database.write() as connection:
            settle(connection, exam.id, clock.now())
    return closed
