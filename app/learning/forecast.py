"""Forecasts: the points that an exam would give today, and how earlier forecasts fared."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from app.database.connection import Database
from app.learning import fold
from app.learning.goal import countdown
from app.learning.readiness import expected_points
from app.learning.store import forecasts, goals
from app.learning.syllabus import syllabus
from app.practice.score_summary import attempts_of, finished
from app.questions.context import Context
from app.questions.library import Library
from engine.exams.blueprints import Blueprint
from engine.learning import readiness
from engine.learning.readiness import Calibration, Expected

SETTLED, LATEST = timedelta(minutes=1), timedelta(minutes=20)  # since an exam began
LONGEST = 0.1  # seconds at a time
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fared:
    """An exam that was sat: what was expected of it, and what it gave."""

    sitting: str
    begun_at: datetime
    expected: Expected
    earned: float

    @property
    def within(self) -> bool:
        """True if it gave what the band holds."""
        return self.expected.low <= self.earned <= self.expected.high


@dataclass(frozen=True, kw_only=True, slots=True)
class Outlook:
    """The result expected if the exam that is aimed at were ``today``; None while nothing is known. ``fared``: the
    exams that were sat and are marked in full, the newest first."""

    today: Expected | None
    fared: Sequence[Fared]
    calibration: Calibration | None


def outlook(context: Context) -> Outlook:
    """Returns the visitor's outlook."""
    person, now = context.person.id, context.clock.now()
    if person is None:
        return Outlook(today=None, fared=(), calibration=None)
    with context.database.read() as connection:
        knowledge = fold.current(connection, context.library, person, now).knowledge
        aim = countdown(goals.of_person(connection, person), now.date())
        made = forecasts.of_person(connection, person)
    today = expected_points(syllabus(context.library.bank, aim.exam), knowledge, now)
    sheets: dict[int, list[tuple[float, bool, datetime]]] = {}
    for attempt in attempts_of(context) if made else ():
        if attempt.sitting is not None and attempt.sitting in made:
            one = (float(attempt.earned), finished(attempt), attempt.begun_at)
            sheets.setdefault(attempt.sitting, []).append(one)
    fared = [
        Fared(name, there[0][2], expected, sum(earned for earned, _, _ in there))
        for sitting, (name, expected) in made.items()
        if (there := sheets.get(sitting)) and all(marked for _, marked, _ in there)
    ]
    told = readiness.calibration([(one.expected, one.earned) for one in fared])
    return Outlook(today=today, fared=fared[::-1], calibration=told)


def of_exam(context: Context, exam: Blueprint) -> Expected | None:
    """The result expected of an exam that is about to begin; None while nothing is known, or where it cannot be worked
    out, for nothing of this may keep anybody from an exam."""
    now = context.clock.now()
    try:
        with context.database.read() as connection:
            knowledge = fold.current(connection, context.library, context.person.id, now).knowledge
        return expected_points(syllabus(context.library.bank), knowledge, now, exam)
    except Exception:
        log.exception("no forecast of the exam could be worked out")
        return None


class OfCourses:
    """Keeps forecasts of sittings of courses' exams, each tried once. A full room begins at once and is not made to
    wait: they are worked out some minutes later, from what is known then. In an exam nothing is marked."""

    def __init__(self) -> None:
        self._tried: set[int] = set()

    def __call__(self, database: Database, library: Library, now: datetime | None = None) -> int:
        """Keeps some, for a tenth of a second; returns their number."""
        at, ends, kept = now or datetime.now(UTC), time.monotonic() + LONGEST, 0
        with database.read() as connection:
            waiting = forecasts.without(connection, at - LATEST, at - SETTLED)
        self._tried &= {sitting for sitting, _, _ in waiting}
        for sitting, person, blueprint in waiting:
            if sitting not in self._tried:
                self._tried.add(sitting)
                kept += _kept(database, library, sitting, person, blueprint, at)
                if time.monotonic() > ends:
                    break
        return kept


def _kept(
    database: Database,
    library: Library,
    sitting: int,
    person: int,
    blueprint: Mapping[str, Any],
    at: datetime,
) -> bool:
    """Stores what is expected of a sitting, if it can be worked out."""
    try:
        with database.read() as connection:
            knowledge = fold.current(connection, library, person, at).knowledge
        exam = Blueprint.model_validate(blueprint)
        expected = expected_points(syllabus(library.bank), knowledge, at, exam)
        if expected is not None:
            with database.write() as connection:
                forecasts.add(connection, sitting, expected)
    except Exception:  # another worker was first, or a question is gone; the thread has exams to end
        log.exception("no forecast of the sitting %s could be worked out", sitting)
        return False
    return expected is not None
