"""The submission of a sitting: everything is marked at once, and its questions become attempts like any others.

Marking happens before the database is locked for writing; then the texts are compared again, so that nothing that was
acknowledged meanwhile is left out.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from prometheus_client import Counter, Histogram

from app.clock import GRACE, Clock
from app.database.connection import Connection, Database
from app.exams.receipt import receipt
from app.exams.results_release import sheets_open
from app.exams.sitting import NoSuchSitting, is_shut, its_own, restored, texts
from app.exams.store import audit_log, exams, sittings
from app.exams.store.audit_log import End, Event, Kind, Standing
from app.exams.store.sitting import ClosedBy, Drawn, Sitting
from app.jobs.store import jobs
from app.practice import answers, code, sandbox
from app.practice.answers import Answer
from app.practice.store import attempts
from app.practice.store.exam_question import ExamQuestion
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from engine.answers import responses
from engine.answers.forms import Program
from engine.marking import marking
from engine.marking.marking import PartMark, Rule
from engine.variants import Stale, Variant

QUEUED = timedelta(seconds=5)  # for storing a save that came within the grace period
RUNS = 3  # of a program whose worker dies
ENDED = Counter("examformer_sittings_ended", "Sittings that ended, by what ended them.", ["by"])
ENDS = {by: ENDED.labels(by) for by in ClosedBy}
LATE = Histogram(
    "examformer_sitting_ended_late_seconds",
    "How long after its time and its grace period were over the clock ended a sitting.",
    buckets=(2, 5, 15, 60, 300, 1800),
)


@dataclass(frozen=True, slots=True)
class Marked:
    """One question with its marks; ``program`` is what is still to be run."""

    drawn: Drawn
    answers: tuple[Answer, ...]
    program: Mapping[str, Any] | None


def hand_in(context: Context, name: str) -> bool:
    """Ends the sitting; False if it was over already, so that a second click does nothing. Raises NoSuchSitting, and
    NotBegun."""
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
    return _close(context.database, context.library, context.clock, sitting.id, ClosedBy.HAND)


def hand_in_over(context: Context, name: str) -> None:
    """Ends a sitting whose time is over, when its page has everything stored; before that time, does nothing.

    Practice only: in a course, the instructor may still give more time, and saves from another device of the same
    student may be on their way. Raises NoSuchSitting, and NotBegun.
    """
    with context.database.read() as connection:
        sitting = its_own(connection, context.person.id, name)
    now = context.clock.now()
    if sitting.running and sitting.exam is None and now >= sitting.ends_at(now):
        _close(context.database, context.library, context.clock, sitting.id, ClosedBy.TIME, grace=False)


def close_due(database: Database, library: Library, clock: Clock) -> int:
    """Ends every sitting whose time and grace period are over, and returns how many.

    A sitting that cannot be ended does not keep others open: the errors are raised together at the end.
    """
    with database.read() as connection:
        due = [one for one in sittings.running(connection) if _due(one, clock, grace=True)]
    closed, wrong = 0, []
    for one in due:
        try:
            closed += _close(database, library, clock, one.id, ClosedBy.TIME)
        except Exception as error:
            wrong.append(error)
    if wrong:
        raise ExceptionGroup(f"{len(wrong)} of {len(due)} sittings could not be ended", wrong)
    return closed


def end_now(context: Context, sitting: int, who: str, reason: str = "") -> bool:
    """Ends a sitting for an instructor before its time is over; the audit log names ``who`` did it, and the
    ``reason``."""
    return _close(context.database, context.library, context.clock, sitting, ClosedBy.INSTRUCTOR, who, reason)


def run_lost_programs(database: Database) -> int:
    """Queues programs of exams again whose run was lost with a worker or a server; returns how many."""
    with database.read() as connection:
        lost = jobs.lost(connection, "run", attempts.unmarked(connection, "answer"), RUNS)
    for job in lost:
        with database.write() as connection:
            jobs.add(connection, "run", job.payload, None, about=job.payload["attempt"])
    return len(lost)


def each_marked(library: Library, drawn: Sequence[Drawn], standing: Standing) -> list[Marked]:
    """Marks each question with these texts."""
    return [_marked(library, one, standing) for one in drawn]


def _close(
    database: Database,
    library: Library,
    clock: Clock,
    sitting: int,
    by: ClosedBy,
    who: str = "",
    reason: str = "",
    grace: bool = True,
) -> bool:
    with database.read() as connection:
        drawn = sittings.questions(connection, sitting)
        standing = audit_log.standing(connection, sitting)
    while True:
        marked = each_marked(library, drawn, standing)
        with database.write() as connection:
            one = sittings.by_id(connection, sitting, hold=True)
            if one is None or not one.running or (by is ClosedBy.TIME and not _due(one, clock, grace)):
                return False  # it ended meanwhile, or got more time
            now = audit_log.standing(connection, sitting)
            if now == standing:
                ended_at = clock.now()
                store(connection, one, marked, standing, by, ended_at, who, reason)
                break
        standing = now
    ENDS[by].inc()
    if by is ClosedBy.TIME:
        LATE.observe(_overdue(one, ended_at))
    return True


def longest_overdue(connection: Connection, clock: Clock) -> float:
    """Returns the seconds for which a sitting that nobody has ended has been due: of several, the longest."""
    now = clock.now()
    return max((_overdue(one, now) for one in sittings.running(connection)), default=0.0)


def _overdue(one: Sitting, now: datetime) -> float:
    return max(0.0, (now - one.ends_at(now) - GRACE - QUEUED).total_seconds())


def _due(one: Sitting, clock: Clock, grace: bool) -> bool:
    now = clock.now()
    return is_shut(one, clock, now - QUEUED) if grace else now >= one.ends_at(now)


def _marked(library: Library, one: Drawn, standing: Standing) -> Marked:
    stands = texts(one, standing)
    try:
        variant = restored(library, one)
    except (UnknownQuestion, Stale):  # no key of ours fits any more: somebody has to look at it
        typed = {part: cells for part, cells in stands.items() if any(map(str.strip, cells))}
        return Marked(one, tuple(_unmarked(part, cells) for part, cells in typed.items()), None)
    typed = responses.fitted(variant, stands, final=True)
    typed = {part: cells for part, cells in typed.items() if any(map(str.strip, cells))}
    marks = marking.mark(variant, typed, final=True).values()
    worded = answers.worded(
        variant, [one for one in marks if isinstance(one, PartMark)], typed, {}, final=True
    )
    program = _program(variant, typed)
    if program is None:
        return Marked(one, worded, None)
    return Marked(one, (_unmarked("answer", typed["answer"]),), program if sandbox.backend() else None)


def _unmarked(part: str, cells: Sequence[str]) -> Answer:
    verdict = answers.unkeyed(Rule.OPEN, [("", "")] * len(cells), Fraction(0), ["Not marked yet."])
    return Answer(part, tuple(cells), verdict, Fraction(0))


def _program(variant: Variant, typed: Mapping[str, Sequence[str]]) -> Mapping[str, Any] | None:
    """Returns the run that marks a program, without its attempt; None where none was written."""
    (asked, *_) = variant.asked
    form = asked.step.form
    text = "".join(typed.get("answer", ())).replace("\r\n", "\n")
    if not isinstance(form, Program) or not text.strip() or text.strip() == form.starter.strip():
        return None
    key = secrets.token_urlsafe(16)
    return {
        "form_key": key,
        "handed_in": True,
        "final": True,
        **code.tests_of(variant, text, hidden=True),
    }


def store(
    connection: Connection,
    sitting: Sitting,
    marked: Sequence[Marked],
    standing: Standing,
    by: ClosedBy,
    now: datetime,
    who: str = "",
    reason: str = "",
) -> None:
    """Ends the sitting, which the transaction holds, and turns its questions into attempts with these marks. ``who`` is
    the instructor's name. Raises NoSuchSitting where it has no person, or has not begun."""
    person, begun_at = sitting.person, sitting.begun_at
    if person is None or begun_at is None:
        raise NoSuchSitting(sitting.name)
    code = receipt(sitting.name, standing)
    exam = None if sitting.exam is None else exams.by_id(connection, sitting.exam)
    assignment = exam.assignment if exam else None
    opens_at = sheets_open(exam, closed=False) if exam else None
    for one in marked:
        of = ExamQuestion(sitting.id, one.drawn.place, begun_at, now, opens_at)
        name, key = secrets.token_urlsafe(12), secrets.token_urlsafe(16)
        question = one.drawn
        begun = attempts.begin(
            connection, person, key, name, question.section, question.points, question.variant, assignment, of
        )
        for answer in one.answers:
            earned = None if answer.verdict["rule"] == Rule.OPEN else answer.points
            attempts.respond(
                connection, begun.id, answer.part, key, answer.typed, answer.verdict, earned, now
            )
        if one.program is not None:
            jobs.add(connection, "run", {"attempt": name, **one.program}, None, about=name)
    sittings.close(connection, sitting, by, now, code)
    audit_log.log(connection, sitting.id, [Event(now, Kind.CLOSED, text=End(by, code, who, reason).line)])
