"""Draws ahead: before an exam of a course opens, each of its students has a sitting with all questions drawn.

So three hundred starts at the same moment write three hundred short rows, and draw nothing.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from app.clock import Clock
from app.database.connection import Connection, Database
from app.exams.blueprints import blueprint
from app.exams.blueprints.blueprint import Unreadable
from app.exams.mock_exams import rows_of
from app.exams.store import exams, sittings
from app.exams.store.exams import Exam
from app.questions.library import Library
from engine.exams import composing
from engine.exams.blueprints import Blueprint

AHEAD = timedelta(minutes=15)
AFTER = timedelta(minutes=1)  # a student without a sitting by then gets one at the start
AT_ONCE = 8  # sittings per transaction


class CannotBeDrawn(RuntimeError):
    """A published exam has too few questions by now, or cannot be read any more; ``exam`` is its number."""

    def __init__(self, exam: int, why: str) -> None:
        super().__init__(why)
        self.exam = exam


def prepare(
    database: Database, library: Library, clock: Clock, hopeless: Collection[int] = (), most: int = AT_ONCE
) -> int:
    """Draws a few of the sittings that are missing in the exam that opens next, and returns how many.

    Exams in ``hopeless`` are skipped. A student who has a sitting keeps it, whatever happens to roster and rules.

    Raises CannotBeDrawn.
    """
    now = clock.now()
    with database.read() as connection:
        soon = exams.opening_between(connection, now - AFTER, now + AHEAD)
        missing = ((exam, sittings.without(connection, exam.id, exam.course)) for exam in soon)
        found = next(((exam, who) for exam, who in missing if who and exam.id not in hopeless), None)
    if found is None:
        return 0
    exam, who = found[0], found[1][:most]
    questions = drawn(database, library, exam, len(who))
    with database.write() as connection:
        held = exams.by_id(connection, exam.id, hold=True)
        still = set(sittings.without(connection, exam.id, exam.course))
        composed = blueprint.published(held.blueprint)
        waiting = [(one, mine) for one, mine in zip(who, questions, strict=True) if one in still]
        for one, mine in waiting:
            put(connection, held, composed, one, mine, now)
    return len(waiting)


def drawn(database: Database, library: Library, exam: Exam, number: int) -> list[list[dict[str, Any]]]:
    """Draws the questions of so many sittings, each with its own numbers. Raises CannotBeDrawn."""
    pool = blueprint.choice_of(database, library, exam.course)
    try:
        composed = blueprint.published(exam.blueprint)
        return [rows_of(composing.fill(composed, pool, Random(secrets.randbits(128)))) for _ in range(number)]
    except (composing.Unfillable, Unreadable) as error:
        raise CannotBeDrawn(exam.id, f"{exam.title}: {error}") from error


def put(
    connection: Connection,
    exam: Exam,
    composed: Blueprint,
    person: int,
    questions: Sequence[Mapping[str, Any]],
    now: datetime,
) -> tuple[int, str]:
    """Stores a sitting whose clock has not started, with the next number of its exam, which the transaction holds.
    Returns its number in the table, and its name."""
    new = secrets.token_urlsafe(12)
    number = f"{exam.id:02d}-{sittings.newest_number(connection, exam.id) + 1:03d}"
    sitting = sittings.add(
        connection, new, person, number, composed.model_dump(mode="json"), composed.minutes, composed.points,
        "notes" not in composed.aids, questions, now, exam=exam.id,
    )  # fmt: skip
    return sitting, new
